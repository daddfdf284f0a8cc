package dev.rebound.lab.time;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The looks of a follower at what a member says, which bound when that was: what a look finds was
 * said after the look before it had begun, and before this one was over. A time that the member
 * gives is taken where it lies between; else the member's clock is another one, or its word took
 * long, and the nearest end of that stretch is taken. Times are microseconds since the epoch. For
 * one thread.
 */
public final class Looks {
  private final LongSupplier micros;
  private final long lateMicros;
  private final Map<Long, Long> found = new HashMap<>();
  private long begunMicros = Long.MIN_VALUE;
  private long earliestMicros = Long.MIN_VALUE;
  private long lookMicros;
  private long latestMicros = Long.MAX_VALUE;

  /**
   * Those of a follower that has not looked yet.
   *
   * @param micros the follower's own clock
   * @param late how long after it was said a word may show at the latest, as where answers are kept
   *     for a while
   */
  public Looks(LongSupplier micros, Duration late) {
    this.micros = micros;
    this.lateMicros = Time.micros(late);
  }

  /** Those of a follower by the machine's clock, to whom every word shows at once. */
  public Looks() {
    this(Time.real()::micros, Duration.ZERO);
  }

  /** Called before a look; one that is not {@link #over} bounds nothing. */
  public void begin() {
    lookMicros = micros.getAsLong();
  }

  /** Called after a look has read all that there was, and before its times are asked for. */
  public void over() {
    earliestMicros = begunMicros == Long.MIN_VALUE ? begunMicros : begunMicros - lateMicros;
    begunMicros = lookMicros;
    latestMicros = micros.getAsLong();
  }

  /** When something was said that the last look has found first. */
  public long bounded(long saidMicros) {
    // Where the follower's clock was set back, its last look is all that is known.
    return Math.min(Math.max(saidMicros, Math.min(earliestMicros, latestMicros)), latestMicros);
  }

  /**
   * The same of what each look finds again: it was said when it was found first. What a look did
   * not find is forgotten.
   *
   * @param saidMicros all times that the last look has found
   */
  public void found(Set<Long> saidMicros) {
    found.keySet().retainAll(saidMicros);
    saidMicros.forEach(said -> found.computeIfAbsent(said, this::bounded));
  }

  /** When something was said that the last look has found, be it again. */
  public long first(long saidMicros) {
    Long known = found.get(saidMicros);
    return known == null ? bounded(saidMicros) : known;
  }
}
