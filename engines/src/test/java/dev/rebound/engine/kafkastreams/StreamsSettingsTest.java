package dev.rebound.engine.kafkastreams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.Paper;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.EngineSpecBuilder;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.WorkloadSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamsSettingsTest {
  private static EngineSpec spec(
      Guarantee guarantee,
      String profile,
      Duration commit,
      Map<String, String> options,
      Map<String, String> config) {
    return new EngineSpec(
        "kafka-streams",
        "4.4.0",
        2,
        0,
        1,
        guarantee,
        profile,
        new Bytes(512L << 20),
        commit,
        "",
        options,
        config,
        List.of(),
        "");
  }

  private static StreamsSettings of(Guarantee guarantee, String profile) {
    return new StreamsSettings(spec(guarantee, profile, Duration.ofSeconds(2), Map.of(), Map.of()));
  }

  @Test
  void stockLeavesTheEnginesOwnDefaults() {
    StreamsSettings settings = of(Guarantee.AT_LEAST_ONCE, "stock");

    assertThat(settings.engine(1)).containsOnlyKeys("replication.factor");
    assertThat(settings.broker()).isEmpty();
    assertThat(settings.standbys()).isZero();
  }

  @Test
  void tunedMissesASilentWorkerAsAllEnginesDoAndAsksNothingOfBrokers() {
    StreamsSettings tuned = of(Guarantee.AT_LEAST_ONCE, "tuned");

    assertThat(tuned.sessionMillis()).isEqualTo(6000);
    assertThat(tuned.engine(1))
        .containsEntry("session.timeout.ms", "6000")
        .containsEntry("num.standby.replicas", "1")
        .doesNotContainKey("task.assignor.class");
    assertThat(tuned.broker()).isEmpty();
  }

  @Test
  void underTheStreamsProtocolTunedHasTheBrokerMissASilentWorker() {
    StreamsSettings tuned =
        new StreamsSettings(
            spec(
                Guarantee.AT_LEAST_ONCE,
                "tuned",
                Duration.ofSeconds(2),
                Map.of("protocol", "streams"),
                Map.of()));

    assertThat(tuned.engine(1)).containsOnlyKeys("replication.factor", "reconnect.backoff.max.ms");
    assertThat(tuned.broker())
        .containsEntry("group.streams.session.timeout.ms", "6000")
        .containsEntry("group.streams.num.standby.replicas", "1");
  }

  @Test
  void quickEndsTheChangelogsSegmentsSoon() {
    assertThat(of(Guarantee.AT_LEAST_ONCE, "stock").changelogSegmentMillis()).isEmpty();
    assertThat(of(Guarantee.AT_LEAST_ONCE, "quick").changelogSegmentMillis()).isEqualTo("20000");
  }

  @Test
  void quickLeavesTasksWhereTheyRun() {
    assertThat(of(Guarantee.AT_LEAST_ONCE, "quick").engine(1)).containsKey("task.assignor.class");
    // Under the streams protocol the broker assigns.
    assertThat(
            new StreamsSettings(
                    spec(
                        Guarantee.AT_LEAST_ONCE,
                        "quick",
                        Duration.ofSeconds(2),
                        Map.of("protocol", "streams"),
                        Map.of()))
                .engine(1))
        .doesNotContainKey("task.assignor.class");
  }

  @Test
  void anOlderVersionIsGivenNoSettingThatItDoesNotKnow() {
    EngineSpec quick =
        spec(Guarantee.AT_LEAST_ONCE, "quick", Duration.ofSeconds(2), Map.of(), Map.of());
    for (String version : List.of("3.6.2", "3.7.2")) {
      EngineSpec old = EngineSpecBuilder.builder(quick).version(version).build();
      assertThat(new StreamsSettings(old).engine(1))
          .containsEntry("session.timeout.ms", "2000")
          .doesNotContainKey("task.assignor.class");
      assertThat(new StreamsSettings(old).engine(1).containsKey("enable.metrics.push"))
          .isEqualTo(version.equals("3.7.2"));
      assertThat(new StreamsSettings(old).notes()).noneMatch(note -> note.contains("Assignor"));
    }
  }

  @Test
  void quickTakesTheShippedAssignorWhereItIsAskedFor() {
    StreamsSettings settings =
        new StreamsSettings(
            spec(
                Guarantee.AT_LEAST_ONCE,
                "quick",
                Duration.ofSeconds(2),
                Map.of("assignor", "as-shipped"),
                Map.of()));

    assertThat(settings.engine(1)).doesNotContainKey("task.assignor.class");
    assertThat(settings.notes()).noneMatch(note -> note.contains("Assignor"));
  }

  @Test
  void tunedGivesUpADeadWorkersTransactionAsSoonAsTheWorker() {
    assertThat(of(Guarantee.EXACTLY_ONCE, "tuned").engine(1))
        .containsEntry("transaction.timeout.ms", "6000")
        .containsEntry("producer.transaction.timeout.ms", "6000");
    assertThat(of(Guarantee.EXACTLY_ONCE, "stock").engine(1))
        .containsEntry("transaction.timeout.ms", "10000");
  }

  @Test
  void windowsOfTimeWithoutACacheAreTold() {
    WorkloadSpec count = WorkloadSpec.of(FixedWindow.KIND, 7);
    WorkloadSpec time = count.with("window", "time");
    assertThat(notes(time, Map.of())).anyMatch(note -> note.startsWith("windows have no cache"));
    assertThat(notes(time, Map.of("caching", "true"))).noneMatch(note -> note.contains("cache"));
    // Stores of processors have none with Kafka Streams, either.
    assertThat(notes(count, Map.of())).noneMatch(note -> note.contains("cache"));
  }

  private static List<String> notes(WorkloadSpec workload, Map<String, String> options) {
    EngineSpec spec =
        spec(Guarantee.AT_LEAST_ONCE, "stock", Duration.ofSeconds(2), options, Map.of());
    JobSpec job = new JobSpec("run-1", workload, "h:1", Map.of(), Map.of(), Map.of(), 8, 1);
    return new KafkaStreamsEngine().configure(spec, job, new Paper()).notes();
  }

  @Test
  void whatAKilledWorkerKeepsOfItsStateDependsOnVersionAndStores() {
    EngineSpec plain =
        spec(Guarantee.EXACTLY_ONCE, "stock", Duration.ofSeconds(2), Map.of(), Map.of());
    EngineSpec old = EngineSpecBuilder.builder(plain).version("4.3.1").build();
    EngineSpec kept =
        EngineSpecBuilder.builder(plain)
            .config(Map.of("enable.transactional.statestores", "true"))
            .build();
    assertThat(new StreamsSettings(old).notes())
        .anyMatch(note -> note.endsWith("restores it whole, whatever restart.disk says"));
    assertThat(new StreamsSettings(plain).notes())
        .anyMatch(note -> note.contains("unless engine.config has enable.transactional"));
    assertThat(new StreamsSettings(kept).notes())
        .anyMatch(note -> note.contains("keeps its state on disk"))
        .noneMatch(note -> note.contains("wipes"));
  }

  @Test
  void theExperimentsConfigWinsOverTheProfile() {
    StreamsSettings settings =
        new StreamsSettings(
            spec(
                Guarantee.AT_LEAST_ONCE,
                "quick",
                Duration.ofSeconds(2),
                Map.of(),
                Map.of("session.timeout.ms", "12345")));

    assertThat(settings.engine(1)).containsEntry("session.timeout.ms", "12345");
  }

  @Test
  void aTransactionMayStayOpenForLongerThanACommitInterval() {
    for (String profile : List.of("quick", "stock")) {
      StreamsSettings settings =
          new StreamsSettings(
              spec(Guarantee.EXACTLY_ONCE, profile, Duration.ofSeconds(30), Map.of(), Map.of()));

      assertThat(Long.parseLong(settings.engine(1).getOrDefault("transaction.timeout.ms", "0")))
          .isGreaterThan(30_000);
      assertThat(settings.engine(1).get("producer.transaction.timeout.ms"))
          .isEqualTo(settings.engine(1).get("transaction.timeout.ms"));
    }
  }

  @Test
  void aTransactionTimeoutOfTheExperimentsOwnIsTheOneThatKafkaStreamsFinds() {
    StreamsSettings settings =
        new StreamsSettings(
            spec(
                Guarantee.EXACTLY_ONCE,
                "stock",
                Duration.ofSeconds(30),
                Map.of(),
                Map.of("transaction.timeout.ms", "61000")));

    assertThat(settings.engine(1)).containsEntry("producer.transaction.timeout.ms", "61000");
    assertThat(settings.notes()).anyMatch(note -> note.contains("transaction.timeout.ms=61000;"));
  }

  @Test
  void underTheStreamsProtocolTheBrokerKeepsTheTimeouts() {
    StreamsSettings settings =
        new StreamsSettings(
            spec(
                Guarantee.EXACTLY_ONCE,
                "quick",
                Duration.ofSeconds(2),
                Map.of("protocol", "streams", "standbys", "1"),
                Map.of()));

    assertThat(settings.engine(1)).doesNotContainKeys("session.timeout.ms", "num.standby.replicas");
    assertThat(settings.broker())
        .containsKeys("group.streams.session.timeout.ms", "group.streams.num.standby.replicas");
  }

  @Test
  void aVersionOutsideTheKnownRangesIsRefused() {
    assertThatThrownBy(() -> KafkaStreamsEngine.version("3.3.2"))
        .isInstanceOf(ReboundException.class);
    assertThat(KafkaStreamsEngine.version("4.2.0").classPath())
        .contains("org.apache.kafka:kafka-streams:4.2.0");
  }
}
