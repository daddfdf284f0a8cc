package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Study.Contrast;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.Cells;
import dev.rebound.analysis.compare.cell.RunBlocks;
import dev.rebound.analysis.compare.cell.SettingsDifferences;
import dev.rebound.analysis.compare.cell.SettingsMatch;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.RunIdentity;
import dev.rebound.analysis.compare.statistics.TwoSamples;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.RigDoubt;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds runs against each other: from runs to figures per cell, differences between cells, and
 * claims judged. Pure.
 */
public final class Comparer {
  /** From this ratio of speeds on, runs are said to be made on a machine of uneven speed. */
  private static final double UNEVEN = 1.15;

  private static final double MIB = 1 << 20;

  /** The most pairs of one contrast. */
  private static final int PAIRS_MAX = 100;

  /** So many are told by name of those that were left out where too few runs are left. */
  private static final int LEFT_OUT_NAMED = 3;

  /**
   * Compares runs. Throws {@link ReboundException} if there are fewer than two, or one of them is
   * there twice.
   *
   * @param unused runs that were found and not used, with the reason
   */
  public Comparison compare(List<ComparedRun> found, ComparisonRequest brief, List<String> unused) {
    List<ComparedRun> runs = found.stream().filter(run -> !run.results().endedEarly()).toList();
    List<String> leftOut = new ArrayList<>(unused);
    found.stream()
        .filter(run -> run.results().endedEarly())
        .forEach(
            run ->
                leftOut.add(run.folder() + ": it ended early, and counts for its verdict alone"));
    if (runs.size() < 2) {
      throw ReboundException.badInput(
          (runs.isEmpty() ? "no run to compare" : "only one run: " + runs.get(0).folder())
              + without(leftOut),
          "Name at least two runs, or a folder that holds them.");
    }
    RunIdentity.requireNoCopies(runs);
    List<CellRuns> cells = BacklogCapacity.told(Cells.of(runs), brief.contrasts());
    List<Cell> all = cells.stream().map(CellRuns::cell).toList();
    int horizon = CellReading.horizonSeconds(cells);
    CellReading reading = new CellReading(brief, all, horizon);
    List<CellFigures> figures = cells.stream().map(reading::figures).toList();
    return ComparisonBuilder.builder()
        .version(Comparison.VERSION)
        .title(brief.title())
        .question(brief.question())
        .source(brief.source())
        .machines(machines(runs))
        .conditions(conditions(runs, brief, cells))
        .cells(figures)
        .differences(differences(cells, brief.contrasts()))
        .claims(new Claims(cells).judge(brief.claims()))
        .leftOut(leftOut)
        .axes(new CellAxes(uncontrolled(cells)).of(brief.contrasts()))
        .tradeOffs(new TradeOffs(uncontrolled(cells)).of(brief.trades()))
        .scalings(new Scalings(uncontrolled(cells)).of(brief.scalings()))
        .build();
  }

  /** What was named and left out, so that nobody looks for it. */
  private static String without(List<String> leftOut) {
    if (leftOut.isEmpty()) {
      return "";
    }
    int more = leftOut.size() - LEFT_OUT_NAMED;
    return "; left out: "
        + leftOut.stream().limit(LEFT_OUT_NAMED).collect(Collectors.joining("; "))
        + (more > 0 ? "; and " + more + " more" : "");
  }

  private static List<String> machines(List<ComparedRun> runs) {
    TreeSet<String> machines = new TreeSet<>();
    runs.stream().map(ComparedRun::machine).filter(m -> !m.isEmpty()).forEach(machines::add);
    return List.copyOf(machines);
  }

  private static List<String> conditions(
      List<ComparedRun> counted, ComparisonRequest brief, List<CellRuns> cells) {
    List<String> conditions = conditions(counted, brief.shortened());
    List<String> keys =
        brief.contrasts().stream()
            .map(Contrast::between)
            .distinct()
            .filter(key -> !Study.PARTS.contains(key))
            .toList();
    SettingsMatch.uncompared(keys, uncontrolled(cells)).stream()
        .map(key -> "not compared between " + key + ": no two cells differ in that alone")
        .forEach(conditions::add);
    return conditions;
  }

