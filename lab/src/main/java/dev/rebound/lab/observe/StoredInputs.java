package dev.rebound.lab.observe;

import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.workload.Placement;
import dev.rebound.workload.RecordFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Holds the records that the input topic has against the send logs: which unknown sends were stored
 * after all, and which acknowledged ones are not there.
 *
 * <p>Pure. Memory: one bit per slot, and what it finds. Several threads may take note of records at
 * once, each of partitions of its own.
 */
final class StoredInputs {
  private final Map<Integer, SendLog> logs = new HashMap<>();
  private final List<ReadPartition> parts = new ArrayList<>();
  private final int partitions;
  private final Placement placement;

  /** By generator; bit n stands for record n, which was seen where it was acknowledged. */
  private final Map<Integer, AtomicLongArray> seen = new HashMap<>();

  /** The records that were read of one input partition. */
  private static final class ReadPartition {
    private final Map<Long, Long> resolved = new HashMap<>();
    private final Map<Long, Long> elsewhere = new HashMap<>();

    /** Of those that were found once, elsewhere than acknowledged: how often more. */
    private final Map<Long, Integer> again = new HashMap<>();

    private long foreign;
  }

  /**
   * @param placement of records on the partitions
   */
  StoredInputs(List<SendLog> sendLogs, int partitions, Placement placement) {
    this.partitions = partitions;
    this.placement = placement;
    for (SendLog log : sendLogs) {
      logs.put(log.generator(), log);
      seen.put(log.generator(), new AtomicLongArray(Math.toIntExact((log.slots() + 63) / 64)));
    }
    for (int p = 0; p < partitions; p++) {
      parts.add(new ReadPartition());
    }
  }

  /** The key of a send: {@code generator << 48 | sequence}. */
  static long key(int generator, long sequence) {
    return (long) generator << 48 | sequence;
  }

  /** Takes note of a record of the input topic, of which the header is enough. */
  void stored(int partition, long offset, byte @Nullable [] value) {
    ReadPartition part = parts.get(partition);
    if (value == null || value.length < RecordFormat.HEADER_BYTES || value[0] != 1) {
      part.foreign++;
      return;
    }
    if (RecordFormat.kind(value) != RecordFormat.RecordKind.DATA) {
      return;
    }
    int generator = RecordFormat.generator(value);
    long sequence = RecordFormat.sequence(value);
    SendLog log = logs.get(generator);
    if (log == null
        || sequence < 0
        || placement.partition(generator, sequence, partitions) != partition) {
      part.foreign++;
      return;
    }
    long slot = log.slot(sequence);
    if (slot == SendLog.ACKNOWLEDGED + offset) {
      words(generator).accumulateAndGet((int) (sequence >>> 6), 1L << sequence, (a, b) -> a | b);
    } else if (slot >= SendLog.ACKNOWLEDGED) {
      if (part.elsewhere.put(key(generator, sequence), offset) != null) {
        part.again.merge(key(generator, sequence), 1, Integer::sum);
      }
    } else if (part.resolved.putIfAbsent(key(generator, sequence), offset) != null) {
      part.again.merge(key(generator, sequence), 1, Integer::sum);
    }
  }

  private AtomicLongArray words(int generator) {
    return Objects.requireNonNull(seen.get(generator));
  }

  /**
   * The findings, once the whole topic was read.
   *
   * @param beginnings first offsets once all was read: what lay before, and was not read, is gone
   *     and not judged
   */
  InputFindings findings(long[] beginnings) {
    Map<Long, Long> resolved = new HashMap<>();
    Map<Long, Integer> copies = new HashMap<>();
    long foreign = 0;
    for (ReadPartition part : parts) {
      resolved.putAll(part.resolved);
      part.again.forEach((key, more) -> copies.put(key, 1 + more));
      foreign += part.foreign;
    }
    Set<Long> missing = new HashSet<>();
    long acknowledged = 0;
    long verified = 0;
    long moved = 0;
    for (SendLog log : logs.values()) {
      for (long n = 0; n < log.slots(); n++) {
        long slot = log.slot(n);
        if (slot < SendLog.ACKNOWLEDGED) {
          continue;
        }
        acknowledged++;
        int p = placement.partition(log.generator(), n, partitions);
        boolean there = (words(log.generator()).get((int) (n >>> 6)) & 1L << n) != 0;
        boolean other = parts.get(p).elsewhere.containsKey(key(log.generator(), n));
        if (there && other) {
          copies.merge(key(log.generator(), n), 2, (elsewhere, here) -> elsewhere + 1);
        }
        moved += other && !there ? 1 : 0;
        if (there || other) {
          verified++;
        } else if (slot - SendLog.ACKNOWLEDGED >= beginnings[p]) {
          verified++;
          missing.add(key(log.generator(), n));
        }
      }
    }
    return new InputFindings(resolved, missing, acknowledged, verified, moved, copies, foreign);
  }
}
