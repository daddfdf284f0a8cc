package dev.rebound.workload;

import dev.rebound.workload.sample.Field;
import dev.rebound.workload.sample.FieldPath;
import dev.rebound.workload.sample.Sample;
import dev.rebound.workload.sample.SampleProblem;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Amounts as whole numbers: of as many decimals as the sample's have, or hashes of texts where only
 * equality counts.
 *
 * @param decimals of all amounts; −1 for texts
 */
record Amounts(int decimals) {
  /** Whole numbers. */
  static final Amounts WHOLE = new Amounts(0);

  private static final int DECIMALS_MAX = 6;

  /** Of as many decimals as there may be. */
  static final Amounts FINE = new Amounts(DECIMALS_MAX);

  private static final int TEXTS = -1;

  /**
   * Those of a field of a sample.
   *
   * @param option key that names the field
   * @param texts whether others than numbers will do
   */
  static Amounts of(Sample sample, FieldPath path, String option, boolean texts) {
    int decimals = 0;
    for (int row = 0; row < sample.rows(); row++) {
      Field field = sample.field(row, path);
      BigDecimal number = field == null ? null : number(field.text());
      if (number != null && number.stripTrailingZeros().scale() <= DECIMALS_MAX) {
        decimals = Math.max(decimals, number.stripTrailingZeros().scale());
      } else if (texts && field != null && field.kind() != Field.FieldKind.NESTED) {
        return new Amounts(TEXTS);
      } else {
        throw new SampleProblem(
            option,
            sample.place(row)
                + ": "
                + path
                + (field == null ? " is missing" : " is " + field.text() + ", no number")
                + (number == null ? "" : " of up to " + DECIMALS_MAX + " decimals"),
            "Name a field that is a number in all records.");
      }
    }
    return new Amounts(decimals);
  }

  private static @Nullable BigDecimal number(String text) {
    try {
      return text.length() > 40 ? null : new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The amount that a text says; null if it says none. What has more decimals is rounded. */
  @Nullable Long read(String text) {
    if (decimals == TEXTS) {
      return hash(text);
    }
    BigDecimal number = number(text);
    try {
      return number == null
          ? null
          : Long.valueOf(
              number.setScale(decimals, RoundingMode.HALF_EVEN).unscaledValue().longValueExact());
    } catch (ArithmeticException e) {
      return null;
    }
  }

  /** The amount that a whole value is: a text, or a number of 4 or 8 bytes, big-endian. */
  @Nullable Long read(byte[] value) {
    Long amount = read(new String(value, StandardCharsets.UTF_8));
    if (amount != null || decimals == TEXTS) {
      return amount;
    }
    ByteBuffer bytes = ByteBuffer.wrap(value);
    return switch (value.length) {
      case Integer.BYTES ->
          read(decimals == 0 ? Integer.toString(bytes.getInt()) : Float.toString(bytes.getFloat()));
      case Long.BYTES ->
          read(decimals == 0 ? Long.toString(bytes.getLong()) : Double.toString(bytes.getDouble()));
      default -> null;
    };
  }

  /** The amount of record n of a sample. */
  long of(Sample sample, long number, FieldPath path) {
    Field field = Objects.requireNonNull(sample.field(number, path));
    return Objects.requireNonNull(read(field.text()));
  }

  /** An amount in words. */
  String words(long amount) {
    return decimals == TEXTS
        ? "a text with hash " + Long.toHexString(amount)
        : BigDecimal.valueOf(amount, decimals).toPlainString();
  }

  /** One, as {@link #FINE} has it. */
  static long one() {
    return 1_000_000;
  }

  /** About how much it is. */
  double about(long amount) {
    return BigDecimal.valueOf(amount, Math.max(0, decimals)).doubleValue();
  }

  private static long hash(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = SplitMix.mix(hash + text.charAt(i) + SplitMix.GAMMA);
    }
    return hash;
  }
}
