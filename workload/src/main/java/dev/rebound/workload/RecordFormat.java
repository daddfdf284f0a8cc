package dev.rebound.workload;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The binary layout of an input record, big-endian.
 *
 * <pre>
 * offset  bytes  field
 *      0      1  format version, 1
 *      1      1  kind: 0 data, 1 closing
 *      2      2  generator, unsigned
 *      4      4  payload length in bytes
 *      8      8  sequence, from 0 per generator (closing records: number of the closing round)
 *     16      8  intended send time, microseconds since 1970-01-01T00:00Z
 *     24      …  payload
 * </pre>
 */
public final class RecordFormat {
  /** Length of the header in bytes; the payload starts here. */
  public static final int HEADER_BYTES = 24;

  /** The purpose of a record. */
  public enum RecordKind {
    /** Load. */
    DATA,
    /**
     * Sent after the drain. Matches every rule r with {@code r mod P = its input partition} of P
     * partitions, changes no state, and makes each of those rules emit a {@link
     * OutputRecord.OutputKind#READOUT readout} of its final state.
     */
    CLOSING
  }

  private static final byte VERSION = 1;

  private RecordFormat() {}

  /** Writes the header at the start of {@code record}. */
  public static void header(
      byte[] record,
      RecordKind kind,
      int generator,
      int payloadBytes,
      long sequence,
      long intendedMicros) {
    ByteBuffer.wrap(record)
        .order(ByteOrder.BIG_ENDIAN)
        .put(VERSION)
        .put((byte) (kind == RecordKind.DATA ? 0 : 1))
        .putShort((short) generator)
        .putInt(payloadBytes)
        .putLong(sequence)
        .putLong(intendedMicros);
  }

  /**
   * The kind of a record. Throws {@link IllegalArgumentException} if these bytes are no record of
   * this version.
   */
  public static RecordKind kind(byte[] record) {
    if (record.length < HEADER_BYTES || record[0] != VERSION) {
      throw new IllegalArgumentException(
          "not an input record of format version 1: %s bytes, first byte %s"
              .formatted(record.length, record.length == 0 ? "absent" : record[0]));
    }
    return switch (record[1]) {
      case 0 -> RecordKind.DATA;
      case 1 -> RecordKind.CLOSING;
      default -> throw new IllegalArgumentException("unknown record kind " + record[1]);
    };
  }

  public static int generator(byte[] record) {
    return ByteBuffer.wrap(record).getShort(2) & 0xFFFF;
  }

  public static int payloadBytes(byte[] record) {
    return ByteBuffer.wrap(record).getInt(4);
  }

  public static long sequence(byte[] record) {
    return ByteBuffer.wrap(record).getLong(8);
  }

  /** Intended send time, microseconds since the epoch. */
  public static long intendedMicros(byte[] record) {
    return ByteBuffer.wrap(record).getLong(16);
  }

  /**
   * The key that a record's payload begins with, 4 bytes; {@link IllegalArgumentException} if it
   * has none.
   *
   * @param keys how many there are
   */
  static int key(byte[] record, int keys) {
    int key =
        record.length < HEADER_BYTES + Integer.BYTES
            ? -1
            : ByteBuffer.wrap(record).getInt(HEADER_BYTES);
    if (key < 0 || key >= keys) {
      throw new IllegalArgumentException(
          "a record of %s bytes with key %s; keys are from 0 to %s"
              .formatted(record.length, key, keys - 1));
    }
    return key;
  }

  /** The partition of repartition and output topics that belongs to a rule: rule mod P. */
  public static int rulePartition(int rule, int partitions) {
    return rule % partitions;
  }

  /** True if the key of an output's record is that of its rule, or if it has none. */
  static boolean isKeyOf(int rule, byte @Nullable [] recordKey) {
    return recordKey == null
        || (recordKey.length == Integer.BYTES && ByteBuffer.wrap(recordKey).getInt() == rule);
  }

  /** {@link #rulePartition} of each of so many rules, or other keys. */
  public static int[] lanes(int keys, int partitions) {
    return IntStream.range(0, keys).map(key -> rulePartition(key, partitions)).toArray();
  }
}