  private static List<String> conditions(List<ComparedRun> counted, String shortened) {
    // A control that stands for several scenarios is counted with each, and is one run.
    Map<Path, ComparedRun> once = new LinkedHashMap<>();
    counted.forEach(run -> once.putIfAbsent(run.folder(), run));
    List<ComparedRun> runs = List.copyOf(once.values());
    List<String> conditions = new ArrayList<>();
    TreeSet<Double> scales = new TreeSet<>();
    runs.forEach(run -> scales.add(run.results().scale()));
    for (double scale : scales) {
      if (scale != 1) {
        conditions.add(
            "load scaled to " + Words.percent(scale) + (scales.size() > 1 ? " in some runs" : ""));
      }
    }
    TreeSet<String> shorter = new TreeSet<>();
    runs.forEach(run -> shorter.add(run.shortened()));
    boolean some = shorter.size() > 1;
    shorter.remove("");
    if (shorter.isEmpty() && !shortened.isEmpty()) {
      shorter.add(shortened);
    }
    for (String what : shorter) {
      conditions.add("shortened: " + what + (some ? " (some runs)" : ""));
    }
    long interrupted = runs.stream().filter(run -> run.results().interrupted()).count();
    if (interrupted > 0) {
      conditions.add(interrupted + " of " + runs.size() + " runs interrupted");
    }
    if (machines(runs).size() > 1) {
      conditions.add("made on different machines");
    }
    DoubleSummaryStatistics speeds =
        runs.stream()
            .flatMap(
                run -> Stream.ofNullable(run.results().metrics().get(Metrics.SPEED_IN_BASELINE)))
            .mapToDouble(speed -> speed / MIB)
            .summaryStatistics();
    if (speeds.getCount() > 1 && speeds.getMax() > UNEVEN * speeds.getMin()) {
      conditions.add(
          Words.text(
              "one core of the machine was up to %.1f times as fast in some runs as in others"
                  + " (SHA-256, %.0f to %.0f MiB/s)",
              speeds.getMax() / speeds.getMin(), speeds.getMin(), speeds.getMax()));
    }
    // Runs that do not say are of a build that did not record it yet: another one.
    long builds = runs.stream().map(ComparedRun::build).distinct().count();
    if (builds > 1) {
      conditions.add("made with " + builds + " builds of Rebound");
    }
    long offsets =
        runs.stream()
            .filter(run -> run.results().faults().stream().anyMatch(f -> f.by() != null))
            .count();
    if (offsets > 0) {
      conditions.add(
          ("outage and recovery told by offsets and append times, not by identity, in %s of"
                  + " %s runs")
              .formatted(offsets, runs.size()));
    }
    long full =
        runs.stream()
            .filter(
                run ->
                    run.results().metrics().getOrDefault(Metrics.BACKLOG_RIG, 0.0)
                        >= Metrics.RIG_FULL)
            .count();
    if (full > 0) {
      conditions.add(
          ("the cores of brokers and observer were %s or more in use while the backlog was"
                  + " worked off, in %s of %s runs: their engines may take more")
              .formatted(Words.percent(Metrics.RIG_FULL), full, runs.size()));
    }
    SettingsDifferences.jvms(runs).ifPresent(conditions::add);
    SettingsDifferences.unknown(runs).ifPresent(conditions::add);
    conditions.addAll(SettingsDifferences.unseen(runs));
    conditions.addAll(doubts(runs));
    return conditions;
  }

  /** The warnings on the rig, in how many runs each, and which the files allow. */
  private static List<String> doubts(List<ComparedRun> runs) {
    Map<String, Set<Path>> doubts = new TreeMap<>();
    for (ComparedRun run : runs) {
      for (RigDoubt warning : run.results().warnings()) {
        if (warning.allowed() || warning.code().equals("cpu-saturated")) {
          doubts
              .computeIfAbsent(
                  warning.code() + (warning.allowed() ? ", allowed by the file," : ""),
                  code -> new HashSet<>())
              .add(run.folder());
        }
      }
    }
    return doubts.entrySet().stream()
        .map(
            doubt ->
                doubt.getKey() + " in " + doubt.getValue().size() + " of " + runs.size() + " runs")
        .toList();
  }

  /**
   * The contrasts wanted. Without any, outage and recovery time of pairs that differ in one part
   * only; where no pair does, of every pair. Controls are held against their own runs alone.
   */
  private List<Difference> differences(List<CellRuns> all, List<Contrast> contrasts) {
    List<Difference> differences = new ArrayList<>();
    List<CellRuns> cells = uncontrolled(all);
    for (Contrast contrast : contrasts) {
      String between = contrast.between();
      pairs(
          cells,
          List.of(contrast.metric()),
          SettingsMatch.but(between, cells),
          Study.PARTS.contains(between) ? new CellNaming.ByCell() : CellNaming.by(between),
          differences);
    }
    List<String> usual = List.of(FaultFigure.RECOVERY, FaultFigure.OUTAGE);
    if (contrasts.isEmpty()) {
      pairs(
          cells,
          usual,
          (a, b) -> a.cell().differences(b.cell()) == 1,
          new CellNaming.ByCell(),
          differences);
    }
    if (contrasts.isEmpty() && differences.isEmpty()) {
      pairs(cells, usual, (a, b) -> true, new CellNaming.ByCell(), differences);
    }
    differences.addAll(
        new ControlPairs(all).differences(contrasts.stream().map(Contrast::metric).toList()));
    return differences;
  }

  /** Cells that are none of controls with other settings. */
  private static List<CellRuns> uncontrolled(List<CellRuns> cells) {
    return cells.stream().filter(members -> members.controlled().isEmpty()).toList();
  }

  private void pairs(
      List<CellRuns> cells,
      List<String> metrics,
      BiPredicate<CellRuns, CellRuns> wanted,
      CellNaming naming,
      List<Difference> differences) {
    int most = differences.size() + PAIRS_MAX;
    for (int i = 0; i < cells.size(); i++) {
      for (int j = i + 1; j < cells.size() && differences.size() < most; j++) {
        CellRuns one = cells.get(i);
        CellRuns other = cells.get(j);
        if (wanted.test(one, other)) {
          for (String metric : metrics) {
            pair(one, other, metric, naming, differences);
          }
        }
      }
    }
  }

  private void pair(
      CellRuns one,
      CellRuns other,
      String metric,
      CellNaming naming,
      List<Difference> differences) {
    TwoSamples two = RunBlocks.samples(metric, one, other);
    if (two.usable()) {
      differences.add(Sentences.compare(one, other, two, metric, naming));
    }
  }
}
