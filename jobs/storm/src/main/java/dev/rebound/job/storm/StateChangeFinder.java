package dev.rebound.job.storm;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.nio.ByteBuffer;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.ITuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds in records what changes states: matches, or visits. For use by one thread. */
final class StateChangeFinder {
  /** What is found: the rule or address whose state it changes, and itself. */
  static final Fields FIELDS = new Fields("by", "found");

  private static final Logger LOG = LoggerFactory.getLogger(StateChangeFinder.class);

  /** What is found in a record. */
  private interface Search {
    void find(int partition, byte @Nullable [] tag, byte[] value, Consumer<byte[]> found);
  }

  private final Search search;

  /**
   * @param partitions of the input topic
   */
  StateChangeFinder(Properties workload, int partitions) {
    WorkloadSpec spec = WorkloadSpec.fromProperties(workload);
    if (spec.name().equals("fixed-window")) {
      FixedWindow visits = new FixedWindow(spec);
      search =
          (partition, tag, value, found) ->
              visits.inputs(
                  tag, value, partition, partitions, visit -> found.accept(visit.encode()));
    } else {
      MatchFinder matches = new MatchFinder(Workloads.create(spec), partitions);
      search =
          (partition, tag, value, found) ->
              matches.find(value, partition, match -> found.accept(match.encode()));
    }
  }

  /**
   * Gives what is found in a record. Bytes that are no record are logged and passed over: a
   * topology that fails only meets them again.
   */
  void find(ITuple record, Consumer<Values> found) {
    byte[] value = RecordTuple.value(record);
    if (value == null) {
      return;
    }
    int partition = RecordTuple.partition(record);
    try {
      search.find(
          partition,
          RecordTuple.tag(record),
          value,
          bytes -> found.accept(new Values(ByteBuffer.wrap(bytes).getInt(4), bytes)));
    } catch (IllegalArgumentException e) {
      LOG.error("passed over a record of partition {}: {}", partition, e.getMessage());
    }
  }
}
