package dev.rebound.platform;

/**
 * The outcome of a signal.
 *
 * @param incarnation the life it was sent to
 * @param signalledMicros wall clock just before the signal was sent, microseconds since the epoch
 * @param confirmed KILL and TERMINATE: (pid, start) lived just before and is gone within the limit
 *     (5 s; 30 s for TERMINATE), with exit status 137 for KILL of a child of the lab (of others
 *     nobody but their parent is told a status); PAUSE: the process, and whatever it has started
 *     that shares its fate, is in stopped state; RESUME: none of them is
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
