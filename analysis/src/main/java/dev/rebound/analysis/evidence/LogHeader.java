package dev.rebound.analysis.evidence;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The header of the log of a generator: 64 bytes, of which the last 16 are zero.
 *
 * @param lanes partitions of a topic, or addresses that requests go to
 * @param count what the log says of its own length
 */
record LogHeader(
    long magic, long generator, long lanes, long startMicros, double ratePerSecond, long count) {
  static final int BYTES = 64;

  /** Where {@link #count} stands. */
  static final int COUNT_AT = 40;

  /** The header of a file; without a magic number if the file is shorter than one. */
  static LogHeader read(FileChannel channel) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(BYTES);
    while (header.hasRemaining() && channel.read(header, header.position()) >= 0) {
      // reads until the header is full or the file ends
    }
    return new LogHeader(
        header.hasRemaining() ? 0 : header.getLong(0),
        header.getLong(8),
        header.getLong(16),
        header.getLong(24),
        header.getDouble(32),
        header.getLong(COUNT_AT));
  }

  /** At the start of a log with so many bytes after it. */
  byte[] before(int bytes) {
    ByteBuffer log = ByteBuffer.allocate(BYTES + bytes);
    log.putLong(magic)
        .putLong(generator)
        .putLong(lanes)
        .putLong(startMicros)
        .putDouble(ratePerSecond)
        .putLong(count);
    return log.array();
  }
}
