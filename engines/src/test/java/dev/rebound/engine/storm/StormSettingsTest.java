package dev.rebound.engine.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.workload.Grep;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StormSettingsTest {
  private static final JobSpec JOB =
      new JobSpec("r", WorkloadSpec.of(Grep.KIND, 1), "b:1", Map.of(), Map.of(), Map.of(), 4, 1);

  private static EngineSpec spec(
      Guarantee guarantee,
      String profile,
      Map<String, String> options,
      Map<String, String> config) {
    return new EngineSpec(
        "storm",
        "",
        3,
        0,
        1,
        guarantee,
        profile,
        new Bytes(512L << 20),
        Duration.ofSeconds(1),
        "",
        options,
        config,
        List.of(),
        "");
  }

  private static StormSettings of(String profile) {
    return new StormSettings(spec(Guarantee.AT_LEAST_ONCE, profile, Map.of(), Map.of()));
  }

  @Test
  void stockLeavesStormsOwnDefaults() {
    assertThat(of("stock").storm()).isEmpty();
    assertThat(of("stock").silenceSeconds()).isEqualTo(30);
    assertThat(of("stock").supervisors()).isEqualTo(2);
    assertThat(of("stock").notes(JOB)).anyMatch(note -> note.contains("within 30 s is sent again"));
  }

  @Test
  void tunedMissesASilentWorkerAsAllEnginesDo() {
    assertThat(of("tuned").silenceSeconds()).isEqualTo(6);
    assertThat(of("tuned").storm()).containsEntry("topology.max.spout.pending", "1000");
  }

  @Test
  void quickMissesWorkersAndRecordsSoon() {
    assertThat(of("quick").silenceSeconds()).isEqualTo(5);
    assertThat(of("quick").storm())
        .containsEntry("supervisor.monitor.frequency.secs", "1")
        .containsEntry("topology.message.timeout.secs", "5")
        .containsEntry("topology.max.spout.pending", "1000")
        .doesNotContainKey("nimbus.task.timeout.secs");
  }

  @Test
  void whatTheFileSaysWinsOverTheProfile() {
    StormSettings settings =
        new StormSettings(
            spec(
                Guarantee.AT_LEAST_ONCE,
                "quick",
                Map.of("message-timeout", "2500ms", "max-spout-pending", "50"),
                Map.of("supervisor.worker.timeout.secs", "9", "producer.linger.ms", "3")));

    assertThat(settings.storm())
        .containsEntry("topology.message.timeout.secs", "3")
        .containsEntry("topology.max.spout.pending", "50")
        .doesNotContainKey("producer.linger.ms");
    assertThat(settings.clients()).containsExactly(Map.entry("producer.linger.ms", "3"));
    assertThat(settings.silenceSeconds()).isEqualTo(9);
  }

  @Test
  void outputsArePromisedAndStatesAreNot() {
    assertThat(StormSettings.promise(spec(Guarantee.AT_LEAST_ONCE, "quick", Map.of(), Map.of())))
        .satisfies(promise -> assertThat(promise.delivery()).isEqualTo(Guarantee.AT_LEAST_ONCE))
        .satisfies(promise -> assertThat(promise.state()).isEqualTo(Guarantee.NONE))
        .satisfies(promise -> assertThat(promise.transactional()).isFalse());
    assertThat(
            StormSettings.promise(
                spec(Guarantee.AT_LEAST_ONCE, "quick", Map.of("changelog", "true"), Map.of())))
        .satisfies(promise -> assertThat(promise.state()).isEqualTo(Guarantee.AT_LEAST_ONCE));
  }

  @Test
  void tridentsOwnEmitterIsHeldToWhatTridentPromises() {
    EngineSpec trident =
        ExperimentFile.text(
                """
                name: x
                engine: { name: trident, guarantee: at-least-once, spout: as-shipped }
                load: { rate: 10/s }
                """,
                List.of(),
                1,
                false,
                Engines.declared())
            .get(0)
            .engine();

    assertThat(StormSettings.tridentPromise(trident).state()).isEqualTo(Guarantee.EXACTLY_ONCE);
    assertThat(new StormSettings(trident).notes(JOB))
        .anyMatch(note -> note.contains("by Storm's own emitter"))
        .noneMatch(note -> note.contains("by the job's own emitter"));
  }

  @Test
  void thatBatchesWhichAreMadeAreTransactionalIsSaid() {
    EngineSpec storm = spec(Guarantee.AT_LEAST_ONCE, "stock", Map.of("spout", "opaque"), Map.of());
    StormSettings trident =
        new StormSettings(
            new EngineSpec(
                "trident",
                "",
                storm.workers(),
                0,
                1,
                storm.guarantee(),
                storm.profile(),
                storm.memory(),
                storm.commitInterval(),
                "",
                storm.options(),
                storm.config(),
                storm.jvm(),
                ""));
    String made = "transactional batches all the same";

    assertThat(trident.notes(JOB)).noneMatch(note -> note.contains(made));
    assertThat(trident.notes(JOB.making(10))).anyMatch(note -> note.contains(made));
    assertThat(of("stock").notes(JOB.making(10))).noneMatch(note -> note.contains(made));
  }

  @Test
  void tridentCountsOnceAndBatchesSayHowOftenOutputComes() {
    EngineSpec storm =
        spec(Guarantee.AT_LEAST_ONCE, "quick", Map.of("batch-interval", "200ms"), Map.of());
    EngineSpec trident =
        new EngineSpec(
            "trident",
            "",
            storm.workers(),
            0,
            1,
            storm.guarantee(),
            storm.profile(),
            storm.memory(),
            storm.commitInterval(),
            "",
            storm.options(),
            storm.config(),
            storm.jvm(),
            "");

    assertThat(new StormSettings(trident).storm())
        .containsEntry("topology.trident.batch.emit.interval.millis", "200")
        .doesNotContainKey("topology.max.spout.pending");
    assertThat(new StormSettings(trident).notes(JOB))
        .anyMatch(note -> note.contains("the job's own emitter"))
        .anyMatch(note -> note.contains("registers the classes"));
    assertThat(of("quick").notes(JOB)).noneMatch(note -> note.contains("emitter"));
    assertThat(StormSettings.tridentPromise(trident))
        .satisfies(promise -> assertThat(promise.state()).isEqualTo(Guarantee.EXACTLY_ONCE))
        .satisfies(promise -> assertThat(promise.visibleEveryMillis()).isEqualTo(200));
  }

  @Test
  void aFetchHasRoomForABatch() {
    for (Map.Entry<String, String> bytes :
        Map.of("500", "1048576", "20000", "20480000", "1000000", "52428800").entrySet()) {
      EngineSpec spec =
          spec(Guarantee.AT_LEAST_ONCE, "quick", Map.of("batch-records", bytes.getKey()), Map.of());
      assertThat(new StormSettings(spec).clients())
          .containsEntry("consumer.max.poll.records", bytes.getKey())
          .containsEntry("consumer.max.partition.fetch.bytes", bytes.getValue());
    }
  }

  @Test
  void whatItCannotDoIsRefusedWithARemedy() {
    refused("engine: { name: storm, spares: 1 }", "no workers that stand by");
    refused("engine: { name: storm, supervisors: 3 }", "3 supervisors for 2 workers");
    refused("engine: { name: storm, guarantee: exactly-once }", "exactly-once");
    refused("engine: { name: storm, config: { timeout: 3 } }", "no setting 'timeout'");
    refused(
        "engine: { name: storm, config: { supervisor.worker.timeout.secs: 5s } }",
        "supervisor.worker.timeout.secs is no whole number");
    refused(
        "engine: { name: trident, config: { topology.trident.batch.emit.interval.millis: soon } }",
        "batch.emit.interval.millis is no whole number");
    refused("engine: { name: storm }\nworkload: { name: fixed-window }", "promises nothing");
    refused(
        "engine: { name: storm, guarantee: none }\nworkload: { name: fixed-window, window: time }",
        ":3:41: storm closes windows of time by the newest time");
    refused(
        "engine: { name: storm }\nworkload: { name: session-window }",
        ":3:19: storm has no windows that end with a gap");
    refused(
        "engine: { name: trident }\nworkload: { name: session-window }",
        ":3:19: trident has no windows that end with a gap");
  }

  private static void refused(String sections, String problem) {
    assertThatThrownBy(
            () ->
                ExperimentFile.text(
                    "name: refused\n" + sections + "\nload: { rate: 10/s }\n",
                    List.of(),
                    1,
                    false,
                    Engines.declared()))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aJarIsHeldToWhatItClaimsAndSettingsOfOurJobAreRefused(@TempDir Path folder)
      throws IOException {
    Path jar = folder.resolve("my.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("com/example/MyJob.class"));
      out.closeEntry();
    }
    String file =
        """
        name: x
        engine: { name: storm, jar: %s, main: com.example.MyJob, guarantee: at-least-once, config: { topology.debug: true }%s }
        workload: { name: events }
        load: { rate: 10/s }
        """;
    EngineSpec spec = read(file.formatted(jar, ", message-timeout: 9s")).get(0).engine();
    assertThat(StormSettings.promise(spec).state()).isEqualTo(Guarantee.AT_LEAST_ONCE);
    assertThat(new StormSettings(spec).storm())
        .containsEntry("topology.debug", "true")
        .containsEntry("topology.message.timeout.secs", "9");
    assertThatThrownBy(() -> read(file.formatted(jar, ", changelog: true, threads: 2")))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("engine.changelog is for Rebound's own job")
        .hasMessageContaining("engine.threads is for Rebound's own job");
    assertThatThrownBy(() -> read(file.formatted(jar, "").replace("topology.debug", "producer.a")))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("producer.a is for Rebound's own job");
  }

  private static List<Experiment> read(String text) {
    return ExperimentFile.text(text, List.of(), 1, false, Engines.declared());
  }
}
