package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.Paper;
import dev.rebound.engine.hdfs.HdfsPart;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.part.Part;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlinkPlanTest {
  private static final Map<String, String> NONE = Map.of();

  private final FlinkEngine engine = new FlinkEngine();

  private static EngineSpec spec(
      String profile,
      Guarantee guarantee,
      String state,
      Map<String, String> options,
      Map<String, String> config) {
    return spec(profile, guarantee, state, options, config, "-Dextra=1");
  }

  private static EngineSpec spec(
      String profile,
      Guarantee guarantee,
      String state,
      Map<String, String> options,
      Map<String, String> config,
      String jvm) {
    return new EngineSpec(
        "flink",
        "",
        2,
        1,
        2,
        guarantee,
        profile,
        new Bytes(384L << 20),
        Duration.ofSeconds(2),
        state,
        options,
        config,
        List.of(jvm),
        "");
  }

  private final JobSpec job =
      new JobSpec(
          "run-1",
          WorkloadSpec.ruleMatch(42),
          "127.0.0.1:9092",
          Map.of("security.protocol", "PLAINTEXT"),
          Map.of(JobSpec.INPUT, "records"),
          Map.of(JobSpec.OUTPUT, "matches"),
          8,
          1);

  private Subject plan(EngineSpec spec) {
    return engine.configure(spec, job, new Paper());
  }

  private static EngineSpec with(Map<String, String> options) {
    return spec("quick", Guarantee.EXACTLY_ONCE, "", options, NONE);
  }

  /** A job that holds half as many windows as it has addresses, of 20 KB each. */
  private static JobSpec padded() {
    WorkloadSpec windows =
        WorkloadSpec.of(FixedWindow.KIND, 7)
            .with("addresses", 100_000)
            .with("visits", 2)
            .with("state-bytes", 20_480);
    return new JobSpec("run-1", windows, "h:1", NONE, NONE, NONE, 8, 1);
  }

  @Test
  void stateOnTheHeapThatIsPaddedRaisesTheHeapAndInRocksDbItDoesNot() {
    JobSpec padded = padded();
    long held = 50_000L * 20_480;
    long given = 384L << 20;

    Subject quick = engine.configure(with(NONE), padded, new Paper());
    assertThat(heap(quick)).as("a survivor has slots for all").isEqualTo(given + 3 * held);
    assertThat(quick.plan().settings())
        .containsEntry("taskmanager.memory.task.heap.size", (given + 3 * held - (96L << 20)) + "b");
    assertThat(quick.notes()).anyMatch(note -> note.contains("977 MiB of state"));
    EngineSpec stock = spec("stock", Guarantee.EXACTLY_ONCE, "", NONE, NONE);
    assertThat(heap(engine.configure(stock, padded, new Paper()))).isEqualTo(given + 3 * held / 2);
    EngineSpec rocksDb = spec("quick", Guarantee.EXACTLY_ONCE, "rocksdb", NONE, NONE);
    assertThat(heap(engine.configure(rocksDb, padded, new Paper()))).isEqualTo(given);
    assertThat(heap(plan(with(NONE)))).isEqualTo(given);
  }

  @Test
  void theHeapHasRoomForThePaddedStateOfBothJobs() {
    JobSpec padded = padded();
    long held = 50_000L * 20_480;
    long given = 384L << 20;
    EngineSpec stock = spec("stock", Guarantee.EXACTLY_ONCE, "", NONE, NONE);
    EngineSpec rocksDb = spec("quick", Guarantee.EXACTLY_ONCE, "rocksdb", NONE, NONE);

    Subject ofTheSecond = engine.configure(with(NONE), job.with(List.of(padded)), new Paper());
    assertThat(heap(ofTheSecond)).isEqualTo(given + 3 * held);
    assertThat(ofTheSecond.notes())
        .anyMatch(
            note ->
                note.startsWith("the second job holds about 977 MiB of state")
                    && note.contains("(beside.workload.state): a worker's heap is"));
    assertThat(heap(engine.configure(stock, job.with(List.of(padded)), new Paper())))
        .isEqualTo(given + 3 * held / 2);
    assertThat(heap(engine.configure(stock, padded.with(List.of(job)), new Paper())))
        .as("half of the slots that both need hold half of the state")
        .isEqualTo(given + 3 * held / 2);
    Subject ofBoth = engine.configure(stock, padded.with(List.of(padded)), new Paper());
    assertThat(heap(ofBoth)).isEqualTo(given + 3 * held);
    assertThat(ofBoth.notes()).anyMatch(note -> note.startsWith("both jobs together hold about"));
    assertThat(heap(engine.configure(rocksDb, padded.with(List.of(padded)), new Paper())))
        .isEqualTo(given);
  }

  private static long heap(Subject plan) {
    return plan.processes().stream()
        .filter(process -> process.role().equals(FlinkEngine.WORKER))
        .findFirst()
        .orElseThrow()
        .heapBytes();
  }

  @Test
  void checkpointsLieInTheRunsOwnFolderUnlessTheFileSaysOtherwise() {
    for (Map<String, String> local : List.of(NONE, Map.of("checkpoints", "local"))) {
      assertThat(engine.configure(with(local), job, new Paper()).parts()).isEmpty();
      Subject plan = plan(with(local));
      assertThat(plan.plan().settings())
          .containsEntry("execution.checkpointing.dir", "file://${shared}/checkpoints")
          .doesNotContainKey("flink.hadoop.dfs.replication");
      assertThat(plan.processes())
          .allSatisfy(p -> assertThat(java(p).classPath().toString()).doesNotContain("hadoop"));
    }
  }

  @Test
  void whereTwoJobsRunThereAreSlotsForBoth() {
    JobSpec second =
        new JobSpec(
            "run-1-beside",
            WorkloadSpec.ruleMatch(42),
            "127.0.0.1:9092",
            Map.of(),
            Map.of(JobSpec.INPUT, "other-records"),
            Map.of(JobSpec.OUTPUT, "other-matches"),
            8,
            1);
    for (String profile : List.of("quick", "stock")) {
      EngineSpec spec = spec(profile, Guarantee.EXACTLY_ONCE, "", NONE, NONE);
      int alone =
          Integer.parseInt(
              plan(spec).plan().settings().getOrDefault("taskmanager.numberOfTaskSlots", "0"));
      Subject both = engine.configure(spec, job.with(List.of(second)), new Paper());
      assertThat(both.plan().settings())
          .containsEntry("taskmanager.numberOfTaskSlots", Integer.toString(2 * alone))
          .containsEntry("taskmanager.load-balance.mode", "SLOTS");
      assertThat(both.notes()).anyMatch(note -> note.startsWith("two jobs run on these"));
      assertThat(new FlinkSettings(spec, job.with(List.of(second))).slotsNeeded())
          .isEqualTo(2 * new FlinkSettings(spec).slotsNeeded());
    }
  }

  @Test
  void anHdfsIsAPartAndEveryProcessOfFlinkIsAClientOfIt() {
    EngineSpec spec =
        with(Map.of("checkpoints", "hdfs", "datanodes", "3", "hdfs-replication", "2"));

    assertThat(engine.configure(spec, job, new Paper()).parts())
        .singleElement()
        .satisfies(part -> assertThat(part.processes()).hasSize(4));
    Subject plan = plan(spec);
    assertThat(plan.plan().settings())
        .containsEntry("execution.checkpointing.dir", "hdfs://127.0.0.1:6123/checkpoints")
        .containsEntry("flink.hadoop.dfs.replication", "2");
    assertThat(plan.processes())
        .allSatisfy(p -> assertThat(java(p).classPath()).containsAll(HdfsPart.CLIENT_JARS));
    assertThat(engine.declaration().support().roles()).contains("namenode", "datanode");
  }

  @Test
  void severalJobManagersHavePortsOfTheirOwnAndAZooKeeper() {
    EngineSpec spec = with(Map.of("jobmanagers", "2", "checkpoints", "hdfs"));

    assertThat(engine.configure(spec, job, new Paper()).parts())
        .extracting(Part::name)
        .containsExactly("HDFS", "ZooKeeper");
    Subject plan = plan(spec);
    assertThat(plan.processes())
        .filteredOn(process -> process.role().equals(FlinkEngine.JOB_MANAGER))
        .extracting(ProcessSpec::node)
        .containsExactly("jobmanager-1", "jobmanager-2");
    assertThat(plan.processes().get(0).files().get("conf/config.yaml"))
        .contains("rest.port: \"8081\"", "high-availability.jobmanager.port: \"6123\"");
    assertThat(plan.processes().get(1).files().get("conf/config.yaml"))
        .contains(
            "rest.port: \"8082\"",
            "high-availability.jobmanager.port: \"6124\"",
            "blob.server.port: \"6125\"");
    assertThat(plan.plan().settings())
        .containsEntry("high-availability.type", "zookeeper")
        .containsEntry("high-availability.zookeeper.quorum", "127.0.0.1:2181")
        .containsEntry("high-availability.cluster-id", "/run-1")
        .containsEntry("high-availability.storageDir", "hdfs://127.0.0.1:6123/ha")
        .containsEntry("high-availability.zookeeper.client.session-timeout", "3s");
    assertThat(plan.notes()).anyMatch(note -> note.startsWith("2 JobManagers, one of which leads"));
  }

  @Test
  void withStockADeadLeaderIsMissedAsFlinkDoes() {
    Subject plan =
        plan(spec("stock", Guarantee.EXACTLY_ONCE, "", Map.of("jobmanagers", "2"), NONE));

    assertThat(plan.plan().settings())
        .containsEntry("high-availability.storageDir", "file://${shared}/ha")
        .doesNotContainKey("high-availability.zookeeper.client.session-timeout");
    assertThat(plan.notes()).anyMatch(note -> note.contains("after 60 s"));
  }

  @Test
  void tunedMissesASilentMemberAsAllEnginesDoAndHasNothingOfRebounds() {
    Subject tuned =
        plan(spec("tuned", Guarantee.EXACTLY_ONCE, "", Map.of("jobmanagers", "2"), NONE));
    Subject stock =
        plan(spec("stock", Guarantee.EXACTLY_ONCE, "", Map.of("jobmanagers", "2"), NONE));

    assertThat(tuned.plan().settings())
        .containsEntry("heartbeat.timeout", "6s")
        .containsEntry("high-availability.zookeeper.client.session-timeout", "6s")
        .containsEntry(
            "taskmanager.numberOfTaskSlots",
            stock.plan().settings().get("taskmanager.numberOfTaskSlots"))
        .doesNotContainKey("classloader.resolve-order");
    assertThat(tuned.noticesWithin()).isEqualTo(Duration.ofSeconds(6));
    assertThat(java(tuned.processes().get(0)).classPath())
        .isEqualTo(java(stock.processes().get(0)).classPath());
  }

  @Test
  void checkpointsElsewhereHaveAFolderOfTheRunAndStayThere() {
    Subject there = plan(with(Map.of("checkpoints", "hdfs://names:8020/flink/")));
    assertThat(there.plan().settings())
        .containsEntry(
            "execution.checkpointing.dir", "hdfs://names:8020/flink/rebound-run-1/checkpoints");
    assertThat(java(there.processes().get(0)).classPath()).containsAll(HdfsPart.CLIENT_JARS);
    assertThat(there.notes())
        .anyMatch(
            note -> note.startsWith("checkpoints lie in hdfs://names:8020/flink/rebound-run-1"));
    Subject mounted = plan(with(Map.of("checkpoints", "file:///mnt/disk")));
    assertThat(mounted.plan().settings())
        .containsEntry("execution.checkpointing.dir", "file:///mnt/disk/rebound-run-1/checkpoints");
    assertThat(java(mounted.processes().get(0)).classPath().toString()).doesNotContain("hadoop");
  }

  @Test
  void aPortThatTheUserNamesIsWhereTheLabLooks() {
    EngineSpec spec =
        spec(
            "quick",
            Guarantee.EXACTLY_ONCE,
            "memory",
            NONE,
            Map.of("rest.port", "18081", "blob.server.port", "16124"));
    assertThat(plan(spec).processes().get(0).readiness())
        .isEqualTo(new ProcessSpec.Readiness.Http("rest", "/overview"));
    assertThat(plan(spec).plan().settings())
        .containsEntry("rest.port", "18081")
        .containsEntry("blob.server.port", "16124");
  }

  @Test
  void settingsOfTheJobsKafkaClientsGoToTheJobAndNotToFlink() {
    EngineSpec spec =
        spec("quick", Guarantee.NONE, "memory", NONE, Map.of("producer.linger.ms", "1500"));
    Subject plan = plan(spec);
    assertThat(plan.plan().settings()).doesNotContainKey("producer.linger.ms");
    assertThat(plan.notes()).contains("the job's Kafka clients: producer.linger.ms = 1500");
    assertThat(new FlinkSettings(spec).jobArguments(job, "group"))
        .contains("--producer.linger.ms=1500");
  }

  @Test
  void aRangeOfPortsIsRefusedSinceTheLabMustKnowWhereToLook() {
    EngineSpec spec =
        spec("quick", Guarantee.EXACTLY_ONCE, "memory", NONE, Map.of("rest.port", "8081-8090"));
    assertThatThrownBy(() -> plan(spec))
        .isInstanceOf(ReboundException.class)
        .hasMessage("engine.config.rest.port: '8081-8090' is not one port");
  }

  private static Program.Java java(ProcessSpec process) {
    return (Program.Java) process.program();
  }

  /** The JVM options of a worker. */
  private List<String> jvmOptions(EngineSpec spec) {
    return java(plan(spec).processes().get(2)).jvmOptions();
  }

  private String golden(Subject plan) {
    StringBuilder text = new StringBuilder();
    for (ProcessSpec process : plan.processes()) {
      text.append("== ").append(process.node()).append(" (").append(process.role()).append(")\n");
      text.append(java(process).mainClass()).append(' ');
      text.append(String.join(" ", java(process).arguments())).append('\n');
    }
    text.append("== conf/config.yaml of worker-1\n");
    text.append(plan.processes().get(1).files().get("conf/config.yaml"));
    text.append("== arguments of the job\n");
    new FlinkSettings(plan.spec())
        .jobArguments(job, job.group())
        .forEach(argument -> text.append(argument).append('\n'));
    text.append("== notes\n");
    plan.notes().forEach(note -> text.append(note).append('\n'));
    return text.toString();
  }

  private void matches(Subject plan, String name) throws IOException {
    Path file =
        Path.of(System.getProperty("rebound.home", ".."))
            .resolve("engines/src/test/resources/dev/rebound/engine/flink")
            .resolve(name);
    String text = golden(plan);
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file, StandardCharsets.UTF_8));
  }

  @Test
  void theQuickPlanIsAsItWas() throws IOException {
    matches(plan(spec("quick", Guarantee.EXACTLY_ONCE, "rocksdb", NONE, NONE)), "plan-quick.txt");
  }

  @Test
  void theStockPlanIsAsItWas() throws IOException {
    matches(plan(spec("stock", Guarantee.AT_LEAST_ONCE, "", NONE, NONE)), "plan-stock.txt");
  }

  @Test
  void theExperimentsConfigWinsOnTheClusterAndInTheJob() {
    Subject plan =
        plan(
            spec(
                "quick",
                Guarantee.EXACTLY_ONCE,
                "",
                NONE,
                Map.of("heartbeat.timeout", "9s", "execution.checkpointing.interval", "7s")));

    assertThat(plan.plan().settings())
        .containsEntry("heartbeat.timeout", "9s")
        .containsEntry("execution.checkpointing.interval", "7s");
    assertThat(golden(plan))
        .contains("heartbeat.timeout: \"9s\"")
        .contains("--engine.execution.checkpointing.interval=7s");
  }

  @Test
  void whatTheFileSaysOfCheckpointsGoesToFlink() {
    Map<String, String> options =
        Map.of(
            "incremental",
            "false",
            "unaligned",
            "true",
            "checkpoint-timeout",
            "1.5m",
            "checkpoints-retained",
            "3",
            "checkpoint-failures-tolerated",
            "7");

    assertThat(
            plan(spec("quick", Guarantee.EXACTLY_ONCE, "rocksdb", options, NONE)).plan().settings())
        .containsEntry("execution.checkpointing.incremental", "false")
        .containsEntry("execution.checkpointing.unaligned.enabled", "true")
        .containsEntry("execution.state-recovery.from-local", "false")
        .containsEntry("execution.checkpointing.timeout", "90000ms")
        .containsEntry("execution.checkpointing.num-retained", "3")
        .containsEntry("execution.checkpointing.tolerable-failed-checkpoints", "7");
  }

  @Test
  void withoutCheckpointsConsumersCommit() {
    Map<String, String> off = Map.of("checkpointing", "false");
    Subject plan = plan(spec("stock", Guarantee.NONE, "", off, NONE));

    assertThat(plan.plan().settings()).doesNotContainKey("execution.checkpointing.interval");
    assertThat(golden(plan)).contains("--checkpointing=false", "--guarantee=none");
    assertThat(plan.notes())
        .anyMatch(
            note ->
                note.startsWith("no checkpoints: after a failure")
                    && note.contains("every 2000 ms")
                    && note.contains("has failed for good"))
        .noneMatch(note -> note.contains("checkpoints without aligned"));
    assertThat(plan(spec("quick", Guarantee.NONE, "", off, NONE)).notes())
        .noneMatch(note -> note.contains("for good"));
  }

  @Test
  void eachLifeOfATaskManagerHasANameThatLeadsBackToItsNode() {
    ProcessSpec worker = plan(spec("quick", Guarantee.NONE, "", NONE, NONE)).processes().get(2);

    assertThat(java(worker).arguments()).contains("taskmanager.resource-id=${identity}");
    assertThat(java(worker).jvmOptions())
        .contains("-Drebound.node=2", "-Drebound.incarnation=${incarnation}", "-Dextra=1")
        .contains("-Dpekko.remote.classic.startup-timeout=60s");
    assertThat(FlinkEngine.node("worker-2")).isEqualTo("worker-2");
    assertThat(FlinkEngine.node("worker-2-i17")).isEqualTo("worker-2");
  }

  @Test
  void theCollectorThatTheExperimentChoosesIsTheOnlyOne() {
    EngineSpec spec = spec("quick", Guarantee.NONE, "", NONE, NONE, "-XX:+UseParallelGC");

    assertThat(jvmOptions(spec))
        .contains("-XX:+UseParallelGC", "-XX:+ExitOnOutOfMemoryError")
        .doesNotContain("-XX:+UseG1GC", "-XX:+UseSerialGC");
    assertThat(jvmOptions(spec("quick", Guarantee.NONE, "", NONE, NONE)))
        .contains("-XX:+UseSerialGC")
        .doesNotContain("-XX:+UseG1GC");
    assertThat(jvmOptions(spec("stock", Guarantee.NONE, "", NONE, NONE))).contains("-XX:+UseG1GC");
  }

  @Test
  void aSpareIsAnExtraTaskManagerAndSaidToBeOne() {
    Subject plan = plan(spec("quick", Guarantee.NONE, "", NONE, NONE));

    assertThat(plan.processes().stream().map(ProcessSpec::node))
        .containsExactly("jobmanager", "worker-1", "worker-2", "spare-1");
    assertThat(plan.notes()).anyMatch(note -> note.startsWith("spare-1 is an extra TaskManager"));
  }

  @Test
  void anUnknownVersionIsRefused() {
    assertThatThrownBy(() -> FlinkEngine.version("1.17.2"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("1.17.2");
  }
}
