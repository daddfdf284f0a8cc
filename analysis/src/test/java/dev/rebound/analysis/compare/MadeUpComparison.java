package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Made-up runs, compared. */
abstract class MadeUpComparison {
  static final Comparer COMPARER = new Comparer();

  static CellSelector with(String key, String value) {
    return new CellSelector("", "", "", "", Map.of(key, value));
  }

  static ComparisonRequest brief(List<Study.Contrast> contrasts) {
    return new ComparisonRequest("t", "", "", "", contrasts, List.of(), List.of(), List.of());
  }

  static List<ComparedRun> three(String engine, Map<String, String> settings, double around) {
    return Stream.of(around, around * 1.01, around * 0.99)
        .map(recovery -> MadeUp.run("kill", engine, "quick", settings, recovery, recovery * 1.02))
        .toList();
  }

  static Study.Claim claim(String metric, CellSelector less, CellSelector than, Double by) {
    return new Study.Claim("c", "", "", metric, less, than, by, null, null);
  }

  /** That recovery takes the one side so many times as long as the other. */
  static Study.Claim times(CellSelector less, CellSelector than, double from, double to) {
    return new Study.Claim(
        "c", "", "", "recovery", less, than, null, new BoundedValue(from, to), null);
  }

  /** That recovery takes so long. */
  static Study.Claim bounds(CellSelector cells, double from, double to) {
    return new Study.Claim(
        "c", "", "", "recovery", cells, cells, null, null, new BoundedValue(from, to));
  }

  static ComparedRun six(String engine, double around) {
    return MadeUp.run(
        "kill",
        engine,
        "quick",
        around,
        around + 100,
        around - 100,
        around + 50,
        around - 50,
        around);
  }

  static List<ComparedRun> three(String engine, double around) {
    return List.of(six(engine, around), six(engine, around * 1.01), six(engine, around * 0.99));
  }

  static Comparison compare(ComparedRun... runs) {
    return compare(List.of(runs));
  }

  static Comparison compare(List<ComparedRun> runs) {
    return COMPARER.compare(runs, ComparisonRequest.of("t"), List.of());
  }

  static Difference recovery(List<ComparedRun> one, List<ComparedRun> other) {
    return compare(Stream.concat(one.stream(), other.stream()).toList()).differences().get(0);
  }
}
