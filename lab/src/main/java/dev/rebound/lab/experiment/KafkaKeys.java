package dev.rebound.lab.experiment;

import dev.rebound.oracle.records.Records;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks that the keys of {@code kafka} go together, and with what the rest of the file says. */
final class KafkaKeys {
  /** Broker settings that say who the brokers are and where they listen; the lab works them out. */
  private static final Set<String> BROKER_PLACES =
      Set.of(
          "advertised.listeners",
          "controller.listener.names",
          "controller.quorum.voters",
          "listeners",
          "log.dir",
          "log.dirs",
          "node.id",
          "port",
          "process.roles");

  static final String SCHEMA_REGISTRY = "schema-registry";
  static final String PORT = "port";
  private static final String REGISTRY_ADDRESS = "https?://[^\\s/?#]+(/[^\\s?#]*)?";

  static final String TOPIC_CONFIG = "topic-config";

  /** Settings of topics that times or other keys depend on. */
  private static final Map<String, String> TOPIC_PLACES =
      Map.of(
          "message.timestamp.type", "times are those at which brokers took records in: remove it",
          "min.insync.replicas", "write kafka.min-insync-replicas");

  private final Values values;
  private final Values kafka;

  KafkaKeys(Values values) {
    this.values = values;
    this.kafka = values.section("kafka");
  }

  /** What the section says. */
  static KafkaSpec spec(Values kafka) {
    return kafka.as(KafkaSpec.class, Map.of("topicConfig", topicConfig(kafka)));
  }

  private static Map<String, String> topicConfig(Values kafka) {
    return kafka.has(TOPIC_CONFIG) ? kafka.settings(TOPIC_CONFIG) : Map.of();
  }

  void check() {
    long brokers = kafka.number("brokers");
    boolean ours = kafka.text("bootstrap").isEmpty();
    if (ours && brokers == 0) {
      kafka.wrong(
          "brokers",
          "no brokers to start and no bootstrap",
          "Write brokers: 1, or give the bootstrap address of a cluster that exists.");
    }
    if (!ours && brokers > 0) {
      kafka.wrong(
          "brokers",
          "brokers are not started when bootstrap names a cluster that exists",
          "Remove brokers or bootstrap.");
    }
    if (ours && brokers > 0 && kafka.number("replication") > brokers) {
      kafka.wrong(
          "replication",
          "replication %s needs as many brokers; there %s"
              .formatted(kafka.number("replication"), brokers == 1 ? "is 1" : "are " + brokers),
          "Write replication: " + brokers + " or less, or start more brokers.");
    }
    if (kafka.number("min-insync-replicas") > kafka.number("replication")) {
      kafka.wrong(
          "min-insync-replicas",
          "min-insync-replicas %s is more than replication %s"
              .formatted(kafka.number("min-insync-replicas"), kafka.number("replication")),
          "Nothing could be written: lower it to " + kafka.number("replication") + " or less.");
    }
    port(ours);
    topicConfig();
    topics(ours);
    registry();
    for (String key : new TreeSet<>(kafka.settings("config").keySet())) {
      if (ours && BROKER_PLACES.contains(key)) {
        kafka.wrong(
            "config",
            "kafka.config cannot set " + key + ", which Rebound works out for each broker",
            "Remove it; for a program that has its address in its code, write kafka.port: 9092; to"
                + " use brokers that you started yourself, write kafka.bootstrap.");
      }
    }
  }

  private void topicConfig() {
    for (String key : new TreeSet<>(topicConfig(kafka).keySet())) {
      String why = TOPIC_PLACES.get(key);
      if (why != null) {
        kafka.wrong(TOPIC_CONFIG, "kafka.topic-config cannot set " + key, "Instead: " + why + ".");
      }
    }
  }

  /** A port by name is that of one broker. */
  private void port(boolean ours) {
    if (!kafka.has(PORT)) {
      return;
    }
    if (!ours) {
      kafka.wrong(
          PORT,
          "kafka.port is of a broker that the run starts, and bootstrap names a cluster that"
              + " exists",
          "Remove port or bootstrap.");
    } else if (kafka.number("brokers") > 1) {
      kafka.wrong(
          PORT,
          "kafka.port is of one broker, and there are " + kafka.number("brokers"),
          "Write brokers: 1, or remove port.");
    }
  }

