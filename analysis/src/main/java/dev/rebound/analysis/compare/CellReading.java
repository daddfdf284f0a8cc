package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.analysis.compare.Comparison.FindingCount;
import dev.rebound.analysis.compare.Comparison.MetricByRun;
import dev.rebound.analysis.compare.Comparison.MetricFigure;
import dev.rebound.analysis.compare.Comparison.Overhead;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.Comparison.RunRef;
import dev.rebound.analysis.compare.Comparison.RunValues;
import dev.rebound.analysis.compare.Comparison.Spread;
import dev.rebound.analysis.compare.Comparison.StepFigure;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.compare.run.CurveBand;
import dev.rebound.analysis.compare.run.DottedKeys;
import dev.rebound.analysis.compare.run.MedianFault;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.MetricWords;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.Scale;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.ShownShare;
import dev.rebound.analysis.result.SpanState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Works out the figures of one cell from its runs. Pure.
 *
 * @param all every cell of the comparison, to label this one beside them
 * @param horizonSeconds where curves end
 */
record CellReading(ComparisonRequest brief, List<Cell> all, int horizonSeconds) {
  private static final List<String> OVERHEAD =
      List.of(
          "faults.latency.p50",
          "faults.latency.p99",
          "faults.visible.p50",
          "faults.visible.p99",
          "baseline.latency.p99",
          Metrics.COST,
          "input.rate.faults",
          "output.rate.faults",
          "host.cpu.faults");

  /** What is told of every run, whatever is compared. */
  private static final List<String> BY_RUN =
      List.of(
          FaultFigure.OUTAGE,
          FaultFigure.RECOVERY,
          Metrics.LOAD_TO_CAPACITY,
          "baseline.latency.p95",
          Metrics.COST);

  private static final String LATENCY = Metrics.latency("baseline", "append", "p99");

  private static final List<String> STEADY =
      List.of(
          Metrics.BACKLOG_RATE,
          Metrics.COST,
          Metrics.latency("baseline", "append", "p50"),
          LATENCY,
          Metrics.latency("baseline", "visible", "p50"),
          Metrics.latency("baseline", "visible", "p99"));

  /** How far curves reach after a kill: past nearly every recovery, and not much farther. */
  static int horizonSeconds(List<CellRuns> cells) {
    double[] millis =
        cells.stream()
            .flatMap(cell -> cell.runs().stream())
            .flatMap(run -> run.hits().stream())
            .mapToDouble(fault -> fault.recovery().millis())
            .sorted()
            .toArray();
    double late = millis.length == 0 ? 0 : millis[(int) Math.ceil(0.95 * (millis.length - 1))];
    return (int) Math.min(300, Math.max(20, Math.ceil(late / 1000 * 1.25 / 5) * 5 + 5));
  }

  CellFigures figures(CellRuns members) {
    List<ComparedRun> runs = members.runs();
    Cell cell = members.cell();
    Sample outage = Samples.of(FaultFigure.OUTAGE, runs);
    Sample recovery = Samples.of(FaultFigure.RECOVERY, runs);
    Sample loads = Samples.of(Metrics.LOAD_TO_CAPACITY, runs);
    CellRequests requests = RequestReading.of(runs);
    return CellFiguresBuilder.builder()
        .cell(cell)
        .label(cell.label(all.stream().filter(c -> c.scenario().equals(cell.scenario())).toList()))
        .runs(runs.stream().map(CellReading::ref).toList())
        .controls(members.controls().stream().map(CellReading::ref).toList())
        .faults(runs.stream().mapToInt(run -> run.hits().size()).sum())
        .leftOut(leftOut(runs))
        .outage(figure(FaultFigure.OUTAGE, outage))
        .recovery(figure(FaultFigure.RECOVERY, recovery))
        .doubts(doubts(outage, recovery, requests, runs))
        .shown(ShownShare.ofAll(runs.stream().map(ComparedRun::results).toList()))
        .unended((recovery.usable() ? recovery : outage).unended())
        .outageFloorMillis(outageFloorMillis(runs))
        .loadToCapacity(spread(most(loads)))
        .predicted(figure(Metrics.PREDICTED, Samples.of(Metrics.PREDICTED, runs)))
        .steps(steps(runs))
        .expected(
            runs.stream().mapToLong(run -> audited(run.results(), Results.Audit::expected)).sum())
        .findings(findings(runs))
        .costSeconds(metric(Metrics.COST, runs))
        .overhead(overhead(members))
        .bands(bands(runs))
        .absent(absent(runs))
        .published(published(members))
        .median(MedianFault.of(runs).orElse(null))
        .requests(requests)
        .byRun(byRun(runs, requests != null))
        .steady(steady(runs))
        .faulted(runs.stream().anyMatch(ComparedRun::faulted))
        .loadAtMost(loads.runs().stream().flatMap(List::stream).anyMatch(load -> !load.exact()))
        .build();
  }

