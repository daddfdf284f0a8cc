package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Evidence.OffsetSample;
import dev.rebound.base.Series;
import dev.rebound.lab.topic.TopicLanes;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LagProbeTest {
  private static final TopicPartition IN_0 = new TopicPartition("in", 0);
  private static final TopicPartition IN_1 = new TopicPartition("in", 1);
  private static final TopicPartition OUT_0 = new TopicPartition("out", 0);
  private static final TopicPartition OUT_1 = new TopicPartition("out", 1);

  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private Map<TopicPartition, Long> committed = new HashMap<>();
  private Instant now = Instant.ofEpochSecond(100);

  private final LagProbe probe = probe(new JobProgress.CommittedByGroup("group"));

  private LagProbe probe(JobProgress progress) {
    return probe(progress, "out");
  }

  private LagProbe probe(JobProgress progress, String output) {
    return new LagProbe(
        (partitions, group) -> {
          Map<TopicPartition, Long> asked = new HashMap<>(ends);
          asked.keySet().retainAll(partitions);
          return new OffsetReader.Offsets(asked, group == null ? null : committed);
        },
        new Clock() {
          @Override
          public ZoneOffset getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }

          @Override
          public Instant instant() {
            return now;
          }
        },
        TopicLanes.of("in", 2),
        output.isEmpty() ? TopicLanes.NONE : TopicLanes.of(output, 2),
        progress,
        true);
  }

  private Map<String, Double> tick() {
    return tick(probe);
  }

  private Map<String, Double> tick(LagProbe probe) {
    now = now.plusSeconds(1);
    List<Series> series = probe.series();
    double[] values = probe.read();
    assertThat(values).hasSameSizeAs(series);
    Map<String, Double> named = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      named.put(series.get(i).metric() + " " + series.get(i).label(), values[i]);
    }
    return named;
  }

  private void endsAre(long in0, long in1, long out0, long out1) {
    ends.put(IN_0, in0);
    ends.put(IN_1, in1);
    ends.put(OUT_0, out0);
    ends.put(OUT_1, out1);
  }

  @Test
  void ratesAndLagFollowFromOffsets() {
    endsAre(100, 100, 10, 10);
    assertThat(tick().get("input.rate ")).isNaN();
    endsAre(150, 170, 15, 10);
    committed.put(IN_0, 120L);
    committed.put(IN_1, 170L);

    assertThat(tick())
        .containsEntry("input.rate ", 120.0)
        .containsEntry("output.rate ", 5.0)
        .containsEntry("lag ", 30.0)
        .containsEntry("lag.partition in/0", 30.0)
        .containsEntry("lag.partition in/1", 0.0);
  }

  @Test
  void whatWasNeverCommittedIsAllLag() {
    endsAre(100, 7, 0, 0);
    assertThat(tick()).containsEntry("lag ", 107.0);
  }

  @Test
  void aBrokerThatIsDownGivesNoValueAndNoSpikeAfterwards() {
    endsAre(100, 100, 0, 0);
    tick();
    ends.remove(IN_1);
    assertThat(tick())
        .containsEntry("input.rate ", Double.NaN)
        .containsEntry("lag ", Double.NaN)
        .containsEntry("lag.partition in/0", 100.0)
        .containsEntry("lag.partition in/1", Double.NaN);
    endsAre(300, 300, 0, 0);
    assertThat(tick()).containsEntry("input.rate ", 200.0);
  }

  @Test
  void aCoordinatorThatIsDownGivesNoLag() {
    endsAre(100, 100, 0, 0);
    committed = null;
    assertThat(tick())
        .containsEntry("lag ", Double.NaN)
        .containsEntry("lag.partition in/0", Double.NaN);
    assertThat(probe.committedOffsets()).isEmpty();
    assertThat(probe.inputEndOffsets()).hasSize(1);
  }

  @Test
  void topicsThatTheJobCommitsOnJoinTheLag() {
    endsAre(1, 1, 0, 0);
    TopicPartition repartition = new TopicPartition("app-repartition", 0);
    ends.put(repartition, 50L);
    committed.put(repartition, 20L);
    assertThat(tick()).containsEntry("lag ", Double.NaN).containsEntry("lag.partition in/0", 1.0);
    assertThat(tick())
        .containsEntry("lag ", 32.0)
        .containsEntry("lag.partition app-repartition/0", 30.0);
  }

  @Test
  void samplesAreKeptForTheAnalysis() {
    endsAre(5, 6, 0, 0);
    committed.put(IN_1, 4L);
    tick();

    assertThat(probe.inputEndOffsets())
        .containsExactly(new OffsetSample(101_000_000, List.of(5L, 6L)));
    assertThat(probe.committedOffsets())
        .containsExactly(new OffsetSample(101_000_000, List.of(-1L, 4L)));
  }

  @Test
  void whatASubjectSaysOfItselfIsItsProgress() {
    LagProbe told = probe(new JobProgress.ReportedPositions(() -> List.of(70L, -1L)));
    ends.put(IN_0, 100L);
    ends.put(IN_1, 50L);
    assertThat(tick(told))
        .containsEntry("lag.partition in/0", 30.0)
        .containsEntry("lag.partition in/1", Double.NaN);
    assertThat(told.committedOffsets().get(0).offsets()).containsExactly(70L, -1L);
  }

  @Test
  void whereNothingTellsOfProgressThereIsNoLag() {
    LagProbe untold = probe(new JobProgress.NoProgress());
    ends.put(IN_0, 100L);
    ends.put(IN_1, 50L);
    assertThat(tick(untold).get("lag ")).isNaN();
    assertThat(untold.committedOffsets()).isEmpty();
    assertThat(untold.inputEndOffsets()).hasSize(1);
  }

  @Test
  void outputsThatAreOnNoTopicHaveNoRateHere() {
    LagProbe rows = probe(new JobProgress.CommittedByGroup("group"), "");
    ends.put(IN_0, 10L);
    ends.put(IN_1, 20L);
    committed.put(IN_0, 4L);
    committed.put(IN_1, 20L);
    assertThat(tick(rows)).doesNotContainKey("output.rate ").containsEntry("lag ", 6.0);
  }
}
