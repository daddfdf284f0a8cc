package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.cell.CellRuns;
import dev.rebound.analysis.compare.cell.RunBlocks;
import dev.rebound.analysis.compare.cell.SettingsMatch;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.statistics.TwoSamples;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Metrics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Holds runs against their controls, where those differ in settings, pair by pair: both were made
 * in one block, or one right after the other, so that what changes with time is in both. Pure.
 */
record ControlPairs(List<CellRuns> cells) {
  private static final String CONTROL = "-control";

  /** The metrics that every pair is compared in, where they were measured. */
  private static final List<String> METRICS =
      List.of(
          FaultFigure.RECOVERY,
          FaultFigure.OUTAGE,
          "baseline.latency.p99",
          "faults.latency.p99",
          Metrics.COST,
          Metrics.COST_IN_BASELINE);

  /**
   * Runs of one cell with the controls that they are held against.
   *
   * @param runs the cell of the runs
   * @param controls the cell of the controls
   * @param pairs filled in as they are found
   */
  private record Two(CellRuns runs, CellRuns controls, List<RunBlocks.Pair> pairs) {}

  /**
   * The difference that each control makes.
   *
   * @param more metrics beside the usual ones
   */
  List<Difference> differences(List<String> more) {
    Set<String> metrics = new LinkedHashSet<>(METRICS);
    metrics.addAll(more);
    List<Difference> differences = new ArrayList<>();
    for (Two two : paired()) {
      metrics.forEach(metric -> difference(two, metric).ifPresent(differences::add));
    }
    return differences;
  }

  private Collection<Two> paired() {
    Map<List<Cell>, Two> paired = new LinkedHashMap<>();
    Set<ComparedRun> taken = Collections.newSetFromMap(new IdentityHashMap<>());
    for (CellRuns controls : cells) {
      if (controls.controlled().isEmpty()) {
        continue;
      }
      for (ComparedRun control : controls.runs()) {
        candidates(control)
            .filter(found -> !taken.contains(found.run()))
            .min(
                Comparator.comparingLong(
                    found ->
                        SettingsMatch.differences(
                            control.controlled().keySet(), found.run(), control)))
            .ifPresent(
                found -> {
                  taken.add(found.run());
                  paired
                      .computeIfAbsent(
                          List.of(found.cell().cell(), controls.cell()),
                          any -> new Two(found.cell(), controls, new ArrayList<>()))
                      .pairs()
                      .add(new RunBlocks.Pair(found.run(), control));
                });
      }
    }
    return paired.values();
  }

  private record Candidate(CellRuns cell, ComparedRun run) {}

  private Stream<Candidate> candidates(ComparedRun control) {
    return cells.stream()
        .filter(members -> members.controlled().isEmpty())
        .flatMap(members -> members.runs().stream().map(run -> new Candidate(members, run)))
        .filter(found -> isOf(control, found.run()));
  }

  private static boolean isOf(ComparedRun control, ComparedRun run) {
    return control.results().name().equals(run.results().name() + CONTROL)
        && control.repetition() == run.repetition()
        && RunBlocks.onOneMachine(control, run);
  }

  private static Optional<Difference> difference(Two both, String metric) {
    TwoSamples two = RunBlocks.within(metric, both.pairs());
    return two.usable()
        ? Optional.of(
            Sentences.compare(
                both.runs(),
                both.controls(),
                two,
                metric,
                new CellNaming.ByControl(both.runs(), both.controls())))
        : Optional.empty();
  }
}