  /** What a comparison is about, as far as any run knows it. */
  private List<MetricByRun> byRun(List<ComparedRun> runs, boolean requests) {
    Set<String> metrics = new LinkedHashSet<>(BY_RUN);
    if (requests) {
      metrics.addAll(RequestReading.TOLD);
    }
    brief.contrasts().forEach(contrast -> metrics.add(contrast.metric()));
    List<MetricByRun> all = new ArrayList<>();
    for (String metric : metrics) {
      List<RunValues> values = runs.stream().map(run -> values(metric, run)).toList();
      if (values.stream()
          .flatMap(run -> Stream.concat(Stream.of(run), run.before().stream()))
          .anyMatch(run -> !run.values().isEmpty())) {
        all.add(new MetricByRun(metric, values));
      }
    }
    return all;
  }

  private static RunValues values(String metric, ComparedRun run) {
    return new RunValues(
        known(metric, run),
        run.made().before().stream().map(replaced -> values(metric, replaced)).toList());
  }

  private static RunValues values(String metric, ComparedRun.Replaced replaced) {
    ComparedRun run = replaced.run();
    return new RunValues(run == null ? List.of() : known(metric, run), List.of());
  }

  private static List<BoundedValue> known(String metric, ComparedRun run) {
    return Samples.of(metric, List.of(run)).runs().stream().flatMap(List::stream).toList();
  }

  private static @Nullable Estimate figure(String metric, Sample sample) {
    return sample.usable() ? Intervals.figure(sample, Scale.of(metric)) : null;
  }

  /**
   * Runs that do not count for a figure, and figures that there are none of, in words. Where no run
   * was to have a fault, nobody asks for lengths after one, but for the latency.
   */
  private static List<String> doubts(
      Sample outage, Sample recovery, @Nullable CellRequests requests, List<ComparedRun> runs) {
    boolean faulted = runs.stream().anyMatch(ComparedRun::faulted);
    Map<String, Sample> samples =
        faulted || requests != null
            ? Map.of(FaultFigure.OUTAGE, outage, FaultFigure.RECOVERY, recovery)
            : Map.of(LATENCY, Samples.of(LATENCY, runs));
    Map<String, List<String>> nouns = new LinkedHashMap<>();
    Map<String, List<String>> none = new LinkedHashMap<>();
    new TreeMap<>(samples)
        .forEach(
            (metric, sample) -> {
              String noun = MetricWords.noun(metric);
              sample
                  .leftOut()
                  .forEach(left -> nouns.computeIfAbsent(left, any -> new ArrayList<>()).add(noun));
              boolean allLeftOut = sample.runCount() == 0 && !sample.leftOut().isEmpty();
              sample
                  .noFigure()
                  .filter(why -> !allLeftOut)
                  .ifPresent(why -> none.computeIfAbsent(why, any -> new ArrayList<>()).add(noun));
            });
    for (String metric : requests == null ? List.<String>of() : RequestReading.TOLD) {
      Samples.of(metric, runs)
          .leftOut()
          .forEach(left -> nouns.computeIfAbsent(left, any -> new ArrayList<>()).add(metric));
    }
    List<String> doubts = new ArrayList<>();
    nouns.forEach((what, of) -> doubts.add(String.join(", ", of) + ": " + what));
    none.forEach(
        (why, of) -> doubts.add("no figure of the " + String.join(", the ", of) + ": " + why));
    return doubts;
  }

  private static RunRef ref(ComparedRun run) {
    Results r = run.results();
    return new RunRef(
        run.folder(),
        r.runId(),
        run.repetition(),
        r.verdict(),
        r.scale(),
        r.faults(),
        value(Metrics.BACKLOG_RATE, run),
        value(Metrics.COST, run),
        run.made().before().stream().map(CellReading::words).collect(Collectors.joining(", ")),
        run.settings().getOrDefault(DottedKeys.RATE, ""),
        Stream.of(run.machine().split(", ", -1)).limit(2).collect(Collectors.joining(", ")));
  }

  private static String words(ComparedRun.Replaced replaced) {
    return replaced.verdict().toString().toUpperCase(Locale.ROOT) + " (" + replaced.because() + ")";
  }

  /** A metric of a run that counts for it; null if it has none. */
  private static @Nullable Double value(String metric, ComparedRun run) {
    Double value = run.results().metrics().get(metric);
    boolean counts = value != null && !value.isNaN() && Samples.doubt(metric, run).isEmpty();
    return counts ? value : null;
  }

  private static List<MetricFigure> steady(List<ComparedRun> runs) {
    List<MetricFigure> figures = new ArrayList<>();
    for (String metric : STEADY) {
      Estimate figure = figure(metric, Samples.of(metric, runs));
      if (figure != null) {
        figures.add(new MetricFigure(metric, figure));
      }
    }
    return figures;
  }

  /** The longest outage that could not have been seen in some run; 0 if there is none. */
  private static long outageFloorMillis(List<ComparedRun> runs) {
    return hits(runs).stream()
        .map(FaultResult::outage)
        .mapToLong(Span::floorMillis)
        .max()
        .orElse(0);
  }

