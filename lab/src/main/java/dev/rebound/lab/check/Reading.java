package dev.rebound.lab.check;

import dev.rebound.lab.observe.ObservedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * One pass over what one reader of the output topic saw: duplicated, reordered, unexpected and
 * uncommitted outputs, running counts and readouts. No object is made per output.
 *
 * <p>Memory beside {@link Appearances}: 4 bytes per pair of input partition and rule.
 */
final class Reading {
  private final Expected expected;
  private final Appearances appearances;
  private final Divergence divergence;
  private final @Nullable Positions reread;
  private final @Nullable Behind behind;
  private final FirstListener listener;
  private final int[] lastOffset;
  private final long[] distinctByRule;
  private long observed;

  final Tally duplicated = new Tally(Kinds.DUPLICATED);
  final Tally reordered = new Tally(Kinds.REORDERED);
  final Tally unexpected = new Tally(Kinds.UNEXPECTED);
  final Tally uncommitted = new Tally(Kinds.UNCOMMITTED);
  final Tally pending = new Tally(Kinds.PENDING);

  /**
   * @param reread positions that hold output after the drain; null if nobody looked
   * @param behind notes what stands behind the last stable offset; null for readers that cannot see
   *     it
   */
  Reading(
      Expected expected,
      Appearances appearances,
      @Nullable Positions reread,
      @Nullable Behind behind,
      FirstListener listener) {
    this.expected = expected;
    this.appearances = appearances;
    this.divergence = new Divergence(expected);
    this.reread = reread;
    this.behind = behind;
    this.listener = listener;
    this.lastOffset = new int[Math.multiplyExact(expected.partitions(), expected.rules())];
    this.distinctByRule = new long[expected.rules()];
  }

  void read(Path file) throws IOException {
    try (ObservedFile.Reader entry = new ObservedFile.Reader(file)) {
      while (entry.next()) {
        take(entry);
      }
    }
  }

  private void take(ObservedFile.Reader entry) {
    if (entry.kind() == ObservedFile.KIND_READOUT) {
      divergence.readout(entry.rule(), entry.sequence(), entry.count(), entry.checksum());
      return;
    }
    observed++;
    if (entry.kind() == ObservedFile.KIND_UNREADABLE) {
      checkPosition(entry, -1);
      unexpected.add(0, -1, () -> "bytes that are no output" + seen(entry));
      return;
    }
    int generator = entry.generator();
    long sequence = entry.sequence();
    long index = expected.index(generator, sequence, entry.rule());
    if (index < 0) {
      checkPosition(entry, -1);
      notDue(entry, index);
      return;
    }
    long offset = expected.inputOffset(generator, sequence);
    checkPosition(entry, offset);
    if (entry.partition() != expected.outputPartition(entry.rule())) {
      unexpected.add(
          expected.inputPartition(sequence),
          offset,
          () ->
              identity(entry)
                  + ", due on output partition "
                  + expected.outputPartition(entry.rule())
                  + ","
                  + seen(entry));
    }
    if (behind != null) {
      behind.note(index, entry.partition(), entry.offset());
    }
    if (appearances.mark(index, entry.appendMillis(), entry.receiptMicros())) {
      first(entry, offset);
    } else {
      duplicated.add(
          expected.inputPartition(sequence),
          offset,
          () -> identity(entry) + " again" + seen(entry));
    }
  }

  private void first(ObservedFile.Reader entry, long offset) {
    int rule = entry.rule();
    int input = expected.inputPartition(entry.sequence());
    distinctByRule[rule]++;
    listener.first(
        expected.intendedMicros(entry.generator(), entry.sequence()),
        entry.appendMillis(),
        entry.receiptMicros());
    // Offset + 1, so that 0 means "none yet"; differences stay right past 2^31.
    int place = input * expected.rules() + rule;
    int now = (int) (offset + 1);
    int before = lastOffset[place];
    lastOffset[place] = now;
    if (before != 0 && now - before < 0) {
      reordered.add(
          input,
          offset,
          () ->
              identity(entry)
                  + " after the output of input offset "
                  + (offset + (before - now))
                  + seen(entry));
    }
    if (!divergence.first(rule, entry.count())) {
      divergence.bad(rule, entry.count(), input, offset, () -> identity(entry) + seen(entry));
    }
  }

  private void notDue(ObservedFile.Reader entry, long why) {
    if (why == Expected.LOST_BY_KAFKA) {
      // The job had read the record before Kafka lost it: that finding stands for itself.
      return;
    }
    if (why == Expected.UNKNOWN_SEND) {
      pending.add(
          0, -1, () -> identity(entry) + ", whose send has no known outcome," + seen(entry));
      return;
    }
    long offset = expected.inputOffset(entry.generator(), entry.sequence());
    int input = offset < 0 ? 0 : expected.inputPartition(entry.sequence());
    unexpected.add(input, offset, () -> identity(entry) + ", which was not due," + seen(entry));
  }

  private void checkPosition(ObservedFile.Reader entry, long inputOffset) {
    if (reread != null && !reread.contains(entry.partition(), entry.offset())) {
      int input = inputOffset < 0 ? 0 : expected.inputPartition(entry.sequence());
      uncommitted.add(
          input, inputOffset, () -> identity(entry) + seen(entry) + ", gone when read again");
    }
  }

  private String identity(ObservedFile.Reader entry) {
    if (entry.kind() == ObservedFile.KIND_UNREADABLE) {
      return "bytes that are no output";
    }
    return identity(expected, entry.generator(), entry.sequence(), entry.rule());
  }

  /** Says which output, and of which input record. */
  static String identity(Expected expected, int generator, long sequence, int rule) {
    String output = "generator " + generator + ", sequence " + sequence + ", rule " + rule;
    if (!expected.knows(generator, sequence)) {
      return output;
    }
    long offset = expected.inputOffset(generator, sequence);
    return output
        + " (input partition "
        + expected.inputPartition(sequence)
        + (offset < 0 ? ", not stored" : ", offset " + offset)
        + ", intended "
        + time(expected.intendedMicros(generator, sequence))
        + ")";
  }

  private static String seen(ObservedFile.Reader entry) {
    return " at output partition "
        + entry.partition()
        + ", offset "
        + entry.offset()
        + ", appended "
        + time(entry.appendMillis() * 1000)
        + ", received "
        + time(entry.receiptMicros())
        + (entry.kind() == ObservedFile.KIND_UNREADABLE
            ? ""
            : ", from node " + entry.node() + ", incarnation " + entry.incarnation());
  }

  static String time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** Outputs seen, readouts left out. */
  long observed() {
    return observed;
  }

  Divergence divergence() {
    return divergence;
  }

  Appearances appearances() {
    return appearances;
  }

  /** Outputs of a rule that appeared at least once. */
  long distinct(int rule) {
    return distinctByRule[rule];
  }
}
