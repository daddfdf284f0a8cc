package dev.rebound.job.kafkastreams;

import dev.rebound.workload.JobOptions;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.Workload;
import java.util.Map;
import org.apache.kafka.streams.Topology;

/** The pipelines by the name of the workload that each computes. */
final class Topologies {
  private static final Map<String, PipelineMaker> BY_WORKLOAD =
      Map.of(
          "rule-match", Topologies::rules,
          "log-match", Topologies::rules,
          "grouping", Topologies::rules,
          "sessions", Topologies::rules,
          "grep", Topologies::grep,
          "fixed-window", Topologies::windows,
          "session-window", Topologies::windows);

  private Topologies() {}

  /** Makes a pipeline. */
  @FunctionalInterface
  private interface PipelineMaker {
    Topology build(Workload workload, JobOptions options, int partitions);
  }

  /**
   * The pipeline of a workload. Throws {@link IllegalArgumentException} if this job has none.
   *
   * @param partitions of the input topic
   */
  static Topology of(Workload workload, JobOptions options, int partitions) {
    PipelineMaker pipeline = BY_WORKLOAD.get(workload.spec().pipeline());
    if (pipeline == null) {
      throw options.notComputed(BY_WORKLOAD.keySet());
    }
    return pipeline.build(workload, options, partitions);
  }

  private static Topology rules(Workload workload, JobOptions options, int partitions) {
    return new RuleMatchTopology(workload, options, partitions).build();
  }

  private static Topology windows(Workload workload, JobOptions options, int partitions) {
    return new WindowTopology(VisitWindows.of(workload.spec()), options, partitions).build();
  }

  private static Topology grep(Workload workload, JobOptions options, int partitions) {
    return new GrepTopology(workload, options.text("input"), options.text("output")).build();
  }
}
