package dev.rebound.lab.engine;

import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A job to run: the workload and the topics it reads and writes.
 *
 * @param runId unique; part of transactional ids
 * @param group the consumer group that the subject joins; its application's id, where that is one
 * @param bootstrap of the Kafka cluster, as the processes see it that are told of this
 * @param client settings of every Kafka client, unchanged
 * @param inputs named inputs to topics; {@code records}, and {@code joined} where there are two
 * @param outputs named outputs to topics; {@code matches}, and {@code matches-2} and so on where
 *     there are several
 * @param partitions of each output topic, of repartition topics, and of all inputs together
 * @param replication of topics that the engine makes
 * @param generated how many records its own source makes, in place of reading them; 0 where it
 *     reads
 * @param beside other jobs that the same cluster is to have room for, see {@link Cluster#also}
 */
@RecordBuilder
public record JobSpec(
    String runId,
    String group,
    WorkloadSpec workload,
    String bootstrap,
    Map<String, String> client,
    Map<String, String> inputs,
    Map<String, String> outputs,
    int partitions,
    int replication,
    long generated,
    List<JobSpec> beside) {

  public static final String INPUT = "records";
  public static final String SECOND_INPUT = "joined";
  public static final String OUTPUT = "matches";

  /** One that has its cluster to itself, and a group of its own. */
  public JobSpec(
      String runId,
      WorkloadSpec workload,
      String bootstrap,
      Map<String, String> client,
      Map<String, String> inputs,
      Map<String, String> outputs,
      int partitions,
      int replication) {
    this(
        runId,
        group(runId),
        workload,
        bootstrap,
        client,
        inputs,
        outputs,
        partitions,
        replication,
        0,
        List.of());
  }

  private static String group(String runId) {
    return "rebound-" + runId;
  }

  /** The same with other jobs beside it. */
  public JobSpec with(List<JobSpec> others) {
    return JobSpecBuilder.builder(this).beside(others).build();
  }

  /** The same in a group of this name; in one of its own if that is empty. */
  public JobSpec in(String name) {
    return JobSpecBuilder.builder(this).group(name.isEmpty() ? group(runId) : name).build();
  }

  /** The same, whose own source makes so many records. */
  public JobSpec making(long records) {
    return JobSpecBuilder.builder(this).generated(records).build();
  }

  /** Every job of the cluster, this one first. */
  public List<JobSpec> jobs() {
    return Stream.concat(Stream.of(this), beside.stream()).toList();
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

  /** The second input topic; empty if there is none. */
  public String secondInput() {
    return inputs.getOrDefault(SECOND_INPUT, "");
  }

  /** All input topics. */
  public TopicLanes inputLanes() {
    List<String> topics = new ArrayList<>(List.of(input()));
    if (!secondInput().isEmpty()) {
      topics.add(secondInput());
    }
    return new TopicLanes(List.copyOf(topics), partitions);
  }

  /** The output topic; the first one where there are several. */
  public String output() {
    return outputs.getOrDefault(OUTPUT, "");
  }

  /** All output topics; each has {@link #partitions}. */
  public TopicLanes outputLanes() {
    List<String> topics = new ArrayList<>(List.of(output()));
    for (int i = 1; outputs.containsKey(output(i)); i++) {
      topics.add(outputs.getOrDefault(output(i), ""));
    }
    return new TopicLanes(List.copyOf(topics), partitions * topics.size());
  }

  /** The name of the output of a number, from 0. */
  public static String output(int number) {
    return number == 0 ? OUTPUT : OUTPUT + "-" + (number + 1);
  }
}
