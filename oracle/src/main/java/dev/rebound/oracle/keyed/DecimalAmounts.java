package dev.rebound.oracle.keyed;

import dev.rebound.oracle.sample.Field;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.Sample;
import dev.rebound.workload.OptionProblem;
import dev.rebound.workload.SplitMix;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Amounts as whole numbers: of as many decimals as the sample's have, hashes of texts where only
 * equality counts, or {@link #FINE} where no sample says of how many decimals they are.
 *
 * @param decimals of all amounts; −1 for texts, −2 for {@link #FINE}
 */
public record DecimalAmounts(int decimals) {
  /** Whole numbers. */
  public static final DecimalAmounts WHOLE = new DecimalAmounts(0);

  private static final int DECIMALS_MAX = 6;

  /** Decimals of {@link #FINE}. */
  static final int FINE_DECIMALS = DECIMALS_MAX;

  private static final int TEXTS = -1;
  private static final int ANY = -2;

  /**
   * Numbers of any size and decimals, in their order: millionths up to 8·10^12, whole numbers up to
   * 10^18 beyond, and still greater ones are the greatest there is. They are rounded away from 0,
   * so that their signs are right.
   */
  public static final DecimalAmounts FINE = new DecimalAmounts(ANY);

  private static final long ONE = 1_000_000;
  private static final long FINE_MAX = 8_000_000_000_000L;

  /** Amount of {@link #FINE} from which on it counts whole numbers. */
  private static final long WHOLE_FROM = FINE_MAX * ONE;

  /** Digits before the point that a long may have. */
  private static final int DIGITS_MAX = 19;

  private static final int SCALE_MAX = 400;
  private static final long PLAUSIBLE_MAX = 1_000_000_000_000_000L;
  private static final double ORDINARY_MIN = 1e-9;

  /**
   * Those of a field of a sample.
   *
   * @param owing the rows that have amounts; null for all
   * @param option key that names the field
   * @param texts whether others than numbers will do
   */
  public static DecimalAmounts of(
      Sample sample, FieldPath path, @Nullable BitSet owing, String option, boolean texts) {
    int decimals = 0;
    for (int row = next(owing, 0); row < sample.rows(); row = next(owing, row + 1)) {
      Field field = sample.field(row, path);
      BigDecimal number = field == null ? null : number(field.text());
      if (number != null && number.stripTrailingZeros().scale() <= DECIMALS_MAX) {
        decimals = Math.max(decimals, number.stripTrailingZeros().scale());
      } else if (texts && field != null && field.kind() != Field.FieldKind.NESTED) {
        return new DecimalAmounts(TEXTS);
      } else {
        throw new OptionProblem(
            option,
            "%s: %s%s%s"
                .formatted(
                    sample.place(row),
                    path,
                    field == null ? " is missing" : " is " + field.text() + ", no number",
                    field == null || Field.number(field.text()) == null
                        ? ""
                        : " of up to " + DIGITS_MAX + " digits and " + DECIMALS_MAX + " decimals"),
            owing == null
                ? "Name a field that is a number in all records."
                : "Name a field that is a number in all records that owe an output.");
      }
    }
    DecimalAmounts amounts = new DecimalAmounts(decimals);
    for (int row = next(owing, 0); row < sample.rows(); row = next(owing, row + 1)) {
      Field field = sample.field(row, path);
      if (field != null && amounts.read(field.text()) == null) {
        if (texts) {
          return new DecimalAmounts(TEXTS);
        }
        throw amounts.tooGreat(sample, row, path, option, field.text());
      }
    }
    return amounts;
  }

  /** The first row from one on that has an amount; greater than any if there is none. */
  private static int next(@Nullable BitSet owing, int row) {
    int next = owing == null ? row : owing.nextSetBit(row);
    return next < 0 ? Integer.MAX_VALUE : next;
  }

  private OptionProblem tooGreat(
      Sample sample, long row, FieldPath path, String option, String text) {
    return new OptionProblem(
        option,
        sample.place(row) + ": " + path + " is " + text + ", more than can be counted here",
        ("Take such records out, or name another field: amounts of %s decimals, as this"
                + " sample has them, go up to %s.")
            .formatted(decimals, words(Long.MAX_VALUE)));
  }

  /** A number that can be written out; {@code 1E400000000} would fill the memory. */
  private static @Nullable BigDecimal number(String text) {
    BigDecimal number = Field.number(text);
    return number == null || digits(number) > DIGITS_MAX || number.scale() > SCALE_MAX
        ? null
        : number;
  }

  /** How many stand before the point; 0 or less if the number is below 1. */
  private static long digits(BigDecimal number) {
    return (long) number.precision() - number.scale();
  }

  private static long fine(BigDecimal number) {
    if (number.signum() == 0) {
      return 0;
    }
    BigDecimal size = number.abs();
    if (digits(number) > DIGITS_MAX) {
      return number.signum() * Long.MAX_VALUE;
    }
    if (number.scale() > SCALE_MAX) {
      return number.signum();
    }
    long amount =
        size.compareTo(BigDecimal.valueOf(FINE_MAX)) < 0
            ? size.setScale(DECIMALS_MAX, RoundingMode.UP).unscaledValue().longValueExact()
            : size.setScale(0, RoundingMode.UP)
                .add(BigDecimal.valueOf(WHOLE_FROM - FINE_MAX))
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .longValueExact();
    return number.signum() * amount;
  }

  /** True if an amount of {@link #FINE} is a whole number, or too great to tell. */
  static boolean whole(long amount) {
    return Math.abs(amount) >= WHOLE_FROM || amount % ONE == 0;
  }

  /** True if an amount of {@link #FINE} has lost what stands behind its point. */
  static boolean great(long amount) {
    return Math.abs(amount) >= WHOLE_FROM;
  }

  /** One more than an amount of {@link #FINE}; the same if that is the greatest. */
  static long next(long amount) {
    boolean great = amount >= WHOLE_FROM || amount < -WHOLE_FROM;
    return amount == Long.MAX_VALUE ? amount : amount + (great ? 1 : ONE);
  }

  /**
   * By how much a text says another amount than {@link #read} gives of it, in units of the last
   * decimal: 0 unless it has more decimals than amounts have, that are not zeros.
   */
  public double off(String text) {
    BigDecimal number = decimals < 0 ? null : number(text);
    if (number == null) {
      return 0;
    }
    BigDecimal error = number.subtract(number.setScale(decimals, RoundingMode.HALF_EVEN)).abs();
    return error.signum() == 0
        ? 0
        : Math.max(Double.MIN_NORMAL, error.movePointRight(decimals).doubleValue());
  }

  /**
   * The amount that a text says; null if it says none. What has more decimals is rounded, see
   * {@link #off}.
   */
  public @Nullable Long read(String text) {
    if (decimals == TEXTS) {
      return hash(text);
    }
    if (decimals == ANY) {
      BigDecimal any = Field.number(text);
      return any == null ? null : Long.valueOf(fine(any));
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

  /** The amount that a whole value is, see {@link #text}; null if it is none. */
  public @Nullable Long read(byte[] value) {
    String text = text(value);
    return text == null ? null : read(text);
  }

  /**
   * What a whole value says: a text, or a number of 4 or 8 bytes, big-endian; null for neither.
   * Among decimals, bytes are a float or double, unless they would be a small whole number as an
   * int or long: as floats those are no number, or next to 0. Else 4 bytes are an int, of which the
   * sign is also that of a float; 8 bytes are a long, unless they are beyond 10^15 as a long, and
   * as a double 0 or between 10^−9 and 10^15. A float of 4 bytes is rounded to the decimals of
   * amounts: it has no more than seven digits.
   */
  public @Nullable String text(byte[] value) {
    String text = new String(value, StandardCharsets.UTF_8);
    if (decimals == TEXTS || read(text) != null) {
      return text;
    }
    ByteBuffer bytes = ByteBuffer.wrap(value);
    return switch (value.length) {
      case Integer.BYTES -> rounded(number(bytes.getInt()));
      case Long.BYTES -> number(bytes.getLong());
      default -> null;
    };
  }

  /** True if {@link #text} takes a whole value for a float of 4 bytes. */
  public boolean isFloat(byte[] value) {
    return decimals > 0
        && value.length == Float.BYTES
        && read(new String(value, StandardCharsets.UTF_8)) == null
        && isFloat(ByteBuffer.wrap(value).getInt());
  }

  private boolean isFloat(int bits) {
    float real = Float.intBitsToFloat(bits);
    boolean next = Math.abs(real) < Float.MIN_NORMAL && real != 0;
    return decimals > 0 && !next && (!Float.isNaN(real) || isNan(bits));
  }

  private String rounded(String text) {
    BigDecimal number = decimals < 0 ? null : number(text);
    return number == null
        ? text
        : number.setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
  }

  private String number(int bits) {
    return isFloat(bits) ? Float.toString(Float.intBitsToFloat(bits)) : Integer.toString(bits);
  }

  private static boolean isNan(int bits) {
    return (bits & Integer.MAX_VALUE) == Float.floatToIntBits(Float.NaN);
  }

  private String number(long bits) {
    double real = Double.longBitsToDouble(bits);
    double size = Math.abs(real);
    boolean plausible = -PLAUSIBLE_MAX <= bits && bits <= PLAUSIBLE_MAX;
    boolean ordinary =
        decimals > 0
            ? size >= Double.MIN_NORMAL
            : (size >= ORDINARY_MIN && size <= PLAUSIBLE_MAX) || Double.isInfinite(real);
    boolean none = (bits & Long.MAX_VALUE) == Double.doubleToLongBits(Double.NaN);
    return !plausible && (ordinary || none || size == 0)
        ? Double.toString(real)
        : Long.toString(bits);
  }

  /** The amount of record n of a sample. */
  public long of(Sample sample, long number, FieldPath path) {
    Field field = sample.field(number, path);
    String text = field == null ? "missing" : field.text();
    Long amount = field == null ? null : read(text);
    if (amount == null) {
      throw tooGreat(sample, number, path, "of", text);
    }
    return amount;
  }

  /** An amount in words. */
  String words(long amount) {
    return switch (decimals) {
      case TEXTS -> "a text with hash " + Long.toHexString(amount);
      case ANY ->
          Math.abs(amount) < WHOLE_FROM
              ? BigDecimal.valueOf(amount, DECIMALS_MAX).stripTrailingZeros().toPlainString()
              : Long.toString(amount - Long.signum(amount) * (WHOLE_FROM - FINE_MAX));
      default -> BigDecimal.valueOf(amount, decimals).toPlainString();
    };
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

  /**
   * The amount of each record of a sample, by its number; 1 of each where it is of no field.
   *
   * @param owing the rows that have amounts; null for all
   */
  public LongUnaryOperator of(Sample sample, @Nullable FieldPath path, @Nullable BitSet owing) {
    if (path == null) {
      return sequence -> 1;
    }
    long[] ofRow = new long[sample.rows()];
    for (int row = next(owing, 0); row < ofRow.length; row = next(owing, row + 1)) {
      ofRow[row] = of(sample, row, path);
    }
    return sequence -> ofRow[(int) (sequence % ofRow.length)];
  }
}
