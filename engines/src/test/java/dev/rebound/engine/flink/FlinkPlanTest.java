package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.platform.Endpoint;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.platform.Program;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlinkPlanTest {
  private static final Map<String, String> NONE = Map.of();

  private final FlinkEngine engine = new FlinkEngine();

  /** Addresses that are always the same; starts nothing. */
  private static final class Paper implements Platform {
    private final Map<String, Endpoint> named = new HashMap<>();

    @Override
    public Endpoint reserve(String node, String port) {
      if (named.containsKey(port)) {
        return named.get(port);
      }
      int number =
          switch (port) {
            case "rest" -> 8081;
            case "rpc" -> 6123;
            default -> 6124;
          };
      return Endpoint.of(new Address("127.0.0.1", number));
    }

    @Override
    public Endpoint reserve(String node, String port, int number) {
      named.put(port, Endpoint.of(new Address("127.0.0.1", number)));
      return reserve(node, port);
    }

    @Override
    public Node start(ProcessSpec spec) {
      throw new AssertionError("a plan starts nothing");
    }

    @Override
    public List<Node> nodes() {
      return List.of();
    }

    @Override
    public void listen(ProcessListener listener) {}

    @Override
    public void close() {}
  }

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
        List.of(jvm));
  }

  private Plan plan(EngineSpec spec) {
    JobSpec job =
        new JobSpec(
            "run-1",
            WorkloadSpec.ruleMatch(42),
            "127.0.0.1:9092",
            Map.of("security.protocol", "PLAINTEXT"),
            Map.of(JobSpec.INPUT, "records"),
            Map.of(JobSpec.OUTPUT, "matches"),
            8,
            1);
    return engine.plan(spec, job, new Paper());
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
    assertThat(plan(spec).settings())
        .containsEntry("rest.port", "18081")
        .containsEntry("blob.server.port", "16124");
  }

  @Test
  void settingsOfTheJobsKafkaClientsGoToTheJobAndNotToFlink() {
    EngineSpec spec =
        spec("quick", Guarantee.NONE, "memory", NONE, Map.of("producer.linger.ms", "1500"));
    Plan plan = plan(spec);
    assertThat(plan.settings()).doesNotContainKey("producer.linger.ms");
    assertThat(plan.notes()).contains("the job's Kafka clients: producer.linger.ms = 1500");
    assertThat(new FlinkSettings(spec).jobArguments(plan.job(), "group"))
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

  /** Of a worker. */
  private List<String> jvmOptions(EngineSpec spec) {
    return java(plan(spec).processes().get(2)).jvmOptions();
  }

  private static String golden(Plan plan) {
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
        .jobArguments(plan.job(), FlinkEngine.group(plan.job()))
        .forEach(argument -> text.append(argument).append('\n'));
    text.append("== notes\n");
    plan.notes().forEach(note -> text.append(note).append('\n'));
    return text.toString();
  }

  private static void matches(Plan plan, String name) throws IOException {
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
    Plan plan =
        plan(
            spec(
                "quick",
                Guarantee.EXACTLY_ONCE,
                "",
                NONE,
                Map.of("heartbeat.timeout", "9s", "execution.checkpointing.interval", "7s")));

    assertThat(plan.settings())
        .containsEntry("heartbeat.timeout", "9s")
        .containsEntry("execution.checkpointing.interval", "7s");
    assertThat(golden(plan))
        .contains("heartbeat.timeout: \"9s\"")
        .contains("--engine.execution.checkpointing.interval=7s");
  }

  @Test
  void eachLifeOfATaskManagerHasANameThatLeadsBackToItsNode() {
    ProcessSpec worker = plan(spec("quick", Guarantee.NONE, "", NONE, NONE)).processes().get(2);

    assertThat(java(worker).arguments())
        .contains("taskmanager.resource-id=worker-2_${incarnation}");
    assertThat(java(worker).jvmOptions())
        .contains("-Drebound.node=2", "-Drebound.incarnation=${incarnation}", "-Dextra=1");
    assertThat(FlinkEngine.node("worker-2_17")).isEqualTo("worker-2");
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
    Plan plan = plan(spec("quick", Guarantee.NONE, "", NONE, NONE));

    assertThat(plan.processes().stream().map(ProcessSpec::node))
        .containsExactly("jobmanager", "worker-1", "worker-2", "spare-1");
    assertThat(plan.notes()).anyMatch(note -> note.startsWith("spare-1 is an extra TaskManager"));
  }

  @Test
  void anUnknownOptionIsRefused() {
    assertThatThrownBy(() -> plan(spec("quick", Guarantee.NONE, "", Map.of("protocol", "x"), NONE)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("engine.protocol");
  }

  @Test
  void aTransactionTimeoutBelowTheCommitIntervalIsRefused() {
    assertThatThrownBy(
            () ->
                plan(
                    spec(
                        "quick",
                        Guarantee.EXACTLY_ONCE,
                        "",
                        Map.of("transaction-timeout-ms", "2000"),
                        NONE)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("transaction-timeout-ms");
  }

  @Test
  void anUnknownStateAndAnUnknownVersionAreRefused() {
    assertThatThrownBy(() -> plan(spec("quick", Guarantee.NONE, "forst", NONE, NONE)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("engine.state");
    assertThatThrownBy(() -> FlinkVersion.of("1.18.1"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("1.18.1");
  }
}
