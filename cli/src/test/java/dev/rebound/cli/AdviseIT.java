package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.local.LocalPlatform;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real broker is asked what it is set to. */
@Tag("process")
@Tag("thorough")
class AdviseIT {
  @Test
  void aRealClusterTellsItsTopicsAndItsBrokers(@TempDir Path folder) throws Exception {
    KafkaSpec spec =
        KafkaSpec.started(KafkaSpec.DEFAULT_VERSION, 1, 4)
            .withConfigBelow(Map.of("auto.create.topics.enable", "true"));
    try (Artifacts artifacts = new Artifacts(line -> {});
        LocalPlatform platform =
            new LocalPlatform(
                folder,
                "advise-it-" + System.nanoTime(),
                Clock.systemUTC(),
                new ClassPath(Path.of(System.getProperty("rebound.home", "..")), artifacts),
                (code, message, remedy) -> {})) {
      var processes = KafkaCluster.plan(spec, KafkaCluster.newClusterId(), Map.of(), platform);
      Deadline by = Deadline.after(Duration.ofMinutes(2));
      try (KafkaCluster kafka = KafkaCluster.start(spec, processes, platform, by, line -> {})) {
        kafka.createTopic("orders", 4, Map.of("retention.ms", "3600000"));
        kafka.createTopic(
            "states",
            1,
            Map.of("cleanup.policy", "compact", "unclean.leader.election.enable", "true"));
        String address = kafka.bootstrap().outside();

        try (Printed printed = new Printed()) {
          assertThat(Main.run("advise", "--cluster", address, "--outage", "2h"))
              .isEqualTo(ExitCode.FAIL);
          assertThat(printed.out())
              .contains(
                  address + ": 1 broker, 2 topics with 5 partitions",
                  "replication.factor = 1  loses data",
                  "topic orders, topic states: now",
                  "retention.ms = 3600000  loses data",
                  "topic orders: set on the topic",
                  "unclean.leader.election.enable = true  loses data",
                  "auto.create.topics.enable = true  slow or brittle",
                  "brokers: set on the brokers",
                  "cleanup.policy = compact  note")
              .doesNotContain("not looked at");
        }
        try (Printed printed = new Printed()) {
          assertThat(
                  Main.run(
                      "advise",
                      "--cluster",
                      address,
                      "--topic",
                      "orders",
                      "--allow",
                      "replication"))
              .isEqualTo(ExitCode.PASS);
          assertThat(printed.out()).contains("1 topic with 4 partitions").doesNotContain("states");
        }
        try (Printed printed = new Printed()) {
          assertThat(Main.run("advise", "--cluster", address, "--topic", "order"))
              .isEqualTo(ExitCode.BAD_INPUT);
          assertThat(printed.err()).contains("--topic order is not there", "'orders'");
        }
      }
    }
  }
}
