package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Series;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ChangelogProbeTest {
  private final List<CompletableFuture<ChangelogReader.ChangelogSize>> asked = new ArrayList<>();
  private long nanos = 5_000_000_000L;

  private final ChangelogProbe probe =
      new ChangelogProbe(
          () -> {
            CompletableFuture<ChangelogReader.ChangelogSize> answer = new CompletableFuture<>();
            asked.add(answer);
            return answer;
          },
          () -> nanos);

  private Map<String, Double> tick() {
    nanos += 1_000_000_000L;
    List<Series> series = probe.series();
    double[] values = probe.read();
    assertThat(values).hasSameSizeAs(series);
    Map<String, Double> named = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      named.put(series.get(i).metric(), values[i]);
    }
    return named;
  }

  private void answer(int partitions, long bytes, long records) {
    asked
        .get(asked.size() - 1)
        .complete(new ChangelogReader.ChangelogSize(partitions, bytes, records));
  }

  @Test
  void itAsksEveryThreeSecondsAndGivesTheNewestAnswer() {
    tick();
    assertThat(asked).hasSize(1);
    answer(8, 1000, 50);
    assertThat(tick()).as("the answer is there, its series not yet").isEmpty();
    assertThat(tick()).containsEntry("changelog.size", 1000.0);
    assertThat(asked).hasSize(1);
    assertThat(tick().get("changelog.rate")).as("after one reading").isNaN();
    assertThat(asked).hasSize(2);
    answer(8, 4000, 350);

    assertThat(tick())
        .containsEntry("changelog.size", 4000.0)
        .containsEntry("changelog.rate", 100.0);
    assertThat(tick()).containsEntry("changelog.rate", 100.0);
  }

  @Test
  void itNeverWaitsAndWhatIsOldIsNoMoreKnown() {
    tick();
    answer(8, 1000, 50);
    tick();
    for (int i = 0; i < 9; i++) {
      assertThat(tick()).as("after %s s", i + 2).containsEntry("changelog.size", 1000.0);
    }
    assertThat(asked).as("one is under way").hasSize(2);
    assertThat(tick().get("changelog.size")).isNaN();

    asked.get(1).completeExceptionally(new IllegalStateException("a broker is down"));
    tick();
    assertThat(asked).as("asked anew").hasSize(3);
    answer(8, 9000, 80);
    assertThat(tick()).containsEntry("changelog.size", 9000.0);
  }

  @Test
  void aJobWithoutChangelogsHasNoSeries() {
    for (int i = 0; i < 10; i++) {
      tick();
      asked.get(asked.size() - 1).complete(new ChangelogReader.ChangelogSize(0, 0, 0));
      assertThat(probe.series()).isEmpty();
    }
  }

  @Test
  void whatNewPartitionsHoldWasNotWrittenSinceTheLastReading() {
    tick();
    answer(4, 1000, 50);
    tick();
    tick();
    tick();
    answer(8, 4000, 90_000);
    assertThat(tick()).containsEntry("changelog.rate", Double.NaN);
  }

  @Test
  void ofEveryPartitionTheLargestReplicaCountsAndOtherTopicsDoNot() {
    TopicPartition zero = new TopicPartition("app-windows-changelog", 0);
    TopicPartition one = new TopicPartition("app-windows-changelog", 1);
    TopicPartition output = new TopicPartition("matches", 0);

    Map<TopicPartition, Long> sizes =
        AdminChangelogReader.sizes(
            List.of(
                Map.of("/data", folder(Map.of(zero, 700L, output, 9000L))),
                Map.of("/a", folder(Map.of(zero, 650L)), "/b", folder(Map.of(one, 20L)))),
            topic -> topic.endsWith("-changelog"));

    assertThat(sizes).containsOnly(Map.entry(zero, 700L), Map.entry(one, 20L));
  }

  private static LogDirDescription folder(Map<TopicPartition, Long> sizes) {
    Map<TopicPartition, ReplicaInfo> replicas = new HashMap<>();
    sizes.forEach((partition, size) -> replicas.put(partition, new ReplicaInfo(size, 0, false)));
    return new LogDirDescription(null, replicas);
  }
}
