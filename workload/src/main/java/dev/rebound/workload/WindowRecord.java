package dev.rebound.workload;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A window of {@link VisitWindows} while it fills, and as it is written: one address, how many
 * visits, the oldest and the newest of them. Which visits they are is listed, or summed up.
 *
 * <pre>
 * offset  bytes  field (big-endian)
 *      0      1  format version, 2
 *      1      1  kind: 0 closed, 1 read out by a closing record before it was full
 *      2      2  0
 *      4      4  address
 *      8      8  count: visits in the window
 *     16      8  oldest of their times, microseconds since 1970-01-01T00:00Z
 *     24      8  newest of them
 *     32      8  checksum: sum of {@link RuleState#identityHash} of the visits, mod 2^64
 *     40      8  when it was closed, microseconds since the epoch
 *     48      4  node: number of the node that closed it
 *     52      4  incarnation of that node, from 1
 *     56      8  0
 *     64   16·n  each visit, if they are listed: generator · 2^48 + sequence, its time
 * </pre>
 */
public final class WindowRecord {
  /** Evidence of an output: the window's own figures are not those of its visits. */
  public static final long INCONSISTENT = 1L << 62;

  /** Evidence of an output: its window was read out before it was full. */
  public static final long READ_OUT = 1L << 61;

  /** Evidence of a listed visit: {@link #DIGEST} of it is that of the time that it is given. */
  public static final long TIMED = 1L << 60;

  /** Evidence of an output: bits of the number of visits in its window. */
  public static final long COUNT = 0xFFFFFFFFL;

  /** Evidence of an output: bits that {@link #digest} sets. */
  public static final long DIGEST = TIMED - 1 & ~COUNT;

  private static final byte VERSION = 2;
  private static final int HEADER_BYTES = 64;
  private static final int MEMBER_BYTES = 16;

  private final byte[] bytes;

  private WindowRecord(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Puts a visit into a window.
   *
   * @param window null for the first visit
   * @param visit of which record it is, see {@link WindowInput}
   * @param listed whether the visits are listed
   */
  public static WindowRecord with(
      @Nullable WindowRecord window, WindowInput visit, boolean listed) {
    byte[] before = window == null ? empty(visit.address()) : window.bytes;
    byte[] after = new byte[before.length + (listed ? MEMBER_BYTES : 0)];
    System.arraycopy(before, 0, after, 0, before.length);
    ByteBuffer b = ByteBuffer.wrap(after);
    b.putLong(8, b.getLong(8) + 1);
    b.putLong(16, Math.min(b.getLong(16), visit.micros()));
    b.putLong(24, Math.max(b.getLong(24), visit.micros()));
    b.putLong(
        32,
        b.getLong(32)
            + RuleState.identityHash(visit.generator(), visit.sequence(), visit.address()));
    if (listed) {
      b.putLong(before.length, RecordId.of(visit.generator(), visit.sequence()));
      b.putLong(before.length + 8, visit.micros());
    }
    return new WindowRecord(after);
  }

  /** A window of the visits of two of one address. */
  public static WindowRecord merged(WindowRecord one, WindowRecord other) {
    ByteBuffer a = ByteBuffer.wrap(one.bytes);
    ByteBuffer b = ByteBuffer.wrap(other.bytes);
    int members = other.bytes.length - HEADER_BYTES;
    byte[] both = Arrays.copyOf(one.bytes, one.bytes.length + members);
    System.arraycopy(other.bytes, HEADER_BYTES, both, one.bytes.length, members);
    ByteBuffer.wrap(both)
        .putLong(8, a.getLong(8) + b.getLong(8))
        .putLong(16, Math.min(a.getLong(16), b.getLong(16)))
        .putLong(24, Math.max(a.getLong(24), b.getLong(24)))
        .putLong(32, a.getLong(32) + b.getLong(32));
    return new WindowRecord(both);
  }

  /**
   * One whose visits were summed up elsewhere.
   *
   * @param checksum sum of {@link RuleState#identityHash} of the visits
   */
  public static WindowRecord summed(
      int address, long count, long oldestMicros, long newestMicros, long checksum) {
    byte[] bytes = empty(address);
    ByteBuffer.wrap(bytes)
        .putLong(8, count)
        .putLong(16, oldestMicros)
        .putLong(24, newestMicros)
        .putLong(32, checksum);
    return new WindowRecord(bytes);
  }

  private static byte[] empty(int address) {
    byte[] bytes = new byte[HEADER_BYTES];
    ByteBuffer.wrap(bytes)
        .put(VERSION)
        .putInt(4, address)
        .putLong(16, Long.MAX_VALUE)
        .putLong(24, Long.MIN_VALUE);
    return bytes;
  }

  /** Takes encoded bytes; {@link IllegalArgumentException} if they are no window. */
  public static WindowRecord of(byte[] bytes) {
    if (!is(bytes)) {
      throw new IllegalArgumentException("not a window of format version 2");
    }
    return new WindowRecord(bytes);
  }

  /**
   * How many of these bytes are the window that begins with them; {@link IllegalArgumentException}
   * if none does.
   *
   * @param listed whether the visits are listed
   */
  static int length(byte[] bytes, boolean listed) {
    long length =
        bytes.length < HEADER_BYTES
            ? Long.MAX_VALUE
            : HEADER_BYTES + (listed ? MEMBER_BYTES * ByteBuffer.wrap(bytes).getLong(8) : 0);
    if (length < HEADER_BYTES || length > bytes.length) {
      throw new IllegalArgumentException("not a window of format version 2");
    }
    return (int) length;
  }

  private static boolean is(byte @Nullable [] bytes) {
    return bytes != null
        && bytes.length >= HEADER_BYTES
        && (bytes.length - HEADER_BYTES) % MEMBER_BYTES == 0
        && bytes[0] == VERSION
        && (bytes[1] == 0 || bytes[1] == 1);
  }

  /** True if a record has no key, or that of its window's address. */
  private static boolean isKeyed(byte @Nullable [] key, byte[] window) {
    return RecordFormat.isKeyOf(ByteBuffer.wrap(window).getInt(4), key);
  }

  /** Its visits in the order in which they came; none if they are not listed. */
  public List<WindowInput> visits() {
    ByteBuffer b = ByteBuffer.wrap(bytes);
    List<WindowInput> visits = new ArrayList<>();
    for (int at = HEADER_BYTES; at < bytes.length; at += MEMBER_BYTES) {
      long member = b.getLong(at);
      visits.add(
          new WindowInput(
              false,
              RecordId.generator(member),
              address(),
              RecordId.sequence(member),
              b.getLong(at + Long.BYTES)));
    }
    return visits;
  }

  /** The window as it stands; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Number of the client. */
  public int address() {
    return ByteBuffer.wrap(bytes).getInt(4);
  }

  /** Visits in it. */
  public long count() {
    return ByteBuffer.wrap(bytes).getLong(8);
  }

  /** Time of the oldest visit in it, microseconds since the epoch. */
  public long oldestMicros() {
    return ByteBuffer.wrap(bytes).getLong(16);
  }

  /** Time of the newest visit in it, microseconds since the epoch. */
  public long newestMicros() {
    return ByteBuffer.wrap(bytes).getLong(24);
  }

  /**
   * The bytes to write when it is closed, which is now.
   *
   * @param full false if a closing record reads it out
   * @param emitter who closes it
   */
  public byte[] closed(boolean full, KeyedLogic.Emitter emitter) {
    long nowMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    return closed(full, nowMicros, emitter.node(), emitter.incarnation());
  }

  /** The same at another time, microseconds since the epoch. */
  public byte[] closed(boolean full, long nowMicros, int node, int incarnation) {
    byte[] closed = bytes.clone();
    ByteBuffer.wrap(closed)
        .put(1, (byte) (full ? 0 : 1))
        .putLong(40, nowMicros)
        .putInt(48, node)
        .putInt(52, incarnation);
    return closed;
  }

  /**
   * A window as an output that is known by the time of one end of it.
   *
   * @param known that time
   * @param intended when it is said to have been sent
   * @param other the time of the other end, which the evidence has
   */
  private static byte[] output(
      ByteBuffer window, long known, long intended, long count, long other) {
    return new OutputRecord(
            OutputRecord.OutputKind.MATCH,
            0,
            window.getInt(4),
            known,
            intended,
            count,
            evidence(window.getLong(32), other),
            window.getLong(16),
            window.getLong(24),
            window.getInt(48),
            window.getInt(52))
        .encode();
  }

  /**
   * Gives a window as an output that is known by its beginning: sequence is the time of the oldest
   * visit, checksum the {@link #evidence} with that of the newest.
   */
  static void session(byte @Nullable [] key, byte @Nullable [] value, Consumer<byte[]> sink) {
    if (value != null && is(value) && isKeyed(key, value)) {
      ByteBuffer b = ByteBuffer.wrap(value);
      long newest = b.getLong(24);
      sink.accept(output(b, b.getLong(16), newest, b.getLong(8), newest));
    }
  }

  /** Checksum of a window and the time of one end of it in one. */
  public static long evidence(long checksum, long micros) {
    return checksum + SplitMix.mix(micros);
  }

  /** The digest of a visit's time: equal times have equal ones, others hardly ever. */
  public static long digest(long micros) {
    return SplitMix.mix(micros) & DIGEST;
  }

  /**
   * Gives each visit of a window, if they are listed, as an output: rule is the address; count is
   * that of the window with {@link #INCONSISTENT}, {@link #READ_OUT} and the {@link #digest} of the
   * visit's time; checksum is the sum of the visits' hashes. If they are not, gives the window as
   * an output: sequence is the time of the newest visit, checksum the {@link #evidence}.
   */
  static void outputs(byte @Nullable [] key, byte @Nullable [] value, Consumer<byte[]> sink) {
    if (value == null || !is(value) || !isKeyed(key, value)) {
      return;
    }
    ByteBuffer b = ByteBuffer.wrap(value);
    int address = b.getInt(4);
    long oldest = Long.MAX_VALUE;
    long newest = Long.MIN_VALUE;
    long checksum = 0;
    int members = (value.length - HEADER_BYTES) / MEMBER_BYTES;
    if (members == 0) {
      long count = (b.getLong(8) & READ_OUT - 1) | (value[1] == 1 ? READ_OUT : 0);
      sink.accept(output(b, b.getLong(24), b.getLong(24), count, b.getLong(16)));
      return;
    }
    for (int i = 0; i < members; i++) {
      long member = b.getLong(HEADER_BYTES + i * MEMBER_BYTES);
      long micros = b.getLong(HEADER_BYTES + i * MEMBER_BYTES + 8);
      oldest = Math.min(oldest, micros);
      newest = Math.max(newest, micros);
      checksum +=
          RuleState.identityHash(RecordId.generator(member), RecordId.sequence(member), address);
    }
    boolean consistent =
        b.getLong(8) == members
            && b.getLong(16) == oldest
            && b.getLong(24) == newest
            && b.getLong(32) == checksum;
    long count =
        (b.getLong(8) & COUNT)
            | TIMED
            | (consistent ? 0 : INCONSISTENT)
            | (value[1] == 1 ? READ_OUT : 0);
    for (int i = 0; i < members; i++) {
      long member = b.getLong(HEADER_BYTES + i * MEMBER_BYTES);
      long micros = b.getLong(HEADER_BYTES + i * MEMBER_BYTES + 8);
      sink.accept(
          new OutputRecord(
                  OutputRecord.OutputKind.MATCH,
                  RecordId.generator(member),
                  address,
                  RecordId.sequence(member),
                  micros,
                  count | digest(micros),
                  checksum,
                  oldest,
                  newest,
                  b.getInt(48),
                  b.getInt(52))
              .encode());
    }
  }
}
