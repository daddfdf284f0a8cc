package dev.rebound.analysis.compare.run;

import java.util.List;

/**
 * The hash of a program, or of data, as settings have it, and why there may be more to it than was
 * seen. Two that are equal are of the same one only where there is not.
 *
 * @param digits of the hash; empty if no file was seen
 * @param unseen why there may be more, clauses; empty if there is not
 */
public record ContentHash(String digits, String unseen) {
  private static final int DIGITS = 12;
  private static final String NOTHING = "unknown";
  private static final String UNSEEN = ", not all was seen: ";

  /** Whether two are of one and the same. */
  public enum Sameness {
    SAME,
    OTHER,
    NOT_KNOWN
  }

  /**
   * One that was worked out.
   *
   * @param sha256 empty if no file was seen
   */
  public static ContentHash of(String sha256, List<String> unseen) {
    return new ContentHash(
        sha256.substring(0, Math.min(DIGITS, sha256.length())), String.join("; ", unseen));
  }

  /** The value of a setting. */
  public static ContentHash read(String value) {
    int end = value.indexOf(UNSEEN);
    String digits = end < 0 ? value : value.substring(0, end);
    return new ContentHash(
        digits.equals(NOTHING) ? "" : digits,
        end < 0 ? "" : value.substring(end + UNSEEN.length()));
  }

  /** As a value of a setting. */
  public String value() {
    return (digits.isEmpty() ? NOTHING : digits) + (unseen.isEmpty() ? "" : UNSEEN + unseen);
  }

  /** Whether it is of the same one as another. */
  public Sameness with(ContentHash other) {
    boolean seen = !digits.isEmpty() && !other.digits.isEmpty();
    if (seen && !digits.equals(other.digits)) {
      return Sameness.OTHER;
    }
    return seen && unseen.isEmpty() && other.unseen.isEmpty() ? Sameness.SAME : Sameness.NOT_KNOWN;
  }

  /** Why that is not known, a clause. */
  public String doubt(ContentHash other) {
    return unseen.isEmpty() ? other.unseen : unseen;
  }
}
