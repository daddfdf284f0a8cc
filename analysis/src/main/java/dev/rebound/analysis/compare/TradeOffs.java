package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.TradeOff;
import dev.rebound.analysis.compare.Comparison.TradePoint;
import dev.rebound.analysis.compare.Study.Trade;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.SettingsMatch;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Intervals;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.compare.statistics.Scale;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Metrics.Better;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The price that cells pay in one metric for another: a point for each cell that has a figure of
 * both, or has the other's in a scenario with another load. A point is on the front if no other of
 * its scenario is as good in both and better in one. Pure.
 */
final class TradeOffs {
  private final List<CellRuns> cells;

  /**
   * @param cells of which none is one of controls
   */
  TradeOffs(List<CellRuns> cells) {
    this.cells = inOrder(cells);
  }

  /** The same, of which those that differ in settings alone come in the order of their numbers. */
  private static List<CellRuns> inOrder(List<CellRuns> cells) {
    Map<Cell, List<CellRuns>> alike = new LinkedHashMap<>();
    for (CellRuns members : cells) {
      Cell c = members.cell();
      alike
          .computeIfAbsent(
              new Cell(c.scenario(), c.engine(), c.version(), c.profile(), c.guarantee(), ""),
              any -> new ArrayList<>())
          .add(members);
    }
    return alike.values().stream()
        .flatMap(some -> some.stream().sorted(Comparator.comparingDouble(TradeOffs::number)))
        .toList();
  }

  private static double number(CellRuns members) {
    return members.variant().values().stream()
        .flatMap(value -> CellAxes.number(value).stream())
        .findFirst()
        .orElse(0.0);
  }

  /** One for each that has at least two points. */
  List<TradeOff> of(List<Trade> trades) {
    return trades.stream().map(this::of).filter(trade -> trade.points().size() > 1).toList();
  }

  private TradeOff of(Trade trade) {
    List<TradePoint> points = new ArrayList<>();
    List<Cell> all = cells.stream().map(CellRuns::cell).toList();
    for (CellRuns members : cells) {
      Optional<CellRuns> payer = payer(members, trade);
      Sample gained = Samples.of(trade.metric(), members.runs());
      Sample paid = Samples.of(trade.against(), payer.orElse(members).runs());
      if (payer.isPresent() && gained.usable() && paid.usable()) {
        Cell cell = members.cell();
        List<Cell> beside = all.stream().filter(c -> c.scenario().equals(cell.scenario())).toList();

        points.add(
            new TradePoint(
                cell,
                cell.label(beside),
                Intervals.withUnended(gained, Scale.of(trade.metric())),
                Intervals.withUnended(paid, Scale.of(trade.against())),
                false));
      }
    }
    return new TradeOff(
        trade.metric(),
        trade.against(),
        trade.between(),
        points.stream().map(point -> marked(point, points, trade)).toList());
  }

  /** The cell whose runs tell what one costs; empty if none tells it. */
  private Optional<CellRuns> payer(CellRuns members, Trade trade) {
    return trade.between().isEmpty()
        ? Optional.of(members)
        : cells.stream()
            .filter(other -> SettingsMatch.butForLoad(members, other))
            .filter(other -> Samples.of(trade.against(), other.runs()).usable())
            .findFirst();
  }

  private static TradePoint marked(TradePoint point, List<TradePoint> points, Trade trade) {
    boolean front =
        points.stream()
            .filter(other -> other.cell().scenario().equals(point.cell().scenario()))
            .noneMatch(other -> beats(other, point, trade));
    front &= !open(trade.metric(), point.figure()) && !open(trade.against(), point.paid());
    return new TradePoint(point.cell(), point.label(), point.figure(), point.paid(), front);
  }

  /** Whether one is as good in both, and better in one. */
  private static boolean beats(TradePoint one, TradePoint other, Trade trade) {
    if (open(trade.metric(), one.figure()) || open(trade.against(), one.paid())) {
      return false;
    }
    double gained = gap(trade.metric(), one.figure(), other.figure());
    double paid = gap(trade.against(), one.paid(), other.paid());
    return gained >= 0 && paid >= 0 && gained + paid > 0;
  }

  /** Whether a figure may be as bad as one likes. */
  private static boolean open(String metric, Estimate figure) {
    BoundedValue interval = figure.interval();
    boolean known = figure.value().bounded() && (interval == null || interval.bounded());
    return !known && !higher(metric);
  }

  private static boolean higher(String metric) {
    return Metrics.find(metric).map(m -> m.better() == Better.HIGHER).orElse(false);
  }

  /** By how much the first is better than the second; below zero if it is worse. */
  private static double gap(String metric, Estimate one, Estimate other) {
    double less = place(other.value()) - place(one.value());
    return higher(metric) ? -less : less;
  }

  /** The middle of what a figure lies between; the least if that is open. */
  private static double place(BoundedValue value) {
    return value.bounded() ? (value.low() + value.high()) / 2 : value.low();
  }
}
