package dev.rebound.analysis.evidence;

import dev.rebound.analysis.units.Words;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The fate of every request that one load process was to send: a header, then one slot of 32 bytes
 * per sequence number. Memory-mapped, so that it outlives a killed process.
 *
 * <pre>
 * offset  bytes  field (big-endian)
 *      0      8  magic and version, {@link #MAGIC}
 *      8      8  generator
 *     16      8  number of targets that requests go to in turn
 *     24      8  intended time of request 0, microseconds since the epoch
 *     32      8  requests per second of this process, as a double's bits; infinite where each user
 *                waits for its answer (a closed model)
 *     40      8  number of requests plus 1 once the log was closed in order; 0 before
 *     64     32  slot of request 0; request n at 64 + 32 n
 *
 * offset  bytes  field of a slot
 *      0      8  intended time, microseconds since the epoch; 0 where there is no such request
 *      8      4  when its body was handed to the connection, microseconds after the intended time;
 *                2^32 − 1 if it was not
 *     12      4  when its outcome was known, likewise
 *     16      4  bytes that it has, headers included
 *     20      4  bytes that came back, headers included
 *     24      2  status of the answer; 0 without one
 *     26      2  number of its target, from 0
 *     28      1  {@link RequestOutcome}, by its number
 *     29      1  {@link RequestEnding}, likewise
 *     30      2  zero
 * </pre>
 *
 * <p>Differences end at {@link #MICROS_MAX}, some 71 minutes. The last 8 bytes of a slot are
 * written as one, after all others: an outcome is never there without its time.
 *
 * <p>The file grows by whole chunks, so it ends in slots of no request. Writing is safe for several
 * threads as long as each slot is written by one at a time; so is reading.
 */
public final class RequestLog implements Closeable {
  public static final long MAGIC = 0x52424E4452455101L;
  public static final int HEADER_BYTES = LogHeader.BYTES;
  public static final int SLOT_BYTES = 32;

  /** Longest time after the intended one that a slot tells apart, microseconds. */
  public static final long MICROS_MAX = 0xFFFF_FFFEL;

  private static final int NEVER = -1;
  private static final int SLOT_SHIFT = 5;

  private static final int SENT_AT = 8;
  private static final int KNOWN_AT = 12;
  private static final int OUT_AT = 16;
  private static final int IN_AT = 20;
  private static final int WORD_AT = 24;

  private static final VarHandle WORD =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** The fate of a request. */
  public enum RequestOutcome {
    /** It was due, and was not given to the client. */
    NOT_SENT(0),
    /** It was given to the client, which has not told what became of it. */
    IN_FLIGHT(1),
    /** The answer says that it was taken. */
    ACCEPTED(2),
    /**
     * It certainly has no effect: the answer says so, or its body never left the generator, so that
     * nobody can know what was asked for.
     */
    REFUSED(3),
    /** It may have had its effect or not. */
    UNKNOWN(4);

    /** By their numbers. */
    private static final RequestOutcome[] ALL = values();

    private final int number;

    RequestOutcome(int number) {
      this.number = number;
    }

    /** A number that no writer of this version leaves says nothing of what happened. */
    private static RequestOutcome of(int number) {
      return number < ALL.length ? ALL[number] : UNKNOWN;
    }
  }

  /** How it was known. */
  public enum RequestEnding {
    /** Not yet. */
    NONE(0),
    /** By a whole answer. */
    ANSWERED(1),
    /** There was no connection that took the body. */
    NOT_CONNECTED(2),
    /** Nothing, or no whole answer, had come when its time was up. */
    TIMED_OUT(3),
    /** The connection broke before a whole answer had come. */
    BROKEN(4);

    /** By their numbers. */
    private static final RequestEnding[] ALL = values();

    private final int number;

    RequestEnding(int number) {
      this.number = number;
    }

    private static RequestEnding of(int number) {
      return number < ALL.length ? ALL[number] : NONE;
    }
  }

  /**
   * One request.
   *
   * @param intendedMicros when it was to be sent, microseconds since the epoch, as all times here
   * @param sentMicros when its body was handed to the connection; 0 if it was not
   * @param knownMicros when its outcome was known; 0 if it is not
   * @param status of the answer; 0 without one
   * @param target number of its target, from 0
   * @param bytesOut bytes of the request, headers included, whether they were sent or not
   * @param bytesIn bytes of the answer, as far as it came, headers included
   */
  public record Request(
      long intendedMicros,
      long sentMicros,
      long knownMicros,
      RequestOutcome outcome,
      RequestEnding ending,
      int status,
      int target,
      int bytesOut,
      int bytesIn) {

    /** True if its body was handed to a connection, so that somebody may have read it. */
    public boolean handed() {
      return sentMicros > 0;
    }

    /** The outcome as it stands when nothing more comes, such as after the process was killed. */
    public RequestOutcome settled() {
      if (outcome != RequestOutcome.IN_FLIGHT) {
        return outcome;
      }
      return handed() ? RequestOutcome.UNKNOWN : RequestOutcome.NOT_SENT;
    }

    /** From the intended time until the outcome was known, microseconds; -1 if it is not known. */
    public long latencyMicros() {
      return knownMicros == 0 ? -1 : knownMicros - intendedMicros;
    }
  }

  private final FileChannel channel;
  private final GrowingMap map;
  private final LogHeader header;

  private final long requests;

  /**
   * @param slots whole slots of a file that is read; 0 for writing
   */
  private RequestLog(Path file, FileChannel channel, boolean writable, LogHeader header, long slots)
      throws IOException {
    this.channel = channel;
    this.map = new GrowingMap("request log", file, channel, HEADER_BYTES, writable);
    this.header = header;
    this.requests = header.count() > 0 ? header.count() - 1 : map.used(file, slots, SLOT_SHIFT);
  }

  /**
   * Creates a log for writing; it grows as slots are written.
   *
   * @param ratePerSecond infinite where each user waits for its answer
   * @param targets how many addresses requests go to in turn, up to 65,535
   */
  public static RequestLog create(
      Path file, int generator, long startMicros, double ratePerSecond, int targets)
      throws IOException {
    FileChannel channel = GrowingMap.create(file);
    LogHeader header = new LogHeader(MAGIC, generator, targets, startMicros, ratePerSecond, 0);
    GrowingMap.append(channel, ByteBuffer.wrap(header.before(0)));
    return new RequestLog(file, channel, true, header, 0);
  }

  /**
   * Opens a log for reading, of a process that has ended. Throws {@link IOException} naming the
   * file if it is none, or not all of one.
   */
  public static RequestLog open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      LogHeader header = LogHeader.read(channel);
      if (header.magic() != MAGIC) {
        throw new IOException(file + " is no request log of this version");
      }
      if (header.generator() < 0 || header.generator() > SendLog.GENERATOR_MAX) {
        throw new IOException(file + " is damaged: it speaks of generator " + header.generator());
      }
      long bytes = channel.size() - HEADER_BYTES;
      long slots = bytes / SLOT_BYTES;
      long closedWith = header.count() - 1;
      if (bytes % SLOT_BYTES != 0 || slots < closedWith) {
        throw new IOException(
            Words.text(
                "%s is torn: the %,d bytes after its header hold %,d requests%s",
                file,
                bytes,
                slots,
                closedWith < 0 ? " and a part of one" : ", and it was closed with " + closedWith));
      }
      return new RequestLog(file, channel, false, header, slots);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  public int generator() {
    return (int) header.generator();
  }

  /** How many addresses requests went to in turn. */
  public int targets() {
    return (int) header.lanes();
  }

  /** Intended time of request 0, microseconds since the epoch; in a closed model, its earliest. */
  public long startMicros() {
    return header.startMicros();
  }

  /** Infinite where each user waited for its answer. */
  public double ratePerSecond() {
    return header.ratePerSecond();
  }

  /** True of a log that is read if its process closed it in order, and so was not killed. */
  public boolean closedInOrder() {
    return header.count() > 0;
  }

  /** How many requests a log that is read has: those of the sequence numbers below. */
  public long requests() {
    return requests;
  }

  /**
   * A request; one that was never due has the intended time 0. For a sequence number below {@link
   * #requests}.
   */
  public Request request(long sequence) {
    ByteBuffer chunk = chunk(sequence);
    int at = at(sequence);
    long word = (long) WORD.getAcquire(chunk, at + WORD_AT);
    long intended = chunk.getLong(at);
    return new Request(
        intended,
        time(intended, chunk.getInt(at + SENT_AT)),
        time(intended, chunk.getInt(at + KNOWN_AT)),
        RequestOutcome.of((int) (word >>> 24) & 0xFF),
        RequestEnding.of((int) (word >>> 16) & 0xFF),
        (int) (word >>> 48),
        (int) (word >>> 32) & 0xFFFF,
        chunk.getInt(at + OUT_AT),
        chunk.getInt(at + IN_AT));
  }

  private static long time(long intended, int after) {
    return intended == 0 || after == NEVER ? 0 : intended + Integer.toUnsignedLong(after);
  }

  /**
   * Notes a request that is due; it is {@link RequestOutcome#NOT_SENT}, or {@link
   * RequestOutcome#IN_FLIGHT} if it is given to the client now. Throws {@link UncheckedIOException}
   * naming the file if the disk has no room for more slots.
   *
   * @param bytesOut bytes that it has, headers included
   */
  public void due(long sequence, long intendedMicros, int target, int bytesOut, boolean given) {
    ByteBuffer chunk = chunk(sequence);
    int at = at(sequence);
    chunk.putInt(at + SENT_AT, NEVER);
    chunk.putInt(at + KNOWN_AT, NEVER);
    chunk.putInt(at + OUT_AT, bytesOut);
    chunk.putInt(at + IN_AT, 0);
    word(
        chunk,
        at,
        0,
        target,
        given ? RequestOutcome.IN_FLIGHT : RequestOutcome.NOT_SENT,
        RequestEnding.NONE);
    chunk.putLong(at, intendedMicros);
  }

  /** Notes that the body of a request is handed to its connection; before it is. */
  public void handed(long sequence, long micros) {
    ByteBuffer chunk = chunk(sequence);
    int at = at(sequence);
    chunk.putInt(at + SENT_AT, after(chunk.getLong(at), micros));
  }

  /** Notes what became of a request that is in flight. */
  public void ended(
      long sequence,
      long micros,
      RequestOutcome outcome,
      RequestEnding ending,
      int status,
      int bytesIn) {
    ByteBuffer chunk = chunk(sequence);
    int at = at(sequence);
    int target = chunk.getShort(at + WORD_AT + 2) & 0xFFFF;
    chunk.putInt(at + KNOWN_AT, after(chunk.getLong(at), micros));
    chunk.putInt(at + IN_AT, bytesIn);
    word(chunk, at, status, target, outcome, ending);
  }

  private static void word(
      ByteBuffer chunk,
      int at,
      int status,
      int target,
      RequestOutcome outcome,
      RequestEnding ending) {
    long word =
        (long) status << 48
            | (target & 0xFFFFL) << 32
            | (long) outcome.number << 24
            | (long) ending.number << 16;
    WORD.setRelease(chunk, at + WORD_AT, word);
  }

  /** A clock that was set back makes no negative difference. */
  private static int after(long intendedMicros, long micros) {
    return (int) Math.max(0, Math.min(MICROS_MAX, micros - intendedMicros));
  }

  /**
   * Makes room for slots below {@code sequence} ahead of time, so that the sending thread does not
   * have to. Throws like {@link #due}.
   */
  public void reserve(long sequence) {
    chunk(sequence - 1);
  }

  private static int at(long sequence) {
    return GrowingMap.at(sequence << SLOT_SHIFT);
  }

  private ByteBuffer chunk(long sequence) {
    return map.chunk(sequence << SLOT_SHIFT);
  }

  /**
   * Closes a log that was written, in order.
   *
   * @param requests how many it has
   */
  public void close(long requests) throws IOException {
    ByteBuffer count = ByteBuffer.allocate(8).putLong(requests + 1).rewind();
    GrowingMap.append(channel.position(LogHeader.COUNT_AT), count);
    map.close();
  }

  /** Closes the file; what is mapped may still be written. */
  @Override
  public void close() throws IOException {
    map.close();
  }
}
