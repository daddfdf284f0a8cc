package dev.rebound.job.flink;

import dev.rebound.workload.GeneratedLane;
import dev.rebound.workload.GeneratedRecord;
import dev.rebound.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/**
 * Makes the records of its lanes, one lane after the other, a record at a time. A snapshot holds
 * the position of each lane; a reader that is given it goes on there.
 */
final class GeneratedReader implements SourceReader<byte[], GeneratedSplit> {
  private final Workload workload;
  private final Dataflow dataflow;
  private final int lanes;
  private final long records;
  private final boolean ends;

  private final GeneratedRecord record = new GeneratedRecord();
  private final List<LaneUnderWay> all = new ArrayList<>();
  private final List<LaneUnderWay> unfinished = new ArrayList<>();
  private int next;
  private boolean complete;
  private CompletableFuture<Void> available = new CompletableFuture<>();

  /** A lane that this reader works off. */
  private static final class LaneUnderWay {
    private final GeneratedLane lane;
    private final long length;
    private long position;

    LaneUnderWay(GeneratedLane lane, long position) {
      this.lane = lane;
      this.length = lane.length();
      this.position = position;
    }
  }

  /**
   * @param records of all lanes together
   * @param ends whether the job is over once they are made
   */
  GeneratedReader(Workload workload, Dataflow dataflow, int lanes, long records, boolean ends) {
    this.workload = workload;
    this.dataflow = dataflow;
    this.lanes = lanes;
    this.records = records;
    this.ends = ends;
  }

  @Override
  public void start() {}

  @Override
  public InputStatus pollNext(ReaderOutput<byte[]> output) {
    if (unfinished.isEmpty()) {
      return ends && complete ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
    }
    next = next < unfinished.size() ? next : 0;
    LaneUnderWay lane = unfinished.get(next);
    lane.lane.write(workload, lane.position++, record);
    if (lane.position >= lane.length) {
      unfinished.remove(next);
    } else {
      next++;
    }
    output.collect(dataflow.element(record));
    if (unfinished.isEmpty() && !(ends && complete)) {
      available = new CompletableFuture<>();
      return InputStatus.NOTHING_AVAILABLE;
    }
    return InputStatus.MORE_AVAILABLE;
  }

  @Override
  public List<GeneratedSplit> snapshotState(long checkpoint) {
    return all.stream().map(lane -> new GeneratedSplit(lane.lane.lane(), lane.position)).toList();
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return available;
  }

  @Override
  public void addSplits(List<GeneratedSplit> splits) {
    for (GeneratedSplit split : splits) {
      LaneUnderWay lane =
          new LaneUnderWay(new GeneratedLane(split.lane(), lanes, records), split.position());
      all.add(lane);
      if (lane.position < lane.length) {
        unfinished.add(lane);
      }
    }
    if (!unfinished.isEmpty()) {
      available.complete(null);
    }
  }

  @Override
  public void notifyNoMoreSplits() {
    complete = true;
    if (ends) {
      available.complete(null);
    }
  }

  @Override
  public void close() {}
}
