package dev.rebound.lab.experiment;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds what a person meant to write. */
public final class Suggestion {
  /** Keys, metrics and other words that a release has renamed: what each is called now. */
  private static final Map<String, String> RENAMED = Map.of();

  private Suggestion() {}

  /** What is {@link #meant}, and the known words if that is not known. */
  public static String remedy(String written, Collection<String> known) {
    return meant(written, known).orElseGet(() -> "Known here: " + String.join(", ", known) + ".");
  }

  /**
   * What a word is called now, if it was renamed, or "Did you mean …?", if one of the known words
   * is near; else empty.
   */
  static Optional<String> meant(String written, Collection<String> known) {
    return meant(written, known, RENAMED);
  }

  static Optional<String> meant(
      String written, Collection<String> known, Map<String, String> renamed) {
    return Optional.ofNullable(renamed.get(written))
        .filter(known::contains)
        .map(now -> "It is called '" + now + "' now.")
        .or(() -> nearest(written, known).map(word -> "Did you mean '" + word + "'?"));
  }

  /** The known word nearest to the written one, if it is near enough to be a slip. */
  public static Optional<String> nearest(String written, Collection<String> known) {
    String plain = plain(written);
    return known.stream()
        .min(Comparator.comparingInt(word -> distance(plain, plain(word))))
        .filter(
            word ->
                distance(plain, plain(word)) <= Math.max(1, Math.min(3, word.length() / 3))
                    || (plain.length() >= 3 && plain(word).startsWith(plain)));
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replace('_', '-').replace(" ", "-");
  }

  /** Edits from one word to the other: insertions, deletions, replacements, swaps of neighbours. */
  private static int distance(String a, String b) {
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(edits[i - 1][j] + 1, edits[i][j - 1] + 1);
        best = Math.min(best, edits[i - 1][j - 1] + same);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          best = Math.min(best, edits[i - 2][j - 2] + 1);
        }
        edits[i][j] = best;
      }
    }
    return edits[a.length()][b.length()];
  }
}
