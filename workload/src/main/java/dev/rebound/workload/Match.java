package dev.rebound.workload;

import java.nio.ByteBuffer;

/**
 * One rule that one record matches, on its way from the matching stage to the rule's state.
 *
 * <p>A job puts it into its repartition topic, keyed by the rule; the partition is {@link
 * RecordFormat#rulePartition}.
 *
 * <pre>
 * offset  bytes  field (big-endian)
 *      0      1  format version, 1
 *      1      1  kind of the record, 0 data, 1 closing; and 2 × what else was found
 *      2      2  generator, unsigned
 *      4      4  rule
 *      8      8  sequence (closing: number of the closing round)
 *     16      8  intended send time, microseconds since 1970-01-01T00:00Z
 * </pre>
 *
 * @param detail what else the first stage found, see {@link Matcher#detail}
 */
public record Match(
    RecordFormat.RecordKind kind,
    int generator,
    int rule,
    long sequence,
    long intendedMicros,
    int detail) {

  /** Length of an encoded match in bytes. */
  public static final int BYTES = 24;

  /** What {@link #detail} is below. */
  static final int DETAILS = 64;

  private static final byte VERSION = 1;

  /** Encodes into {@link #BYTES} bytes. */
  public byte[] encode() {
    byte[] bytes = new byte[BYTES];
    ByteBuffer.wrap(bytes)
        .put(VERSION)
        .put((byte) ((kind == RecordFormat.RecordKind.DATA ? 0 : 1) | detail << 1))
        .putShort((short) generator)
        .putInt(rule)
        .putLong(sequence)
        .putLong(intendedMicros);
    return bytes;
  }

  /** Decodes; throws {@link IllegalArgumentException} if these bytes are no match. */
  public static Match decode(byte[] bytes) {
    if (bytes.length != BYTES || bytes[0] != VERSION || bytes[1] < 0) {
      throw new IllegalArgumentException(
          "not a match of format version 1: " + bytes.length + " bytes");
    }
    ByteBuffer b = ByteBuffer.wrap(bytes);
    return new Match(
        (bytes[1] & 1) == 0 ? RecordFormat.RecordKind.DATA : RecordFormat.RecordKind.CLOSING,
        b.getShort(2) & 0xFFFF,
        b.getInt(4),
        b.getLong(8),
        b.getLong(16),
        bytes[1] >> 1);
  }

  /** The rule as a key of 4 bytes, big-endian. */
  public byte[] key() {
    return ByteBuffer.allocate(Integer.BYTES).putInt(rule).array();
  }
}
