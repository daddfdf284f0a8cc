package dev.rebound.analysis.compare.baseline;

import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.Cells;
import dev.rebound.analysis.compare.cell.SettingsDifferences;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.ContentHash;
import dev.rebound.analysis.compare.run.RunIdentity;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.MetricWords;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.Scale;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.base.ReboundException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Figures that runs measured, kept small, so that later runs can be held against them: see {@link
 * Regression}. Pure.
 *
 * @param cells one for each experiment, in the order of names
 */
public record Baseline(List<BaselineCell> cells) {
  public Baseline {
    cells = List.copyOf(cells);
  }

  /**
   * Runs of one cell.
   *
   * @param settings every setting that they share, by dotted key, defaults included
   * @param machines that they were made on, each once, as {@link ComparedRun#machine} has them; an
   *     empty text stands for one that is not known
   * @param builds of Rebound that made them, each once
   * @param runIds of all of them
   * @param signals first signal of each, see {@link RunIdentity}
   * @param speeds how much work a core did in a second of CPU time, bytes/s, of each run that knows
   * @param shortened what was made shorter in them, in words, each once; an empty text stands for
   *     nothing
   * @param phases length of each phase
   * @param means that all of them had alike, by their keys
   * @param recovery recovery times
   * @param outage outages
   * @param disrupted all time in which faults disrupted output
   * @param recoveryFits recovery times as they fit best: what widens the bounds of one widens those
   *     of the others, too, so that these tell better by how much two sides differ
   * @param disruptedFits the same of all time disrupted
   * @param missing how many runs were to be made and are not among these
   */
  public record BaselineCell(
      Cell cell,
      Map<String, String> settings,
      List<String> machines,
      List<String> builds,
      List<String> runIds,
      List<Long> signals,
      List<Double> speeds,
      List<String> shortened,
      Map<String, String> phases,
      Map<String, String> means,
      Sample recovery,
      Sample outage,
      Sample disrupted,
      Sample recoveryFits,
      Sample disruptedFits,
      int missing) {

    /** Whether it was made of this run, among others. */
    public boolean holds(RunIdentity run) {
      return IntStream.range(0, runIds.size())
          .mapToObj(i -> new RunIdentity(runIds.get(i), signals.get(i), ""))
          .anyMatch(one -> one.isOf(run));
    }

    /** The name that a person calls it by. */
    public String name() {
      return "%s on %s (%s, %s)"
          .formatted(cell.scenario(), cell.engine(), cell.profile(), cell.guarantee());
    }
  }

  /**
   * The baseline of runs with faults. Throws {@link ReboundException} if those of an experiment are
   * too few, or differ in their settings, or carry no figure, or if one is there twice.
   */
  public static Baseline of(List<ComparedRun> runs) {
    RunIdentity.requireNoCopies(runs);
    List<BaselineCell> kept = kept(runs);
    if (kept.isEmpty()) {
      throw ReboundException.badInput(
          "no run with faults: there is no recovery to keep",
          "Name runs of an experiment that has faults.");
    }
    for (BaselineCell one : kept) {
      for (BaselineCell other : kept) {
        if (!one.equals(other) && Regression.alike(one.cell(), other.cell())) {
          throw ReboundException.badInput(
              "the runs of %s differ in their settings: %s; %s"
                  .formatted(one.name(), one.cell().variant(), other.cell().variant()),
              "Make a baseline of runs that were set up alike.");
        }
      }
      Optional<String> lacking = one.recovery().lacking(FaultFigure.RECOVERY);
      if (lacking.isPresent()) {
        throw ReboundException.badInput(
            Stream.concat(lacking.stream(), one.recovery().leftOut().stream())
                .collect(Collectors.joining("; ", one.name() + ": ", "")),
            "Run it more often, for example with --set repetitions=5, and name all of its runs.");
      }
    }
    return new Baseline(kept);
  }

  /** Its content, a sentence for each cell. */
  public List<String> lines() {
    return cells.stream()
        .map(
            kept -> {
              Estimate figure = Intervals.figure(kept.recovery(), Scale.of(FaultFigure.RECOVERY));
              BoundedValue interval = figure.interval();
              return kept.name()
                  + ": recovery "
                  + median(kept.recovery())
                  + (interval == null
                      ? ""
                      : " (95 %% interval %s)"
                          .formatted(MetricWords.interval(FaultFigure.RECOVERY, interval)))
                  + ", %s runs with %s faults".formatted(figure.runs(), figure.values())
                  + (kept.recovery().unended().none()
                      ? ""
                      : ", of which %s did not end in recovery, outage or disruption"
                          .formatted(kept.recovery().unended().counted()))
                  + passing(kept)
                  + unseen(kept);
            })
        .toList();
  }

  /** Of what later runs will not be known to be the same; empty if there is nothing. */
  private static String unseen(BaselineCell kept) {
    StringBuilder told = new StringBuilder();
    Variants.HASHES.forEach(
        (key, what) -> {
          String why = ContentHash.read(kept.settings().getOrDefault(key, "")).unseen();
          if (!why.isEmpty()) {
            told.append("; whether later runs are of the same ")
                .append(what)
                .append(" will not be known: ")
                .append(why);
          }
        });
    return told.toString();
  }

