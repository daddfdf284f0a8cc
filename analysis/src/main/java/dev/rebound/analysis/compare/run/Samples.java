package dev.rebound.analysis.compare.run;

import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.UnendedFaults;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.FaultsOfRun;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Away;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Picks one metric of {@link Metrics} out of runs: a value per fault that hit for spans, steps and
 * peaks of curves, and a value per run for what an expectation can name. Load ÷ capacity is of the
 * whole run if its job's capacity was measured before; {@link QueueModel} says what it predicts. A
 * step counts by its last lane or member. A run with a doubt that touches the metric does not
 * count; all its values are unknown. Outputs that came twice before a drain was cut short, be it
 * none, are the least that there are. Pure.
 */
public final class Samples {
  private static final String PEAK = ".peak";
  private static final Set<String> AWAY =
      Set.of(Metrics.AWAY, Metrics.INSTANCE_AWAY, Metrics.WHOLLY_AWAY);
  private static final String DUPLICATED = FindingKind.DUPLICATED.toString();

  private Samples() {}

  /** Whether a metric has a value for each fault, not one for each run. */
  public static boolean isPerFault(String metric) {
    return FaultFigure.METRICS.contains(metric)
        || Metrics.find(metric).map(known -> !known.ofRun()).orElse(false);
  }

  /** The values of a metric by run, how many are unknown, and which runs do not count. */
  public static Sample of(String metric, List<ComparedRun> runs) {
    List<List<BoundedValue>> values = new ArrayList<>();
    Map<String, List<String>> leftOut = new LinkedHashMap<>();
    int most = runs.stream().mapToInt(run -> due(metric, run)).max().orElse(0);
    int unknown = 0;
    for (ComparedRun run : runs) {
      Optional<BoundedValue> least = least(metric, run);
      Optional<String> doubt = least.isPresent() ? Optional.empty() : doubt(metric, run);
      List<BoundedValue> known =
          least.map(List::of).orElse(doubt.isPresent() ? List.of() : values(metric, run));
      int due = due(metric, run);
      // A run that broke with a fault has not had those that were to come after it.
      int all = due > 0 && doubt.isPresent() ? most : due;
      unknown += Math.max(0, all - known.size());
      doubt.ifPresent(
          why -> leftOut.computeIfAbsent(why, any -> new ArrayList<>()).add(run.results().runId()));
      values.add(known);
    }
    List<String> said = new ArrayList<>();
    leftOut.forEach(
        (why, ids) ->
            said.add(
                "%s %s left out (%s)"
                    .formatted(named(ids, runs.size()), ids.size() == 1 ? "is" : "are", why)));
    return new Sample(values, unknown, said, unended(metric, runs, most));
  }

  /**
   * The faults that did not end beside a length: in it, or in outage, recovery or all time
   * disrupted, as what is short says nothing of a job that never caught up.
   */
  private static UnendedFaults unended(String metric, List<ComparedRun> runs, int most) {
    if (AWAY.contains(metric)) {
      return away(metric, runs);
    }
    String length = length(metric);
    if (!FaultFigure.METRICS.contains(length)) {
      return UnendedFaults.NONE;
    }
    List<FaultsOfRun> faults = new ArrayList<>();
    List<Double> watched = new ArrayList<>();
    for (ComparedRun run : runs) {
      List<FaultResult> due =
          run.results().faults().stream().filter(f -> FaultFigure.applies(length, f)).toList();
      if (doubt(length, run).isPresent()) {
        faults.add(new FaultsOfRun(0, 0, due.isEmpty() ? 0 : most));
        continue;
      }
      int open = 0;
      int unknown = 0;
      for (FaultResult fault : due) {
        OptionalDouble least = watched(length, fault, run);
        least.ifPresent(watched::add);
        open += least.isPresent() ? 1 : 0;
        unknown += least.isEmpty() && FaultFigure.of(length, fault).isEmpty() ? 1 : 0;
      }
      faults.add(new FaultsOfRun(due.size() - open - unknown, open, unknown));
    }
    return new UnendedFaults(faults, watched);
  }

  /** The length after faults that a metric is of: {@code recovery} of {@code recovery.median}. */
  private static String length(String metric) {
    return metric.equals(Metrics.PREDICTED)
        ? FaultFigure.OUTAGE
        : metric.replaceFirst("[.](median|max)$", "");
  }

  /** For how long a fault was watched that did not end; empty if it did, or nothing is known. */
  private static OptionalDouble watched(String metric, FaultResult fault, ComparedRun run) {
    return Stream.of(metric, FaultFigure.OUTAGE, FaultFigure.RECOVERY, FaultFigure.DISRUPTED)
        .filter(length -> doubt(length, run).isEmpty())
        .flatMap(length -> FaultFigure.of(length, fault).stream())
        .filter(bounds -> Double.isInfinite(bounds.high()))
        .mapToDouble(Bounds::low)
        .max();
  }

