package dev.rebound.engine.jet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
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

class JetSettingsTest {
  private static JetSettings of(
      Guarantee guarantee,
      String profile,
      int seconds,
      Map<String, String> options,
      Map<String, String> config) {
    return new JetSettings(
        new EngineSpec(
            "jet",
            "5.6.0",
            3,
            0,
            1,
            guarantee,
            profile,
            new Bytes(512L << 20),
            Duration.ofSeconds(seconds),
            "",
            options,
            config,
            List.of(),
            ""));
  }

  private static JetSettings of(Guarantee guarantee, String profile) {
    return of(guarantee, profile, 2, Map.of(), Map.of());
  }

  @Test
  void stockLeavesHazelcastsOwnDefaults() {
    JetSettings settings = of(Guarantee.AT_LEAST_ONCE, "stock");

    assertThat(settings.engine()).containsExactly(Map.entry("hz.jet.backup-count", "1"));
    assertThat(settings.job())
        .containsEntry("auto-scaling", "true")
        .containsEntry("shutdown", "terminate");
    assertThat(settings.silenceSeconds()).isEqualTo(60);
  }

  @Test
  void tunedMissesASilentMemberAsAllEnginesDoAndLeavesTheJobToJet() {
    JetSettings settings = of(Guarantee.AT_LEAST_ONCE, "tuned");

    assertThat(settings.silenceSeconds()).isEqualTo(6);
    assertThat(settings.job()).isEqualTo(of(Guarantee.AT_LEAST_ONCE, "stock").job());
  }

  @Test
  void quickMissesSilentMembersSoonAndResumesTheJobItself() {
    JetSettings settings = of(Guarantee.AT_LEAST_ONCE, "quick");

    assertThat(settings.job()).containsEntry("auto-scaling", "false");
    assertThat(settings.silenceSeconds()).isEqualTo(5);
    assertThat(settings.notes()).anyMatch(note -> note.contains("works after the next death"));
  }

  @Test
  void theExperimentsConfigWinsOverTheProfile() {
    JetSettings settings =
        of(
            Guarantee.EXACTLY_ONCE,
            "quick",
            2,
            Map.of("backup-count", "1"),
            Map.of("hazelcast.max.no.heartbeat.seconds", "9", "hz.jet.backup-count", "2"));

    assertThat(settings.silenceSeconds()).isEqualTo(9);
    assertThat(settings.backups()).isEqualTo(2);
    assertThat(settings.notes()).anyMatch(note -> note.contains("each part on 3 of them"));
  }

  @Test
  void asManyMembersMayDieAtOnceAsThereAreFurtherCopies() {
    assertThat(of(Guarantee.EXACTLY_ONCE, "stock").endangered(kills(2)))
        .hasValueSatisfying(
            told -> assertThat(told).contains("on 2 members", "engine.backup-count: 2"));
    assertThat(of(Guarantee.EXACTLY_ONCE, "stock").endangered(kills(1))).isEmpty();
    for (String profile : List.of("quick", "tuned")) {
      JetSettings settings = of(Guarantee.EXACTLY_ONCE, profile);
      assertThat(settings.engine()).containsEntry("hz.jet.backup-count", "2");
      assertThat(settings.endangered(kills(2))).isEmpty();
      assertThat(settings.endangered(kills(3)))
          .hasValueSatisfying(told -> assertThat(told).contains("kill fewer at once"));
      assertThat(settings.notes()).anyMatch(note -> note.contains("2 members may die at once"));
      assertThat(
              of(Guarantee.EXACTLY_ONCE, profile, 2, Map.of("backup-count", "1"), Map.of())
                  .backups())
          .isEqualTo(1);
    }
    assertThat(of(Guarantee.NONE, "stock").endangered(kills(2))).isEmpty();
  }

  private static FaultScope kills(int members) {
    return new FaultScope(true, "worker", 3, members, 3, members, Duration.ofSeconds(2), true);
  }

  @Test
  void aTransactionMayStayOpenForLongerThanASnapshotInterval() {
    assertThat(of(Guarantee.EXACTLY_ONCE, "stock", 60, Map.of(), Map.of()).engine())
        .containsEntry("producer.transaction.timeout.ms", "120000");
    assertThat(of(Guarantee.AT_LEAST_ONCE, "quick").engine())
        .doesNotContainKey("producer.transaction.timeout.ms");
  }

  @Test
  void aHeapHasRoomForTheStateAndForAllCopiesOfTwoSnapshots() {
    JobSpec job =
        new JobSpec(
            "run",
            WorkloadSpec.ruleMatch(7).with("state-bytes", 1_000_000),
            "",
            Map.of(),
            Map.of(),
            Map.of(),
            4,
            1);
    long one = of(Guarantee.EXACTLY_ONCE, "quick").heapBytes(job) - (512L << 20);
    long two =
        of(Guarantee.EXACTLY_ONCE, "quick", 2, Map.of("backup-count", "0"), Map.of()).heapBytes(job)
            - (512L << 20);

    assertThat(one).isEqualTo(3 * job.heldBytes());
    assertThat(two).isEqualTo(2 * job.heldBytes());
  }

  @Test
  void whatJetCannotDoIsToldWithThePlace() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    name: x
                    engine: { name: jet, spares: 1, state: rocksdb, config: { session.timeout.ms: 1 } }
                    load: { rate: 10/s }
                    """))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("jet has no members that stand by")
        .hasMessageContaining("jet cannot take 'rocksdb'")
        .hasMessageContaining("jet has no setting 'session.timeout.ms'");
  }

  @Test
  void whatIsForOurJobAloneIsRefusedBesideAJar(@TempDir Path folder) throws IOException {
    Path jar = folder.resolve("my.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("com/example/MyJob.class"));
      out.closeEntry();
    }
    String file =
        """
        name: x
        engine: { name: jet, jar: %s, main: com.example.MyJob, config: { HZ_JET_BACKUPCOUNT: 2 }%s }
        workload: { name: events }
        load: { rate: 10/s }
        """;
    assertThat(read(file.formatted(jar, ""))).hasSize(1);
    assertThatThrownBy(() -> read(file.formatted(jar, ", backup-count: 2, threads: 2")))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("engine.backup-count is for Rebound's own job")
        .hasMessageContaining("engine.threads is for Rebound's own job");
  }

  private static List<Experiment> read(String text) {
    return ExperimentFile.text(text, List.of(), 1, false, Engines.declared());
  }

  @Test
  void aVersionOutsideTheKnownRangesIsRefused() {
    assertThatThrownBy(() -> JetEngine.version("4.5.4")).isInstanceOf(ReboundException.class);
    assertThat(JetEngine.version("5.5.0").classPath())
        .contains("com.hazelcast.jet:hazelcast-jet-kafka:5.5.0");
  }

  @Test
  void aVersionIsRefusedOnAJavaThatItDoesNotRunOn() {
    assertThat(JetEngine.olderJava("5.7.0", 17))
        .hasValueSatisfying(told -> assertThat(told).contains("needs Java 21"));
    assertThat(JetEngine.olderJava("5.7.0", 25)).isEmpty();
    assertThat(JetEngine.olderJava("5.6.0", 17)).isEmpty();
    assertThatThrownBy(
            () ->
                read(
                    """
                    name: x
                    engine: { name: jet, version: 5.7.0, java: 17 }
                    load: { rate: 10/s }
                    """))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("needs Java 21, and is to run on 17");
  }
}
