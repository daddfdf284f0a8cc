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
import java.util.List;

/**
 * The fate of every record that one generator was to send: a header, then one slot of 8 bytes per
 * sequence number, 16 where there is no schedule. Memory-mapped, so that it outlives a killed
 * generator.
 *
 * <pre>
 * offset  bytes  field (big-endian)
 *      0      8  magic and version, {@link #MAGIC}
 *      8      8  generator
 *     16      8  number of partitions P of the input topic; record n is on partition n mod P
 *     24      8  intended send time of record 0, microseconds since the epoch
 *     32      8  records per second of this generator, as a double's bits; infinite for no schedule
 *     64      8  slot of record 0; record n at 64 + 8 n
 * </pre>
 *
 * A log of a generator that keeps to no schedule has {@link #TIMED_MAGIC}, and slots of 16 bytes,
 * record n at 64 + 16 n: the slot as above, then the time at which the record was handed to the
 * producer, microseconds since the epoch.
 *
 * <p>A slot is {@link #NOT_SENT}, {@link #UNKNOWN} (handed to the producer, no answer), {@link
 * #FAILED} (refused, and certainly not stored), {@link #GAVE_UP} (the producer gave up on it, and
 * an attempt may have been stored all the same; earlier logs have {@link #UNKNOWN} for it), or its
 * offset in the input partition plus {@link #ACKNOWLEDGED}. Record n is intended for start + n /
 * rate; without a schedule, for when it was handed over, which never decreases from record to
 * record. Where a log has {@link #MAGIC} and an infinite rate, only the records themselves say when
 * they were sent.
 *
 * <p>A log of records that the source of a job made itself has {@link #MADE_MAGIC}, no slots, and
 * at 40 how many records there were: each was made, and record n is at position n / P of partition
 * n mod P. Rate and start spread them over the time that the job took; when each was made is not
 * known.
 *
 * <p>The file grows by whole chunks, so it ends in slots that were never sent.
 */
public final class SendLog implements Closeable {
  public static final long MAGIC = 0x52424E4453454E01L;

  /** The same with a time in each slot. */
  public static final long TIMED_MAGIC = 0x52424E4453454E02L;

  /** That of records that were made and not sent, without slots. */
  public static final long MADE_MAGIC = 0x52424E4453454E03L;

  public static final int HEADER_BYTES = LogHeader.BYTES;
  public static final long NOT_SENT = 0;
  public static final long UNKNOWN = 1;
  public static final long FAILED = 2;
  public static final long GAVE_UP = 3;
  public static final long ACKNOWLEDGED = 16;

  /** Identities have 16 bits for it. */
  static final int GENERATOR_MAX = 0xFFFF;

  /** Observations have 16 bits for them. */
  static final int PARTITIONS_MAX = 1 << 16;

  /** Identities have 48 bits for a sequence number. */
  private static final long MADE_MAX = 1L << 48;

  /** The year 2200. */
  static final long MICROS_MAX = 7_258_118_400_000_000L;

  private final GrowingMap map;
  private final long slots;
  private final LogHeader header;
  private final int slotShift;

  private SendLog(Path file, FileChannel channel, boolean writable, LogHeader header, long bytes) {
    this.map = new GrowingMap("send log", file, channel, HEADER_BYTES, writable);
    this.header = header;
    this.slotShift = timed() ? 4 : 3;
    this.slots =
        made()
            ? header.count()
            : bytes == Long.MAX_VALUE ? bytes : (bytes - HEADER_BYTES) >> slotShift;
  }

  /**
   * Creates a log for writing; it grows as slots are written.
   *
   * @param ratePerSecond infinite for no schedule: then slots have times, see {@link #handed}
   */
  public static SendLog create(
      Path file, int generator, int partitions, long startMicros, double ratePerSecond)
      throws IOException {
    FileChannel channel = GrowingMap.create(file);
    long magic = Double.isInfinite(ratePerSecond) ? TIMED_MAGIC : MAGIC;
    LogHeader header = new LogHeader(magic, generator, partitions, startMicros, ratePerSecond, 0);
    GrowingMap.append(channel, ByteBuffer.wrap(header.before(0)));
    return new SendLog(file, channel, true, header, Long.MAX_VALUE);
  }

  /** Writes a whole log of a schedule at once, no longer than its slots. */
  public static void write(
      Path file,
      int generator,
      int partitions,
      long startMicros,
      double ratePerSecond,
      long[] slots)
      throws IOException {
    LogHeader header = new LogHeader(MAGIC, generator, partitions, startMicros, ratePerSecond, 0);
    ByteBuffer log = ByteBuffer.wrap(header.before(8 * slots.length));
    log.position(HEADER_BYTES).asLongBuffer().put(slots);
    Files.write(file, log.array());
  }

