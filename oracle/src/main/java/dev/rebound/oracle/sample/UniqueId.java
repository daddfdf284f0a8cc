package dev.rebound.oracle.sample;

import dev.rebound.workload.OptionProblem;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The id that a record is sent with: no other record of a run has it, and it says which record it
 * is, without a table.
 *
 * <ul>
 *   <li>a whole number, of any length and in quotes or not: sequence number times 100, plus the
 *       generator's, which fits into 64 bits with a sign;
 *   <li>a UUID: one of version 8, of sequence number, generator and intended time;
 *   <li>16 or 32 hexadecimal digits, as spans and traces have: as many, of generator and sequence
 *       number, and of 32 the intended time;
 *   <li>any other text: itself, generator, sequence number and intended time in base 36, with
 *       hyphens between.
 * </ul>
 *
 * <p>Upper and lower case mean the same in all of them.
 *
 * @param intendedMicros microseconds since the epoch; 0 if the id does not say it
 */
public record UniqueId(int generator, long sequence, long intendedMicros) {
  /** Numbers of generators are below this. */
  static final int GENERATORS = 100;

  private static final int TIME_BITS = 52;

  private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");

  /** What a whole number is made, with room for one that a program changes. */
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{16}|[0-9a-fA-F]{32}");
  private static final int HEX_LONG = 32;
  private static final Pattern OUR_HEX =
      Pattern.compile("eb([0-9a-f]{2})([0-9a-f]{12})(?:([0-9a-f]{13})eb0)?");
  private static final Pattern OURS =
      Pattern.compile(
          "([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})");
  private static final Pattern TEXT =
      Pattern.compile("-([0-9]{1,2})-([0-9]{1,15})-([0-9a-zA-Z]{1,12})$");

  /** What an id looks like. */
  enum Look {
    NUMBER,
    UUID,
    SHORT_HEX,
    LONG_HEX,
    TEXT;

    /** True if what is written so says when it was to be sent. */
    boolean tellsTime() {
      return this != NUMBER && this != SHORT_HEX;
    }
  }

  /** The look of a field; null if it can be no id. */
  static @Nullable Look look(Field field) {
    boolean whole = WHOLE.matcher(field.text()).matches();
    return switch (field.kind()) {
      case NUMBER -> whole ? Look.NUMBER : null;
      case QUOTED, BARE ->
          whole
              ? Look.NUMBER
              : UUID.matcher(field.text()).matches()
                  ? Look.UUID
                  : HEX.matcher(field.text()).matches()
                      ? field.text().length() == HEX_LONG ? Look.LONG_HEX : Look.SHORT_HEX
                      : field.text().isEmpty() ? null : Look.TEXT;
      case LOGICAL, NESTED -> null;
    };
  }

  /** The text in place of an id, or after it where that is a text. */
  String written(Look look) {
    if (generator >= GENERATORS) {
      throw new OptionProblem(
          "id",
          "ids can be made unique for " + GENERATORS + " generators, and there are more",
          "Lower load.generators.");
    }
    return switch (look) {
      case NUMBER -> Long.toString(sequence * GENERATORS + generator);
      case UUID -> uuid();
      case SHORT_HEX -> shortHex();
      case LONG_HEX -> shortHex() + String.format(Locale.ROOT, "%013xeb0", time());
      case TEXT ->
          "-" + generator + "-" + sequence + "-" + Long.toString(Math.max(0, intendedMicros), 36);
    };
  }

  /**
   * True if a text that was {@link #read} is just what was sent.
   *
   * @param look of the id in the sample
   * @param before what the id is in the sample, where that is a text
   */
  boolean isWritten(Look look, String before, String text) {
    return generator < GENERATORS
        && switch (look) {
          case NUMBER -> NUMBER.matcher(text).matches();
          case UUID, SHORT_HEX, LONG_HEX -> text.equalsIgnoreCase(written(look));
          case TEXT -> folded(text).equals(folded(before + written(look)));
        };
  }

  /** A text without case: what is made upper or lower case stays what it is. */
  static String folded(String text) {
    return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }

  private long time() {
    return Math.max(0, intendedMicros) & (1L << TIME_BITS) - 1;
  }

  private String shortHex() {
    return String.format(Locale.ROOT, "eb%02x%012x", generator, sequence);
  }

  private String uuid() {
    long time = time();
    return String.format(
        Locale.ROOT,
        "%08x-%04x-8%03x-8%03x-%012x",
        sequence >>> 16 & 0xFFFFFFFFL,
        sequence & 0xFFFF,
        generator,
        time >>> 48,
        time & 0xFFFFFFFFFFFFL);
  }

  /** The record that a text names; null if it names none. */
  public static @Nullable UniqueId read(String text) {
    if (NUMBER.matcher(text).matches()) {
      long number = Long.parseLong(text);
      return number < 0 ? null : new UniqueId((int) (number % GENERATORS), number / GENERATORS, 0);
    }
    Matcher uuid = OURS.matcher(text.length() == 36 ? text.toLowerCase(Locale.ROOT) : "");
    if (uuid.matches()) {
      long sequence = hex(uuid, 1) << 16 | hex(uuid, 2);
      return new UniqueId((int) hex(uuid, 3), sequence, (hex(uuid, 4) & 0xF) << 48 | hex(uuid, 5));
    }
    Matcher bare = OUR_HEX.matcher(text.length() <= HEX_LONG ? text.toLowerCase(Locale.ROOT) : "");
    if (bare.matches()) {
      long time = bare.group(3) == null ? 0 : hex(bare, 3);
      return new UniqueId((int) hex(bare, 1), hex(bare, 2), time);
    }
    Matcher own = TEXT.matcher(text);
    if (!own.find()) {
      return null;
    }
    return new UniqueId(
        Integer.parseInt(own.group(1)),
        Long.parseLong(own.group(2)),
        Long.parseLong(own.group(3), 36));
  }

  private static long hex(Matcher matcher, int group) {
    return Long.parseLong(matcher.group(group), 16);
  }
}
