package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Quantity.Malformed;
import dev.rebound.analysis.units.Rate;
import dev.rebound.lab.program.ProgramParts;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A single value: a text, number, quantity with a unit, or one of a few words.
 *
 * @param read from the file's text
 * @param schema of it in JSON
 * @param single a list of such values is a mistake, not a matrix
 */
public record ScalarType(String what, Reader read, ObjectNode schema, boolean single)
    implements ValueType {

  /** Reads a value from text. */
  @FunctionalInterface
  interface Reader {
    Object read(String text, LocatedYaml.SourcePlace place, ReadingContext reading)
        throws Malformed;
  }

  /** Reads a value that means the same wherever it stands. */
  @FunctionalInterface
  private interface PlainReader<T> {
    T read(String text) throws Malformed;
  }

  private static final String NUMBER = "[0-9]*\\.?[0-9]+ *";

  private ScalarType(String what, Reader read, ObjectNode schema) {
    this(what, read, schema, false);
  }

  private static ScalarType of(String what, PlainReader<?> read, ObjectNode schema) {
    return new ScalarType(what, (text, place, reading) -> read.read(text), schema);
  }

  private static <T extends Comparable<T>> ScalarType within(
      String what, PlainReader<T> read, T least, T most, ObjectNode schema) {
    return of(
        what,
        text -> {
          T value = read.read(text);
          require(
              value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
              text + " is out of range",
              "Write %s from %s to %s."
                  .formatted(what.replace("whole ", ""), written(least), written(most)));
          return value;
        },
        schema);
  }

  private static void require(boolean right, String problem, String remedy) throws Malformed {
    if (!right) {
      throw new Malformed(problem, remedy);
    }
  }

  private static ObjectNode form(String regex) {
    return ValueType.ofType("string").put("pattern", "^" + regex + "$");
  }

  /** The same, but never a matrix. */
  public ScalarType alone() {
    return new ScalarType(what, read, schema, true);
  }

  /** The same, or an empty text. */
  ScalarType orNone() {
    return new ScalarType(
        what,
        (text, place, reading) -> text.isEmpty() ? "" : read.read(text, place, reading),
        schema,
        single);
  }

  @Override
  public boolean takesLists() {
    return single;
  }

  /** Any text. */
  public static ScalarType text() {
    return textOrNumber((text, place, reading) -> text);
  }

  private static ScalarType textOrNumber(Reader read) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.putArray("type").add("string").add("number");
    return new ScalarType("a text", read, schema);
  }

  /** A text of a form. */
  public static ScalarType pattern(String what, String regex, String remedy) {
    return of(
        what,
        text -> {
          require(text.matches(regex), "'" + text + "' is not " + what, remedy);
          return text;
        },
        form("(" + regex + ")"));
  }

  /** One of a few words; any word if none are given. */
  public static ScalarType choice(String what, Collection<String> words) {
    ObjectNode schema = ValueType.ofType("string");
    if (!words.isEmpty()) {
      words.forEach(schema.putArray("enum")::add);
    }
    return of(
        what,
        text -> {
          require(
              words.isEmpty() || words.contains(text),
              "unknown " + what + " '" + text + "'",
              Suggestion.remedy(text, words));
          return text;
        },
        schema);
  }

  private static <T> PlainReader<T> number(Function<String, T> form, String what, String remedy) {
    return text -> {
      try {
        return form.apply(text);
      } catch (NumberFormatException e) {
        throw new Malformed("'" + text + "' is not " + what, remedy);
      }
    };
  }

  /** A whole number. */
  public static ScalarType count(long least, long most) {
    return within(
        "a whole number",
        number(Long::valueOf, "a whole number", "Write digits only, without a unit."),
        least,
        most,
        ValueType.ofType("integer").put("minimum", least).put("maximum", most));
  }

  /** A number that may have a fraction. */
  public static ScalarType decimal(double least, double most) {
    return within(
        "a number",
        number(text -> Double.parseDouble(text) + 0.0, "a number", "Write a number such as 0.5."),
        least,
        most,
        ValueType.ofType("number").put("minimum", least).put("maximum", most));
  }

  /** True or false. */
  public static ScalarType flag() {
    return of(
        "true or false",
        text -> {
          require(
              text.equals("true") || text.equals("false"),
              "'" + text + "' is neither true nor false",
              "Write true or false.");
          return text.equals("true");
        },
        ValueType.ofType("boolean"));
  }

  /** A length of time with its unit. */
  public static ScalarType duration() {
    return duration(Duration.ZERO, Duration.ofDays(365));
  }

  /** A length of time with its unit, within bounds. */
  public static ScalarType duration(Duration least, Duration most) {
    return within("a duration", Quantity::duration, least, most, form(NUMBER + "(ms|s|m|h)"));
  }

  /** Records per second, more than none. */
  public static ScalarType rate() {
    return of("a rate", ScalarType::readRate, form(NUMBER + "/s"));
  }

  private static Rate readRate(String text) throws Malformed {
    Rate rate = Quantity.rate(text);
    require(rate.perSecond() > 0, "a rate of zero sends nothing", "Write for example 2000/s.");
    return rate;
  }

  /** Records per second, a share of the job's capacity in percent, or as many as will go. */
  public static ScalarType load() {
    return of(
        "a rate",
        written -> {
          String text = written.strip();
          if (text.equals(Rate.MAX_WORD)) {
            return Rate.MAX;
          }
          require(
              written.matches(".*[0-9].*"),
              "'" + written + "' is not a rate",
              "Write a number per second, for example 2000/s, a share of what the job sustains,"
                  + " for example 60%, or max.");
          if (!text.endsWith("%")) {
            return readRate(written);
          }
          String number = text.substring(0, text.length() - 1).strip();
          require(
              number.matches("[0-9]*\\.?[0-9]+") && Double.parseDouble(number) > 0,
              "'" + written + "' is not a share",
              "Write for example 60%.");
          return new RateShare(Double.parseDouble(number) / 100);
        },
        form("(" + Rate.MAX_WORD + "|" + NUMBER + "(/s|%))"));
  }

  /** Bytes with their unit. */
  public static ScalarType size(Bytes least, Bytes most) {
    return within("a size", Quantity::bytes, least, most, form(NUMBER + "(B|KB|MB|GB)"));
  }

  /** A file that exists, relative to the experiment file; the empty text for none. */
  public static ScalarType file() {
    return new ScalarType(
        "a file",
        (text, place, reading) -> existing(text, place, reading, false),
        ValueType.ofType("string"));
  }

  /** A file or a folder that exists, relative to the experiment file; the empty text for none. */
  public static ScalarType fileOrFolder() {
    return new ScalarType(
        "a file or a folder",
        (text, place, reading) -> existing(text, place, reading, true),
        ValueType.ofType("string"));
  }

  /**
   * A command and its arguments. Words that name a file, relative to the experiment file, become
   * absolute, and so does what begins with {@code ./}.
   */
  public static ScalarType command() {
    return command(ShellWords::resolved);
  }

  /** The same of what runs in a folder of its own, see {@link ShellWords#resolvedProgram}. */
  public static ScalarType program() {
    return command(ShellWords::resolvedProgram);
  }

  private static ScalarType command(BiFunction<List<String>, Path, List<String>> resolving) {
    return new ScalarType(
        "a command",
        (text, place, reading) -> {
          try {
            List<String> words = ShellWords.split(text);
            require(!words.isEmpty(), "an empty command", "Write for example python3 my_job.py.");
            return ShellWords.join(resolving.apply(words, folder(place, reading)));
          } catch (IllegalArgumentException e) {
            throw new Malformed(String.valueOf(e.getMessage()), "Close it.");
          }
        },
        ValueType.ofType("string"));
  }

  /**
   * A file, a folder or a pattern of files, relative to the experiment file, of which something is
   * there; it may be gone where a run left the file.
   */
  public static ScalarType files() {
    return new ScalarType(
        "a file, a folder or a pattern of files", ScalarType::there, ValueType.ofType("string"));
  }

  /** Several of these, as words. */
  static ScalarType wordsOfFiles() {
    return new ScalarType(
        "files",
        (text, place, reading) -> {
          List<String> names = new ArrayList<>();
          for (String word : ShellWords.split(text)) {
            names.add(there(word, place, reading));
          }
          return ShellWords.join(names);
        },
        ValueType.ofType("string"));
  }

  private static String there(String text, LocatedYaml.SourcePlace place, ReadingContext reading)
      throws Malformed {
    Path file = resolved(text, place, reading);
    if (!reading.left() && !ProgramParts.isThere(file.toString())) {
      throw new Malformed("there is no file '" + text + "'", looked(file, place));
    }
    return file.toString();
  }

  /** The name of a topic; or an empty text. */
  public static ScalarType topic() {
    return pattern(
        "the name of a topic",
        "(?!\\.{1,2}$)[A-Za-z0-9._-]{0,249}",
        "Write up to 249 letters, digits, dots, hyphens and underscores.");
  }

  /** A text; one that names a file, relative to the experiment file, becomes absolute. */
  public static ScalarType word() {
    return textOrNumber(
        (text, place, reading) -> ShellWords.resolved(text, folder(place, reading)));
  }

  /**
   * A file, relative to the experiment file, that need not be there: what a run left can be read
   * when it is gone.
   */
  public static ScalarType path() {
    return new ScalarType(
        "a file",
        (text, place, reading) -> resolved(text, place, reading).toString(),
        ValueType.ofType("string"));
  }

  /** The folder that a relative path starts from. */
  private static Path folder(LocatedYaml.SourcePlace place, ReadingContext reading) {
    return place.source().file() ? reading.folder() : Path.of("");
  }

  private static Path resolved(String text, LocatedYaml.SourcePlace place, ReadingContext reading)
      throws Malformed {
    try {
      return folder(place, reading).resolve(text).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new Malformed("'" + text + "' is not a file name", "Write a path.");
    }
  }

  private static String looked(Path file, LocatedYaml.SourcePlace place) {
    return "Looked for %s; a path is relative to the %s."
        .formatted(file, place.source().file() ? "experiment file" : "current folder");
  }

  private static String existing(
      String text, LocatedYaml.SourcePlace place, ReadingContext reading, boolean orFolder)
      throws Malformed {
    if (text.isEmpty()) {
      return "";
    }
    Path file = resolved(text, place, reading);
    boolean right = Files.isRegularFile(file) || (orFolder && Files.isDirectory(file));
    if (!reading.left() && !(right && Files.isReadable(file))) {
      String state = Files.isDirectory(file) ? " is a folder" : " cannot be read";
      throw new Malformed(
          "file '" + text + "'" + (Files.exists(file) ? state : " does not exist"),
          looked(file, place));
    }
    return file.toString();
  }

  @Override
  public @Nullable Object parse(LocatedYaml tree, String at, ReadingContext reading) {
    if (!(tree instanceof LocatedYaml.Scalar scalar)) {
      reading.wrong(
          tree.place(),
          "%s must be %s, not a %s"
              .formatted(at, what, tree instanceof LocatedYaml.Mapping ? "map" : "list"),
          "Write one value after '" + at + ":'.");
      return null;
    }
    if (scalar.empty()) {
      reading.wrong(scalar.place(), at + " has no value", "Write " + what + ", or remove the key.");
      return null;
    }
    try {
      return read.read(scalar.text(), scalar.place(), reading);
    } catch (Malformed e) {
      reading.wrong(scalar.place(), at + ": " + e.getMessage(), e.remedy());
      return null;
    }
  }

  @Override
  public String render(Object value, int indent) {
    return " " + quoted(written(value)) + "\n";
  }

  /** What a file says in the form that resolved ones have; as it stands if it cannot be read. */
  String inOneForm(LocatedYaml.Scalar scalar, ReadingContext reading) {
    try {
      return written(read.read(scalar.text(), scalar.place(), reading));
    } catch (Malformed e) {
      return scalar.empty() ? "" : scalar.text();
    }
  }

  /** A single value as the file would have it. */
  static String written(Object value) {
    if (value instanceof Duration length) {
      return Quantity.text(length);
    }
    if (value instanceof Rate rate) {
      return Quantity.text(rate);
    }
    return value instanceof Double number ? Quantity.plain(number) : value.toString();
  }

  @Override
  public ObjectNode json() {
    return schema.deepCopy();
  }

  /** The text as YAML, quoted where it must be. */
  public static String quoted(String text) {
    boolean plain =
        text.matches("[A-Za-z0-9_./$][A-Za-z0-9_./+=%$-]*( [A-Za-z0-9_./+=%$-]+)*")
            && !List.of("null", "Null", "NULL").contains(text)
            && !text.startsWith("...");
    if (plain) {
      return text;
    }
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
              } else if (c >= 0x20 && c < 0x7f) {
                quoted.append((char) c);
              } else if (c < 0x10000) {
                quoted.append(String.format("\\u%04X", c));
              } else {
                quoted.append(String.format("\\U%08X", c));
              }
            });
    return quoted.append('"').toString();
  }
}
