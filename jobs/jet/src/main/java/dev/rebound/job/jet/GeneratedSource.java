package dev.rebound.job.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import dev.rebound.workload.GeneratedLane;
import dev.rebound.workload.GeneratedRecord;
import dev.rebound.workload.JobOptions;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Makes the records within the job, as {@link GeneratedLane} has them, and as if a topic's
 * partition had held those of a lane: no broker has a part in how fast they come. Each processor
 * has lanes of its own; a snapshot holds the position of each, and whoever has the lane afterwards
 * goes on there.
 */
final class GeneratedSource extends AbstractProcessor {
  private final Properties workload;
  private final String topic;
  private final int lanes;
  private final long records;

  private final GeneratedRecord record = new GeneratedRecord();
  private final List<LaneUnderWay> mine = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // init sets it
  private Workload making;

  private @Nullable ConsumerRecord<byte[], byte[]> made;
  private int next;
  private int left;
  private int saved;
  private boolean reads;

  /** A lane that this processor works off. */
  private static final class LaneUnderWay {
    private final GeneratedLane lane;
    private final long length;
    private long position;

    LaneUnderWay(GeneratedLane lane) {
      this.lane = lane;
      this.length = lane.length();
    }
  }

  GeneratedSource(Properties workload, String topic, int lanes, long records) {
    this.workload = workload;
    this.topic = topic;
    this.lanes = lanes;
    this.records = records;
  }

  /**
   * @param lanes as the input topic has partitions
   */
  static ProcessorMetaSupplier supplier(JobOptions options, int lanes) {
    Properties workload = options.workload().toProperties();
    String topic = options.text("input");
    long records = options.generated();
    return ProcessorMetaSupplier.of(
        options.number("threads"), () -> new GeneratedSource(workload, topic, lanes, records));
  }

  @Override
  protected void init(Processor.Context context) {
    making = Workloads.create(WorkloadSpec.fromProperties(workload));
    for (int lane = context.globalProcessorIndex();
        lane < lanes;
        lane += context.totalParallelism()) {
      mine.add(new LaneUnderWay(new GeneratedLane(lane, lanes, records)));
    }
    left = mine.size();
    EventReporter.witness().holds(this, context.globalProcessorIndex(), context.totalParallelism());
  }

  /** Makes as much as is taken, a lane after the other; never ends. */
  @Override
  public boolean complete() {
    if (!reads) {
      reads = true;
      EventReporter.witness().reads(this);
    }
    while (made != null || left > 0) {
      LaneUnderWay lane = mine.get(next);
      if (made == null && lane.position < lane.length) {
        made = make(lane);
      }
      if (made != null) {
        if (!tryEmit(made)) {
          return false;
        }
        made = null;
        lane.position++;
        left -= lane.position == lane.length ? 1 : 0;
      }
      next = (next + 1) % mine.size();
    }
    return false;
  }

  private ConsumerRecord<byte[], byte[]> make(LaneUnderWay lane) {
    lane.lane.write(making, lane.position, record);
    ConsumerRecord<byte[], byte[]> of =
        new ConsumerRecord<>(topic, lane.lane.lane(), lane.position, null, record.value());
    if (record.tag().length > 0) {
      of.headers().add(RecordIdHeader.HEADER, record.tag());
    }
    return of;
  }

  @Override
  public boolean saveToSnapshot() {
    while (saved < mine.size()) {
      LaneUnderWay lane = mine.get(saved);
      if (!tryEmitToSnapshot(BroadcastKey.broadcastKey(lane.lane.lane()), lane.position)) {
        return false;
      }
      saved++;
    }
    saved = 0;
    return true;
  }

  /** Every processor is given the positions of all lanes. */
  @Override
  protected void restoreFromSnapshot(Object key, Object value) {
    Object lane = ((BroadcastKey<?>) key).key();
    for (LaneUnderWay its : mine) {
      if (lane.equals(its.lane.lane())) {
        its.position = (Long) value;
      }
    }
  }

  @Override
  public boolean finishSnapshotRestore() {
    left = (int) mine.stream().filter(lane -> lane.position < lane.length).count();
    return true;
  }

  @Override
  public void close() {
    EventReporter.witness().drops(this);
  }
}
