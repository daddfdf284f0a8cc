package dev.rebound.workload;

import java.nio.ByteBuffer;

/**
 * The message by which the first stage of a {@link VisitWindows} job hands a visit to the second,
 * by address, or the wish that an address's window be read out.
 *
 * <pre>
 * offset  bytes  field (big-endian)
 *      0      1  kind: 0 visit, 1 closing
 *      1      1  0
 *      2      2  generator, unsigned
 *      4      4  address
 *      8      8  sequence (closing: number of the round)
 *     16      8  time of the visit, microseconds since 1970-01-01T00:00Z
 * </pre>
 *
 * @param micros microseconds since the epoch
 */
public record WindowInput(boolean closing, int generator, int address, long sequence, long micros) {
  /** Length of an encoded one in bytes. */
  public static final int BYTES = 24;

  /** Encodes into {@link #BYTES} bytes. */
  public byte[] encode() {
    byte[] bytes = new byte[BYTES];
    ByteBuffer.wrap(bytes)
        .put((byte) (closing ? 1 : 0))
        .put((byte) 0)
        .putShort((short) generator)
        .putInt(address)
        .putLong(sequence)
        .putLong(micros);
    return bytes;
  }

  /** Decodes; throws {@link IllegalArgumentException} if these bytes are none. */
  public static WindowInput decode(byte[] bytes) {
    if (bytes.length != BYTES || bytes[0] < 0 || bytes[0] > 1) {
      throw new IllegalArgumentException("not a visit for a window: " + bytes.length + " bytes");
    }
    ByteBuffer b = ByteBuffer.wrap(bytes);
    return new WindowInput(
        bytes[0] == 1, b.getShort(2) & 0xFFFF, b.getInt(4), b.getLong(8), b.getLong(16));
  }
}
