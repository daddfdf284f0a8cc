package dev.rebound.analysis.evidence;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

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
 *     32      8  records per second of this generator, as a double's bits; infinite if flat out
 *     64      8  slot of record 0; record n at 64 + 8 n
 * </pre>
 *
 * A slot is {@link #NOT_SENT}, {@link #UNKNOWN} (handed to the producer, no answer), {@link
 * #FAILED} (the producer gave up on it), or its offset in the input partition plus {@link
 * #ACKNOWLEDGED}. Record n is intended for start + n / rate. Flat out there is no schedule: a
 * record's own header says when it was sent.
 *
 * <p>The file grows by whole chunks, so it ends in slots that were never sent.
 */
public final class SendLog implements Closeable {
  public static final long MAGIC = 0x52424E4453454E01L;
  public static final int HEADER_BYTES = 64;
  public static final long NOT_SENT = 0;
  public static final long UNKNOWN = 1;
  public static final long FAILED = 2;
  public static final long ACKNOWLEDGED = 16;

  private static final int CHUNK_BYTES = 1 << 23;

  private final Path file;
  private final FileChannel channel;
  private final boolean writable;
  // Replaced as a whole when it grows, under the lock; read without one.
  private volatile MappedByteBuffer[] chunks = new MappedByteBuffer[0];
  private final long slots;
  private final int generator;
  private final int partitions;
  private final long startMicros;
  private final double ratePerSecond;

  private SendLog(Path file, FileChannel channel, boolean writable, ByteBuffer header, long slots) {
    this.file = file;
    this.channel = channel;
    this.writable = writable;
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
    header(header, generator, partitions, startMicros, ratePerSecond);
    while (header.hasRemaining()) {
      channel.write(header, header.position());
    }
    return new SendLog(file, channel, true, header, Long.MAX_VALUE);
  }

  /** Writes a whole log at once, no longer than its slots. */
  public static void write(
      Path file,
      int generator,
      int partitions,
      long startMicros,
      double ratePerSecond,
      long[] slots)
      throws IOException {
    ByteBuffer log = ByteBuffer.allocate(HEADER_BYTES + 8 * slots.length);
    header(log, generator, partitions, startMicros, ratePerSecond);
    log.position(HEADER_BYTES).asLongBuffer().put(slots);
    Files.write(file, log.array());
  }

  private static void header(
      ByteBuffer into, int generator, int partitions, long startMicros, double ratePerSecond) {
    into.putLong(MAGIC)
        .putLong(generator)
        .putLong(partitions)
        .putLong(startMicros)
        .putLong(Double.doubleToLongBits(ratePerSecond))
        .rewind();
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
    return new SendLog(file, channel, false, header, (channel.size() - HEADER_BYTES) / 8);
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
   * Whole slots that the file has room for; those after the last record sent are {@link #NOT_SENT}.
   * Reading only.
   */
  public long slots() {
    return slots;
  }

  /** The raw slot of a record. */
  public long slot(long sequence) {
    return sequence >= slots ? NOT_SENT : chunk(sequence).getLong(at(sequence));
  }

  /**
   * Sets a slot. Safe for several threads as long as each slot is set by one at a time. Throws
   * {@link UncheckedIOException} naming the file if the disk has no room for more slots.
   */
  public void set(long sequence, long value) {
    chunk(sequence).putLong(at(sequence), value);
  }

  /**
   * Makes room for slots below {@code sequence} ahead of time, so that the sending thread does not
   * have to. Throws like {@link #set}.
   */
  public void reserve(long sequence) {
    chunk(sequence - 1);
  }

  private static int at(long sequence) {
    return (int) ((sequence * 8) % CHUNK_BYTES);
  }

  private MappedByteBuffer chunk(long sequence) {
    int index = (int) (sequence * 8 / CHUNK_BYTES);
    MappedByteBuffer[] mapped = chunks;
    return index < mapped.length ? mapped[index] : grow(index);
  }

  private synchronized MappedByteBuffer grow(int index) {
    MappedByteBuffer[] mapped = chunks;
    int known = mapped.length;
    if (index >= known) {
      mapped = Arrays.copyOf(mapped, index + 1);
      for (int i = known; i <= index; i++) {
        mapped[i] = map(HEADER_BYTES + (long) i * CHUNK_BYTES);
      }
      chunks = mapped;
    }
    return mapped[index];
  }

  private MappedByteBuffer map(long from) {
    try {
      if (!writable) {
        return channel.map(
            FileChannel.MapMode.READ_ONLY, from, Math.min(CHUNK_BYTES, channel.size() - from));
      }
      // Written before it is mapped: a full disk is then an exception here, not a crash later.
      ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
      for (long at = from; at < from + CHUNK_BYTES; ) {
        at += channel.write(zeros.rewind(), at);
      }
      return channel.map(FileChannel.MapMode.READ_WRITE, from, CHUNK_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot grow the send log " + file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