  private static List<FaultResult> hits(List<ComparedRun> runs) {
    return runs.stream().flatMap(run -> run.hits().stream()).toList();
  }

  private static Map<String, Integer> leftOut(List<ComparedRun> runs) {
    Map<String, Integer> leftOut = new TreeMap<>();
    for (ComparedRun run : runs) {
      for (FaultResult fault : run.results().faults()) {
        if (fault.impact() != Impact.HIT) {
          leftOut.merge(fault.impact().toString(), 1, Integer::sum);
        } else if (fault.recovery().state() == SpanState.UNKNOWN) {
          leftOut.merge("recovery unknown: " + fault.recovery().detail(), 1, Integer::sum);
        }
      }
    }
    return leftOut;
  }

  private static List<StepFigure> steps(List<ComparedRun> runs) {
    List<StepFigure> steps = new ArrayList<>();
    for (String step : Step.words()) {
      Sample sample = Samples.of(step.replace(' ', '-'), runs);
      int known = sample.count() - sample.openCount();
      if (known > 0) {
        steps.add(new StepFigure(step, sample.median(), sample.range(), known));
      }
    }
    return steps;
  }

  /** The most that each value can be. */
  private static Sample most(Sample sample) {
    return new Sample(
        sample.runs().stream()
            .map(run -> run.stream().map(value -> BoundedValue.of(value.high())).toList())
            .toList());
  }

  private static @Nullable Spread spread(Sample sample) {
    if (sample.count() == 0) {
      return null;
    }
    BoundedValue range = sample.range();
    return new Spread(sample.median().low(), range.low(), range.high(), sample.count());
  }

  /** A metric over runs; null if none has it. An infinite one stays infinite. */
  private static @Nullable Spread metric(String name, List<ComparedRun> runs) {
    List<BoundedValue> values =
        runs.stream()
            .flatMap(run -> Stream.ofNullable(value(name, run)))
            .map(BoundedValue::of)
            .toList();
    return spread(new Sample(List.of(values)));
  }

  private static long audited(
      Results results, java.util.function.ToLongFunction<Results.Audit> of) {
    Results.Audit audit = results.judgedAudit();
    return audit == null ? 0 : of.applyAsLong(audit);
  }

  /** Lost, duplicated and diverged always; the others if there are any. */
  private static List<FindingCount> findings(List<ComparedRun> runs) {
    List<FindingCount> counts = new ArrayList<>();
    for (FindingKind kind : FindingKind.ranked()) {
      long count = 0;
      boolean allowed = false;
      String unknown = "";
      for (ComparedRun run : runs) {
        Results.Audit audit = run.results().judgedAudit();
        if (audit == null) {
          unknown = "a run has no audit";
          continue;
        }
        for (Results.Finding finding : audit.findings()) {
          if (finding.kind() == kind) {
            count += finding.count();
            allowed |= finding.allowed();
          }
        }
        Results.Bounds between = run.results().bounds().get(kind.toString());
        if (between != null && Double.isInfinite(between.high())) {
          unknown = "of a run not all could be judged";
        }
        unknown = Doubts.ofNumber(kind, run.results()).orElse(unknown);
      }
      if (count > 0 || FindingKind.ofCells().contains(kind)) {
        counts.add(new FindingCount(kind, count, allowed, unknown));
      }
    }
    return counts;
  }

  private static List<Overhead> overhead(CellRuns members) {
    List<Overhead> rows = new ArrayList<>();
    for (String name : OVERHEAD) {
      Spread runs = metric(name, members.runs());
      Spread controls = metric(name, members.controls());
      if (runs != null && controls != null) {
        rows.add(new Overhead(name, runs, controls));
      }
    }
    return rows;
  }

  private Map<Curve, CurveBand> bands(List<ComparedRun> runs) {
    Map<Curve, CurveBand> bands = new EnumMap<>(Curve.class);
    for (Curve curve : Curve.values()) {
      List<CurveBand.Trace> traces =
          runs.stream()
              .flatMap(run -> run.curves().getOrDefault(curve, List.of()).stream())
              .toList();
      CurveBand band = CurveBand.of(traces, -CurveBand.SECONDS_BEFORE, horizonSeconds);
      if (!band.isEmpty()) {
        bands.put(curve, band);
      }
    }
    return bands;
  }

  private static Map<Curve, String> absent(List<ComparedRun> runs) {
    Map<Curve, String> absent = new EnumMap<>(Curve.class);
    runs.forEach(run -> absent.putAll(run.absent()));
    return absent;
  }

  private List<PublishedFigure> published(CellRuns members) {
    return brief.published().stream()
        .filter(p -> members.isChosenBy(p.cells()))
        .map(
            p ->
                new PublishedFigure(
                    p.metric(),
                    p.statistic(),
                    p.value(),
                    p.text(),
                    p.where(),
                    figure(p.metric(), Samples.of(p.metric(), members.runs()))))
        .toList();
  }
}
