package dev.rebound.lab.platform;

/**
 * What became of a signal.
 *
 * @param incarnation the life it was sent to
 * @param signalledMicros wall clock just before the signal was sent, microseconds since the epoch
 * @param confirmed KILL and TERMINATE: (pid, start time) lived just before and is gone within the
 *     limit (5 s; 30 s for TERMINATE), exit status 137 for KILL where we are the parent; PAUSE: the
 *     process is in stopped state; RESUME: it is not
 * @param afterMillis from the signal to the confirmation
 * @param detail one sentence: what was seen
 */
public record Confirmation(
    Incarnation incarnation,
    Signal signal,
    long signalledMicros,
    boolean confirmed,
    long afterMillis,
    String detail) {}
