package dev.rebound.job.flink;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/** Gives each reader its lanes, in turn; its state is the lanes that no reader has yet. */
final class GeneratedSplits implements SplitEnumerator<GeneratedSplit, List<GeneratedSplit>> {
  private final SplitEnumeratorContext<GeneratedSplit> context;
  private final List<GeneratedSplit> pending;

  GeneratedSplits(SplitEnumeratorContext<GeneratedSplit> context, List<GeneratedSplit> pending) {
    this.context = context;
    this.pending = new ArrayList<>(pending);
  }

  @Override
  public void start() {}

  @Override
  public void handleSplitRequest(int subtask, @Nullable String host) {}

  @Override
  public void addReader(int subtask) {
    List<GeneratedSplit> its =
        pending.stream()
            .filter(split -> split.lane() % context.currentParallelism() == subtask)
            .toList();
    if (!its.isEmpty()) {
      context.assignSplits(new SplitsAssignment<>(Map.of(subtask, its)));
      pending.removeAll(its);
    }
    context.signalNoMoreSplits(subtask);
  }

  /** A reader that failed gets its lanes again once it is back. */
  @Override
  public void addSplitsBack(List<GeneratedSplit> splits, int subtask) {
    pending.addAll(splits);
    if (context.registeredReaders().containsKey(subtask)) {
      addReader(subtask);
    }
  }

  @Override
  public List<GeneratedSplit> snapshotState(long checkpoint) {
    return List.copyOf(pending);
  }

  @Override
  public void close() {}

  /** Writes splits one after the other. */
  static final class Serializer implements SimpleVersionedSerializer<List<GeneratedSplit>> {
    private static final int BYTES = Integer.BYTES + Long.BYTES;

    private final GeneratedSplit.Serializer one = new GeneratedSplit.Serializer();

    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(List<GeneratedSplit> splits) {
      ByteBuffer all = ByteBuffer.allocate(BYTES * splits.size());
      splits.forEach(split -> all.put(one.serialize(split)));
      return all.array();
    }

    @Override
    public List<GeneratedSplit> deserialize(int version, byte[] bytes) {
      List<GeneratedSplit> splits = new ArrayList<>();
      ByteBuffer all = ByteBuffer.wrap(bytes);
      byte[] next = new byte[BYTES];
      while (all.remaining() >= BYTES) {
        all.get(next);
        splits.add(one.deserialize(version, next));
      }
      return splits;
    }
  }
}
