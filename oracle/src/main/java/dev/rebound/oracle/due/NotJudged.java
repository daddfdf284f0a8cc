package dev.rebound.oracle.due;

import java.util.Locale;

/**
 * What of outputs nobody holds against anything.
 *
 * @param whole whether nothing else of that aspect is looked at either
 * @param what in words, behind "not looked at:"
 * @param remedy what would have it judged, a sentence; empty if nothing would
 */
public record NotJudged(Aspect aspect, boolean whole, String what, String remedy) {
  /** What of an output can be held against what must be. */
  public enum Aspect {
    /** Whether what is due came, or is in what came. */
    LOSS,
    /** Whether it came more often than it is due. */
    DUPLICATES,
    /** What it says. */
    CONTENT,
    /** The key of its record. */
    KEY,
    /** The partition that it lies on. */
    PARTITION,
    /** Its place behind others. */
    ORDER,
    /** The time in its id, by which an output of another run is known. */
    TIME;

    /** In lower case. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** All of an aspect. */
  public static NotJudged all(Aspect aspect, String what, String remedy) {
    return new NotJudged(aspect, true, what, remedy);
  }

  /** The same where nothing would have it judged. */
  static NotJudged all(Aspect aspect, String what) {
    return all(aspect, what, "");
  }

  /** A part of an aspect, the rest of which is judged. */
  public static NotJudged part(Aspect aspect, String what, String remedy) {
    return new NotJudged(aspect, false, what, remedy);
  }

  /** The same where nothing would have it judged. */
  static NotJudged part(Aspect aspect, String what) {
    return part(aspect, what, "");
  }
}
