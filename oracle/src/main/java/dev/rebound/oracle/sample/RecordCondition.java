package dev.rebound.oracle.sample;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of a record: {@code $.amount > 250}, {@code $.status == paid}, {@code $.coupon
 * is missing}. Numbers are compared as numbers where both are, and as texts else, or where the
 * value stands in quotes.
 *
 * @param text as it was written
 * @param value without quotes; empty where none is compared
 * @param number what the value is as a number; null where it is compared as a text
 */
public record RecordCondition(
    String text, FieldPath path, Comparison comparison, String value, @Nullable BigDecimal number) {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\$(?:\\['[^']*'\\]|\\[\"[^\"]*\"\\]|[^\\s=!<>])+)\\s*(?:(==|!=|<=|>=|<|>)\\s*(\\S.*)|\\s(is\\s+(?:missing|there)))");

  /** How a field is compared. */
  public enum Comparison {
    EQUAL("=="),
    DIFFERENT("!="),
    LESS("<"),
    AT_MOST("<="),
    MORE(">"),
    AT_LEAST(">="),
    MISSING("is missing"),
    THERE("is there");

    private final String word;

    Comparison(String word) {
      this.word = word;
    }

    private boolean ofSize() {
      return this == LESS || this == AT_MOST || this == MORE || this == AT_LEAST;
    }

    private static Comparison of(String word) {
      return Arrays.stream(values()).filter(one -> one.word.equals(word)).findFirst().orElseThrow();
    }
  }

  /** Reads one; {@link IllegalArgumentException} says why it is none. */
  public static RecordCondition of(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + text + "' is no condition");
    }
    FieldPath path = FieldPath.of(form.group(1));
    if (form.group(4) != null) {
      return new RecordCondition(
          text, path, Comparison.of(form.group(4).replaceAll("\\s+", " ")), "", null);
    }
    Comparison comparison = Comparison.of(form.group(2));
    String written = form.group(3).strip();
    String value = unquoted(written);
    BigDecimal number = value.equals(written) ? Field.number(value) : null;
    if (comparison.ofSize() && number == null) {
      throw new IllegalArgumentException(
          "'" + text + "' compares sizes, and " + written + " is no number");
    }
    return new RecordCondition(text, path, comparison, value, number);
  }

  private static String unquoted(String value) {
    boolean quoted =
        value.length() > 1
            && (value.startsWith("'") || value.startsWith("\""))
            && value.charAt(value.length() - 1) == value.charAt(0);
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  /** Whether it is true of a field; null where there is none. */
  public boolean holds(@Nullable Field field) {
    if (field == null || comparison == Comparison.MISSING || comparison == Comparison.THERE) {
      return field == null
          ? comparison == Comparison.MISSING || comparison == Comparison.DIFFERENT
          : comparison == Comparison.THERE;
    }
    BigDecimal its = Field.number(field.text());
    boolean numbers = its != null && number != null;
    int order = its == null || number == null ? 0 : its.compareTo(number);
    boolean same = numbers ? order == 0 : field.text().equals(value);
    return switch (comparison) {
      case EQUAL -> same;
      case DIFFERENT -> !same;
      case LESS -> numbers && order < 0;
      case AT_MOST -> numbers && order <= 0;
      case MORE -> numbers && order > 0;
      case AT_LEAST -> numbers && order >= 0;
      case MISSING, THERE -> throw new IllegalStateException("answered above");
    };
  }

  /** The rows of a sample of which it is true. */
  public BitSet rows(Sample sample) {
    BitSet rows = new BitSet(sample.rows());
    for (int row = 0; row < sample.rows(); row++) {
      rows.set(row, holds(sample.field(row, path)));
    }
    return rows;
  }
}
