package dev.rebound.lab.forwarder;

import dev.rebound.lab.forwarder.Rule.Harm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;

/**
 * One way of a connection: what one end has sent and the other has not been given yet. With nothing
 * in force it keeps only what its reader does not take at once. Of the relay's thread.
 */
final class Passage {
  /** In place of a request's number: there is none. */
  static final long NONE = -1;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** How the sender has ended. */
  private enum Ending {
    NOT_YET,
    FINISHED,
    RESET
  }

  /**
   * Bytes that came at once.
   *
   * @param bytes none for an end of sending
   * @param request what they belong to, if a rule asked for it
   * @param whole true if they are that request, from its first byte to its last
   * @param number of the last request that begins in them, or {@link #NONE}
   * @param draw between −1 and 1
   */
  private record Chunk(
      ByteBuffer bytes,
      @Nullable ApiKeys request,
      boolean whole,
      long number,
      long arrivedNanos,
      double draw) {}

  private final Connection connection;
  private final Relay relay;
  private final Deque<Chunk> queue = new ArrayDeque<>();
  private ByteBuffer begun = NOTHING;
  private long queued;
  private @Nullable End to;
  private boolean held;
  private List<Harm.Slow> slow = List.of();
  private List<Bucket> buckets = List.of();
  private boolean blocked;
  private boolean flushing;
  private boolean dropping;
  private Ending ending = Ending.NOT_YET;
  private boolean ended;
  private long wakeNanos = NONE;

  Passage(Connection connection, Relay relay) {
    this.connection = connection;
    this.relay = relay;
  }

  /** Says where it leads. */
  void to(End end) {
    to = end;
  }

  /** Takes note of the rules in force, for bytes that one member sends to the other. */
  void heed(List<RuleInForce> rules, @Nullable String sender, @Nullable String receiver) {
    held = false;
    slow = new ArrayList<>();
    buckets = new ArrayList<>();
    for (RuleInForce one : rules) {
      Rule rule = one.rule();
      if (!rule.onBytes(sender, receiver)) {
        continue;
      }
      held |= rule.harm() instanceof Harm.Hold;
      if (rule.harm() instanceof Harm.Slow harm) {
        slow.add(harm);
        Bucket bucket = one.bucket(sender, receiver);
        if (bucket != null) {
          buckets.add(bucket);
        }
      }
    }
  }

  boolean held() {
    return held;
  }

  /** True if rules, or a connection that is not made yet, decide when bytes go on. */
  private boolean gated() {
    return held || !slow.isEmpty() || !open();
  }

  private boolean open() {
    return to != null && to.connected();
  }

  /** Bytes that are kept because of a rule. */
  long heldBytes() {
    return gated() ? queued : 0;
  }

  /** Bytes that wait for their reader. */
  long waitingBytes() {
    return gated() ? 0 : queued;
  }

  /** True once the sender has ended, in whatever way. */
  boolean finished() {
    return ending != Ending.NOT_YET;
  }

  /** True once there is nothing left to do. */
  boolean ended() {
    return ended;
  }

  /** True while its reader takes no more. */
  boolean blocked() {
    return blocked;
  }

  /** How many bytes may be read for it now. */
  int room() {
    if (finished()) {
      return 0;
    }
    if (dropping) {
      return Relay.READ_BYTES;
    }
    if (!gated()) {
      return queue.isEmpty() ? Relay.READ_BYTES : 0;
    }
    boolean delayed = slow.stream().anyMatch(one -> !one.delay().isZero());
    return (int) Math.max(0, Math.min(Relay.READ_BYTES, relay.bound(delayed) - queued));
  }

  /** The begin of something that was too short to be known when it was read. */
  ByteBuffer begun() {
    return begun;
  }

  /** Keeps such a begin until more comes. */
  void keepBegun(ByteBuffer bytes) {
    begun = bytes.hasRemaining() ? copy(bytes) : NOTHING;
  }

  /** Takes bytes that are parts of nothing that must be known. */
  void take(ByteBuffer bytes) {
    take(bytes, null, false, NONE);
  }

  /** Takes bytes, all of them; see {@link Chunk} for what is said of them. */
  void take(ByteBuffer bytes, @Nullable ApiKeys request, boolean whole, long number) {
    if (dropping || !bytes.hasRemaining()) {
      return;
    }
    boolean atOnce = queue.isEmpty() && !gated() && !whole;
    if (atOnce) {
      connection.passed(number);
      write(bytes);
      blocked = bytes.hasRemaining() && !dropping;
      if (!blocked) {
        return;
      }
    }
    add(new Chunk(copy(bytes), request, whole, number, relay.nanos(), relay.draw()));
    if (!atOnce) {
      flush();
    }
  }

