package dev.rebound.job.storm;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.MatchFinder;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Emits what a workload finds in a record, each by the rule or address whose state it changes. */
final class FindingBolt extends BaseRichBolt {
  static final String KEY = "key";

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(FindingBolt.class);

  /** What is found in a record. */
  private interface Finder {
    void find(int partition, byte @Nullable [] tag, byte[] value, Consumer<byte[]> found);
  }

  private final Properties workload;
  private final boolean windows;
  private final int partitions;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient OutputCollector collector;

  @SuppressWarnings("NullAway.Init") // prepare sets it
  private transient Finder finder;

  /**
   * @param windows whether visits are looked for, or matches
   * @param partitions of the input topic
   */
  FindingBolt(Properties workload, boolean windows, int partitions) {
    this.workload = workload;
    this.windows = windows;
    this.partitions = partitions;
  }

  @Override
  public void prepare(
      Map<String, Object> settings, TopologyContext context, OutputCollector output) {
    collector = output;
    WorkloadSpec spec = WorkloadSpec.fromProperties(workload);
    if (windows) {
      FixedWindow visits = new FixedWindow(spec);
      finder =
          (partition, tag, value, found) ->
              visits.inputs(
                  tag, value, partition, partitions, visit -> found.accept(visit.encode()));
    } else {
      MatchFinder matches = new MatchFinder(Workloads.create(spec), partitions);
      finder =
          (partition, tag, value, found) ->
              matches.find(value, partition, match -> found.accept(match.encode()));
    }
  }

  /**
   * Bytes that are no record are logged and passed over: a topology that fails only meets them
   * again.
   */
  @Override
  public void execute(Tuple input) {
    int partition = RecordTuple.partition(input);
    byte[] value = RecordTuple.value(input);
    try {
      if (value != null) {
        finder.find(
            partition,
            RecordTuple.tag(input),
            value,
            found -> collector.emit(input, new Values(ByteBuffer.wrap(found).getInt(4), found)));
      }
    } catch (IllegalArgumentException e) {
      LOG.error("passed over a record of partition {}: {}", partition, e.getMessage());
    }
    collector.ack(input);
  }

  @Override
  public void declareOutputFields(OutputFieldsDeclarer declarer) {
    declarer.declare(new Fields(KEY, "found"));
  }
}