  /** Of a service, faults after which it, or an instance of it, was not as before any more. */
  private static UnendedFaults away(String metric, List<ComparedRun> runs) {
    List<FaultsOfRun> faults = new ArrayList<>();
    List<Double> watched = new ArrayList<>();
    for (ComparedRun run : runs) {
      List<Away> told =
          run.results().faults().stream().flatMap(f -> Stream.ofNullable(f.away())).toList();
      List<Away> open = told.stream().filter(Away::neverEnded).toList();
      open.forEach(away -> watched.add((double) away.millis()));
      faults.add(
          doubt(metric, run).isPresent()
              ? new FaultsOfRun(0, 0, told.size())
              : new FaultsOfRun(told.size() - open.size(), open.size(), 0));
    }
    return new UnendedFaults(faults, watched);
  }

  /** The names of all runs tell nothing. */
  private static String named(List<String> ids, int runs) {
    if (ids.size() < runs) {
      return String.join(", ", ids);
    }
    return runs == 1 ? "its only run" : "all " + runs + " runs";
  }

  /** Why a run does not count for a metric; empty if it does. */
  public static Optional<String> doubt(String metric, ComparedRun run) {
    if (metric.endsWith(PEAK)) {
      return Doubts.of(metric.replace('-', '.'), run.results());
    }
    if (List.of(FaultFigure.CAUGHT_UP, Metrics.LOAD_TO_CAPACITY, Metrics.PREDICTED)
        .contains(metric)) {
      return Doubts.of(FaultFigure.RECOVERY, run.results());
    }
    return isPerFault(metric)
        ? Doubts.of(metric, run.results())
        : Doubts.ofNumber(metric, run.results());
  }

  /** What a run surely has though more was to come when its drain ended; empty if all is known. */
  private static Optional<BoundedValue> least(String metric, ComparedRun run) {
    Results results = run.results();
    return metric.equals(DUPLICATED) && Doubts.isFor(Doubt.NOT_DRAINED, metric, results)
        ? Optional.ofNullable(results.metrics().get(metric)).map(BoundedValue::atLeast)
        : Optional.empty();
  }

  /** How many values a run should have given. */
  private static int due(String metric, ComparedRun run) {
    if (FaultFigure.METRICS.contains(metric)) {
      return (int)
          run.results().faults().stream().filter(f -> FaultFigure.applies(metric, f)).count();
    }
    if (metric.equals(Metrics.PREDICTED)) {
      return QueueModel.due(run);
    }
    if (!isPerFault(metric)) {
      return 1;
    }
    if (doubt(metric, run).isPresent()) {
      return run.hits().size();
    }
    // A run may have no such curve; load ÷ capacity is not there where nothing had to be caught up.
    return metric.endsWith(PEAK) ? traces(metric, run).size() : 0;
  }

  private static List<BoundedValue> values(String metric, ComparedRun run) {
    if (metric.endsWith(PEAK)) {
      return peaks(metric, run);
    }
    if (metric.equals(Metrics.LOAD_TO_CAPACITY)) {
      return loads(run);
    }
    if (metric.equals(Metrics.PREDICTED)) {
      return QueueModel.values(run);
    }
    return isPerFault(metric) ? perFault(metric, run) : perRun(metric, run);
  }

  /** One that is infinite (a share of outputs never came) is only known not to be negative. */
  private static List<BoundedValue> perRun(String metric, ComparedRun run) {
    Double value = run.results().metrics().get(metric);
    if (value == null || value.isNaN()) {
      return List.of();
    }
    Bounds bounds = run.results().bounds().get(metric);
    if (bounds != null) {
      return List.of(new BoundedValue(bounds.low(), bounds.high()));
    }
    return List.of(value.isInfinite() ? BoundedValue.atLeast(0) : BoundedValue.of(value));
  }

  /** Where the job's capacity was measured, load ÷ capacity is one figure for the whole run. */
  private static List<BoundedValue> loads(ComparedRun run) {
    OptionalDouble measured = QueueModel.loadToCapacity(run);
    return measured.isPresent()
        ? List.of(BoundedValue.of(measured.getAsDouble()))
        : run.hits().stream().flatMap(fault -> QueueModel.loadToCapacity(fault).stream()).toList();
  }

  private static List<BoundedValue> perFault(String metric, ComparedRun run) {
    return run.results().faults().stream()
        .filter(fault -> FaultFigure.applies(metric, fault))
        .flatMap(fault -> FaultFigure.of(metric, fault).stream())
        .map(bounds -> new BoundedValue(bounds.low(), bounds.high()))
        .toList();
  }

  private static List<BoundedValue> peaks(String metric, ComparedRun run) {
    return traces(metric, run).stream().flatMap(trace -> peak(trace).stream()).toList();
  }

  private static List<CurveBand.Trace> traces(String metric, ComparedRun run) {
    String id = metric.substring(0, metric.length() - PEAK.length());
    return run.curves().entrySet().stream()
        .filter(curve -> curve.getKey().id().equals(id))
        .flatMap(curve -> curve.getValue().stream())
        .toList();
  }

  private static Optional<BoundedValue> peak(CurveBand.Trace trace) {
    double peak = Double.NEGATIVE_INFINITY;
    for (int second = 0; second < trace.fromSecond() + trace.values().size(); second++) {
      double value = trace.at(second);
      if (value > peak) {
        peak = value;
      }
    }
    return Double.isInfinite(peak) ? Optional.empty() : Optional.of(BoundedValue.of(peak));
  }
}
