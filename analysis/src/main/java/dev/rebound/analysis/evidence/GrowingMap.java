package dev.rebound.analysis.evidence;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The part of a log that follows its header: memory-mapped, so that it outlives a killed process,
 * and growing by whole chunks of zeros as far as it is asked for.
 *
 * <p>Thread-safe. Offsets are bytes after the header; what is read or written at one must not reach
 * over the end of a chunk, so lengths of slots are powers of two.
 */
final class GrowingMap implements Closeable {
  private static final int CHUNK_BYTES = 1 << 23;

  /** More empty bytes than this at its end no log has that grew by chunks. */
  private static final long EMPTY_BYTES_MAX = 1L << 30;

  private final String what;
  private final FileChannel channel;
  private final int headerBytes;
  private final boolean writable;
  // Replaced as a whole when it grows, under the lock; read without one.
  private volatile MappedByteBuffer[] chunks = new MappedByteBuffer[0];

  /**
   * @param what it is, for messages, such as {@code send log}
   * @param headerBytes a multiple of 8, so that longs in it are aligned
   */
  GrowingMap(String what, Path file, FileChannel channel, int headerBytes, boolean writable) {
    this.what = what + " " + file;
    this.channel = channel;
    this.headerBytes = headerBytes;
    this.writable = writable;
  }

  /** Opens a file for writing that is made, or emptied. */
  static FileChannel create(Path file) throws IOException {
    return FileChannel.open(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  /** Writes all that remains of a buffer where a file stands. */
  static void append(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Where an offset is in its chunk. */
  static int at(long offset) {
    return (int) (offset % CHUNK_BYTES);
  }

  /**
   * The chunk that holds an offset; made, with all before it, if it is not there and this may be
   * written. Throws {@link UncheckedIOException} naming the file if the disk has no room for it.
   */
  MappedByteBuffer chunk(long offset) {
    int index = (int) (offset / CHUNK_BYTES);
    MappedByteBuffer[] mapped = chunks;
    MappedByteBuffer known = index < mapped.length ? mapped[index] : null;
    return known == null ? grow(index) : known;
  }

  /** One that is read alone; of a log that is written, all before it, too. */
  private synchronized MappedByteBuffer grow(int index) {
    MappedByteBuffer[] mapped = Arrays.copyOf(chunks, Math.max(chunks.length, index + 1));
    for (int i = writable ? 0 : index; i <= index; i++) {
      if (mapped[i] == null) {
        mapped[i] = map(headerBytes + (long) i * CHUNK_BYTES);
      }
    }
    chunks = mapped;
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
      throw new UncheckedIOException("cannot grow the " + what + ": " + e.getMessage(), e);
    }
  }

  /** How many slots of this size a log has up to its last one that is not empty. */
  long used(Path file, long slots, int slotShift) throws IOException {
    long least = Math.max(0, slots - (EMPTY_BYTES_MAX >> slotShift));
    for (long n = slots; n > least; n--) {
      long offset = (n - 1) << slotShift;
      if (chunk(offset).getLong(at(offset)) != 0) {
        return n;
      }
    }
    if (least > 0) {
      throw new IOException(
          file + " is damaged: it ends in over " + EMPTY_BYTES_MAX + " empty bytes");
    }
    return 0;
  }

  /** Closes the file; what is mapped stays readable and writable. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
