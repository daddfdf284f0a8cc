package dev.rebound.analysis.check;

import dev.rebound.oracle.due.LargeArrays;
import java.util.List;

/**
 * Outputs that stand behind the last stable offset of their partition: in a transaction that nobody
 * has ended, so that it is not known whether they will be committed.
 */
final class OpenOutputs {
  private final List<Long> lastStable;
  private final List<Long> highWatermark;
  private final LargeArrays.Bits outputs = new LargeArrays.Bits();

  OpenOutputs(List<Long> lastStable, List<Long> highWatermark) {
    this.lastStable = lastStable;
    this.highWatermark = highWatermark;
  }

  void note(long index, int partition, long offset) {
    if (records(partition) > 0 && offset >= lastStable.get(partition)) {
      outputs.add(index);
    }
  }

  boolean contains(long index) {
    return outputs.contains(index);
  }

  /** Records between last stable offset and high watermark; 0 if nothing is open. */
  long records(int partition) {
    if (partition >= lastStable.size() || partition >= highWatermark.size()) {
      return 0;
    }
    return Math.max(0, highWatermark.get(partition) - lastStable.get(partition));
  }

  /** Partitions with open transactions. */
  int openPartitions() {
    int open = 0;
    for (int p = 0; p < lastStable.size(); p++) {
      open += records(p) > 0 ? 1 : 0;
    }
    return open;
  }
}
