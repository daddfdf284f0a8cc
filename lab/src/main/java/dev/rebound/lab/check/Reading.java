package dev.rebound.lab.check;

import dev.rebound.lab.observe.ObservedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One pass over what one reader of the output topic saw, and over what it missed: duplicated,
 * reordered, unexpected and uncommitted outputs, running counts and readouts. No object is made per
 * output.
 *
 * <p>Memory beside {@link Appearances}: 4 bytes per pair of input partition and rule.
 */
final class Reading {
  private final Expected expected;
  private final Appearances appearances;
  private final Divergence divergence;
  private final @Nullable SecondReading second;
  private final long endMicros;
  private final @Nullable Behind behind;
  private final FirstListener listener;
  private final int[] lastOffset;
  private final long[] distinctByRule;
  private long observed;

  final Tally duplicated = new Tally(Kinds.DUPLICATED);
  final Tally reordered = new Tally(Kinds.REORDERED);
  final Tally unexpected = new Tally(Kinds.UNEXPECTED);
  final Tally uncommitted = new Tally(Kinds.UNCOMMITTED);
  final Tally missedLive = new Tally(Kinds.MISSED_LIVE);
  final Tally pending = new Tally(Kinds.PENDING);

  /**
   * @param second what the topic held after the drain; null if nobody looked
   * @param endMicros until when the reader was to see all that is appended
   * @param behind notes what stands behind the last stable offset; null for readers that cannot see
   *     it
   */
  Reading(
      Expected expected,
      Appearances appearances,
      @Nullable SecondReading second,
      long endMicros,
      @Nullable Behind behind,
      FirstListener listener) {
    this.expected = expected;
    this.appearances = appearances;
    this.divergence = new Divergence(expected);
    this.second = second;
    this.endMicros = endMicros;
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
    if (second != null) {
      second.eachUnconfirmed(this::takeMissed);
    }
  }

  private void take(ObservedFile.Reader entry) {
    boolean stands = second == null || second.confirms(entry);
    if (!stands) {
      uncommitted(entry);
    }
    long index = judge(entry);
    if (index < 0) {
      return;
    }
    if (second != null && stands) {
      second.confirmOutput(index);
    }
    if (appearances.mark(index, entry.appendMillis(), entry.receiptMicros())) {
      first(entry, entry.receiptMicros());
      checkOrder(entry);
    } else {
      duplicated(entry, " again");
    }
  }

  /**
   * Takes what only the second reading has. An output appears a second time by it if it also stands
   * where the live reader saw it, or elsewhere in this reading; one that the live reader was given
   * only where it stands no more, does not.
   */
  private void takeMissed(ObservedFile.Reader entry) {
    long appendMicros = entry.appendMillis() * 1000;
    if (appendMicros <= endMicros) {
      missed(entry);
    }
    long index = judge(entry);
    if (index < 0 || second == null) {
      return;
    }
    boolean once = second.confirmOutput(index);
    if (appearances.mark(index, entry.appendMillis(), appendMicros)) {
      first(entry, appendMicros);
    } else if (!once) {
      duplicated(entry, " again, found on reading again,");
    }
  }

  /** Judges everything but when and how often; number of the output, or less than 0 if none. */
  private long judge(ObservedFile.Reader entry) {
    if (entry.kind() == ObservedFile.KIND_READOUT) {
      divergence.readout(entry.rule(), entry.sequence(), entry.count(), entry.checksum());
      return Expected.NOT_DUE;
    }
    observed++;
    if (entry.kind() == ObservedFile.KIND_UNREADABLE) {
      unexpected.add(0, -1, () -> "bytes that are no output" + seen(entry));
      return Expected.NOT_DUE;
    }
    long index = index(entry);
    if (index < 0) {
      notDue(entry, index);
      return index;
    }
    if (entry.partition() != expected.outputPartition(entry.rule())) {
      note(
          unexpected,
          entry,
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
    return index;
  }

  private long index(ObservedFile.Reader entry) {
    return entry.kind() == ObservedFile.KIND_MATCH
        ? expected.index(entry.generator(), entry.sequence(), entry.rule())
        : Expected.NOT_DUE;
  }

  /** Counts a finding about the input record that an output is of, or about none. */
  private void note(Tally tally, ObservedFile.Reader entry, Supplier<String> example) {
    boolean match = entry.kind() == ObservedFile.KIND_MATCH;
    long offset = match ? expected.inputOffset(entry.generator(), entry.sequence()) : -1;
    tally.add(offset < 0 ? 0 : expected.inputPartition(entry.sequence()), offset, example);
  }

  private void duplicated(ObservedFile.Reader entry, String how) {
    note(duplicated, entry, () -> identity(entry) + how + seen(entry));
  }

  private void missed(ObservedFile.Reader entry) {
    note(
        missedLive, entry, () -> identity(entry) + ", which the live reader missed," + seen(entry));
  }

  private void uncommitted(ObservedFile.Reader entry) {
    note(uncommitted, entry, () -> identity(entry) + seen(entry) + gone(entry));
  }

  private String gone(ObservedFile.Reader entry) {
    if (second == null) {
      return "";
    }
    long index = index(entry);
    return (second.occupied(entry.partition(), entry.offset())
            ? ", another record there when read again"
            : ", gone when read again")
        + (index >= 0 && !second.holds(index) ? ", and nowhere else" : "");
  }

  private void first(ObservedFile.Reader entry, long receiptMicros) {
    int rule = entry.rule();
    distinctByRule[rule]++;
    listener.first(
        expected.intendedMicros(entry.generator(), entry.sequence()),
        entry.appendMillis(),
        receiptMicros);
    if (!divergence.first(rule, entry.count())) {
      divergence.bad(
          rule,
          entry.count(),
          expected.inputPartition(entry.sequence()),
          expected.inputOffset(entry.generator(), entry.sequence()),
          () -> identity(entry) + seen(entry));
    }
  }

  private void checkOrder(ObservedFile.Reader entry) {
    int input = expected.inputPartition(entry.sequence());
    long offset = expected.inputOffset(entry.generator(), entry.sequence());
    // Offset + 1, so that 0 means "none yet"; differences stay right past 2^31.
    int place = input * expected.rules() + entry.rule();
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
    note(unexpected, entry, () -> identity(entry) + ", which was not due," + seen(entry));
  }

  private String identity(ObservedFile.Reader entry) {
    if (entry.kind() == ObservedFile.KIND_UNREADABLE) {
      return "bytes that are no output";
    }
    if (entry.kind() == ObservedFile.KIND_READOUT) {
      return "the readout of rule " + entry.rule() + " in closing round " + entry.sequence();
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