  /** What a check of the same build takes, by how far these runs differ. */
  private static String passing(BaselineCell kept) {
    OptionalInt recovery = LengthRatio.passing(kept.recoveryFits(), Regression.SLOWER_THAN);
    OptionalInt disrupted =
        kept.disruptedFits().measured()
            ? LengthRatio.passing(
                kept.disruptedFits(),
                Regression.asMuchMore(
                    kept.recoveryFits(), kept.disruptedFits(), Regression.SLOWER_THAN))
            : recovery;
    return "; the same build "
        + (recovery.isEmpty() || disrupted.isEmpty()
            ? "may not pass with any number of runs"
            : "passes in four of five checks with %s runs a side"
                .formatted(Math.max(recovery.getAsInt(), disrupted.getAsInt())))
        + " (--slower-than %s)".formatted(Regression.SLOWER_THAN);
  }

  /** {@code 1.2 s}, or {@code 1.2 s to 1.6 s} where it is not known exactly. */
  public static String median(Sample recovery) {
    BoundedValue value = Intervals.figure(recovery, Scale.of(FaultFigure.RECOVERY)).value();
    String low = MetricWords.figure(FaultFigure.RECOVERY, BoundedValue.of(value.low()));
    String high =
        value.bounded()
            ? MetricWords.figure(FaultFigure.RECOVERY, BoundedValue.of(value.high()))
            : "";
    return low.equals(high) ? low : MetricWords.figure(FaultFigure.RECOVERY, value);
  }

  /** Runs by cell; controls do not count. */
  public static List<BaselineCell> kept(List<ComparedRun> runs) {
    List<BaselineCell> kept = new ArrayList<>();
    for (CellRuns members : Cells.of(runs)) {
      List<ComparedRun> broken =
          members.runs().stream().filter(run -> !run.results().control()).toList();
      if (broken.stream().anyMatch(run -> !run.results().faults().isEmpty())) {
        kept.add(
            new BaselineCell(
                members.cell(),
                new TreeMap<>(members.settings()),
                List.copyOf(new TreeSet<>(broken.stream().map(ComparedRun::machine).toList())),
                builds(broken),
                broken.stream().map(run -> run.results().runId()).toList(),
                broken.stream().map(run -> RunIdentity.of(run).signalMicros()).toList(),
                broken.stream()
                    .map(run -> run.results().metrics().get(Metrics.SPEED_IN_BASELINE))
                    .filter(Objects::nonNull)
                    .toList(),
                List.copyOf(new TreeSet<>(broken.stream().map(ComparedRun::shortened).toList())),
                phases(broken),
                SettingsDifferences.means(broken).byKey(),
                Samples.of(FaultFigure.RECOVERY, broken),
                Samples.of(FaultFigure.OUTAGE, broken),
                Samples.of(FaultFigure.DISRUPTED, broken),
                fits(FaultFigure.RECOVERY, broken),
                fits(FaultFigure.DISRUPTED, broken),
                missing(broken)));
      }
    }
    return kept;
  }

  /** The few that are too short to be seen count as the longest that are. */
  private static Sample fits(String metric, List<ComparedRun> runs) {
    Sample bounds = Samples.of(metric, runs);
    boolean few = 2 * bounds.unseenCount() < bounds.count();
    return Samples.of(metric, runs.stream().map(run -> run.fitted(few)).toList());
  }

  /** Repetitions of which others of the same call are there. */
  private static int missing(List<ComparedRun> runs) {
    Map<Integer, Map<Integer, Integer>> calls = new TreeMap<>();
    for (ComparedRun run : runs) {
      calls
          .computeIfAbsent(run.made().repetitions(), planned -> new TreeMap<>())
          .merge(run.repetition(), 1, Integer::sum);
    }
    int missing = 0;
    for (Map.Entry<Integer, Map<Integer, Integer>> call : calls.entrySet()) {
      int most = Collections.max(call.getValue().values());
      for (int repetition = 1; repetition <= call.getKey(); repetition++) {
        missing += most - call.getValue().getOrDefault(repetition, 0);
      }
    }
    return missing;
  }

  private static Map<String, String> phases(List<ComparedRun> runs) {
    TreeMap<String, TreeSet<String>> lengths = new TreeMap<>();
    for (ComparedRun run : runs) {
      run.phases()
          .forEach(
              (phase, length) -> lengths.computeIfAbsent(phase, p -> new TreeSet<>()).add(length));
    }
    TreeMap<String, String> phases = new TreeMap<>();
    lengths.forEach((phase, each) -> phases.put(phase, String.join(" or ", each)));
    return phases;
  }

  private static List<String> builds(List<ComparedRun> runs) {
    TreeSet<String> builds = new TreeSet<>(runs.stream().map(ComparedRun::build).toList());
    builds.remove("");
    return List.copyOf(builds);
  }
}