  /** The sender says that nothing more comes. */
  void finish() {
    take(begun);
    begun = NOTHING;
    end(Ending.FINISHED);
  }

  /** The sender is gone. What it sent before is not worth more than it is to TCP. */
  void reset() {
    if (!gated()) {
      clear();
    }
    ended = false;
    end(Ending.RESET);
  }

  private void end(Ending as) {
    ending = as;
    if (dropping) {
      ended = true;
      return;
    }
    add(new Chunk(NOTHING, null, false, NONE, relay.nanos(), relay.draw()));
    flush();
  }

  /** Throws away what is kept, and what comes from now on. */
  void drop() {
    dropping = true;
    blocked = false;
    begun = NOTHING;
    clear();
    ended = finished();
  }

  private void clear() {
    queue.clear();
    relay.queued(-queued);
    queued = 0;
  }

  private void add(Chunk chunk) {
    queue.add(chunk);
    queued += chunk.bytes().remaining();
    relay.queued(chunk.bytes().remaining());
  }

  /** The time for which {@link #wakeAt} asked has come. */
  void wake() {
    wakeNanos = NONE;
    connection.flush(this);
  }

  private void wakeAt(long nanos) {
    if (wakeNanos == NONE || nanos < wakeNanos) {
      wakeNanos = nanos;
      relay.wake(this, nanos);
    }
  }

  /** Passes on what may go now. */
  void flush() {
    if (flushing) {
      return; // an answer in a request's place came to nothing: the loop below goes on
    }
    flushing = true;
    blocked = false;
    passOn();
    flushing = false;
    if (queue.isEmpty() && finished() && !ended && open()) {
      passEndingOn();
    }
  }

  private void passOn() {
    while (!queue.isEmpty() && !held && open() && !blocked) {
      Chunk chunk = queue.element();
      long now = relay.nanos();
      long due = due(chunk);
      if (due > now) {
        wakeAt(due);
        return;
      }
      if (chunk.bytes().hasRemaining() && !(chunk.whole() && refused(chunk))) {
        int wanted = chunk.bytes().remaining();
        int allowed = allowed(wanted, now);
        if (allowed == 0) {
          return;
        }
        connection.passed(chunk.number());
        writePart(chunk.bytes(), allowed);
        if (dropping) {
          return;
        }
        int written = wanted - chunk.bytes().remaining();
        queued -= written;
        relay.queued(-written);
        buckets.forEach(bucket -> bucket.spend(written));
        blocked = written < allowed;
      }
      if (!dropping && !chunk.bytes().hasRemaining()) {
        queue.remove();
      }
    }
  }

  private void passEndingOn() {
    ended = true;
    if (to != null && ending == Ending.FINISHED) {
      to.finish();
    } else if (to != null) {
      to.reset();
      connection.close();
    }
  }

  /** In the order of the queue, so that a piece may be late because of one before it. */
  private long due(Chunk chunk) {
    long delay = 0;
    long jitter = 0;
    for (Harm.Slow one : slow) {
      if (one.request() == null || one.request() == chunk.request()) {
        delay += one.delay().toNanos();
        jitter += one.jitter().toNanos();
      }
    }
    return chunk.arrivedNanos() + Math.max(0, delay + Math.round(chunk.draw() * jitter));
  }

  private int allowed(int wanted, long now) {
    int allowed = wanted;
    for (Bucket bucket : buckets) {
      allowed = Math.min(allowed, bucket.available(wanted, now));
      if (allowed == 0) {
        wakeAt(now + bucket.nanosUntil(wanted));
        return 0;
      }
    }
    return allowed;
  }

  /** True if it was answered, and is not to be passed on. */
  private boolean refused(Chunk chunk) {
    if (chunk.request() == null || !connection.refused(chunk.request(), chunk.bytes())) {
      return false;
    }
    if (!dropping) {
      queued -= chunk.bytes().remaining();
      relay.queued(-chunk.bytes().remaining());
      chunk.bytes().position(chunk.bytes().limit());
    }
    return true;
  }

  private void writePart(ByteBuffer bytes, int count) {
    int limit = bytes.limit();
    bytes.limit(bytes.position() + count);
    write(bytes);
    bytes.limit(limit);
  }

  private void write(ByteBuffer bytes) {
    if (to == null) {
      return;
    }
    try {
      to.write(bytes);
    } catch (IOException e) {
      connection.broken(to);
    }
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
  }
}
