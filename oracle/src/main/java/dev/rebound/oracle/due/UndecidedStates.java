package dev.rebound.oracle.due;

import org.jspecify.annotations.Nullable;

/** Why it is not known whether states are right, in sentences. */
public final class UndecidedStates {
  private UndecidedStates() {}

  /** Why it is not known by how much states exceed what is due; null if it is. */
  public static @Nullable String mayBeRight(long states, String word) {
    return states == 0
        ? null
        : ("%s %s say more than was due, and of each an input was lost by the brokers, may have"
                + " been stored, or is stored twice: the job may be right")
            .formatted(states, word);
  }

  public static String scattered(int keys) {
    return ("updates of %s keys lie on several partitions, so that it is not known which came"
            + " last: send them with the key as the record's key")
        .formatted(keys);
  }

  /** Why it is not known whether what differs in the end is wrong. */
  public static String unfinished(int differing, String what) {
    return ("%s %s are not what is due, and the job was still at work, or had a transaction"
            + " open, when the drain ended: what is right may yet come")
        .formatted(differing, what);
  }
}
