package dev.rebound.analysis.check;

import dev.rebound.analysis.evidence.SendLog;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The slots of one send log, read through a cache of a fixed size. Outputs come roughly in the
 * order of their inputs, so that nearly every access hits; mapping the whole log would make all of
 * it resident. For use by one thread.
 */
final class Slots implements Closeable {
  private static final int PAGE_SLOTS = 4096;
  private static final int PAGES = 256;

  private final SendLog log;
  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(PAGE_SLOTS * 8);
  private final long[] cached = new long[PAGES * PAGE_SLOTS];
  private final long[] pages = new long[PAGES];
  private final long records;

  Slots(Path file) throws IOException {
    log = SendLog.open(file);
    channel = FileChannel.open(file, StandardOpenOption.READ);
    Arrays.fill(pages, -1);
    records = countRecords();
  }

  SendLog log() {
    return log;
  }

  /** Records up to the last one that was handed to the producer. */
  long records() {
    return records;
  }

  /** The raw slot of a record; {@link SendLog#NOT_SENT} outside of the log. */
  long get(long sequence) {
    if (sequence < 0 || sequence >= log.slots()) {
      return SendLog.NOT_SENT;
    }
    long page = sequence / PAGE_SLOTS;
    int at = (int) (page % PAGES);
    if (pages[at] != page) {
      load(page, at);
    }
    return cached[at * PAGE_SLOTS + (int) (sequence % PAGE_SLOTS)];
  }

  private void load(long page, int at) {
    buffer.clear();
    long from = SendLog.HEADER_BYTES + page * PAGE_SLOTS * 8;
    try {
      while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) > 0) {
        // reads until the page is full or the file ends
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int read = buffer.position() / 8;
    buffer.flip();
    buffer.asLongBuffer().get(cached, at * PAGE_SLOTS, read);
    Arrays.fill(cached, at * PAGE_SLOTS + read, (at + 1) * PAGE_SLOTS, SendLog.NOT_SENT);
    pages[at] = page;
  }

  /** The log's file is longer than what was sent: it grows in large steps. */
  private long countRecords() {
    for (long page = (log.slots() - 1) / PAGE_SLOTS; page >= 0; page--) {
      for (int i = PAGE_SLOTS - 1; i >= 0; i--) {
        long sequence = page * PAGE_SLOTS + i;
        if (get(sequence) != SendLog.NOT_SENT) {
          return sequence + 1;
        }
      }
    }
    return 0;
  }

  @Override
  public void close() throws IOException {
    channel.close();
    log.close();
  }
}
