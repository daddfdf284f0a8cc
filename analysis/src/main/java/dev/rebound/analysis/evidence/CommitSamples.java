package dev.rebound.analysis.evidence;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a group had committed on the input topic, read several times a second: a header of 16 bytes,
 * {@link #MAGIC} and the number of partitions, then one row per reading that was answered.
 *
 * <pre>
 * offset  bytes  field (big-endian)
 *      0      8  when it was asked, microseconds since the epoch
 *      8      8  when it was answered
 *     16    8 P  committed offset of each partition; -1 where there is none
 * </pre>
 *
 * A commit that one row does not show and the next one does was made after the former was asked and
 * before the latter was answered. A torn last row is tolerated.
 */
public final class CommitSamples {
  public static final long MAGIC = 0x52424E44434F4D01L;

  /** Offset of a partition on which the group has committed nothing. */
  public static final long NONE = -1;

  private static final int HEADER_BYTES = 16;

  private CommitSamples() {}

  private static int rowBytes(int partitions) {
    return 16 + 8 * partitions;
  }

  /** Appends rows, each at once: a run that is killed leaves what was read. For one thread. */
  public static final class Writer implements Closeable {
    private final FileChannel channel;
    private final ByteBuffer row;

    public Writer(Path file, int partitions) throws IOException {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
      row = ByteBuffer.allocateDirect(rowBytes(partitions));
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).putLong(MAGIC).putLong(partitions);
      GrowingMap.append(channel, header.flip());
    }

    public void append(long askedMicros, long answeredMicros, long[] offsets) throws IOException {
      row.clear().putLong(askedMicros).putLong(answeredMicros);
      for (long offset : offsets) {
        row.putLong(offset);
      }
      GrowingMap.append(channel, row.flip());
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Rows by their number. For one thread. */
  public static final class Reader implements Closeable {
    private final FileChannel channel;
    private final ByteBuffer row;
    private final long rows;
    private long held = -1;

    public Reader(Path file, int partitions) throws IOException {
      channel = FileChannel.open(file, StandardOpenOption.READ);
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
      boolean whole = channel.read(header, 0) == HEADER_BYTES;
      if (!whole || header.getLong(0) != MAGIC || header.getLong(8) != partitions) {
        channel.close();
        throw new IOException(file + " holds no samples of " + partitions + " partitions");
      }
      row = ByteBuffer.allocateDirect(rowBytes(partitions));
      rows = (channel.size() - HEADER_BYTES) / row.capacity();
    }

    public long rows() {
      return rows;
    }

    /** The first row that was asked for at a time or later; {@link #rows} if there is none. */
    public long firstFrom(long micros) throws IOException {
      long low = 0;
      long high = rows;
      while (low < high) {
        long middle = (low + high) >>> 1;
        if (askedMicros(middle) < micros) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    public long askedMicros(long number) throws IOException {
      hold(number);
      return row.getLong(0);
    }

    public long answeredMicros(long number) throws IOException {
      hold(number);
      return row.getLong(8);
    }

    public long offset(long number, int partition) throws IOException {
      hold(number);
      return row.getLong(16 + 8 * partition);
    }

    private void hold(long number) throws IOException {
      if (number == held) {
        return;
      }
      row.clear();
      long from = HEADER_BYTES + number * row.capacity();
      while (row.hasRemaining()) {
        if (channel.read(row, from + row.position()) < 0) {
          throw new EOFException("row " + number + " of " + rows);
        }
      }
      held = number;
    }

    /** True if the group had committed on any of the partitions in the end. */
    public boolean anyCommitted(int partitions) throws IOException {
      for (int p = 0; rows > 0 && p < partitions; p++) {
        if (offset(rows - 1, p) != NONE) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
