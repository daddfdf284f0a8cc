package dev.rebound.analysis.units;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers with a unit as people write them: {@code 500ms}, {@code 2000/s}, {@code 1KB}. Reading
 * throws {@link Malformed}, which says what is wrong and what would be right.
 */
public final class Quantity {
  private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(-?[0-9]*\\.?[0-9]+)\\s*(.*)");
  private static final BigDecimal LONGEST_MILLIS = BigDecimal.valueOf(365L * 24 * 3600 * 1000);
  private static final Map<String, Long> MILLIS = new LinkedHashMap<>();
  private static final Map<String, Long> BYTES = new LinkedHashMap<>();

  static {
    MILLIS.put("ms", 1L);
    MILLIS.put("s", 1000L);
    MILLIS.put("m", 60_000L);
    MILLIS.put("h", 3_600_000L);
    BYTES.put("B", 1L);
    BYTES.put("KB", 1L << 10);
    BYTES.put("MB", 1L << 20);
    BYTES.put("GB", 1L << 30);
  }

  private Quantity() {}

  /** A text that is no such quantity. */
  public static final class Malformed extends Exception {
    private final String remedy;

    public Malformed(String problem, String remedy) {
      super(problem);
      this.remedy = remedy;
    }

    /** The remedy: what would be right. */
    public String remedy() {
      return remedy;
    }
  }

  /** Reads a share with a percent sign; empty if it is not between none and all. */
  public static OptionalDouble share(String text) {
    try {
      double share = Double.parseDouble(text.strip().replaceAll("\\s*%$", "")) / 100;
      boolean between = text.strip().endsWith("%") && share > 0 && share < 1;
      return between ? OptionalDouble.of(share) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /** Reads a length of time in whole milliseconds: ms, s, m or h. */
  public static Duration duration(String text) throws Malformed {
    BigDecimal millis =
        scaled(text, "a duration", MILLIS, text.strip() + "ms or " + text.strip() + "s", "500ms");
    if (millis.stripTrailingZeros().scale() > 0) {
      throw new Malformed(
          "'" + text + "' is finer than a millisecond", "Write whole milliseconds.");
    }
    if (millis.compareTo(LONGEST_MILLIS) > 0) {
      throw new Malformed("'" + text + "' is longer than a year", "Write at most 8760h.");
    }
    return Duration.ofMillis(millis.longValueExact());
  }

  /** Reads a size in whole bytes: B, KB, MB or GB, powers of 1,024. */
  public static Bytes bytes(String text) throws Malformed {
    BigDecimal count =
        scaled(text, "a size", BYTES, text.strip() + "B or " + text.strip() + "KB", "1KB");
    if (count.stripTrailingZeros().scale() > 0) {
      throw new Malformed("'" + text + "' is not a whole number of bytes", "Write it in B.");
    }
    if (count.compareTo(BigDecimal.valueOf(1L << 50)) > 0) {
      throw new Malformed("'" + text + "' is too large a size", "Write at most 1000000GB.");
    }
    return new Bytes(count.longValueExact());
  }

  /** Reads a number per second: {@code 2000/s}. */
  public static Rate rate(String text) throws Malformed {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new Malformed(
          "'" + text + "' is not a rate", "Write a number per second, for example 2000/s.");
    }
    String number = matcher.group(1);
    String unit = matcher.group(2);
    if (unit.isEmpty()) {
      throw new Malformed(
          "'" + text + "' has no unit; a rate needs one", "Write " + number + "/s.");
    }
    if (!unit.equals("/s")) {
      throw new Malformed(
          "'" + unit + "' is not a unit of a rate",
          "Rates are per second: write for example " + number + "/s.");
    }
    return new Rate(notNegative(text, number).doubleValue());
  }

  /** Writes a duration so that {@link #duration} reads the same. */
  public static String text(Duration duration) {
    long millis = duration.toMillis();
    String text = millis + "ms";
    for (Map.Entry<String, Long> unit : MILLIS.entrySet()) {
      boolean whole = millis % unit.getValue() == 0;
      if (whole && (millis >= unit.getValue() || unit.getKey().equals("s"))) {
        text = millis / unit.getValue() + unit.getKey();
      }
    }
    return text;
  }

  /** Writes a rate so that {@link #rate} reads the same; {@link Rate#MAX} as its word. */
  public static String text(Rate rate) {
    return rate.isMax() ? Rate.MAX_WORD : plain(rate.perSecond()) + "/s";
  }

  /** Writes a number without an exponent and without a needless point. */
  public static String plain(double number) {
    BigDecimal decimal = BigDecimal.valueOf(number).stripTrailingZeros();
    return decimal.scale() < 0 ? decimal.setScale(0).toPlainString() : decimal.toPlainString();
  }

  private static BigDecimal scaled(
      String text, String what, Map<String, Long> units, String withUnit, String example)
      throws Malformed {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
    String known = String.join(", ", units.keySet());
    if (!matcher.matches()) {
      throw new Malformed(
          "'" + text + "' is not " + what,
          "Write a number and a unit (" + known + "), for example " + example + ".");
    }
    String unit = matcher.group(2);
    if (unit.isEmpty()) {
      throw new Malformed(
          "'" + text + "' has no unit; " + what + " needs one", "Write " + withUnit + ".");
    }
    Long factor = units.get(unit);
    if (factor == null) {
      throw new Malformed(
          "'" + unit + "' is not a unit of " + what,
          "The units are " + known + ": write for example " + example + ".");
    }
    return notNegative(text, matcher.group(1)).multiply(BigDecimal.valueOf(factor));
  }

  private static BigDecimal notNegative(String text, String number) throws Malformed {
    BigDecimal decimal = new BigDecimal(number);
    if (decimal.signum() < 0) {
      throw new Malformed("'" + text + "' is negative", "Write zero or more.");
    }
    return decimal;
  }
}
