package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.compare.run.SubjectMeans.Mean;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.flink.FlinkEngine;
import dev.rebound.engine.jet.JetEngine;
import dev.rebound.engine.kafkastreams.KafkaStreamsEngine;
import dev.rebound.engine.spark.SparkEngine;
import dev.rebound.engine.storm.StormEngine;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.ScheduledFault;
import dev.rebound.lab.fault.Kill;
import dev.rebound.lab.fault.Restart;
import dev.rebound.lab.rig.Parts;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans of engines with a user's own jar. */
class JarProgramTest {
  private static final Engine FLINK = new FlinkEngine();
  private static final Engine STREAMS = new KafkaStreamsEngine();
  private static final String MAIN = "MyJob.class";

  @TempDir Path folder;

  private Path jar(String... entries) {
    Path jar = folder.resolve("my-job.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (String entry : entries) {
        out.putNextEntry(new JarEntry(entry));
        out.closeEntry();
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return jar;
  }

  private Experiment experiment(Engine engine, String... overrides) {
    try {
      Path file = folder.resolve("x.yaml");
      Files.writeString(
          file,
          "name: x\nengine: { name: "
              + engine.declaration().name()
              + ", jar: my-job.jar, main: MyJob, args: [-a, b c], guarantee: at-least-once }\n"
              + "workload: { name: events }\nload: { rate: 10/s }\n");
      return ExperimentFile.load(
              file,
              List.of(overrides),
              1,
              Map.of(engine.declaration().name(), engine.declaration()))
          .get(0);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Subject plan(Engine engine, String... overrides) {
    Experiment experiment = experiment(engine, overrides);
    JobSpec job =
        new JobSpec(
            "run-1",
            experiment.workload(),
            "127.0.0.1:9092",
            Map.of("security.protocol", "PLAINTEXT"),
            Map.of(JobSpec.INPUT, "in"),
            Map.of(JobSpec.OUTPUT, "out"),
            8,
            1);
    return engine.configure(experiment.engine(), job, new Paper());
  }

  private static Program.Java java(Subject plan, int process) {
    return (Program.Java) plan.processes().get(process).program();
  }

  @Test
  void flinksProcessesAreToldWhatAnyProgramIs() {
    jar(MAIN);
    Subject plan = plan(FLINK);

    assertThat(plan.processes().get(0).environment())
        .containsEntry("REBOUND_BOOTSTRAP", "127.0.0.1:9092")
        .containsEntry("REBOUND_INPUT", "in")
        .containsEntry("REBOUND_GROUP", "rebound-run-1")
        .containsEntry("REBOUND_CLIENT_CONFIG", "${dir}/client.properties")
        .doesNotContainKey("REBOUND_WORKER");
    assertThat(plan.processes().get(2).environment()).containsEntry("REBOUND_WORKER", "2");
    for (ProcessSpec process : plan.processes()) {
      assertThat(process.files())
          .containsEntry("client.properties", "security.protocol=PLAINTEXT\n")
          .containsKey("conf/config.yaml");
    }
  }

  @Test
  void howOftenAJarCommitsIsKnownOnlyIfTheFileSaysSo() {
    jar(MAIN);
    for (Engine engine : List.of(FLINK, STREAMS)) {
      assertThat(plan(engine).means().known()).doesNotContainKey(Mean.COMMIT_INTERVAL);
      assertThat(plan(engine, "engine.commit-interval=3s").means().known())
          .containsEntry(Mean.COMMIT_INTERVAL, "3s");
    }
  }

  /** The plan reads the jar: what makes it comes before. */
  @Test
  void commandsThatMakeAJarComeBeforeThePlan() {
    for (Engine engine :
        List.of(FLINK, STREAMS, new JetEngine(), new SparkEngine(), new StormEngine())) {
      Experiment experiment =
          experiment(engine, "engine.setup=make jar", "engine.teardown=make clean");
      JobSpec job =
          new JobSpec("run-1", experiment.workload(), "h:1", Map.of(), Map.of(), Map.of(), 8, 1);

      assertThat(engine.before(experiment.engine(), job))
          .as(engine.declaration().name())
          .singleElement()
          .satisfies(
              part ->
                  assertThat(part.processes().stream().map(ProcessSpec::node))
                      .containsExactly("setup-1", "teardown-1"));
      assertThat(engine.configure(experiment.engine(), job, new Paper()).plan().settings())
          .as("a plan alone does not know it yet")
          .containsEntry("engine.jar SHA-256", "known once setup has made it");
      assertThatThrownBy(() -> Parts.requireProgram(experiment))
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("x.yaml:2:")
          .hasMessageContaining("my-job.jar does not exist, and setup has run")
          .hasMessageContaining("Let a command of engine.setup write it there")
          .hasMessageContaining("  2 | engine: { name: " + engine.declaration().name());
    }
    jar(MAIN);
    Parts.requireProgram(experiment(FLINK, "engine.setup=make jar"));
    assertThat(plan(FLINK, "engine.setup=make jar").parts()).isEmpty();
  }

  @Test
  void anOldJarIsYetToComeUntilSetupHasRun() {
    jar("Other.class");
    assertThat(plan(FLINK, "engine.setup=make jar").plan().settings())
        .containsEntry("engine.jar SHA-256", "known once setup has made it");
    assertThatThrownBy(() -> Parts.requireProgram(experiment(FLINK, "engine.setup=make jar")))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("x.yaml:2:47: engine.main: there is no class MyJob in");
  }

  @Test
  void filesOfVariablesReachFlinksProcesses() throws IOException {
    jar(MAIN);
    Path file = Files.writeString(folder.resolve("app.env"), "DB=orders");
    Subject plan = plan(FLINK, "engine.env-file=" + file);

    for (ProcessSpec process : plan.processes()) {
      assertThat(process.environment()).containsEntry("DB", "orders");
    }
    assertThat(plan.plan().settings()).containsEntry("DB", "orders");
  }

  @Test
  void aProgramThatJoinsAGroupOfItsOwnIsFollowedThere() {
    jar(MAIN);
    Experiment experiment = experiment(FLINK);
    JobSpec job =
        new JobSpec("run-1", experiment.workload(), "h:1", Map.of(), Map.of(), Map.of(), 8, 1);

    Subject plan = FLINK.configure(experiment.engine(), job.in("click-count"), new Paper());

    assertThat(plan.processes().get(0).environment()).containsEntry("REBOUND_GROUP", "click-count");
    assertThat(job.in("").group()).isEqualTo("rebound-run-1");
  }

  @Test
  void anOlderFlinkRunsAJarOfOnesOwnAndNotOurs() {
    jar(MAIN);
    assertThat(java(plan(FLINK, "engine.version=1.20.5"), 1).classPath())
        .contains(
            "org.apache.flink:flink-runtime:1.20.5",
            "org.apache.flink:flink-connector-kafka:3.4.0-1.20");
  }

  @Test
  void whatLeansOnOurFlinkJobIsOff() {
    jar(MAIN);
    Subject plan = plan(FLINK);

    assertThat(java(plan, 1).classPath())
        .noneMatch(entry -> entry.startsWith("job:") || entry.contains("flink-rpc-akka"))
        .anyMatch(entry -> entry.contains(":flink-connector-kafka:"));
    assertThat(plan.plan().settings())
        .containsKeys("engine.jar", "engine.jar SHA-256", "engine.main")
        .containsEntry("execution.checkpointing.mode", "AT_LEAST_ONCE")
        .doesNotContainKey("classloader.resolve-order");
    assertThat(plan.processes().get(0).files().getOrDefault("conf/config.yaml", ""))
        .doesNotContain("engine.jar");
    assertThat(plan.notes())
        .anyMatch(note -> note.contains("what its sink guarantees is its own affair"))
        .noneMatch(note -> note.contains("rehearse") || note.contains("Kafka clients"));
  }

  @Test
  void aJarWithItsOwnConnectorRunsWithThat() {
    jar(MAIN, "org/apache/flink/connector/kafka/source/KafkaSource.class");

    assertThat(java(plan(FLINK), 1).classPath()).noneMatch(entry -> entry.contains("kafka"));
  }

  @Test
  void optionsOfOurFlinkJobAreRefused() {
    jar(MAIN);
    for (String option :
        List.of("engine.rehearse=true", "engine.config={ producer.linger.ms: 5 }")) {
      assertThatThrownBy(() -> plan(FLINK, option))
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("--set: engine.")
          .hasMessageContaining("engine.jar");
    }
    assertThatThrownBy(() -> plan(FLINK, "workload.name=rule-match"))
        .isInstanceOf(ReboundException.class);
  }

  @Test
  void kafkaStreamsStandsBehindAThinJar() {
    Path jar = jar(MAIN);
    Subject plan = plan(STREAMS, "engine.config={ LEVEL: high }");

    assertThat(java(plan, 0).classPath()).startsWith("file:" + jar);
    assertThat(java(plan, 0).classPath())
        .anyMatch(entry -> entry.contains(":kafka-streams:"))
        .anyMatch(entry -> entry.contains(":slf4j-simple:"));
    assertThat(java(plan, 0).mainClass()).isEqualTo("MyJob");
    assertThat(java(plan, 0).arguments()).containsExactly("-a", "b c");
    assertThat(plan.processes().get(1).environment())
        .containsEntry("REBOUND_WORKER", "2")
        .containsEntry("REBOUND_GROUP", "rebound-run-1")
        .containsEntry("REBOUND_DATA", "${data}")
        .containsEntry("LEVEL", "high");
  }

  @Test
  void aFatJarBringsItsOwn() {
    Path jar = jar(MAIN, "org/apache/kafka/streams/KafkaStreams.class");
    assertThat(java(plan(STREAMS), 0).classPath())
        .startsWith("file:" + jar)
        .noneMatch(entry -> entry.contains(":kafka-streams:"))
        .anyMatch(entry -> entry.contains(":slf4j-simple:"));

    // The binding of SLF4J 1, as Kafka's clients bring it: it would not find a backend of version
    // 2.
    jar(MAIN, "org/apache/kafka/streams/KafkaStreams.class", "org/slf4j/LoggerFactory.class");
    assertThat(java(plan(STREAMS), 0).classPath()).endsWith("file:" + jar).hasSize(3);

    jar(MAIN, "BOOT-INF/lib/kafka-streams-4.3.1.jar", "BOOT-INF/lib/logback-classic-1.5.18.jar");
    assertThat(java(plan(STREAMS), 0).classPath()).containsExactly("file:" + jar);
  }

  @Test
  void stepsAreDeclaredWhereTheLogIsOurs() {
    FaultScope kill =
        FaultScope.of(
            new ScheduledFault(
                "worker",
                new ScheduledFault.Schedule(Duration.ZERO, null),
                new Kill(
                    1,
                    new Restart(Duration.ofSeconds(5), Restart.Disk.KEPT, Restart.Identity.SAME))),
            2,
            1,
            2,
            1);
    jar(MAIN);
    assertThat(plan(STREAMS).steps(kill))
        .containsExactlyInAnyOrder(Step.DETECTED, Step.REASSIGNED, Step.RESTORED);
    assertThat(plan(FLINK).steps(kill)).isNotEmpty();

    jar(MAIN, "META-INF/services/org.slf4j.spi.SLF4JServiceProvider");
    assertThat(plan(STREAMS).steps(kill)).isEmpty();
    assertThat(plan(STREAMS).processes().get(0).readiness())
        .isEqualTo(new ProcessSpec.Readiness.UpAtOnce());
    assertThat(plan(STREAMS, "engine.ready=here").processes().get(0).readiness())
        .isEqualTo(new ProcessSpec.Readiness.LogLine("here"));
  }

  @Test
  void optionsOfOurKafkaStreamsJobAreRefused() {
    jar(MAIN);
    for (String option : List.of("engine.standbys=1", "engine.state=memory", "engine.threads=2")) {
      assertThatThrownBy(() -> plan(STREAMS, option))
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("--set: " + option.replaceFirst("=.*", ""))
          .hasMessageContaining("sets it itself");
    }
  }
}
