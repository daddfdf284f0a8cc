package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.compare.run.CurveBand;
import dev.rebound.analysis.compare.run.MedianFault;
import dev.rebound.analysis.compare.run.QueueModel;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.UnendedFaults;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.ShownShare;
import dev.rebound.analysis.result.Verdict;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of holding runs against each other: figures per cell, and what can be said of pairs
 * of cells. The content of {@code comparison.json}.
 *
 * @param version of this format, {@link #VERSION}
 * @param title name of the study, or what was compared
 * @param question what it is to answer; empty for runs that were only named
 * @param source where published figures come from; empty without any
 * @param machines every machine that a run was made on
 * @param conditions what sets these runs apart from what their experiments name in full: scaled,
 *     shortened, interrupted; to be printed with every chart and table
 * @param leftOut runs that were found and not used, with the reason
 * @param axes figures over the numbers in which cells differ, where a contrast is between those
 * @param tradeOffs what cells pay in one metric for another, where the study asks for it
 * @param scalings how rates grow with a number, likewise
 */
@RecordBuilder
public record Comparison(
    int version,
    String title,
    String question,
    String source,
    List<String> machines,
    List<String> conditions,
    List<CellFigures> cells,
    List<Difference> differences,
    List<JudgedClaim> claims,
    List<String> leftOut,
    List<Axis> axes,
    List<TradeOff> tradeOffs,
    List<Scaling> scalings) {

  /** The same with one more condition. */
  public Comparison noting(String condition) {
    return ComparisonBuilder.builder(this)
        .conditions(Stream.concat(conditions.stream(), Stream.of(condition)).toList())
        .build();
  }

  /** The version of this format. */
  public static final int VERSION = 2;

  /**
   * The figures of one cell.
   *
   * @param label what to call it beside the others of its scenario
   * @param runs its runs with faults, in order of time
   * @param controls its runs without
   * @param faults number of faults that hit
   * @param leftOut reason to number of faults that no figure carries
   * @param outage geometric mean over runs of each run's median outage, milliseconds; null if none
   *     could be judged, or too many could not
   * @param recovery the same of the recovery time
   * @param doubts runs that do not count for one of these, and why there is no figure
   * @param shown what the bounds of its runs show, over all its faults
   * @param unended faults after which recovery, outage or all time disrupted had not ended when
   *     watching did; no mean shows them
   * @param outageFloorMillis the longest outage that could not have been seen in some run
   * @param loadToCapacity load ÷ capacity over all faults; null where nothing had to be caught up
   * @param predicted recovery time that outage and load ÷ capacity predict, ms, see {@link
   *     QueueModel}; null where either is not known
   * @param costSeconds CPU-seconds per million records, a value a run; null if not measured
   * @param expected outputs due in all runs
   * @param published figures of the paper for this cell
   * @param median the fault that is drawn for this cell; null if nothing is known of any
   * @param requests what became of its requests; null if its runs sent none
   * @param steady figures over runs of what needs no fault: how fast a backlog was worked off, what
   *     a record costs, and the baseline's latency; those that are known
   * @param byRun the metrics that are compared, run by run
   * @param faulted whether any of its runs had faults, or was to have some and broke before
   * @param loadAtMost whether some fault's load ÷ capacity may be lower
   */
  @RecordBuilder
  @RecordBuilder.Options(prefixEnclosingClassNames = false)
  public record CellFigures(
      Cell cell,
      String label,
      List<RunRef> runs,
      List<RunRef> controls,
      int faults,
      Map<String, Integer> leftOut,
      @Nullable Estimate outage,
      @Nullable Estimate recovery,
      List<String> doubts,
      List<ShownShare> shown,
      UnendedFaults unended,
      long outageFloorMillis,
      @Nullable Spread loadToCapacity,
      @Nullable Estimate predicted,
      List<StepFigure> steps,
      long expected,
      List<FindingCount> findings,
      @Nullable Spread costSeconds,
      List<Overhead> overhead,
      Map<Curve, CurveBand> bands,
      Map<Curve, String> absent,
      List<PublishedFigure> published,
      @Nullable MedianFault median,
      @Nullable CellRequests requests,
      List<MetricByRun> byRun,
      List<MetricFigure> steady,
      boolean faulted,
      boolean loadAtMost) {
    /** One of {@link #steady} by its metric; null if it is not known. */
    public @Nullable Estimate steady(String metric) {
      return MetricFigure.find(metric, steady);
    }

    /** Whether it has runs, and none of them was to have a fault. */
    public boolean withoutFaults() {
      return !runs.isEmpty() && !faulted;
    }
  }

  /**
   * The requests of a cell: counts over its runs, and figures over runs.
   *
   * @param doubted runs that no count has, as they are in doubt
   * @param due requests that were to be sent
   * @param unknown without an answer that tells
   * @param unknownDone those of them that left a row
   * @param lost accepted requests without a row, of how many, and what that shows; in words, as
   *     runs in doubt do not count
   * @param lostByRun the same of each run of which it is known, in order of time
   */
  public record CellRequests(
      int doubted,
      long due,
      long accepted,
      long refused,
      long unknown,
      long unknownDone,
      long notSent,
      String lost,
      List<Long> lostByRun,
      List<MetricFigure> figures) {
    /** A figure by its metric; null if there is none. */
    public @Nullable Estimate figure(String metric) {
      return MetricFigure.find(metric, figures);
    }
  }

  /** A metric of {@link dev.rebound.analysis.result.Metrics} over the runs of a cell. */
  public record MetricFigure(String metric, Estimate figure) {
    private static @Nullable Estimate find(String metric, List<MetricFigure> figures) {
      return figures.stream()
          .filter(figure -> figure.metric().equals(metric))
          .map(MetricFigure::figure)
          .findFirst()
          .orElse(null);
    }
  }

  /**
   * A metric in each run of a cell.
   *
   * @param metric one of {@link dev.rebound.analysis.result.Metrics}
   * @param runs in order of time
   */
  public record MetricByRun(String metric, List<RunValues> runs) {}

  /**
   * What one run tells of a metric.
   *
   * @param values one, or one for each fault; none if the run does not count or nothing is known
   * @param before the same of each run that it was made again in place of, oldest first
   */
  public record RunValues(List<BoundedValue> values, List<RunValues> before) {}

  /**
   * One run behind a cell, with all its faults, also those that no figure carries.
   *
   * @param backlogRate records of a backlog per second; null if there was none, or it is not known
   * @param costSeconds CPU-seconds of the engine per million records; null if they are not known
   * @param before verdicts of runs that it was made again in place of, and why; empty if of none
   * @param rate how many records were sent a second, as its experiment has it; empty if not known
   * @param processor and how many cores; empty if not recorded
   */
  public record RunRef(
      Path folder,
      String runId,
      int repetition,
      Verdict verdict,
      double scale,
      List<FaultResult> faults,
      @Nullable Double backlogRate,
      @Nullable Double costSeconds,
      String before,
      String rate,
      String processor) {}

  /** Median, least and greatest of some values. */
  public record Spread(double median, double least, double greatest, int values) {}

  /**
   * When a step was reached by the last lane or member, milliseconds after the kill.
   *
   * @param median over all faults of which it is known; a step that had not come when watching
   *     ended counts as at least so long
   * @param range least and greatest, likewise
   * @param known number of faults of which it is known when
   */
  public record StepFigure(String step, BoundedValue median, BoundedValue range, int known) {}

  /**
   * Findings of one kind over all runs of a cell.
   *
   * @param allowed the guarantee allows them
   * @param unknown why it is not known how many there are; empty if it is known
   */
  public record FindingCount(FindingKind kind, long count, boolean allowed, String unknown) {}

  /**
   * A metric of the runs beside that of their controls.
   *
   * @param runs over the runs with faults
   * @param controls over the runs without
   */
  public record Overhead(String metric, Spread runs, Spread controls) {}

  /**
   * A figure that a paper gives for a cell.
   *
   * @param metric one of {@link dev.rebound.analysis.result.Metrics}
   * @param statistic how the paper put its values together: {@code mean}, {@code median}, …
   * @param value in the metric's base unit
   * @param text the value as the study writes it
   * @param where in the paper; may be empty
   * @param here the metric over the runs of the cell; null if it is not known
   */
  public record PublishedFigure(
      String metric,
      String statistic,
      double value,
      String text,
      String where,
      @Nullable Estimate here) {
    /** Up to so many times as large or as small, a figure counts as alike. */
    public static final double FACTOR = 2;

    /** Whether what was measured here surely is within that factor. */
    public boolean alike() {
      return here != null
          && here.value().low() >= value / FACTOR
          && here.value().high() <= value * FACTOR;
    }
  }

  /** The outcome that a pair of cells lets one tell. */
  public enum PairOutcome {
    /** The first cell's figure is smaller. */
    SMALLER,
    NO_DIFFERENCE_SHOWN,
    TOO_FEW,
  }

  /**
   * Two cells in one metric; the first is the one with the smaller figure.
   *
   * @param metric one of {@link dev.rebound.analysis.result.Metrics}
   * @param paired compared within blocks: run by run of those that were made side by side
   * @param ratio figure of the second ÷ figure of the first: how many times smaller the first is;
   *     of pairs, the geometric mean of their ratios. Without an interval where values may be zero
   * @param difference figure of the second − figure of the first, in the metric's base unit
   * @param between the two cells and the metric, in words
   * @param seen ratio or difference with its interval in words, or why there is none
   * @param price what it takes to show a difference as large as the one seen; null if one is shown,
   *     or if no number of runs would
   * @param sentence states what the figures carry, and no more
   */
  public record Difference(
      Cell first,
      Cell second,
      String metric,
      boolean paired,
      PairOutcome outcome,
      Estimate ratio,
      Estimate difference,
      String between,
      String seen,
      @Nullable Price price,
      String sentence) {}

  /**
   * What a new study takes to show, in four of five cases, a difference as large as the one seen.
   *
   * @param runs of each of the two cells, or blocks
   * @param hours of all these runs; null if it is not known how long one takes
   */
  public record Price(int runs, @Nullable Double hours) {}

  /**
   * A claim of a study's source.
   *
   * @param reading how it was made testable; may be empty
   * @param where in the source; may be empty
   * @param verdict {@code held}, {@code not held} or {@code not shown here}
   * @param why the figures that decide, or what is missing
   */
  public record JudgedClaim(
      String claim, String reading, String where, String verdict, String why) {
    /** The verdict on what neither was shown nor is refuted. */
    public static final String NOT_SHOWN = "not shown here";

    /** Why, where one side was not run at all. */
    public static final String NO_RUNS = "no runs of all that it speaks of";
  }

  /**
   * A metric over a number in which cells differ.
   *
   * @param key of experiment files, such as {@code engine.workers}; {@code load-to-capacity} of
   *     rates where every capacity is known
   * @param metric one of {@link dev.rebound.analysis.result.Metrics}
   */
  public record Axis(String key, String metric, List<AxisLine> lines) {
    /** Whether its numbers are shares of a capacity. */
    public boolean ofLoad() {
      return key.equals(Metrics.LOAD_TO_CAPACITY);
    }
  }

  /**
   * The price that cells pay for a metric.
   *
   * @param metric what is wanted, one of {@link dev.rebound.analysis.result.Metrics}
   * @param against what it costs, likewise
   * @param between {@code scenario} if what it costs is told by the runs of another scenario; else
   *     empty
   */
  public record TradeOff(String metric, String against, String between, List<TradePoint> points) {}

  /**
   * A cell in a trade-off.
   *
   * @param label of the cell beside the others of its scenario
   * @param figure of what is wanted
   * @param paid what it costs
   * @param front no other cell of the scenario is as good in both and better in one, by the figures
   *     themselves; never one of lengths of which some did not end
   */
  public record TradePoint(
      Cell cell, String label, Estimate figure, Estimate paid, boolean front) {}

  /**
   * Cells that agree in all else, by that number.
   *
   * @param predicted of recovery times over load ÷ capacity, what a queue predicts; else empty
   */
  public record AxisLine(String label, List<Point> points, List<Point> predicted) {}

  /**
   * One cell.
   *
   * @param at its number; of a length of time in seconds, of a share 1 for all
   * @param text its value as files write it
   * @param figure in the metric's base unit
   */
  public record Point(double at, String text, Estimate figure) {}
}
