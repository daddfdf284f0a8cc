package dev.rebound.lab.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Port;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Program;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

class BrokerPlanTest {
  private static final Platform ADDRESSES =
      (Platform)
          Proxy.newProxyInstance(
              Platform.class.getClassLoader(),
              new Class<?>[] {Platform.class},
              (proxy, method, args) ->
                  Endpoint.of(
                      args.length == 3
                          ? new Platform.Address("127.0.0.1", (int) args[2])
                          : address(args[0] + "/" + args[1])));

  /** Nodes have a network of their own, and the lab finds them elsewhere. */
  private static final Platform APART =
      (Platform)
          Proxy.newProxyInstance(
              Platform.class.getClassLoader(),
              new Class<?>[] {Platform.class},
              (proxy, method, args) ->
                  new Endpoint(
                      address(args[0] + "/" + args[1]),
                      new Platform.Address(
                          "outside", args[1].equals(Port.of("lab")) ? 9001 : 9000)));

  /** Other nodes find a node elsewhere than it listens; the lab finds it where it does. */
  private static final Platform BETWEEN =
      (Platform)
          Proxy.newProxyInstance(
              Platform.class.getClassLoader(),
              new Class<?>[] {Platform.class},
              (proxy, method, args) -> {
                String port = ((Port) args[1]).name();
                Platform.Address binds = new Platform.Address(port + "-binds", 1);
                return new Endpoint(
                    binds,
                    new Platform.Address(port + "-known", args.length == 3 ? (int) args[2] : 2),
                    binds);
              });

  private static Platform.Address address(String name) {
    return new Platform.Address("127.0.0.1", 7000 + Math.floorMod(name.hashCode(), 1000));
  }

  /** What is said to be theirs is what they are. */
  @Test
  void theLabsClientsAreOfTheDefaultVersion() throws IOException {
    Properties told = new Properties();
    try (InputStream in = Admin.class.getResourceAsStream("/kafka/kafka-version.properties")) {
      told.load(Objects.requireNonNull(in));
    }
    assertThat(told).containsEntry("version", KafkaSpec.DEFAULT_VERSION);
  }

  @Test
  void whatTheProfileAsksOfBrokersIsTold() {
    Map<String, String> asked = Map.of("group.initial.rebalance.delay.ms", "0");
    KafkaPart ours = KafkaPart.planned(spec(1), asked, ADDRESSES);
    assertThat(ours.notes())
        .containsExactly(
            "brokers are set as the profile asks for: {group.initial.rebalance.delay.ms=0}");
    assertThat(ours.processes().get(0).files().get("broker.properties"))
        .contains("group.initial.rebalance.delay.ms=0");
    assertThat(KafkaPart.planned(spec(1).withConfigBelow(asked), asked, ADDRESSES).notes())
        .isEmpty();
    KafkaPart stock = KafkaPart.planned(spec(1), Map.of(), ADDRESSES);
    assertThat(stock.notes()).isEmpty();
    assertThat(stock.processes().get(0).files().get("broker.properties"))
        .doesNotContain("rebalance.delay");
  }

  @Test
  void everyBrokerKnowsEveryControllerAndListensOnLoopback() {
    String voters = BrokerPlan.voters(spec(3), ADDRESSES);
    assertThat(voters.split(","))
        .hasSize(3)
        .allMatch(voter -> voter.matches("[123]@127.0.0.1:\\d+"));
    Map<String, String> settings = BrokerPlan.settings(spec(3), 2, voters, ADDRESSES);
    assertThat(settings)
        .containsEntry("node.id", "2")
        .containsEntry("process.roles", "broker,controller")
        .containsEntry("controller.quorum.voters", voters);
    assertThat(settings.get("listeners"))
        .matches("PLAINTEXT://127.0.0.1:\\d+,CONTROLLER://127.0.0.1:\\d+");
  }

  @Test
  void aPortByNameIsWhereClientsFindTheBroker() {
    KafkaSpec spec =
        new KafkaSpec(
            "4.1.0", 1, "", 9092, 4, 1, 1, Map.of(), Map.of(), Map.of(), List.of(), "in", "", "out",
            "", "");
    assertThat(BrokerPlan.settings(spec, 1, "", ADDRESSES).get("listeners"))
        .startsWith("PLAINTEXT://127.0.0.1:9092,CONTROLLER://");
    assertThat(KafkaCluster.bootstrap(spec.withJvmFirst(List.of("-Xint")), ADDRESSES).inside())
        .isEqualTo("127.0.0.1:9092");
  }

  @Test
  void whereTheLabSeesAnotherAddressItHasAListenerOfItsOwn() {
    Map<String, String> settings = BrokerPlan.settings(spec(1), 1, "", APART);
    assertThat(settings.get("listeners"))
        .matches("PLAINTEXT://127.0.0.1:\\d+,CONTROLLER://127.0.0.1:\\d+,LAB://127.0.0.1:\\d+");
    assertThat(settings.get("advertised.listeners"))
        .matches("PLAINTEXT://127.0.0.1:\\d+,LAB://outside:9001");
    assertThat(settings.get("listener.security.protocol.map")).contains("LAB:PLAINTEXT");
    assertThat(KafkaCluster.bootstrap(spec(2), APART).outside())
        .isEqualTo("outside:9001,outside:9001");
    assertThat(KafkaCluster.bootstrap(spec(2), APART).inside())
        .matches("127.0.0.1:\\d+,127.0.0.1:\\d+");
    assertThat(BrokerPlan.settings(spec(1), 1, "", ADDRESSES))
        .doesNotContainKeys("advertised.listeners", "listener.security.protocol.map");
  }

