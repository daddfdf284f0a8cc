package dev.rebound.engine.kafkastreams;

import dev.rebound.engine.adapter.VersionRange;
import java.util.List;
import java.util.Map;

/**
 * A version of Kafka Streams, as far as the adapter must know it, read from {@code versions.yaml}
 * beside this class, so that a new version is data and not code.
 *
 * @param classPath Maven coordinates of a worker, without the job jar
 * @param jvm options that every worker needs
 * @param ready text of a log that says that the worker takes part
 * @param rebalanceSeen texts of a log that say that this worker was told of a rebalance
 * @param assigned end of a log line after which a thread's newly assigned tasks are listed
 * @param assignedTasks start of the line that lists its active ones in brackets
 * @param droppedLate text of a log that says that a record was dropped because it came late
 * @param complaints texts of a log that a reader of the run must hear of, with their meaning
 */
record StreamsVersion(
    String version,
    List<String> classPath,
    List<String> jvm,
    String ready,
    List<String> rebalanceSeen,
    String assigned,
    String assignedTasks,
    String droppedLate,
    Map<String, String> complaints) {

  /**
   * Finds the range that holds {@code version}; {@link dev.rebound.base.ReboundException} if none.
   */
  static StreamsVersion of(String version) {
    VersionRange range =
        VersionRange.of(
            StreamsVersion.class,
            "kafka-streams",
            version,
            "Name a version from 4.0 on, for example 4.3.1.");
    return new StreamsVersion(
        version,
        range.coordinates("classPath"),
        range.texts("jvm"),
        range.text("ready"),
        range.texts("rebalanceSeen"),
        range.text("assigned"),
        range.text("assignedTasks"),
        range.text("droppedLate"),
        range.pairs("complaints"));
  }
}
