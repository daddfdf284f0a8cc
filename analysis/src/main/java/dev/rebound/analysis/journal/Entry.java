package dev.rebound.analysis.journal;

/**
 * An event with its place in the journal: one line of {@code journal.jsonl}.
 *
 * @param v format version, 1
 * @param n sequence number, from 1 without gaps
 * @param wallMicros wall clock, microseconds since the epoch
 * @param monoNanos monotonic clock of the lab process
 */
public record Entry(int v, long n, long wallMicros, long monoNanos, Event data) {
  /** The version of the format; an event of another kind raises it. */
  public static final int VERSION = 1;
}
