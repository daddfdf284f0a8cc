package dev.rebound.lab.experiment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Kafka cluster of an experiment: brokers to start, or one that exists.
 *
 * @param version of the brokers to start
 * @param brokers number of brokers to start; 0 if {@code bootstrap} is given
 * @param bootstrap address of a cluster that exists, never faulted; empty if brokers are started
 * @param port of the one broker that is started, for clients; 0 for any that is free
 * @param partitions of the input and of the output topic
 * @param replication replication factor of the run's topics
 * @param minInsyncReplicas {@code min.insync.replicas} of the run's topics
 * @param topicConfig settings of the run's input and output topics, unchanged
 * @param config broker settings, unchanged
 * @param client settings of every client (TLS and SASL included), unchanged
 * @param jvm extra JVM options of brokers that are started
 * @param input name of the input topic; empty for one of the run's own
 * @param secondInput name of the second input topic, where there are two; empty for one of the
 *     run's own
 * @param output name of the output topic; empty for one of the run's own
 * @param group name of the consumer group that the subject joins; empty for one of the run's own
 * @param schemaRegistry address of a schema registry that exists, never faulted; empty if one is
 *     started where records have a schema
 */
@RecordBuilder
public record KafkaSpec(
    String version,
    int brokers,
    String bootstrap,
    int port,
    int partitions,
    int replication,
    int minInsyncReplicas,
    Map<String, String> topicConfig,
    Map<String, String> config,
    Map<String, String> client,
    List<String> jvm,
    String input,
    String secondInput,
    String output,
    String group,
    String schemaRegistry) {
  /** Version of the brokers when an experiment names none, and of the clients of the lab. */
  public static final String DEFAULT_VERSION = "4.4.0";

  /** Variable of the environment with user and password for that registry. */
  public static final String REGISTRY_USER = "SCHEMA_REGISTRY_BASIC_AUTH_USER_INFO";

  /** Brokers to start, all else as it is where nobody says anything of it. */
  public static KafkaSpec started(String version, int brokers, int partitions) {
    return new KafkaSpec(
        version,
        brokers,
        "",
        0,
        partitions,
        1,
        1,
        Map.of(),
        Map.of(),
        Map.of(),
        List.of(),
        "",
        "",
        "",
        "",
        "");
  }

  /** The same with JVM options that come before, and so give way to, those that are there. */
  public KafkaSpec withJvmFirst(List<String> options) {
    List<String> all = new ArrayList<>(options);
    all.addAll(jvm);
    return KafkaSpecBuilder.builder(this).jvm(List.copyOf(all)).build();
  }

  /** The same with broker settings that give way to those that are there. */
  public KafkaSpec withConfigBelow(Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>(settings);
    all.putAll(config);
    return KafkaSpecBuilder.builder(this).config(Map.copyOf(all)).build();
  }

  /** True if the run starts brokers of its own. */
  public boolean ours() {
    return bootstrap.isEmpty();
  }
}
