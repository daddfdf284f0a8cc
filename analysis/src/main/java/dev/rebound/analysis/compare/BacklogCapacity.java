package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.SettingsMatch;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.DottedKeys;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.result.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The capacity of a job where a study asks for something between rates, and a scenario beside it
 * works off a backlog with the same settings: the rate at which it does, of the same block if that
 * has one, else of all its runs. Records that the job makes itself are no backlog: no broker is in
 * their way. It goes before what was measured before the study; that stands where there is no such
 * scenario. Pure.
 */
record BacklogCapacity(List<CellRuns> cells) {
  /** The same cells, whose runs have the capacity that is told beside them. */
  static List<CellRuns> told(List<CellRuns> cells, List<Study.Contrast> contrasts) {
    if (contrasts.stream().noneMatch(contrast -> contrast.between().equals(DottedKeys.RATE))) {
      return cells;
    }
    BacklogCapacity capacity = new BacklogCapacity(cells);
    return cells.stream().map(capacity::of).toList();
  }

  private CellRuns of(CellRuns members) {
    return cells.stream()
        .filter(other -> "true".equals(DottedKeys.value(DottedKeys.BACKLOG, other.settings())))
        .filter(other -> SettingsMatch.butForLoad(members, other))
        .map(CellRuns::runs)
        .filter(runs -> Samples.of(Metrics.BACKLOG_RATE, runs).usable())
        .findFirst()
        .map(backlogs -> of(members, backlogs))
        .orElse(members);
  }

  private static CellRuns of(CellRuns members, List<ComparedRun> backlogs) {
    return new CellRuns(
        members.cell(),
        with(members.runs(), backlogs),
        with(members.controls(), backlogs),
        members.variant(),
        members.controlled());
  }

  private static List<ComparedRun> with(List<ComparedRun> runs, List<ComparedRun> backlogs) {
    List<ComparedRun> told = new ArrayList<>();
    for (ComparedRun run : runs) {
      List<ComparedRun> beside =
          backlogs.stream()
              .filter(other -> run.made().block() > 0)
              .filter(other -> other.made().block() == run.made().block())
              .toList();
      OptionalDouble rate = rate(beside);
      told.add(run.sustaining(rate.isPresent() ? rate : rate(backlogs)));
    }
    return told;
  }

  /** Mean; empty if none of these runs tells it. */
  private static OptionalDouble rate(List<ComparedRun> backlogs) {
    return Samples.of(Metrics.BACKLOG_RATE, backlogs).runs().stream()
        .flatMap(List::stream)
        .mapToDouble(BoundedValue::low)
        .filter(rate -> rate > 0)
        .average();
  }
}
