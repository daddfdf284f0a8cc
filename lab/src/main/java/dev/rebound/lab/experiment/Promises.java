package dev.rebound.lab.experiment;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Expectation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The expectations that follow from a guarantee: each is judged by its own promise. Order is
 * promised by none of them across a replay, so reordering is reported and bounded only by a file
 * that says so.
 */
final class Promises {
  private static final List<String> ALWAYS = List.of("lost-by-kafka", "unplanned-exits");

  private Promises() {}

  /** The file's expectations, followed by those that it does not speak of itself. */
  static List<Expectation> with(Guarantee guarantee, List<Expectation> written) {
    List<Expectation> all = new ArrayList<>(written);
    List<String> metrics = new ArrayList<>(promised(guarantee));
    metrics.addAll(ALWAYS);
    for (String metric : metrics) {
      if (written.stream().noneMatch(expectation -> expectation.metric().equals(metric))) {
        all.add(new Expectation(metric, Expectation.Op.EQUAL, 0, "0", 0));
      }
    }
    disrupted(written).ifPresent(all::add);
    return List.copyOf(all);
  }

  /**
   * What bounds an outage bounds all of a fault's stops together: none hides in a second one. Where
   * only the recovery is bounded, that does.
   */
  private static Optional<Expectation> disrupted(List<Expectation> written) {
    if (written.stream().anyMatch(e -> e.metric().equals("disrupted.max"))) {
      return Optional.empty();
    }
    return Stream.of("outage.max", "recovery.max")
        .flatMap(metric -> written.stream().filter(e -> e.metric().equals(metric)))
        .filter(e -> e.op() == Expectation.Op.LESS || e.op() == Expectation.Op.AT_MOST)
        .map(e -> new Expectation("disrupted.max", e.op(), e.bound(), e.text(), 0))
        .findFirst();
  }

  private static List<String> promised(Guarantee guarantee) {
    return switch (guarantee) {
      case EXACTLY_ONCE ->
          List.of("lost", "duplicated", "diverged", "unexpected", "uncommitted", "hanging");
      case AT_LEAST_ONCE -> List.of("lost", "diverged", "unexpected");
      case NONE -> List.of("unexpected");
    };
  }
}
