package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.Comparison.AxisLine;
import dev.rebound.analysis.compare.Comparison.Point;
import dev.rebound.analysis.compare.Study.Contrast;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.SettingsMatch;
import dev.rebound.analysis.compare.run.DottedKeys;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.Scale;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.units.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Figures over a number in which cells differ: where a comparison is between the values of such a
 * key, they are an axis, and the cells that agree in all else are a line. An axis of rates is one
 * of load ÷ capacity where every capacity is known. Pure.
 *
 * @param cells of which none is one of controls
 */
record CellAxes(List<CellRuns> cells) {
  /** One for each contrast that is between numbers, with at least a line of two points. */
  List<Axis> of(List<Contrast> contrasts) {
    return contrasts.stream()
        .filter(contrast -> !Study.PARTS.contains(contrast.between()))
        .flatMap(contrast -> axis(contrast).stream())
        .toList();
  }

  private Optional<Axis> axis(Contrast contrast) {
    String key = contrast.between();
    List<List<CellRuns>> alike = new ArrayList<>();
    for (CellRuns members : cells) {
      if (Samples.of(contrast.metric(), members.runs()).usable()
          && number(text(key, members)).isPresent()) {
        alike.stream()
            .filter(line -> SettingsMatch.butFor(key, line.get(0), members))
            .findFirst()
            .orElseGet(
                () -> {
                  List<CellRuns> line = new ArrayList<>();
                  alike.add(line);
                  return line;
                })
            .add(members);
      }
    }
    boolean shares = LoadAxis.isTold(key, alike);
    List<AxisLine> lines =
        alike.stream()
            .map(line -> line(line, contrast, shares))
            .filter(line -> line.points().stream().mapToDouble(Point::at).distinct().count() > 1)
            .toList();
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(new Axis(shares ? Metrics.LOAD_TO_CAPACITY : key, contrast.metric(), lines));
  }

  private AxisLine line(List<CellRuns> alike, Contrast contrast, boolean shares) {
    Scale scale = Scale.of(contrast.metric());
    List<Point> points = new ArrayList<>();
    for (CellRuns members : alike) {
      String text = text(contrast.between(), members);
      Estimate figure = Intervals.withUnended(Samples.of(contrast.metric(), members.runs()), scale);
      points.add(
          shares
              ? LoadAxis.point(members, figure)
              : new Point(number(text).orElseThrow(), text, figure));
    }
    points.sort(Comparator.comparingDouble(Point::at));
    return new AxisLine(
        label(cells, alike.get(0), Set.of(contrast.between())),
        points,
        shares ? LoadAxis.predicted(contrast.metric(), alike) : List.of());
  }

  /**
   * The label of what a line's cells share.
   *
   * @param cells all of them
   * @param members one of the line's cells
   * @param keys in which these differ
   */
  static String label(List<CellRuns> cells, CellRuns members, Set<String> keys) {
    Map<String, String> rest = new TreeMap<>(members.variant());
    rest.keySet().removeIf(set -> keys.stream().anyMatch(key -> DottedKeys.names(key, set)));
    Cell cell = members.cell();
    Cell shared =
        new Cell(
            cell.scenario(),
            cell.engine(),
            cell.version(),
            cell.profile(),
            cell.guarantee(),
            Variants.words(rest));
    List<Cell> among =
        cells.stream()
            .map(CellRuns::cell)
            .filter(other -> other.scenario().equals(cell.scenario()))
            .toList();
    return cell.scenario()
        + ", "
        + shared.label(keys.contains(SettingsMatch.GUARANTEE) ? List.of() : among);
  }

  private static String text(String key, CellRuns members) {
    return DottedKeys.value(key, members.settings());
  }

  /** A number, or a quantity in s, records/s or bytes; empty if it is neither. */
  static Optional<Double> number(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(quantity(text));
    } catch (Quantity.Malformed | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static double quantity(String text) throws Quantity.Malformed {
    if (text.matches("[0-9.]+")) {
      return Double.parseDouble(text);
    }
    if (text.endsWith("/s")) {
      return Quantity.rate(text).perSecond();
    }
    return text.endsWith("B")
        ? Quantity.bytes(text).count()
        : Quantity.duration(text).toMillis() / 1000.0;
  }
}
