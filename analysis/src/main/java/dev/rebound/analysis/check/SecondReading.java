package dev.rebound.analysis.check;

import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.LargeArrays;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The content of the output topic when it was read again after the drain: which record at which
 * position, and which outputs. A live reader's view is held against it entry by entry; what was
 * never confirmed is what the live reader missed.
 *
 * <p>Memory: 4 bytes and two bits per position (a record has as many as the one with the most
 * outputs), and two bits per output due. A record is known by 32 bits of a hash, so that one in
 * four billion that was replaced by another would go unseen.
 */
final class SecondReading {
  private final Path file;
  private final Due due;
  private LargeArrays.SparseInts[] records = {};
  private LargeArrays.Bits[] confirmed = {};
  private final LargeArrays.Bits outputs = new LargeArrays.Bits();
  private final LargeArrays.Bits confirmedOutputs = new LargeArrays.Bits();
  private final long perRecord;
  private long unconfirmed;

  /** Number of the first entry of the file that is a readout; -1 if none is. */
  private long firstReadout = -1;

  /**
   * @param perRecord most outputs of one record
   */
  private SecondReading(Path file, Due due, long perRecord) {
    this.file = file;
    this.perRecord = perRecord;
    this.due = due;
  }

  /** Reads what was read again. */
  static SecondReading of(Path file, Due due) throws IOException {
    SecondReading second = new SecondReading(file, due, due.manyPerRecord() ? perRecord(file) : 1);
    try (ObservedFile.Reader entry = new ObservedFile.Reader(file)) {
      for (long number = 0; entry.next(); number++) {
        second.take(entry);
        if (second.firstReadout < 0 && entry.kind() == ObservedFile.KIND_READOUT) {
          second.firstReadout = number;
        }
      }
    }
    return second;
  }

  private static long perRecord(Path file) throws IOException {
    int most = 1;
    try (ObservedFile.Reader entry = new ObservedFile.Reader(file)) {
      while (entry.next()) {
        most = Math.max(most, entry.place() + 1);
      }
    }
    return most;
  }

  /** Where an entry is kept; a live reader's record of more outputs than any here has no place. */
  private long position(ObservedFile.Reader entry) {
    if (!due.manyPerRecord()) {
      return entry.offset(); // one that comes right after itself is no second output of it
    }
    return entry.place() < perRecord ? entry.offset() * perRecord + entry.place() : -1;
  }

  private void take(ObservedFile.Reader entry) {
    hold(entry.partition());
    if (records[entry.partition()].set(position(entry), hash(entry)) == 0) {
      unconfirmed++;
    }
    if (entry.kind() == ObservedFile.KIND_MATCH) {
      long index = due.find(entry);
      if (index >= 0) {
        outputs.add(index);
      }
    }
  }

  /** Has room for a partition. */
  private void hold(int partition) {
    int held = records.length;
    if (partition < held) {
      return;
    }
    records = Arrays.copyOf(records, partition + 1);
    confirmed = Arrays.copyOf(confirmed, partition + 1);
    for (int p = held; p <= partition; p++) {
      records[p] = new LargeArrays.SparseInts();
      confirmed[p] = new LargeArrays.Bits();
    }
  }

  /** A hash over all that makes two records the same; never 0. */
  private static int hash(ObservedFile.Reader entry) {
    if (entry.kind() == ObservedFile.KIND_UNREADABLE) {
      return 1;
    }
    long identity = mix(mix(entry.identityHigh()) + entry.identityLow());
    long evidence = mix(mix(entry.evidenceHigh() + entry.kind()) + entry.evidenceLow());
    long both = mix(identity + entry.timeDigest()) + Long.rotateLeft(evidence, 17);
    int folded = (int) (both ^ both >>> 32);
    return folded == 0 ? 1 : folded;
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long word) {
    long z = word + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** True if the same record stands at the entry's position; notes that it was seen live. */
  boolean confirms(ObservedFile.Reader entry) {
    int p = entry.partition();
    long position = position(entry);
    if (p >= records.length || position < 0 || records[p].get(position) != hash(entry)) {
      return false;
    }
    unconfirmed -= confirmed[p].add(position) ? 1 : 0;
    return true;
  }

  /**
   * True if the same record stands at the entry's position and was seen live there: it is read
   * twice.
   */
  boolean confirmed(ObservedFile.Reader entry) {
    int p = entry.partition();
    long position = position(entry);
    return p < records.length
        && position >= 0
        && confirmed[p].contains(position)
        && records[p].get(position) == hash(entry);
  }

  /** Notes that an output stands where the live reader saw it; true if it is the first time. */
  boolean confirmOutput(long index) {
    return confirmedOutputs.add(index);
  }

  /** True if some record stands at a position. */
  boolean occupied(int partition, long offset) {
    return partition < records.length && records[partition].get(offset * perRecord) != 0;
  }

  /** True if an output due was there, whatever the live reader saw. */
  boolean holds(long index) {
    return outputs.contains(index);
  }

  /** The first output from a number on that was not there; {@code until} if all before it were. */
  long nextAbsent(long from, long until) {
    return outputs.nextAbsent(from, until);
  }

  /** Goes through what was read out, whoever saw it live: within a partition in its order. */
  void eachReadout(Consumer<ObservedFile.Reader> sink) throws IOException {
    if (firstReadout < 0) {
      return;
    }
    LargeArrays.Bits[] taken = new LargeArrays.Bits[records.length];
    Arrays.setAll(taken, p -> new LargeArrays.Bits());
    try (ObservedFile.Reader entry = new ObservedFile.Reader(file, firstReadout)) {
      while (entry.next()) {
        if (entry.kind() == ObservedFile.KIND_READOUT
            && taken[entry.partition()].add(position(entry))) {
          sink.accept(entry);
        }
      }
    }
  }

  /** Goes through what the live reader was never given, in the order of this reading. */
  void eachUnconfirmed(Consumer<ObservedFile.Reader> sink) throws IOException {
    if (unconfirmed == 0) {
      return;
    }
    try (ObservedFile.Reader entry = new ObservedFile.Reader(file)) {
      while (entry.next()) {
        int p = entry.partition();
        if (confirmed[p].add(position(entry))) {
          sink.accept(entry);
        }
      }
    }
  }
}
