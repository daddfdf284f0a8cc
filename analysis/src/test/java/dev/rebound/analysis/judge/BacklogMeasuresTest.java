package dev.rebound.analysis.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.timeline.Timeline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BacklogMeasuresTest {
  private static final long SECOND = 1_000_000;

  private final BacklogMeasures workedOff = new BacklogMeasures();

  /** Outputs of each second, two for each record. */
  private static AnalysisResult findings(long... outputs) {
    return outputs(2, outputs);
  }

  private static AnalysisResult outputs(double perRecord, long... outputs) {
    return outputs(perRecord, 0, List.of(), outputs);
  }

  /** Of which so many are due in each second. */
  private static AnalysisResult outputs(
      double perRecord, long due, List<Results.FaultResult> faults, long... outputs) {
    List<Timeline.Second> seconds = new ArrayList<>();
    for (int s = 0; s < outputs.length; s++) {
      seconds.add(
          new Timeline.Second(
              s * SECOND,
              due,
              0, // what readers see, and when, says nothing
              0,
              Double.NaN,
              outputs[s] == 0 ? null : new Timeline.Percentiles(outputs[s], 1, 1.0, 1, 1, 1, 1),
              null,
              null,
              null));
    }
    return new AnalysisResult(
        faults, List.of(), List.of(), new Timeline(0, seconds), perRecord, Measures.NONE, null);
  }

  @Test
  void neitherTheStartNorTheEndCounts() {
    for (int s = 1; s <= 12; s++) {
      workedOff.tick(s * SECOND, 1, 1.5, null);
    }

    Measures measures =
        workedOff.measures(
            findings(100, 900, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 900, 100));

    // From the end of second 1 to that of second 9: eight thousand outputs of four thousand
    // records.
    assertThat(measures.metrics().get(Metrics.BACKLOG_RATE)).isEqualTo(500, within(1e-9));
    assertThat(measures.metrics().get(Metrics.COST)).isEqualTo(3000, within(1e-6));
  }

  @Test
  void howFullTheRigWasCountsInTheSameStretch() {
    long[] came = {100, 900, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 900, 100};
    assertThat(workedOff.measures(findings(came)).metrics()).doesNotContainKey(Metrics.BACKLOG_RIG);

    for (int s = 1; s <= 12; s++) {
      workedOff.rig(s * SECOND, s < 3 || s > 10 ? 0.1 : 0.95);
    }
    assertThat(workedOff.measures(findings(came)).metrics().get(Metrics.BACKLOG_RIG))
        .isEqualTo(0.95, within(1e-9));
  }

  @Test
  void aBacklogThatIsGoneAtOnceTellsNoRate() {
    assertThat(workedOff.measures(findings(0, 500, 500, 0)).unjudged().get(Metrics.BACKLOG_RATE))
        .contains("raise load.max-records");
    assertThat(workedOff.measures(findings(0, 1000)).unjudged().get(Metrics.BACKLOG_RATE))
        .contains("raise load.max-records");
    assertThat(workedOff.measures(findings(0, 0)).unjudged().get(Metrics.BACKLOG_RATE))
        .contains("nothing came");
  }

  @Test
  void aRunThatLeftMuchUndoneTellsNoRate() {
    long[] came = {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000};
    assertThat(workedOff.measures(outputs(2, 1111, List.of(), came)).metrics())
        .containsEntry(Metrics.BACKLOG_RATE, 500.0);
    assertThat(
            workedOff
                .measures(outputs(2, 1200, List.of(), came))
                .unjudged()
                .get(Metrics.BACKLOG_RATE))
        .startsWith("10,000 of 12,000 outputs came");
  }

  @Test
  void aRunThatLeftMuchOfAnyTopicUndoneTellsNoRate() {
    assertThat(workedOff.measures(topics(90)).metrics()).containsEntry(Metrics.BACKLOG_RATE, 500.0);
    assertThat(workedOff.measures(topics(89)).unjudged().get(Metrics.BACKLOG_RATE))
        .startsWith("rejected: 89 of 100 outputs came");
  }

  /** All is there on the first topic, of which the rate is, and so much of 100 on the second. */
  private static AnalysisResult topics(long came) {
    AnalysisResult first = findings(1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000);
    return new AnalysisResult(
        first.faults(),
        List.of(
            audit("priced", true, 10_000, 10_000),
            audit("rejected", true, 100, came),
            audit("totals", true, 0, 0),
            audit("rejected", false, 100, 0)),
        first.latencies(),
        first.timeline(),
        first.outputsPerRecord(),
        Measures.NONE,
        null);
  }

  private static Results.Audit audit(String topic, boolean judged, long due, long came) {
    return new Results.Audit(
        judged ? "read-committed" : "read-uncommitted",
        judged,
        due,
        came,
        came,
        List.of(),
        topic,
        List.of());
  }

  @Test
  void aStretchWithAFaultInItTellsNoRate() {
    long[] came = {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000};
    assertThat(
            workedOff
                .measures(outputs(2, 0, List.of(fault(5 * SECOND)), came))
                .unjudged()
                .get(Metrics.BACKLOG_RATE))
        .startsWith("a fault lies in the stretch");
    assertThat(workedOff.measures(outputs(2, 0, List.of(fault(10 * SECOND)), came)).metrics())
        .containsKey(Metrics.BACKLOG_RATE);
  }

  /** Lengths are unknown in such runs, so that nobody tells until when it is felt. */
  @Test
  void aFaultBeforeTheStretchTellsNoRate() {
    long[] came = {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000};
    assertThat(
            workedOff
                .measures(outputs(2, 0, List.of(fault(0)), came))
                .unjudged()
                .get(Metrics.BACKLOG_RATE))
        .startsWith("a fault lies in the stretch or before it");
  }

  private static Results.FaultResult fault(long atMicros) {
    Results.Span span = Results.Span.unknown("");
    return Results.FaultResult.hit(1, "kill", "worker", List.of("worker-1"), span, span)
        .atMicros(atMicros)
        .build();
  }

  @Test
  void aMemberWhoseCpuWasNeverReadLeavesTheCostUnknown() {
    for (int s = 1; s <= 12; s++) {
      workedOff.member("worker-1", false);
      workedOff.tick(s * SECOND, 1, 0.1, null);
    }

    assertThat(
            workedOff.measures(findings(1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000)).unjudged())
        .containsOnlyKeys(Metrics.COST);
  }

  @Test
  void whereTheCpuWasNotReadTheRateStandsAlone() {
    workedOff.tick(3 * SECOND, 1, 1.5, null);

    Measures measures =
        workedOff.measures(findings(1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000));

    assertThat(measures.metrics()).containsOnlyKeys(Metrics.BACKLOG_RATE);
    assertThat(measures.unjudged()).containsOnlyKeys(Metrics.COST);
  }

  /** Of updates, by the lag at each second from the first on. */
  private static Measures updates(double... lags) {
    return updates(List.of(), lags);
  }

  private static Measures updates(List<Results.FaultResult> faults, double... lags) {
    BacklogMeasures updating = new BacklogMeasures();
    for (int s = 0; s < lags.length; s++) {
      updating.tick((s + 1) * SECOND, 1, 1.5, Double.isNaN(lags[s]) ? null : lags[s]);
    }
    return updating.measures(outputs(0, 0, faults, 500, 500));
  }

  private static String untold(double... lags) {
    return String.valueOf(updates(lags).unjudged().get(Metrics.BACKLOG_RATE));
  }

  @Test
  void updatesTellNothingAndTheLagDoes() {
    // Falls with each commit, and what lies between two stages may make it grow meanwhile.
    Measures measures =
        updates(1000, 1000, 880, 900, 700, 720, 540, Double.NaN, 360, 380, 200, 90, 50, 0);

    // From the end of second 3 to that of second 12: 790 records.
    assertThat(measures.metrics().get(Metrics.BACKLOG_RATE)).isEqualTo(790 / 9.0, within(1e-9));
    assertThat(measures.metrics().get(Metrics.COST)).isEqualTo(1.5 * 9 / 790 * 1e6, within(1e-6));
  }

  @Test
  void aFaultWhileTheLagFallsTellsNoRate() {
    double[] lags = {1000, 900, 800, 700, 600, 500, 400, 300, 200, 100, 0};
    assertThat(updates(List.of(fault(5 * SECOND)), lags).unjudged().get(Metrics.BACKLOG_RATE))
        .startsWith("a fault lies in the stretch");
    assertThat(updates(List.of(fault(SECOND)), lags).unjudged().get(Metrics.BACKLOG_RATE))
        .startsWith("a fault lies in the stretch or before it");
    assertThat(updates(List.of(fault(11 * SECOND)), lags).metrics())
        .containsEntry(Metrics.BACKLOG_RATE, 100.0);
  }

  @Test
  void aLagThatTellsNoRateSaysWhy() {
    assertThat(untold()).contains("commit to its group");
    assertThat(untold(1000, 1000, 950)).contains("nine tenths");
    assertThat(untold(800, 600)).contains("a tenth of the backlog was still there");
    assertThat(untold(0, 0)).contains("raise load.max-records");
  }

  @Test
  void commitsThatAreFarApartTellNoRate() {
    // The first commit already has two thirds of it.
    assertThat(untold(900, 900, 900, 300, 290, 280, 270, 260, 250, 0))
        .contains("commits are too far apart to tell");
    assertThat(untold(1000, 800, 800, 800, 400, 400, 400, 400, 0))
        .contains("commits are too far apart to tell");
    assertThat(updates(1000, 800, 800, 600, 600, 400, 400, 200, 200, 0).metrics())
        .containsEntry(Metrics.BACKLOG_RATE, 100.0);
  }
}
