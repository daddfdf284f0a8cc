package dev.rebound.engine.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.workload.WorkloadSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SparkSettingsTest {
  private static final long HEAP = 512L << 20;

  private static EngineSpec spec(
      String profile, String state, Map<String, String> config, List<String> jvm) {
    return new EngineSpec(
        "spark",
        "4.2.0",
        3,
        0,
        2,
        Guarantee.AT_LEAST_ONCE,
        profile,
        new Bytes(HEAP),
        Duration.ofSeconds(2),
        state,
        Map.of(),
        config,
        jvm,
        "");
  }

  private static SparkSettings of(String profile, String state, Map<String, String> config) {
    return new SparkSettings(spec(profile, state, config, List.of()));
  }

  @Test
  void stockLeavesSparksOwnDefaults() {
    SparkSettings settings = of("stock", "", Map.of());

    assertThat(settings.driver(HEAP))
        .containsOnlyKeys(
            "spark.executor.cores",
            "spark.executor.memory",
            "spark.cores.max",
            "spark.sql.shuffle.partitions",
            "spark.sql.streaming.stateStore.providerClass",
            "spark.executor.extraJavaOptions",
            "spark.ui.enabled")
        .containsEntry("spark.executor.cores", "2")
        .containsEntry("spark.cores.max", "6")
        .containsEntry("spark.executor.memory", "512m");
    assertThat(settings.daemons()).containsOnlyKeys("spark.master.rest.enabled");
    assertThat(settings.silenceSeconds()).isEqualTo(180);
  }

  @Test
  void quickWaitsForNobodyAndKeepsWhatTheMasterKnows() {
    SparkSettings settings = of("quick", "", Map.of());

    assertThat(settings.driver(HEAP))
        .containsEntry("spark.locality.wait", "0s")
        .containsEntry("spark.storage.blockManagerHeartbeatTimeoutMs", "10s");
    assertThat(settings.daemons()).containsEntry("spark.deploy.recoveryMode", "FILESYSTEM");
    assertThat(settings.silenceSeconds()).isEqualTo(11);
  }

  @Test
  void stateIsWhereTheFileSaysAndBoundsTheHeap() {
    JobSpec job =
        new JobSpec(
            "run",
            WorkloadSpec.ruleMatch(100).with("state-bytes", 1 << 20),
            "",
            Map.of(),
            Map.of(),
            Map.of(),
            8,
            1);
    assertThat(of("quick", "memory", Map.of()).driver(HEAP).toString())
        .contains("HDFSBackedStateStoreProvider");
    assertThat(of("quick", "memory", Map.of()).heapBytes(job)).isGreaterThan(HEAP);
    assertThat(of("quick", "rocksdb", Map.of()).driver(HEAP).toString())
        .contains("RocksDBStateStoreProvider", "changelogCheckpointing.enabled=true");
    assertThat(of("quick", "rocksdb", Map.of()).heapBytes(job)).isEqualTo(HEAP);
  }

  @Test
  void theExperimentsConfigWinsAndGoesToWhomItIsFor() {
    SparkSettings settings =
        of(
            "quick",
            "",
            Map.of(
                "spark.deploy.recoveryMode", "NONE",
                "spark.locality.wait", "1s",
                "producer.linger.ms", "5"));

    assertThat(settings.daemons()).containsEntry("spark.deploy.recoveryMode", "NONE");
    assertThat(settings.driver(HEAP))
        .containsEntry("spark.locality.wait", "1s")
        .containsEntry("producer.linger.ms", "5")
        .doesNotContainKey("spark.deploy.recoveryMode");
  }

  @Test
  void aSilentExecutorIsMissedAsTheExperimentSays() {
    assertThat(
            of(
                    "quick",
                    "",
                    Map.of(
                        "spark.storage.blockManagerHeartbeatTimeoutMs", "20000",
                        "spark.network.timeoutInterval", "2s"))
                .silenceSeconds())
        .isEqualTo(22);
    assertThat(of("stock", "", Map.of("spark.network.timeout", "30")).silenceSeconds())
        .as("seconds, where there is no unit")
        .isEqualTo(90);
    assertThat(of("stock", "", Map.of("spark.network.timeout", "2min")).silenceSeconds())
        .isEqualTo(180);
  }

  @Test
  void tunedMissesASilentExecutorAsAllEnginesDo() {
    SparkSettings tuned = of("tuned", "", Map.of());

    assertThat(tuned.silenceSeconds()).isEqualTo(6);
    assertThat(tuned.daemons()).containsEntry("spark.worker.timeout", "6");
    assertThat(tuned.driver(HEAP))
        .as("of three executors two have room for what the third one did")
        .containsEntry("spark.executor.cores", "3")
        .containsEntry("spark.cores.max", "9")
        .containsEntry("spark.sql.shuffle.partitions", "6");
  }

  @Test
  void theExperimentsCollectorWins() {
    SparkSettings settings =
        new SparkSettings(spec("quick", "", Map.of(), List.of("-XX:+UseParallelGC")));

    assertThat(settings.driver(HEAP).get("spark.executor.extraJavaOptions"))
        .contains("-XX:+UseParallelGC")
        .doesNotContain("-XX:+UseSerialGC");
  }

  @Test
  void outputsComeAtLeastOnceAndStateExactlyOnce() {
    assertThat(SparkEngine.DECLARATION.promise().apply(spec("stock", "", Map.of(), List.of())))
        .isEqualTo(
            new DeliveryGuarantee(Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE, false, 2000));
  }

  private static void refused(String engine, String problem) {
    refused(engine, "rate: 10/s", problem);
  }

  private static void refused(String engine, String load, String problem) {
    assertThatThrownBy(() -> read(engine, "rule-match", load))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining(problem);
  }

  private static EngineSpec read(String engine, String workload, String load) {
    return ExperimentFile.text(
            """
            name: x
            engine: { name: spark, %s }
            workload: { name: %s }
            load: { %s }
            """
                .formatted(engine, workload, load),
            List.of(),
            1,
            false,
            Engines.declared())
        .get(0)
        .engine();
  }

  @Test
  void whatSparkCannotDoIsRefused() {
    refused("guarantee: exactly-once", "exactly-once");
    refused("guarantee: at-least-once, memory: 256MB", "less than 480 MB");
    refused("guarantee: at-least-once, spares: 1", "no executors that stand by");
    refused("guarantee: at-least-once, config: { locality.wait: 1s }", "locality.wait");
  }

  @Test
  void realTimeModeIsRefusedWhereItCannotBe() {
    String realTime = "guarantee: at-least-once, trigger: real-time, threads: 4";
    String five = realTime + ", workers: 2, commit-interval: 5s";

    refused(five, "keeps no states, and rule-match does");
    refusedGrep(five + ", version: 4.0.0", "real-time mode since 4.1");
    refusedGrep(five + ", batch-records: 500", "ends by time alone");
    refusedGrep(realTime + ", workers: 2, commit-interval: 1s", "below 5 s");
    refusedGrep(
        "guarantee: at-least-once, trigger: real-time, workers: 2, threads: 3, commit-interval: 5s",
        "each of 8 partitions by a task of its own, and 6 can run at once");
    EngineSpec spec = read(five, "grep", "rate: 10/s");
    assertThat(SparkEngine.DECLARATION.promise().apply(spec).visibleEveryMillis()).isZero();
    assertThat(new SparkSettings(spec).ofJob()).containsOnly(Map.entry("trigger", "real-time"));
  }

  @Test
  void whatKeepsStatesIsRefusedWhereItCannotBe() {
    String engine = "guarantee: at-least-once, state-operator: ";

    refused(engine + "transform-with-state", "in RocksDB alone");
    refused(engine + "aggregates", "make windows by time");
    refusedGrep(engine + "transform-with-state, state: rocksdb", "grep keeps no states");
    assertThatThrownBy(
            () ->
                read(
                    engine + "aggregates",
                    "fixed-window, window: count, partition: key",
                    "rate: 10/s"))
        .hasMessageContaining("make windows by time");
    assertThatThrownBy(
            () ->
                read(
                    engine + "transform-with-state, state: rocksdb",
                    "session-window",
                    "rate: 10/s"))
        .hasMessageContaining("which its aggregates keep");
    assertThat(
            new SparkSettings(
                    read(
                        engine + "aggregates",
                        "fixed-window, window: time, members: sum",
                        "rate: 10/s"))
                .ofJob())
        .containsOnly(Map.entry("state-operator", "aggregates"));
  }

  private static void refusedGrep(String engine, String problem) {
    assertThatThrownBy(() -> read(engine, "grep", "rate: 10/s"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aBacklogBehindAShuffleWantsBatchesThatAreBounded() {
    String backlog = "rate: max, max-records: 1000000, backlog: true";

    String engine = "guarantee: at-least-once";

    refused(engine, backlog, "spark takes a whole backlog as one batch");
    EngineSpec bounded = read(engine + ", batch-records: 500", "rule-match", backlog);
    assertThat(new SparkSettings(bounded).batchRecords()).isEqualTo("500");
    assertThat(new SparkSettings(read(engine, "grep", backlog)).batchRecords()).isEmpty();
  }

  @Test
  void aVersionThatNobodyTriedIsRefused() {
    assertThat(SparkEngine.version("4.0.0").classPath())
        .contains("org.apache.spark:spark-sql_2.13:4.0.0");
    assertThatThrownBy(() -> SparkEngine.version("3.5.1"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("3.5.1");
  }
}
