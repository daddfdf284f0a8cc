package dev.rebound.analysis.evidence;

import java.util.Set;

/**
 * The requests to a service that were still on their way when the run ended, each by {@code
 * generator << 48 | sequence}: without a row they are pending, and not lost. A row tells more: what
 * has one is done, wherever else it stands.
 *
 * @param told whether that is known
 * @param outbox that wait in a table of the service's own
 * @param topic that stand in its topic, and were not committed as processed
 * @param deadLetters that it has set aside
 */
public record PendingRequests(
    Knowledge told, Set<Long> outbox, Set<Long> topic, Set<Long> deadLetters) {
  /** The answer of a run without a service, and of evidence of earlier versions. */
  public static final PendingRequests NOT_ASKED = nothing(Knowledge.NOT_ASKED);

  /** Where the service's outbox or topics could not be read. */
  public static final PendingRequests NOT_KNOWN = nothing(Knowledge.NOT_KNOWN);

  /** Whether it is known what was on its way. */
  public enum Knowledge {
    /** Nobody asked. */
    NOT_ASKED,
    /** It was asked for, and could not be had. */
    NOT_KNOWN,
    /** It is known. */
    KNOWN
  }

  public PendingRequests {
    outbox = Set.copyOf(outbox);
    topic = Set.copyOf(topic);
    deadLetters = Set.copyOf(deadLetters);
  }

  private static PendingRequests nothing(Knowledge told) {
    return new PendingRequests(told, Set.of(), Set.of(), Set.of());
  }

  /** True if a request without a row may still be done. */
  public boolean mayHold(long key) {
    return told == Knowledge.NOT_KNOWN || holds(key);
  }

  /** True if a request was seen on its way. */
  public boolean holds(long key) {
    return outbox.contains(key) || topic.contains(key) || deadLetters.contains(key);
  }

  /** Where a request stood that may still be done, in words. */
  public String where(long key) {
    if (deadLetters.contains(key)) {
      return "set aside among the dead letters";
    }
    if (outbox.contains(key)) {
      return "in the outbox when the run ended";
    }
    return topic.contains(key)
        ? "in the topic when the run ended, not committed as processed"
        : "and nobody could say whether it was still on its way";
  }
}
