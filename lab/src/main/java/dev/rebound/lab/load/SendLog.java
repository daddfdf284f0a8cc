package dev.rebound.lab.load;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of every record that one generator was to send: a header, then one slot of 8 bytes
 * per sequence number. Memory-mapped, so that it outlives a killed generator.
 *
 * <pre>
 * offset  bytes  field (big-endian)
 *      0      8  magic and version, {@link #MAGIC}
 *      8      8  generator
 *     16      8  number of partitions P of the input topic; record n is on partition n mod P
 *     24      8  intended send time of record 0, microseconds since the epoch
 *     32      8  records per second of this generator, as a double's bits
 *     64      8  slot of record 0; record n at 64 + 8 n
 * </pre>
 *
 * A slot is {@link #NOT_SENT}, {@link #UNKNOWN} (handed to the producer, no answer), {@link
 * #FAILED} (the producer gave up on it), or its offset in the input partition plus {@link
 * #ACKNOWLEDGED}. Record n is intended for start + n / rate.
 */
public final class SendLog implements Closeable {
  public static final long MAGIC = 0x52424E4453454E01L;
  public static final int HEADER_BYTES = 64;
  public static final long NOT_SENT = 0;
  public static final long UNKNOWN = 1;
  public static final long FAILED = 2;
  public static final long ACKNOWLEDGED = 16;

  private static final int CHUNK_BYTES = 1 << 26;

  private final FileChannel channel;
  private final FileChannel.MapMode mode;
  private final List<MappedByteBuffer> chunks = new ArrayList<>();
  private final long slots;
  private final int generator;
  private final int partitions;
  private final long startMicros;
  private final double ratePerSecond;

  private SendLog(FileChannel channel, FileChannel.MapMode mode, ByteBuffer header, long slots) {
    this.channel = channel;
    this.mode = mode;
    this.generator = (int) header.getLong(8);
    this.partitions = (int) header.getLong(16);
    this.startMicros = header.getLong(24);
    this.ratePerSecond = Double.longBitsToDouble(header.getLong(32));
    this.slots = slots;
  }

  /** Creates a log for writing; it grows as slots are written. */
  public static SendLog create(
      Path file, int generator, int partitions, long startMicros, double ratePerSecond)
      throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    header
        .putLong(MAGIC)
        .putLong(generator)
        .putLong(partitions)
        .putLong(startMicros)
        .putLong(Double.doubleToLongBits(ratePerSecond))
        .rewind();
    while (header.hasRemaining()) {
      channel.write(header, header.position());
    }
    return new SendLog(channel, FileChannel.MapMode.READ_WRITE, header, Long.MAX_VALUE);
  }

  /** Opens a log for reading; throws {@link IOException} naming the file if it is none. */
  public static SendLog open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    while (header.hasRemaining() && channel.read(header, header.position()) >= 0) {
      // reads until the header is full or the file ends
    }
    if (header.hasRemaining() || header.getLong(0) != MAGIC) {
      channel.close();
      throw new IOException(file + " is no send log of this version");
    }
    return new SendLog(
        channel, FileChannel.MapMode.READ_ONLY, header, (channel.size() - HEADER_BYTES) / 8);
  }

  public int generator() {
    return generator;
  }

  public int partitions() {
    return partitions;
  }

  /** Intended send time of record 0, microseconds since the epoch. */
  public long startMicros() {
    return startMicros;
  }

  public double ratePerSecond() {
    return ratePerSecond;
  }

  /** Intended send time of a record, microseconds since the epoch. */
  public long intendedMicros(long sequence) {
    return startMicros + (long) (sequence * 1e6 / ratePerSecond);
  }

  /**
   * Slots that the file has room for; those after the last record sent are {@link #NOT_SENT}.
   * Reading only.
   */
  public long slots() {
    return slots;
  }

  /** The raw slot of a record. */
  public long slot(long sequence) {
    return sequence >= slots ? NOT_SENT : chunk(sequence).getLong(at(sequence));
  }

  /** Sets a slot. Safe for several threads as long as each slot is set by one at a time. */
  public void set(long sequence, long value) {
    chunk(sequence).putLong(at(sequence), value);
  }

  private static int at(long sequence) {
    return (int) ((sequence * 8) % CHUNK_BYTES);
  }

  private synchronized MappedByteBuffer chunk(long sequence) {
    int index = (int) (sequence * 8 / CHUNK_BYTES);
    while (chunks.size() <= index) {
      long from = HEADER_BYTES + (long) chunks.size() * CHUNK_BYTES;
      try {
        long length =
            mode == FileChannel.MapMode.READ_ONLY
                ? Math.min(CHUNK_BYTES, channel.size() - from)
                : CHUNK_BYTES;
        chunks.add(channel.map(mode, from, length));
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
    return chunks.get(index);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
