package dev.rebound.lab.engine;

import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job to run: the workload and the topics it reads and writes.
 *
 * @param runId unique; part of group, application and transactional ids
 * @param bootstrap of the Kafka cluster, as the run's processes see it
 * @param client settings of every Kafka client, unchanged
 * @param inputs named inputs to topics; {@code records}
 * @param outputs named outputs to topics; {@code matches}
 * @param partitions of each of those topics, and of repartition topics
 * @param replication of topics that the engine makes
 * @param beside another job that the same cluster is to have room for, see {@link Cluster#also};
 *     null if there is none
 */
public record JobSpec(
    String runId,
    WorkloadSpec workload,
    String bootstrap,
    Map<String, String> client,
    Map<String, String> inputs,
    Map<String, String> outputs,
    int partitions,
    int replication,
    @Nullable JobSpec beside) {

  public static final String INPUT = "records";
  public static final String OUTPUT = "matches";

  /** One that has its cluster to itself. */
  public JobSpec(
      String runId,
      WorkloadSpec workload,
      String bootstrap,
      Map<String, String> client,
      Map<String, String> inputs,
      Map<String, String> outputs,
      int partitions,
      int replication) {
    this(runId, workload, bootstrap, client, inputs, outputs, partitions, replication, null);
  }

  /** The same with another job beside it. */
  public JobSpec with(JobSpec second) {
    return new JobSpec(
        runId, workload, bootstrap, client, inputs, outputs, partitions, replication, second);
  }

  /** True if the job shuffles by key, keeps a state per key, and reads it out when asked. */
  public boolean keyed() {
    return Workloads.kind(workload.name()).shape().shuffled();
  }

  /** How much state it holds, about, bytes; 0 where none is padded to a size. */
  public long heldBytes() {
    return Workloads.heldBytes(workload);
  }

  public String input() {
    return inputs.getOrDefault(INPUT, "");
  }

  public String output() {
    return outputs.getOrDefault(OUTPUT, "");
  }
}