  @Test
  void whereSomethingStandsBetweenNodesTheyAreToldOfThatAndTheLabIsNot() {
    assertThat(BrokerPlan.voters(spec(2), BETWEEN))
        .isEqualTo("1@controller-known:2,2@controller-known:2");
    assertThat(BrokerPlan.settings(spec(1), 1, "", BETWEEN))
        .containsEntry(
            "listeners",
            "PLAINTEXT://client-binds:1,CONTROLLER://controller-binds:1,LAB://lab-binds:1")
        .containsEntry(
            "advertised.listeners",
            "PLAINTEXT://client-known:2,CONTROLLER://controller-known:2,LAB://lab-binds:1");
    assertThat(KafkaCluster.bootstrap(spec(1), BETWEEN))
        .isEqualTo(new KafkaCluster.Bootstrap("client-known:2", "lab-binds:1"));
    KafkaSpec old = KafkaSpec.started("3.8.1", 1, 50);
    assertThat(BrokerPlan.settings(old, 1, "", BETWEEN).get("advertised.listeners"))
        .as("it refuses to start with the address of a controller")
        .isEqualTo("PLAINTEXT://client-known:2,LAB://lab-binds:1");
  }

  @Test
  void aPortByNameIsTheOneThatProgramsFindTheBrokerAt() {
    KafkaSpec named =
        new KafkaSpec(
            "4.1.0", 1, "", 9092, 4, 1, 1, Map.of(), Map.of(), Map.of(), List.of(), "in", "", "out",
            "", "");
    assertThat(KafkaCluster.bootstrap(named, BETWEEN).inside()).isEqualTo("client-known:9092");
    assertThat(BrokerPlan.settings(named, 1, "", BETWEEN).get("listeners"))
        .startsWith("PLAINTEXT://client-binds:1,");
  }

  @Test
  void internalTopicsHaveAsManyCopiesAsBrokersAllow() {
    assertThat(BrokerPlan.settings(spec(1), 1, "", ADDRESSES))
        .containsEntry("offsets.topic.replication.factor", "1")
        .containsEntry("transaction.state.log.min.isr", "1");
    assertThat(BrokerPlan.settings(spec(5), 1, "", ADDRESSES))
        .containsEntry("offsets.topic.replication.factor", "3")
        .containsEntry("transaction.state.log.min.isr", "2");
  }

  @Test
  void aBrokerIsUpWhenItsClientAddressAnswers() {
    Map<String, String> settings = BrokerPlan.settings(spec(1), 1, "", ADDRESSES);
    ProcessSpec process = BrokerPlan.process(spec(1), 1, "id", settings, ADDRESSES);
    assertThat(process.role()).isEqualTo("broker");
    assertThat(process.readiness()).isInstanceOf(ProcessSpec.Readiness.TcpPort.class);
    assertThat(process.files().get("broker.properties")).contains("node.id=1");
    assertThat(process.owner()).isEqualTo(Owner.SUPPORT);
    assertThat(java(process).classPath()).contains("org.apache.kafka:kafka_2.13:4.1.0");
  }

  @Test
  void jvmOptionsOfTheExperimentComeLastAndMayChooseTheCollector() {
    KafkaSpec spec =
        KafkaSpec.started("4.1.0", 1, 4).withJvmFirst(List.of("-XX:TieredStopAtLevel=4"));
    ProcessSpec first =
        BrokerPlan.process(
            spec.withJvmFirst(List.of("-XX:TieredStopAtLevel=1")), 1, "id", Map.of(), ADDRESSES);
    assertThat(java(first).jvmOptions())
        .contains("-XX:+UseG1GC")
        .containsSubsequence("-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4");

    KafkaSpec serial = KafkaSpec.started("4.1.0", 1, 4).withJvmFirst(List.of("-XX:+UseSerialGC"));
    assertThat(java(BrokerPlan.process(serial, 1, "id", Map.of(), ADDRESSES)).jvmOptions())
        .contains("-XX:+UseSerialGC")
        .doesNotContain("-XX:+UseG1GC");
  }

  @Test
  void aClusterWhoseLowestSessionTimeoutIsHigherThanTheEnginesIsRefused() {
    Map<String, Long> limits = Map.of("group.min.session.timeout.ms", 3_000L);
    assertThatCode(
            () -> BrokerLimits.require(limits, Map.of("group.min.session.timeout.ms", "3000")))
        .doesNotThrowAnyException();
    assertThatCode(() -> BrokerLimits.require(limits, Map.of())).doesNotThrowAnyException();
    assertThatThrownBy(
            () -> BrokerLimits.require(limits, Map.of("group.min.session.timeout.ms", "6000")))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> {
              assertThat(problem).hasMessageContaining("6000").hasMessageContaining("3000");
              assertThat(problem.remedy()).contains("engine.profile: stock");
            });
  }

  private static Program.Java java(ProcessSpec process) {
    return (Program.Java) process.program();
  }

  private static KafkaSpec spec(int brokers) {
    return KafkaSpec.started("4.1.0", brokers, 50);
  }
}