  /** What it is told is not repeated where it may hold a password. */
  private void registry() {
    String address = kafka.text(SCHEMA_REGISTRY);
    if (address.isEmpty()) {
      return;
    }
    if (!hasSchema(values.section("workload"))) {
      kafka.wrong(
          SCHEMA_REGISTRY,
          "kafka.schema-registry names a registry, and no records have a schema",
          "Remove it, or add workload: { name: records, schema: order.avsc, … }.");
    } else if (address.contains("@")) {
      kafka.wrong(
          SCHEMA_REGISTRY,
          "kafka.schema-registry has a user in it, and what a file says is kept with the run",
          "Write the address alone, and set "
              + KafkaSpec.REGISTRY_USER
              + "=USER:PASSWORD in the environment that Rebound is started in.");
    } else if (!address.matches(REGISTRY_ADDRESS)) {
      kafka.wrong(
          SCHEMA_REGISTRY,
          "kafka.schema-registry: '" + address + "' is no address of a registry",
          "Write it as http://localhost:8081, with the path that it serves Confluent's interface"
              + " at.");
    }
  }

  /** Topics by name are made for the run, and hold nothing else. */
  private void topics(boolean ours) {
    String input = kafka.text("input");
    String output = kafka.text("output");
    for (String key : List.of("input", "second-input", "output", "group")) {
      String what = key.equals("group") ? "group" : "topic";
      if (kafka.text(key).isEmpty()) {
        continue;
      }
      if (!ours) {
        kafka.wrong(
            key,
            ("kafka.%s names a %s, and bootstrap a cluster that exists: what lies there is"
                    + " not touched")
                .formatted(key, what),
            ("Remove %s, or let the run start brokers of its own (with port: 9092 where the"
                    + " program has its address in its code).")
                .formatted(key));
      } else if (values.has("beside")) {
        kafka.wrong(
            key,
            "kafka.%s names one %s, and there is a job beside with one of its own"
                .formatted(key, what),
            "Remove " + key + " or beside.");
      }
    }
    OutputKeys.checkNames(values, ours);
    Values engine = values.section("engine");
    if (engine.has(EngineSection.TOPIC)) {
      topicOfService(engine, ours);
    }
    if (!kafka.text("group").isEmpty()
        && !engine.has(ProgramJar.KEY)
        && !engine.has(OwnProgram.RUN)) {
      kafka.wrong(
          "group",
          "kafka.group is for a program of your own, and there is neither engine.jar nor run",
          "Remove group.");
    }
    String second = kafka.text("second-input");
    if (!output.isEmpty() && (output.equals(input) || output.equals(second))) {
      kafka.wrong(
          "output",
          "kafka.output is the input topic, so that outputs would be read as inputs",
          "Write another name.");
    }
    if (!second.isEmpty() && second.equals(input)) {
      kafka.wrong(
          "second-input", "kafka.second-input is the first one's topic", "Write another name.");
    }
    WorkloadKind workload = Workloads.kind(values.section("workload").text("name"));
    if (!second.isEmpty() && workload.inputTopics() < 2) {
      String reading =
          Workloads.kinds().stream()
              .filter(kind -> kind.inputTopics() > 1)
              .map(WorkloadKind::name)
              .collect(Collectors.joining(" or "));
      kafka.wrong(
          "second-input",
          "kafka.second-input names a second input topic, and " + workload.name() + " has one",
          "Remove it, or write workload: { name: " + reading + ", … }.");
    }
  }

  /** A service's topic is the run's output topic, by a name of its own or by the run's. */
  private void topicOfService(Values engine, boolean ours) {
    String name = engine.text(EngineSection.TOPIC);
    if (name.equals(EngineSection.OWN_TOPIC)) {
      return;
    }
    if (!ours) {
      engine.wrong(
          EngineSection.TOPIC,
          "engine.topic names a topic, and kafka.bootstrap a cluster that exists: what lies there"
              + " is not touched",
          "Write topic: ${REBOUND_OUTPUT}, a topic of the run's own that the service is told by"
              + " that variable.");
    } else if (!kafka.text("output").isEmpty()) {
      engine.wrong(
          EngineSection.TOPIC,
          "engine.topic and kafka.output both name the topic that the service writes",
          "Remove kafka.output.");
    } else if (name.equals(kafka.text("input"))) {
      engine.wrong(
          EngineSection.TOPIC,
          "engine.topic is kafka.input, so that what waits there would be read as done",
          "Write another name.");
    }
  }

  /** True if records are sent in a schema: then there is a registry, too. */
  static boolean hasSchema(Values workload) {
    return workload.find(Records.SCHEMA) instanceof String file && !file.isEmpty();
  }
}
