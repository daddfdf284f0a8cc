package dev.rebound.job.storm;

import dev.rebound.workload.GeneratedLane;
import dev.rebound.workload.GeneratedRecord;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.FailedException;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.IPartitionedTridentSpout;
import org.apache.storm.trident.spout.ISpoutPartition;
import org.apache.storm.trident.topology.TransactionAttempt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * Makes batches of records itself, as {@link GeneratedLane} has them. Trident keeps of each batch
 * from which position to which it goes on each lane; one that comes again has the same records.
 */
final class GeneratedBatches
    implements IPartitionedTridentSpout<
        Integer, GeneratedBatches.LanePartition, Map<String, Object>> {
  private static final long serialVersionUID = 1L;

  /** What is kept of a batch: its first position on a lane, and the one after its last. */
  private static final String FROM = "from";

  private static final String UNTIL = "until";

  private static final String MOST = "max.poll.records";
  private static final String MOST_BY_DEFAULT = "500";

  private final Properties workload;
  private final int lanes;
  private final long records;
  private final int most;

  /** A lane, as Trident has it. */
  record LanePartition(int lane) implements ISpoutPartition {
    @Override
    public String getId() {
      return Integer.toString(lane);
    }
  }

  /**
   * @param lanes as the input topic has partitions
   */
  GeneratedBatches(JobOptions options, int lanes) {
    this.workload = options.workload().toProperties();
    this.lanes = lanes;
    this.records = options.generated();
    this.most = Integer.parseInt(options.under("consumer.").getOrDefault(MOST, MOST_BY_DEFAULT));
  }

  @Override
  public Coordinator<Integer> getCoordinator(
      Map<String, Object> settings, TopologyContext context) {
    int all = lanes;
    return new Coordinator<>() {
      @Override
      public Integer getPartitionsForBatch() {
        return all;
      }

      @Override
      public boolean isReady(long transaction) {
        return true;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public Emitter<Integer, LanePartition, Map<String, Object>> getEmitter(
      Map<String, Object> settings, TopologyContext context) {
    return new Making(
        Workloads.create(WorkloadSpec.fromProperties(workload)), context.getThisTaskId());
  }

  @Override
  public @Nullable Map<String, Object> getComponentConfiguration() {
    return null;
  }

  @Override
  public Fields getOutputFields() {
    return RecordTuple.FIELDS;
  }

  /** Makes batches of the lanes of one task. */
  private final class Making implements Emitter<Integer, LanePartition, Map<String, Object>> {
    private final Workload making;
    private final int task;
    private final GeneratedRecord record = new GeneratedRecord();

    Making(Workload making, int task) {
      this.making = making;
      this.task = task;
    }

    @Override
    public List<LanePartition> getOrderedPartitions(Integer all) {
      return IntStream.range(0, all).mapToObj(LanePartition::new).toList();
    }

    @Override
    public void refreshPartitions(List<LanePartition> mine) {
      EventReporter.witness()
          .holds(task, mine.stream().map(LanePartition::lane).collect(Collectors.toSet()), lanes);
    }

    @Override
    public Map<LanePartition, Map<String, Object>> emitBatchNew(
        TransactionAttempt attempt,
        TridentCollector collector,
        Set<LanePartition> mine,
        Map<LanePartition, Map<String, Object>> last) {
      EventReporter.witness().reads(task);
      Map<LanePartition, Map<String, Object>> emitted = new HashMap<>();
      for (LanePartition partition : mine) {
        GeneratedLane lane = new GeneratedLane(partition.lane(), lanes, records);
        Map<String, Object> before = last.get(partition);
        long from = before == null ? 0 : position(before, UNTIL);
        long until = Math.min(lane.length(), from + most);
        emit(collector, lane, from, until);
        emitted.put(partition, Map.of(FROM, from, UNTIL, until));
      }
      return emitted;
    }

    @Override
    public void reEmitPartitionBatch(
        TransactionAttempt attempt,
        TridentCollector collector,
        LanePartition partition,
        @Nullable Map<String, Object> batch) {
      EventReporter.witness().reads(task);
      if (batch == null) {
        throw new FailedException(
            "nothing is kept of a batch of lane %s, which may have been emitted"
                .formatted(partition.lane()));
      }
      emit(
          collector,
          new GeneratedLane(partition.lane(), lanes, records),
          position(batch, FROM),
          position(batch, UNTIL));
    }

    private void emit(TridentCollector collector, GeneratedLane lane, long from, long until) {
      for (long position = from; position < until; position++) {
        lane.write(making, position, record);
        collector.emit(new Values(lane.lane(), null, record.value(), record.tagOrNull(), position));
      }
    }

    @Override
    public void close() {}
  }

  private static long position(Map<String, Object> batch, String which) {
    return ((Number) batch.getOrDefault(which, 0L)).longValue();
  }
}
