package dev.rebound.analysis.evidence;

import dev.rebound.oracle.due.Observation;
import dev.rebound.workload.OutputRecord;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outputs that one reader of the output topic saw, in the order in which it saw them:
 * fixed-width entries without a header.
 *
 * <pre>
 * offset  bytes  field (big-endian)
 *      0      4  rule
 *      4      2  generator, unsigned
 *      6      2  output partition, unsigned
 *      8      8  sequence of the input (readout: number of the closing round)
 *     16      8  count
 *     24      8  checksum
 *     32      8  offset in the output partition
 *     40      8  append time of the output, milliseconds since the epoch (LogAppendTime)
 *     48      8  receipt by this reader, microseconds since the epoch
 *     56      2  node that emitted it, unsigned
 *     58      2  incarnation of that node, unsigned
 *     60      3  digest of the intended send time in the id of a match ({@link Observation#digest});
 *                0 where the id has none, and in earlier files
 *     63      1  kind: 0 match, 1 readout, 2 bytes that are no output (then only partition, offset and times count)
 * </pre>
 *
 * A record that holds several outputs has an entry for each, one after the other. A torn last entry
 * is tolerated.
 */
public final class ObservedFile {
  /** Width of one entry in bytes. */
  public static final int ENTRY_BYTES = 64;

  /** {@link Reader#kind} of a match. */
  public static final int KIND_MATCH = 0;

  /** {@link Reader#kind} of a readout. */
  public static final int KIND_READOUT = 1;

  /** {@link Reader#kind} of bytes that are no output. */
  public static final int KIND_UNREADABLE = 2;

  private ObservedFile() {}

  /**
   * The file of one of several output topics.
   *
   * @param first that of the first topic
   * @param topic its number, from 0
   */
  public static Path ofTopic(Path first, int topic) {
    return topic == 0
        ? first
        : first.resolveSibling(ofTopic(String.valueOf(first.getFileName()), topic));
  }

  /** The same of the file's name. */
  public static String ofTopic(String first, int topic) {
    int end = first.lastIndexOf('.');
    int dot = end < 0 ? first.length() : end;
    return topic == 0 ? first : first.substring(0, dot) + "-" + (topic + 1) + first.substring(dot);
  }

  /** Appends entries; for use by one thread. */
  public static final class Writer implements Closeable {
    private static final int BUFFERED_ENTRIES = 4096;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFERED_ENTRIES * ENTRY_BYTES);
    private final byte[] nothing = new byte[OutputRecord.BYTES];

    public Writer(Path file) throws IOException {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
    }

    /**
     * Appends a raw output value as {@link OutputRecord} lays it out, copying fields without
     * decoding an object.
     *
     * @param value null, as a tombstone has it, is no output
     */
    public void append(
        int partition, long offset, long appendMillis, long receiptMicros, byte @Nullable [] value)
        throws IOException {
      if (!buffer.hasRemaining()) {
        flush();
      }
      boolean readable = OutputRecord.is(value);
      ByteBuffer v = ByteBuffer.wrap(readable && value != null ? value : nothing);
      int kind = readable ? v.get(1) : KIND_UNREADABLE;
      int digest = kind == KIND_MATCH ? Observation.digest(v.getLong(16)) : 0;
      buffer
          .putInt(v.getInt(4))
          .putShort(v.getShort(2))
          .putShort((short) partition)
          .putLong(v.getLong(8))
          .putLong(v.getLong(24))
          .putLong(v.getLong(32))
          .putLong(offset)
          .putLong(appendMillis)
          .putLong(receiptMicros)
          .putShort((short) v.getInt(56))
          .putShort((short) v.getInt(60))
          .putInt(digest << Byte.SIZE | kind);
    }

    public void flush() throws IOException {
      GrowingMap.append(channel, buffer.flip());
      buffer.clear();
    }

    @Override
    public void close() throws IOException {
      try (channel) {
        flush();
      }
    }
  }

  /**
   * Positions between the first and the last entry of an output partition that none stands at, over
   * all partitions. In a topic that nothing is deleted from, and that was read whole, transactions
   * leave them: with a marker for each, and with what was aborted.
   */
  public static long holes(Path file) throws IOException {
    Map<Integer, long[]> partitions = new HashMap<>();
    try (Reader entry = new Reader(file)) {
      while (entry.next()) {
        long offset = entry.offset();
        long[] seen =
            partitions.computeIfAbsent(entry.partition(), p -> new long[] {offset, offset, 0});
        seen[0] = Math.min(seen[0], offset);
        seen[1] = Math.max(seen[1], offset);
        seen[2] += entry.place() == 0 ? 1 : 0;
      }
    }
    return partitions.values().stream().mapToLong(seen -> seen[1] - seen[0] + 1 - seen[2]).sum();
  }

  /**
   * A cursor over entries; for use by one thread. Holds one megabyte whatever the file's length.
   */
  public static final class Reader implements Observation, Closeable {
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20).limit(0);
    private int at;
    private int partitionBefore = -1;
    private long offsetBefore;
    private int place;

    public Reader(Path file) throws IOException {
      this(file, 0);
    }

    /**
     * A cursor over the entries from one on.
     *
     * @param from its number, from 0
     */
    public Reader(Path file, long from) throws IOException {
      channel = FileChannel.open(file, StandardOpenOption.READ).position(from * ENTRY_BYTES);
    }

    /** Moves to the next entry; false at the end. */
    public boolean next() throws IOException {
      if (buffer.remaining() < ENTRY_BYTES) {
        buffer.compact();
        while (buffer.position() < ENTRY_BYTES) {
          if (channel.read(buffer) < 0) {
            buffer.limit(0);
            return false;
          }
        }
        buffer.flip();
      }
      at = buffer.position();
      buffer.position(at + ENTRY_BYTES);
      place = partition() == partitionBefore && offset() == offsetBefore ? place + 1 : 0;
      partitionBefore = partition();
      offsetBefore = offset();
      return true;
    }

    /** Number of the entry among those of one record, from 0. */
    public int place() {
      return place;
    }

    @Override
    public long identityHigh() {
      return sequence();
    }

    @Override
    public long identityLow() {
      return ((long) generator() << 32) | (key() & 0xFFFFFFFFL);
    }

    @Override
    public long evidenceHigh() {
      return count();
    }

    @Override
    public long evidenceLow() {
      return checksum();
    }

    @Override
    public int key() {
      return buffer.getInt(at);
    }

    @Override
    public int generator() {
      return buffer.getShort(at + 4) & 0xFFFF;
    }

    @Override
    public int partition() {
      return buffer.getShort(at + 6) & 0xFFFF;
    }

    @Override
    public long sequence() {
      return buffer.getLong(at + 8);
    }

    public long count() {
      return buffer.getLong(at + 16);
    }

    public long checksum() {
      return buffer.getLong(at + 24);
    }

    @Override
    public long offset() {
      return buffer.getLong(at + 32);
    }

    public long appendMillis() {
      return buffer.getLong(at + 40);
    }

    public long receiptMicros() {
      return buffer.getLong(at + 48);
    }

    public int node() {
      return buffer.getShort(at + 56) & 0xFFFF;
    }

    public int incarnation() {
      return buffer.getShort(at + 58) & 0xFFFF;
    }

    @Override
    public int timeDigest() {
      return buffer.getInt(at + 60) >>> Byte.SIZE;
    }

    public int kind() {
      return buffer.get(at + 63);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
