package dev.rebound.analysis.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MetricsTest {
  /** A control is bounded by none of these, and several topics have them together. */
  @Test
  void whatIsMeasuredOfFaultsAloneIsKnownByTheListOfMetrics() {
    Set<String> of = new TreeSet<>();
    for (Metrics.Metric metric : Metrics.ofRuns()) {
      if (Metrics.isOfFaults(metric.name())) {
        of.add(metric.name().split("\\.", 2)[0]);
      }
    }
    assertThat(of)
        .containsExactly(
            "away",
            "detected",
            "disrupted",
            "false-alarms",
            "first-output",
            "noticed",
            "outage",
            "reassigned",
            "recovery",
            "restored");
    assertThat(Metrics.isOfFaults("faults.latency.p99")).isFalse();
    assertThat(Metrics.isOfFaults("load-to-capacity")).isFalse();
  }
}
