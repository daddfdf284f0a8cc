package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.flink.FlinkEngine;
import dev.rebound.engine.jet.JetEngine;
import dev.rebound.engine.kafkastreams.KafkaStreamsEngine;
import dev.rebound.engine.spark.SparkEngine;
import dev.rebound.engine.storm.StormEngine;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.EngineDeclaration.JarSet;
import dev.rebound.platform.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Rebound's own jobs find, in each version of an engine that is listed, every class, method and
 * field that they name. That they run there is seen by runs.
 */
@Tag("thorough")
class ListedVersionsIT {
  private static final Path HOME = Path.of(System.getProperty("rebound.home", ".."));

  /**
   * Jobs of an engine.
   *
   * @param mayLack what older versions lack and is not used there: the beginning of a class's name,
   *     or of a member's
   */
  private record OwnJob(Engine engine, List<String> versions, List<String> mayLack) {}

  private static final List<OwnJob> ALL =
      List.of(
          new OwnJob(
              new FlinkEngine(),
              EngineVersion.tested(FlinkEngine.class),
              // Pooled transactional ids, which are refused there.
              List.of(
                  "dev.rebound.job.flink.Elements$ListedWriter",
                  "org.apache.flink.connector.kafka.lineage.",
                  "org.apache.flink.connector.kafka.sink.TransactionNamingStrategy",
                  "org.apache.flink.connector.kafka.sink.KafkaSinkBuilder"
                      + ".setTransactionNamingStrategy")),
          new OwnJob(
              new KafkaStreamsEngine(),
              EngineVersion.tested(KafkaStreamsEngine.class),
              // An assignor, which a version without them is not given.
              List.of(
                  "dev.rebound.job.kafkastreams.StayingTaskAssignor",
                  "org.apache.kafka.streams.processor.assignment.")),
          new OwnJob(new JetEngine(), List.of("5.4.0", "5.5.0", "5.6.0"), List.of()),
          new OwnJob(new StormEngine(), List.of("2.8.0", "2.8.1", "2.8.2", "2.8.3"), List.of()),
          new OwnJob(
              new SparkEngine(),
              List.of(
                  "4.0.0", "4.0.1", "4.0.2", "4.0.4", "4.1.0", "4.1.1", "4.1.2", "4.1.3", "4.2.0"),
              // Real-time mode, which is refused before 4.1.
              List.of("org.apache.spark.sql.streaming.Trigger.RealTime")));

  @TestFactory
  Stream<DynamicTest> eachListedVersionHasWhatTheJobNames() {
    return ALL.stream()
        .flatMap(
            own ->
                own.versions().stream()
                    .map(
                        version ->
                            dynamicTest(
                                own.engine().declaration().name() + " " + version,
                                () -> links(own, version))));
  }

  private static void links(OwnJob own, String version) throws IOException {
    try (Artifacts artifacts = new Artifacts(said -> {})) {
      ClassPath paths = new ClassPath(HOME, artifacts);
      String job = own.engine().job(version).orElseThrow();
      List<Path> files = new ArrayList<>();
      for (JarSet jars : own.engine().declaration().jars().apply(version)) {
        files.addAll(
            paths.files(
                new Program.Java(jars.coordinates(), jars.exclusions(), "", List.of(), List.of()),
                Map.of()));
      }
      Path jar = paths.job(job.substring(job.indexOf(':') + 1));
      // What the jar brings along of Rebound's is its own affair.
      List<String> missing =
          new ArrayList<>(NamedMembers.missing(jar, files, "dev/rebound/job/.*\\.class"));
      boolean newest = version.equals(own.engine().declaration().version());
      if (!newest) {
        missing.removeIf(name -> own.mayLack().stream().anyMatch(name::startsWith));
      }
      for (Path file : files) {
        // A connector to Kafka names its clients, of which another version may be there.
        if (file.getFileName().toString().matches("(?!kafka-).*-kafka-.*\\.jar")) {
          NamedMembers.missing(file, files, ".*\\.class").stream()
              .filter(name -> name.startsWith("org.apache.kafka.clients."))
              .forEach(missing::add);
        }
      }
      assertThat(missing).isEmpty();
    }
  }
}
