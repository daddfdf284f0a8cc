package dev.rebound.lab.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.ClockOffset;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.platform.Signal;
import dev.rebound.platform.local.LocalPlatform;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class KafkaClusterIT {
  @Test
  void aBrokerStartsServesTopicsAndComesBackAfterAKill(@TempDir Path folder) throws Exception {
    serves(KafkaSpec.DEFAULT_VERSION, folder);
  }

  @ParameterizedTest
  @Tag("thorough")
  @ValueSource(strings = {"4.0.1", "4.1.1", "4.2.0", "4.3.1"})
  void soDoesOneOfAnOlderVersion(String version, @TempDir Path folder) throws Exception {
    serves(version, folder);
  }

  private static void serves(String version, Path folder) throws Exception {
    KafkaSpec spec = KafkaSpec.started(version, 1, 4);
    try (Artifacts artifacts = new Artifacts(line -> {});
        LocalPlatform platform =
            new LocalPlatform(
                folder,
                "kafka-it-" + System.nanoTime(),
                Clock.systemUTC(),
                new ClassPath(Path.of(System.getProperty("rebound.home", "..")), artifacts),
                (code, message, remedy) -> {})) {
      var processes = KafkaCluster.plan(spec, KafkaCluster.newClusterId(), Map.of(), platform);
      Deadline by = Deadline.after(Duration.ofMinutes(2));
      try (KafkaCluster kafka = KafkaCluster.start(spec, processes, platform, by, line -> {})) {
        kafka.createTopic("numbers", 4, Map.of());
        assertThat(kafka.endOffsets(TopicLanes.of("numbers", 4), IsolationLevel.READ_COMMITTED))
            .containsExactly(0L, 0L, 0L, 0L);

        ClockOffset clock = kafka.measuredClocks("clock");
        assertThat(clock.lowMicros()).as("one clock").isLessThanOrEqualTo(0);
        assertThat(clock.highMicros()).isGreaterThanOrEqualTo(0);
        assertThat(clock.uncertainMillis()).isBetween(1L, 100L);
        assertThat(kafka.clocks("clock")).as("its own brokers").isEqualTo(ClockOffset.NONE);

        assertThat(kafka.holdingWork("broker")).containsExactly("broker-1");
        assertThat(kafka.holdingWork("worker")).isEmpty();
        assertThat(Replicas.leaders(kafka.admin(), "numbers"::equals, Duration.ofSeconds(10)))
            .contains(Set.of("broker-1"));

        aTransactionHangsOnItsPartitionAlone(kafka);

        assertThat(kafka.nodes("broker").get(0).signal(Signal.KILL).confirmed()).isTrue();
        kafka.nodes("broker").get(0).restart(false, false);
        kafka.nodes("broker").get(0).awaitReady(Duration.ofMinutes(1));

        assertThat(kafka.endOffsets(TopicLanes.of("numbers", 4), IsolationLevel.READ_UNCOMMITTED))
            .hasSize(4);
        kafka.deleteOwnTopics();
      }
    }
  }

  /** Brokers are asked as of two minutes later, when its timeout has passed. */
  private static void aTransactionHangsOnItsPartitionAlone(KafkaCluster kafka) {
    TopicLanes lanes = new TopicLanes(List.of("numbers"), 4);
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            kafka.bootstrap().outside(),
            "transactional.id",
            "stays-open",
            "transaction.timeout.ms",
            60_000);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      var sent = producer.send(new ProducerRecord<>("numbers", 2, null, new byte[1]));
      producer.flush();
      assertThat(sent).isDone();
      List<Integer> all = List.of(0, 1, 2, 3);
      assertThat(kafka.hangingTransactions(lanes, all, Duration.ofSeconds(15))).isEmpty();
      assertThat(kafka.hangingTransactions(lanes, all, Duration.ofMinutes(-2))).containsExactly(2);
      producer.abortTransaction();
    }
  }
}
