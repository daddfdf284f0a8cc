package dev.rebound.lab.experiment;

import java.util.Map;

/**
 * The Kafka cluster of an experiment: brokers to start, or one that exists.
 *
 * @param version of the brokers to start
 * @param brokers number of brokers to start; 0 if {@code bootstrap} is given
 * @param bootstrap address of a cluster that exists, never faulted; empty if brokers are started
 * @param partitions of the input and of the output topic
 * @param replication replication factor of the run's topics
 * @param minInsyncReplicas {@code min.insync.replicas} of the run's topics
 * @param config broker settings, unchanged
 * @param client settings of every client (TLS and SASL included), unchanged
 */
public record KafkaSpec(
    String version,
    int brokers,
    String bootstrap,
    int partitions,
    int replication,
    int minInsyncReplicas,
    Map<String, String> config,
    Map<String, String> client) {

  /** True if the run starts brokers of its own. */
  public boolean ours() {
    return bootstrap.isEmpty();
  }
}
