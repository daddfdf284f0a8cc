package dev.rebound.analysis.result;

import dev.rebound.analysis.units.Words;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a copy of an output stands to what was committed of its input, as far as readings of the
 * commits tell. All but the first two are unknown, each for its reason.
 */
public enum DuplicateCause {
  /** No reading until it came shows its input committed. */
  REDELIVERED("redelivered", ""),

  /** Its input was read as committed before any process began that may have written it. */
  BEYOND_COMMIT("beyond-commit", ""),

  /** Its input was committed by then, but a process from before may have had it in hand. */
  IN_HAND("in-hand", "a process from before the commit may have written it"),

  /** Its input was committed between the readings around it, and no fault was near. */
  JUST_COMMITTED("just-committed", "committed between two readings"),

  /** Commits were not read without a gap from the first appearance until it came. */
  UNREAD("unread", "commits were not read all the while"),

  /** The machine's clock was set while the run went on. */
  CLOCK_SET("clock-set", "the clock was set"),

  /** Nothing was committed where it is read. */
  UNTOLD("untold", "nothing tells what was committed"),

  /** It is of several inputs, such as a window or a joined pair, or of none that is stored. */
  NOT_OF_ONE("not-of-one", "not of one input"),

  /** Its append time is before that of the appearance that was seen first. */
  UNORDERED("unordered", "its append time is before the other's"),

  /** It is a row of a table: these tell when the first of a key was written, and no more. */
  UNDATED("undated", "a row does not tell when it came again");

  private final String text;
  private final String why;

  /**
   * @param why it is unknown; empty if it is not
   */
  DuplicateCause(String text, String why) {
    this.text = text;
    this.why = why;
  }

  /** The copies that are beyond the commit for certain. */
  public static long beyond(Map<String, Long> counts) {
    return counts.getOrDefault(BEYOND_COMMIT.text, 0L);
  }

  /** The copies that may be, beside those. */
  public static long unknown(Map<String, Long> counts) {
    return Arrays.stream(values())
        .filter(cause -> !cause.why.isEmpty())
        .mapToLong(cause -> counts.getOrDefault(cause.text, 0L))
        .sum();
  }

  /** {@code 12 redelivered, 3 beyond commit}. */
  public static String words(Map<String, Long> counts) {
    return Arrays.stream(values())
        .filter(cause -> counts.containsKey(cause.text))
        .map(cause -> Words.count(counts.getOrDefault(cause.text, 0L)) + " " + cause.words())
        .collect(Collectors.joining(", "));
  }

  /** What sentences say of a copy. */
  public String words() {
    return why.isEmpty() ? text.replace('-', ' ') : "unknown (" + why + ")";
  }

  /** As results name it. */
  @Override
  public String toString() {
    return text;
  }
}