  /**
   * Writes the log of records that the source of a job made itself.
   *
   * @param records how many there were
   * @param startMicros when the job began
   * @param ratePerSecond how many it made a second, in the mean
   */
  public static void writeMade(
      Path file,
      int generator,
      int partitions,
      long startMicros,
      double ratePerSecond,
      long records)
      throws IOException {
    LogHeader header =
        new LogHeader(MADE_MAGIC, generator, partitions, startMicros, ratePerSecond, records);
    Files.write(file, header.before(0));
  }

  /** Opens a log for reading; throws {@link IOException} naming the file if it is none. */
  public static SendLog open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    LogHeader header = LogHeader.read(channel);
    if (!List.of(MAGIC, TIMED_MAGIC, MADE_MAGIC).contains(header.magic())) {
      channel.close();
      throw new IOException(file + " is no send log of this version");
    }
    try {
      return new SendLog(file, channel, false, checked(file, header), channel.size());
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Refuses what no generator writes. */
  private static LogHeader checked(Path file, LogHeader header) throws IOException {
    long generator = header.generator();
    long partitions = header.lanes();
    long start = header.startMicros();
    double rate = header.ratePerSecond();
    String what =
        generator < 0 || generator > GENERATOR_MAX
            ? "generator " + generator
            : partitions < 1 || partitions > PARTITIONS_MAX
                ? partitions + " partitions"
                : start < 0 || start > MICROS_MAX
                    ? "a start at " + start + " µs"
                    : rate > 0 ? made(header) : "a rate of " + rate + "/s";
    if (!what.isEmpty()) {
      throw new IOException(file + " is damaged: it speaks of " + what);
    }
    return header;
  }

  private static String made(LogHeader header) {
    long records = header.count();
    boolean wrong = header.magic() == MADE_MAGIC && (records < 0 || records > MADE_MAX);
    return wrong ? records + " records" : "";
  }

  public int generator() {
    return (int) header.generator();
  }

  public int partitions() {
    return (int) header.lanes();
  }

  /** Intended send time of record 0; without a schedule, when the load began. */
  public long startMicros() {
    return header.startMicros();
  }

  public double ratePerSecond() {
    return header.ratePerSecond();
  }

  /** Whether slots have times: there is no schedule. */
  public boolean timed() {
    return header.magic() == TIMED_MAGIC;
  }

  /** Whether the source of a job made the records itself: there are no slots in the file. */
  public boolean made() {
    return header.magic() == MADE_MAGIC;
  }

  /**
   * Intended send time of a record, microseconds since the epoch; where there is no schedule, when
   * it was handed over, 0 if it was not.
   */
  public long intendedMicros(long sequence) {
    if (timed()) {
      boolean outside = sequence < 0 || sequence >= slots;
      return outside ? 0 : chunk(sequence).getLong(at(sequence) + 8);
    }
    return startMicros() + (long) (sequence * 1e6 / ratePerSecond());
  }

  /**
   * Whole slots that the file has room for; those after the last record sent are {@link #NOT_SENT}.
   * Reading only.
   */
  public long slots() {
    return slots;
  }

  /** Records up to the last one that was handed to the producer; looks for it. Reading only. */
  public long records(Path file) throws IOException {
    return made() ? slots : map.used(file, slots, slotShift);
  }

  /** The raw slot of a record; {@link #NOT_SENT} outside of the log. */
  public long slot(long sequence) {
    if (sequence < 0 || sequence >= slots) {
      return NOT_SENT;
    }
    return made() ? ACKNOWLEDGED + sequence / partitions() : chunk(sequence).getLong(at(sequence));
  }

  /**
   * Sets a slot. Safe for several threads as long as each slot is set by one at a time. Throws
   * {@link UncheckedIOException} naming the file if the disk has no room for more slots.
   */
  public void set(long sequence, long value) {
    chunk(sequence).putLong(at(sequence), value);
  }

  /**
   * Notes that a record was handed to the producer, which has not answered. Throws like {@link
   * #set}.
   *
   * @param micros when; kept only where there is no schedule
   */
  public void handed(long sequence, long micros) {
    if (timed()) { // The time first: a slot that is set has one, whenever the generator is killed.
      chunk(sequence).putLong(at(sequence) + 8, micros);
    }
    set(sequence, UNKNOWN);
  }

  /**
   * Makes room for slots below {@code sequence} ahead of time, so that the sending thread does not
   * have to. Throws like {@link #set}.
   */
  public void reserve(long sequence) {
    chunk(sequence - 1);
  }

  private int at(long sequence) {
    return GrowingMap.at(sequence << slotShift);
  }

  private MappedByteBuffer chunk(long sequence) {
    return map.chunk(sequence << slotShift);
  }

  @Override
  public void close() throws IOException {
    map.close();
  }
}
