package dev.rebound.lab.experiment;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The expectations that follow from what a job promises of its outputs, of its state, and of its
 * transactions, each from that alone. Order is promised by nobody across a replay, so reordering is
 * reported and bounded only by a file that says so.
 */
final class ImpliedExpectations {
  /** What is found of an output by itself. */
  private static final Set<FindingKind> OF_EACH =
      EnumSet.of(FindingKind.LOST, FindingKind.DUPLICATED);

  private static final String UNPLANNED_EXITS = "unplanned-exits";

  /** Where no fault is, a service accepts. */
  private static final Expectation UNDISTURBED =
      new Expectation(Metrics.UNDISTURBED, Expectation.Op.AT_MOST, 0.01, "<= 0.01", 0);

  /** The bound of a default. */
  private static final String NONE = "0";

  /** The same bound where a file itself asks for what nobody looks at. */
  private static final String NONE_ASKED = "= 0";

  private ImpliedExpectations() {}

  /**
   * The file's expectations, followed by those that it does not speak of itself. What the workload
   * has nobody look at is expected only as far as something is found by the way.
   */
  static List<Expectation> with(
      DeliveryGuarantee promise, WorkloadTraits workload, List<Expectation> written) {
    List<Expectation> all = new ArrayList<>(written);
    List<String> metrics = new ArrayList<>();
    Arrays.stream(FindingKind.values())
        .filter(kind -> kind.expectedNone(promise, workload.dropsLate(), workload.requested()))
        .filter(kind -> kind != FindingKind.UNEXPECTED || !workload.untold())
        .filter(kind -> !OF_EACH.contains(kind) || !workload.whole())
        .forEach(kind -> metrics.add(kind.toString()));
    if (workload.requested()) {
      // A request that is not accepted is not lost: a service that never comes back, or only in
      // part, would keep every promise.
      metrics.add(Metrics.NEVER_BACK);
      metrics.add(Metrics.STILL_SLOW);
    }
    metrics.add(UNPLANNED_EXITS);
    for (String metric : metrics) {
      if (!bounds(metric, written)) {
        boolean unlooked = workload.unlooked(metric);
        all.add(new Expectation(metric, Expectation.Op.EQUAL, 0, NONE, 0, unlooked));
      }
    }
    if (workload.requested() && !bounds(Metrics.UNDISTURBED, written)) {
      all.add(UNDISTURBED);
    }
    disrupted(written).ifPresent(all::add);
    return List.copyOf(all);
  }

  private static boolean bounds(String metric, List<Expectation> written) {
    return written.stream().anyMatch(expectation -> expectation.metric().equals(metric));
  }

  /**
   * The expectations of a file, with those told from defaults that are of what nobody looks at.
   *
   * @param left whether a run left the file: earlier versions wrote these defaults into it
   */
  static List<Expectation> told(WorkloadTraits workload, boolean left, List<Expectation> written) {
    return written.stream()
        .filter(e -> !left || !workload.unlooked(e.metric()) || !e.text().equals(NONE))
        .map(
            e ->
                workload.unlooked(e.metric()) && e.text().equals(NONE)
                    ? new Expectation(e.metric(), e.op(), e.bound(), NONE_ASKED, e.line())
                    : e)
        .toList();
  }

  /**
   * A bound on an outage bounds all of a fault's stops together: none hides in a second one. Where
   * only the recovery is bounded, that does.
   */
  private static Optional<Expectation> disrupted(List<Expectation> written) {
    if (written.stream().anyMatch(e -> e.metric().equals("disrupted.max"))) {
      return Optional.empty();
    }
    return Stream.of("outage.max", "outage.visible.max", "outage.processing.max", "recovery.max")
        .flatMap(metric -> written.stream().filter(e -> e.metric().equals(metric)))
        .filter(e -> e.op() == Expectation.Op.LESS || e.op() == Expectation.Op.AT_MOST)
        .map(e -> new Expectation("disrupted.max", e.op(), e.bound(), e.text(), 0))
        .findFirst();
  }
}
