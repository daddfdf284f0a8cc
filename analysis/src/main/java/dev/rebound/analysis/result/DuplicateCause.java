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
  REDELIVERED("redelivered", "redelivered", "No reading until it came shows its input committed."),
  BEYOND_COMMIT(
      "beyond-commit",
      "beyond commit",
      "Its input was read as committed before any process began that may have written it."),
  IN_HAND(
      "in-hand",
      "unknown (a process from before the commit may have written it)",
      "Its input was committed by then, but a process from before may have had it in hand."),
  JUST_COMMITTED(
      "just-committed",
      "unknown (committed between two readings)",
      "Its input was committed between the readings around it, and no fault was near."),
  UNREAD(
      "unread",
      "unknown (commits were not read all the while)",
      "Commits were not read without a gap from the first appearance until it came."),
  CLOCK_SET(
      "clock-set",
      "unknown (the clock was set)",
      "The machine's clock was set while the run went on."),
  UNTOLD(
      "untold", "unknown (nothing tells what was committed)", "Nothing tells what was committed."),
  NOT_OF_ONE(
      "not-of-one",
      "unknown (not of one input)",
      "It is of several inputs, such as a window or a joined pair, or of none that is stored."),
  UNORDERED(
      "unordered",
      "unknown (its append time is before the other's)",
      "Its append time is before that of the appearance that was seen first.");

  private final String text;
  private final String words;
  private final String meaning;

  DuplicateCause(String text, String words, String meaning) {
    this.text = text;
    this.words = words;
    this.meaning = meaning;
  }

  /** The copies that are beyond the commit for certain. */
  public static long beyond(Map<String, Long> counts) {
    return counts.getOrDefault(BEYOND_COMMIT.text, 0L);
  }

  /** The copies that may be, beside those. */
  public static long unknown(Map<String, Long> counts) {
    return Arrays.stream(values())
        .filter(cause -> cause.compareTo(BEYOND_COMMIT) > 0)
        .mapToLong(cause -> counts.getOrDefault(cause.text, 0L))
        .sum();
  }

  /** {@code 12 redelivered, 3 beyond commit}. */
  public static String words(Map<String, Long> counts) {
    return Arrays.stream(values())
        .filter(cause -> counts.containsKey(cause.text))
        .map(cause -> Words.count(counts.getOrDefault(cause.text, 0L)) + " " + cause.words)
        .collect(Collectors.joining(", "));
  }

  /** What sentences say of a copy. */
  public String words() {
    return words;
  }

  /** One sentence. */
  public String meaning() {
    return meaning;
  }

  /** As results name it. */
  @Override
  public String toString() {
    return text;
  }
}
