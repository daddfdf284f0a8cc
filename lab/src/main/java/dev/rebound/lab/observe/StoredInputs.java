package dev.rebound.lab.observe;

import dev.rebound.lab.load.SendLog;
import dev.rebound.workload.RecordFormat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds the records that the input topic has against the send logs: which unknown sends were stored
 * after all, and which acknowledged ones are not there.
 *
 * <p>Pure. Memory: one bit per slot, and what it finds. For use by one thread.
 */
final class StoredInputs {
  private static final long OPEN = Long.MAX_VALUE;

  private final Map<Integer, SendLog> logs = new HashMap<>();
  private final Map<Integer, BitSet> seen = new HashMap<>();
  private final Map<Long, Long> resolved = new HashMap<>();
  private final Map<Long, Long> elsewhere = new HashMap<>();
  private final int partitions;
  private long storedTwice;
  private long foreign;

  StoredInputs(List<SendLog> sendLogs, int partitions) {
    this.partitions = partitions;
    for (SendLog log : sendLogs) {
      logs.put(log.generator(), log);
      seen.put(log.generator(), new BitSet());
    }
  }

  /** The key of a send: {@code generator << 48 | sequence}. */
  static long key(int generator, long sequence) {
    return (long) generator << 48 | sequence;
  }

  /**
   * The ranges in which the unknown sends must be if they were stored: between their acknowledged
   * neighbours of the same generator and partition. Not joined.
   */
  List<List<OffsetRanges.Range>> unknownRanges() {
    List<List<OffsetRanges.Range>> ranges = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      ranges.add(new ArrayList<>());
    }
    for (SendLog log : logs.values()) {
      long[] after = new long[partitions];
      boolean[] unknown = new boolean[partitions];
      for (long n = 0; n < log.slots(); n++) {
        int p = RecordFormat.inputPartition(n, partitions);
        long slot = log.slot(n);
        if (slot >= SendLog.ACKNOWLEDGED) {
          long offset = slot - SendLog.ACKNOWLEDGED;
          if (unknown[p]) {
            ranges.get(p).add(new OffsetRanges.Range(after[p], Math.max(after[p], offset)));
            unknown[p] = false;
          }
          after[p] = offset + 1;
        } else if (slot != SendLog.NOT_SENT) {
          unknown[p] = true;
        }
      }
      for (int p = 0; p < partitions; p++) {
        if (unknown[p]) {
          ranges.get(p).add(new OffsetRanges.Range(after[p], OPEN));
        }
      }
    }
    return ranges;
  }

  /** Takes note of a record of the input topic. */
  void stored(int partition, long offset, byte @Nullable [] value) {
    if (value == null || value.length < RecordFormat.HEADER_BYTES || value[0] != 1) {
      foreign++;
      return;
    }
    if (RecordFormat.kind(value) != RecordFormat.Kind.DATA) {
      return;
    }
    int generator = RecordFormat.generator(value);
    long sequence = RecordFormat.sequence(value);
    SendLog log = logs.get(generator);
    BitSet bits = seen.get(generator);
    if (log == null
        || bits == null
        || sequence < 0
        || RecordFormat.inputPartition(sequence, partitions) != partition) {
      foreign++;
      return;
    }
    long slot = log.slot(sequence);
    if (slot == SendLog.ACKNOWLEDGED + offset) {
      bits.set(Math.toIntExact(sequence));
    } else if (slot >= SendLog.ACKNOWLEDGED) {
      elsewhere.put(key(generator, sequence), offset);
    } else if (resolved.putIfAbsent(key(generator, sequence), offset) != null) {
      storedTwice++;
    }
  }

  /**
   * What was found.
   *
   * @param read what was read of the topic
   * @param beginnings first offsets: what lies before is gone, and not judged
   * @param ends end offsets: what was acknowledged at or after them is not there
   */
  Findings findings(OffsetRanges read, long[] beginnings, long[] ends) {
    Set<Long> missing = new HashSet<>();
    long acknowledged = 0;
    long verified = 0;
    long moved = 0;
    long twice = storedTwice;
    for (Map.Entry<Integer, SendLog> entry : logs.entrySet()) {
      SendLog log = entry.getValue();
      BitSet bits = seen.getOrDefault(entry.getKey(), new BitSet());
      for (long n = 0; n < log.slots(); n++) {
        long slot = log.slot(n);
        if (slot < SendLog.ACKNOWLEDGED) {
          continue;
        }
        acknowledged++;
        long offset = slot - SendLog.ACKNOWLEDGED;
        int p = RecordFormat.inputPartition(n, partitions);
        boolean there = bits.get(Math.toIntExact(n));
        boolean other = elsewhere.containsKey(key(log.generator(), n));
        if (there && other) {
          twice++;
        } else if (!there && other) {
          moved++;
        }
        if (offset < beginnings[p]) {
          continue;
        }
        if (there || other) {
          verified++;
        } else if (offset >= ends[p] || read.contains(p, offset)) {
          verified++;
          missing.add(key(log.generator(), n));
        }
      }
    }
    return new Findings(
        new HashMap<>(resolved), missing, acknowledged, verified, moved, twice, foreign);
  }

  /**
   * What the input topic says about the sends.
   *
   * @param resolved stored sends of which the producer did not know it: key to offset
   * @param missing acknowledged sends that the topic does not have, by key
   * @param acknowledged acknowledged sends in all
   * @param verified those of them that were looked for
   * @param moved acknowledged sends that stand at another offset than the acknowledged one
   * @param storedTwice sends that the topic has more than once
   * @param foreign records that no generator of these logs can have sent
   */
  record Findings(
      Map<Long, Long> resolved,
      Set<Long> missing,
      long acknowledged,
      long verified,
      long moved,
      long storedTwice,
      long foreign) {}
}
