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
 * it resident. Where slots have times, these are in it, too, and it is twice as large. For use by
 * one thread.
 */
final class SendLogSlots implements Closeable {
  private static final int PAGE_SLOTS = 4096;
  private static final int PAGES = 256;

  private final SendLog log;
  private final FileChannel channel;
  private final ByteBuffer buffer;
  private final long[] cached;
  private final long[] pages = new long[PAGES];
  private final long records;
  private final boolean timed;

  /** Longs of a page; times follow the slots. */
  private final int pageLongs;

  SendLogSlots(Path file) throws IOException {
    log = SendLog.open(file);
    timed = log.timed();
    pageLongs = PAGE_SLOTS * log.slotBytes() / 8;
    buffer = ByteBuffer.allocateDirect(pageLongs * 8);
    cached = new long[log.made() ? 0 : PAGES * pageLongs];
    channel = FileChannel.open(file, StandardOpenOption.READ);
    Arrays.fill(pages, -1);
    records = log.made() ? log.slots() : countRecords(file);
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
    if (log.made()) {
      return log.slot(sequence);
    }
    return cached[place(sequence)];
  }

  /** Intended send time of a record, or when it was handed over, see {@link SendLog}. */
  long intendedMicros(long sequence) {
    if (!timed) {
      return log.intendedMicros(sequence);
    }
    return sequence < 0 || sequence >= log.slots() ? 0 : cached[place(sequence) + PAGE_SLOTS];
  }

  private int place(long sequence) {
    long page = sequence / PAGE_SLOTS;
    int at = (int) (page % PAGES);
    if (pages[at] != page) {
      load(page, at);
    }
    return at * pageLongs + (int) (sequence % PAGE_SLOTS);
  }

  private void load(long page, int at) {
    buffer.clear();
    long from = SendLog.HEADER_BYTES + page * pageLongs * 8;
    try {
      while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) > 0) {
        // reads until the page is full or the file ends
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int start = at * pageLongs;
    int read = buffer.position() / log.slotBytes();
    buffer.flip();
    if (timed) {
      for (int i = 0; i < read; i++) {
        cached[start + i] = buffer.getLong();
        cached[start + PAGE_SLOTS + i] = buffer.getLong();
      }
    } else {
      buffer.asLongBuffer().get(cached, start, read);
    }
    Arrays.fill(cached, start + read, start + PAGE_SLOTS, SendLog.NOT_SENT);
    pages[at] = page;
  }

  /** The log's file is longer than what was sent: it grows in large steps. */
  private long countRecords(Path file) throws IOException {
    for (long page = (log.slots() - 1) / PAGE_SLOTS; page >= 0; page--) {
      SendLog.requireFewEmpty(file, (log.slots() - (page + 1) * PAGE_SLOTS) * log.slotBytes());
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
