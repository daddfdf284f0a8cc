package dev.rebound.workload;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One output of a job: the identity of the input that caused it, the rule's running state after it,
 * and who emitted it.
 *
 * <pre>
 * offset  bytes  field (big-endian)
 *      0      1  format version, 1
 *      1      1  kind: 0 match, 1 readout
 *      2      2  generator, unsigned
 *      4      4  rule
 *      8      8  sequence of the input (readout: number of the closing round)
 *     16      8  intended send time of the input, microseconds since 1970-01-01T00:00Z
 *     24      8  count: matches of this rule so far, this one included; of {@code sessions} see {@link
 *                SessionLogic}
 *     32      8  checksum: sum of {@link RuleState#identityHash} of those matches, mod 2^64
 *     40      8  least intended send time among them, microseconds since 1970-01-01T00:00Z
 *     48      8  greatest intended send time among them
 *     56      4  node: number of the node that emitted it
 *     60      4  incarnation of that node, from 1
 * </pre>
 */
public record OutputRecord(
    OutputKind kind,
    int generator,
    int rule,
    long sequence,
    long intendedMicros,
    long count,
    long checksum,
    long firstMicros,
    long lastMicros,
    int node,
    int incarnation) {

  /** Length of an encoded output in bytes. */
  public static final int BYTES = 64;

  private static final byte VERSION = 1;

  /** The kind of an output. */
  public enum OutputKind {
    /** A rule matched. */
    MATCH,
    /** The final state of a rule, read out by a closing record. */
    READOUT
  }

  /** One that says neither who emitted it nor the times of a state. */
  public static OutputRecord of(
      OutputKind kind,
      int generator,
      int rule,
      long sequence,
      long intendedMicros,
      long count,
      long checksum) {
    return new OutputRecord(
        kind, generator, rule, sequence, intendedMicros, count, checksum, 0, 0, 0, 0);
  }

  /** One of a match, with the state of its key after it. */
  static OutputRecord of(
      OutputKind kind, Match match, RuleState state, KeyedLogic.Emitter emitter) {
    return new OutputRecord(
        kind,
        match.generator(),
        match.rule(),
        match.sequence(),
        match.intendedMicros(),
        state.count(),
        state.checksum(),
        state.firstMicros(),
        state.lastMicros(),
        emitter.node(),
        emitter.incarnation());
  }

  /** The same with another count and checksum, which may say what else a workload wants kept. */
  public OutputRecord containing(long otherCount, long otherChecksum) {
    return new OutputRecord(
        kind,
        generator,
        rule,
        sequence,
        intendedMicros,
        otherCount,
        otherChecksum,
        firstMicros,
        lastMicros,
        node,
        incarnation);
  }

  /** Encodes into {@link #BYTES} bytes. */
  public byte[] encode() {
    byte[] bytes = new byte[BYTES];
    ByteBuffer.wrap(bytes)
        .put(VERSION)
        .put((byte) (kind == OutputKind.MATCH ? 0 : 1))
        .putShort((short) generator)
        .putInt(rule)
        .putLong(sequence)
        .putLong(intendedMicros)
        .putLong(count)
        .putLong(checksum)
        .putLong(firstMicros)
        .putLong(lastMicros)
        .putInt(node)
        .putInt(incarnation);
    return bytes;
  }

  /** True if these bytes are an output of this version. */
  public static boolean is(byte @Nullable [] bytes) {
    return bytes != null
        && bytes.length == BYTES
        && bytes[0] == VERSION
        && bytes[1] >= 0
        && bytes[1] <= 1;
  }

  /**
   * Decodes; throws {@link IllegalArgumentException} if these bytes are no output of this version.
   */
  public static OutputRecord decode(byte[] bytes) {
    if (!is(bytes)) {
      throw new IllegalArgumentException(
          "not an output of format version 1: " + bytes.length + " bytes");
    }
    ByteBuffer b = ByteBuffer.wrap(bytes);
    return new OutputRecord(
        bytes[1] == 0 ? OutputKind.MATCH : OutputKind.READOUT,
        b.getShort(2) & 0xFFFF,
        b.getInt(4),
        b.getLong(8),
        b.getLong(16),
        b.getLong(24),
        b.getLong(32),
        b.getLong(40),
        b.getLong(48),
        b.getInt(56),
        b.getInt(60));
  }
}
