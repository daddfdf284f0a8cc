package dev.rebound.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RequestsTableTest {
  private static final Map<String, Double> METRICS =
      Map.ofEntries(
          Map.entry("requests.samples", 10_000.0),
          Map.entry("requests.accepted", 9_000.0),
          Map.entry("requests.refused", 990.0),
          Map.entry("requests.unknown", 10.0),
          Map.entry("requests.unknown-done", 3.0),
          Map.entry("requests.failed", 1_000.0),
          Map.entry("requests.failed-share", 0.1),
          Map.entry("requests.pending", 4.0),
          Map.entry("requests.dead-lettered", 1.0),
          Map.entry("lost", 500.0),
          Map.entry("requests.latency.p50", 12.0),
          Map.entry("persistence.p50", 40.0),
          Map.entry("persistence.p99", Double.POSITIVE_INFINITY),
          Map.entry("persistence.faults.p50", 50.0),
          Map.entry("availability.faults", 0.75),
          Map.entry("unavailable.faults", 0.2));

  private static RequestsTable.Tables tables(Map<String, Double> metrics) {
    RequestsTable.Tables tables =
        RequestsTable.of(Results.of("x", "activation", "1").metrics(metrics).build());
    assertThat(tables).isNotNull();
    return Objects.requireNonNull(tables);
  }

  @Test
  void aRunThatSentRecordsHasNone() {
    assertThat(RequestsTable.of(Results.of("x", "flink", "1").metrics(Map.of("lost", 0.0)).build()))
        .isNull();
  }

  @Test
  void whatFailedStandsBesideEachOtherFateAndTheSum() {
    Map<String, Double> metrics = new TreeMap<>(METRICS);
    metrics.put("requests.pending", 0.0);
    assertThat(tables(metrics).fates().toString())
        .contains("what=refused, count=990, share=9.9 %")
        .contains("what=unknown, count=10, share=0.1 %", "3 were done")
        .contains("what=failed, count=1,000, share=10 %")
        .contains("what=accepted and lost, count=500, share=5 %")
        .contains("500 of 9,000: 5.56 % (")
        .contains("what=failed or lost, count=1,500, share=15 %")
        .doesNotContain("not sent");
  }

  @Test
  void whatIsPendingMakesTheSumALeast() {
    assertThat(tables(METRICS).fates().toString())
        .contains("what=accepted and pending, count=4,", "1 set aside")
        .contains("at least: what is pending may be lost yet")
        .contains("what=failed or lost, count=≥ 1,500, share=≥ 15 %");
    Map<String, Double> stillCame = new TreeMap<>(METRICS);
    stillCame.remove("requests.pending");
    stillCame.put("pending", 4.0);
    assertThat(tables(stillCame).fates().toString())
        .contains("at least: what is pending may be lost yet")
        .contains("what=failed or lost, count=≥ 1,500, share=≥ 15 %");
  }

  @Test
  void whatCouldNotBeSentInTimeIsAFateAndWasDue() {
    Map<String, Double> metrics = new TreeMap<>(METRICS);
    metrics.put("requests.not-sent", 10_000.0);
    metrics.put("requests.failed", 11_000.0);
    assertThat(tables(metrics).fates().toString())
        .contains("what=sent, count=10,000, share=50 %")
        .contains("what=not sent, count=10,000, share=50 %")
        .contains("what=failed, count=11,000, share=55 %");
  }

  @Test
  void nothingLostSaysWhatThatShows() {
    Map<String, Double> metrics = new TreeMap<>(METRICS);
    metrics.put("lost", 0.0);
    metrics.put("requests.pending", 0.0);
    assertThat(tables(metrics).fates().toString())
        .contains("note=0 of 9,000")
        .doesNotContain("3/9,000");
  }

  @Test
  void whereItIsNotKnownWhetherSomethingIsLostNoSumIsGiven() {
    Map<String, Double> metrics = new TreeMap<>(METRICS);
    metrics.put("lost", 0.0);
    RequestsTable.Tables tables =
        RequestsTable.of(
            Results.of("x", "activation", "1")
                .metrics(metrics)
                .unjudged(Map.of("lost", "4 requests are pending"))
                .build());
    assertThat(String.valueOf(tables))
        .contains("what=accepted and lost, count=unknown", "in doubt: 4 requests are pending")
        .contains("what=failed or lost, count=≥ 1,000")
        .doesNotContain("3/9,000");
  }

  @Test
  void timesAndAvailabilityStandBesideThem() {
    RequestsTable.Tables tables = tables(METRICS);
    assertThat(tables.times().toString())
        .contains("what=accepted until its row was written", "p50=40 ms", "p99=never")
        .contains("what=the same, meant for faults", "p50=50 ms")
        .doesNotContain("meant for settle");
    assertThat(tables.phases().toString()).contains("phase=faults, available=75 %, without=20 %");
    assertThat(tables.phases()).hasSize(1);
  }
}
