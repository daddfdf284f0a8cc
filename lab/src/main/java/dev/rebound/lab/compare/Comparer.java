package dev.rebound.lab.compare;

import dev.rebound.lab.LabException;
import dev.rebound.lab.compare.Comparison.CellFigures;
import dev.rebound.lab.compare.Comparison.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Holds runs against each other: from runs to figures per cell, differences between cells, and
 * claims judged. Pure.
 */
public final class Comparer {
  private static final int PAIRS_MAX = 60;

  private final Bootstrap bootstrap;

  public Comparer() {
    this(new Bootstrap());
  }

  Comparer(Bootstrap bootstrap) {
    this.bootstrap = bootstrap;
  }

  /**
   * Compares runs. Throws {@link LabException} if there are fewer than two, or none with faults.
   *
   * @param leftOut runs that were found and not used, with the reason
   */
  public Comparison compare(List<ComparedRun> runs, Brief brief, List<String> leftOut) {
    if (runs.size() < 2) {
      throw new LabException(
          LabException.Cause.BAD_INPUT,
          runs.isEmpty() ? "no run to compare" : "only one run: " + runs.get(0).folder(),
          "Name at least two runs, or a folder that holds them.");
    }
    List<Cells.Members> cells = Cells.of(runs);
    List<Cell> all = cells.stream().map(Cells.Members::cell).toList();
    int horizon = CellReading.horizonSeconds(cells);
    CellReading reading = new CellReading(bootstrap, brief, all, horizon);
    List<CellFigures> figures = cells.stream().map(reading::figures).toList();
    return new Comparison(
        1,
        brief.title(),
        brief.question(),
        brief.source(),
        machines(runs),
        conditions(runs),
        figures,
        differences(cells, figures),
        new Claims(bootstrap, cells).judge(brief.claims()),
        leftOut);
  }

  private static List<String> machines(List<ComparedRun> runs) {
    TreeSet<String> machines = new TreeSet<>();
    runs.stream().map(ComparedRun::machine).filter(m -> !m.isEmpty()).forEach(machines::add);
    return List.copyOf(machines);
  }

  private static List<String> conditions(List<ComparedRun> runs) {
    List<String> conditions = new ArrayList<>();
    TreeSet<Double> scales = new TreeSet<>();
    runs.forEach(run -> scales.add(run.results().scale()));
    for (double scale : scales) {
      if (scale != 1) {
        conditions.add(
            String.format(Locale.ROOT, "load scaled to %s %%", plain(scale * 100))
                + (scales.size() > 1 ? " in some runs" : ""));
      }
    }
    long interrupted = runs.stream().filter(run -> run.results().interrupted()).count();
    if (interrupted > 0) {
      conditions.add(interrupted + " of " + runs.size() + " runs interrupted");
    }
    if (machines(runs).size() > 1) {
      conditions.add("made on different machines");
    }
    long saturated =
        runs.stream()
            .filter(
                run ->
                    run.results().warnings().stream()
                        .anyMatch(warning -> warning.code().equals("cpu-saturated")))
            .count();
    if (saturated > 0) {
      conditions.add(
          "CPU saturated outside faults in " + saturated + " of " + runs.size() + " runs");
    }
    return conditions;
  }

  private static String plain(double number) {
    return number == Math.rint(number)
        ? String.format(Locale.ROOT, "%.0f", number)
        : Double.toString(Math.round(number * 1000) / 1000.0);
  }

  /**
   * Pairs that differ in one part only: engine, profile, scenario, guarantee or variant. Where no
   * pair does, every pair.
   */
  private List<Difference> differences(List<Cells.Members> cells, List<CellFigures> figures) {
    List<Difference> differences = new ArrayList<>();
    for (int most : new int[] {1, Integer.MAX_VALUE}) {
      for (int i = 0; i < cells.size(); i++) {
        for (int j = i + 1; j < cells.size() && differences.size() < PAIRS_MAX; j++) {
          if (cells.get(i).cell().differences(cells.get(j).cell()) <= most) {
            pair(cells.get(i), figures.get(i), cells.get(j), figures.get(j), differences);
          }
        }
      }
      if (!differences.isEmpty()) {
        break;
      }
    }
    return differences;
  }

  private void pair(
      Cells.Members one,
      CellFigures oneFigures,
      Cells.Members other,
      CellFigures otherFigures,
      List<Difference> differences) {
    for (String metric : List.of(Sentences.RECOVERY, Sentences.OUTAGE)) {
      Sample left = Samples.of(metric, one.runs());
      Sample right = Samples.of(metric, other.runs());
      if (left.count() > 0 && right.count() > 0) {
        long resolution =
            metric.equals(Sentences.OUTAGE)
                ? Math.max(
                    oneFigures.outageResolutionMillis(), otherFigures.outageResolutionMillis())
                : 0;
        differences.add(
            Sentences.compare(
                bootstrap, one.cell(), left, other.cell(), right, metric, resolution));
      }
    }
  }
}
