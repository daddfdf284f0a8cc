package dev.rebound.lab.check;

import dev.rebound.lab.observe.ObservedFile;
import dev.rebound.workload.RuleState;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What the output topic held when it was read again after the drain: which record at which
 * position, and which outputs. A live reader's view is held against it entry by entry; what was
 * never confirmed is what the live reader missed.
 *
 * <p>Memory: 4 bytes and one bit per position, and two bits per output due. A record is known by 32
 * bits of a hash, so that one in four billion that was replaced by another would go unseen.
 */
final class SecondReading {
  private final Path file;
  private final Expected expected;
  private final Chunks.SparseInts[] records;
  private final Chunks.Bits[] confirmed;
  private final Chunks.Bits outputs = new Chunks.Bits();
  private final Chunks.Bits confirmedOutputs = new Chunks.Bits();
  private long unconfirmed;

  private SecondReading(Path file, Expected expected) {
    this.file = file;
    this.expected = expected;
    records = new Chunks.SparseInts[expected.partitions()];
    confirmed = new Chunks.Bits[expected.partitions()];
    for (int p = 0; p < records.length; p++) {
      records[p] = new Chunks.SparseInts();
      confirmed[p] = new Chunks.Bits();
    }
  }

  static SecondReading of(Path file, Expected expected) throws IOException {
    SecondReading second = new SecondReading(file, expected);
    try (ObservedFile.Reader entry = new ObservedFile.Reader(file)) {
      while (entry.next()) {
        second.take(entry);
      }
    }
    return second;
  }

  private void take(ObservedFile.Reader entry) {
    if (entry.partition() < records.length
        && records[entry.partition()].set(entry.offset(), hash(entry)) == 0) {
      unconfirmed++;
    }
    if (entry.kind() == ObservedFile.KIND_MATCH) {
      long index = expected.index(entry.generator(), entry.sequence(), entry.rule());
      if (index >= 0) {
        outputs.add(index);
      }
    }
  }

  /** Of what makes two records the same; never 0. */
  private static int hash(ObservedFile.Reader entry) {
    if (entry.kind() == ObservedFile.KIND_UNREADABLE) {
      return 1;
    }
    long identity = RuleState.identityHash(entry.generator(), entry.sequence(), entry.rule());
    long state = RuleState.identityHash(entry.kind(), entry.count() ^ entry.checksum(), 0);
    long both = identity + Long.rotateLeft(state, 17);
    int folded = (int) (both ^ both >>> 32);
    return folded == 0 ? 1 : folded;
  }

  /** True if the same record stands at the entry's position; notes that it was seen live. */
  boolean confirms(ObservedFile.Reader entry) {
    int p = entry.partition();
    if (p >= records.length || records[p].get(entry.offset()) != hash(entry)) {
      return false;
    }
    unconfirmed -= confirmed[p].add(entry.offset()) ? 1 : 0;
    return true;
  }

  /** Notes that an output stands where the live reader saw it; true if it is the first time. */
  boolean confirmOutput(long index) {
    return confirmedOutputs.add(index);
  }

  /** True if some record stands at a position. */
  boolean occupied(int partition, long offset) {
    return partition < records.length && records[partition].get(offset) != 0;
  }

  /** True if an output due was there, whatever the live reader saw. */
  boolean holds(long index) {
    return outputs.contains(index);
  }

  /** The first output from a number on that was not there; {@code until} if all before it were. */
  long nextAbsent(long from, long until) {
    return outputs.nextAbsent(from, until);
  }

  /** What is done with an entry. */
  @FunctionalInterface
  interface Take {
    void take(ObservedFile.Reader entry);
  }

  /** Goes through what the live reader was never given, in the order of this reading. */
  void eachUnconfirmed(Take sink) throws IOException {
    if (unconfirmed == 0) {
      return;
    }
    try (ObservedFile.Reader entry = new ObservedFile.Reader(file)) {
      while (entry.next()) {
        int p = entry.partition();
        if (p >= confirmed.length || !confirmed[p].contains(entry.offset())) {
          sink.take(entry);
        }
      }
    }
  }
}
