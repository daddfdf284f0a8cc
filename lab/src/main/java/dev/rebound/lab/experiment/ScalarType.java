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
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A single value: a text, number, quantity with a unit, or one of a few words.
 *
 * @param read from the file's text
 * @param write back to the file's text
 * @param describe fills in the JSON schema
 * @param single a list of such values is a mistake, not a matrix
 */
public record ScalarType(
    String what,
    Reader read,
    Function<Object, String> write,
    Consumer<ObjectNode> describe,
    boolean single)
    implements ValueType {

  /** Reads a value from text. */
  @FunctionalInterface
  interface Reader {
    Object read(String text, Tree.SourcePlace place, ReadingContext reading) throws Malformed;
  }

  private static final String NUMBER = "[0-9]*\\.?[0-9]+ *";

  private ScalarType(
      String what, Reader read, Function<Object, String> write, Consumer<ObjectNode> describe) {
    this(what, read, write, describe, false);
  }

  private static void within(boolean inside, String text, String what, Object least, Object most)
      throws Malformed {
    if (!inside) {
      throw new Malformed(
          text + " is out of range", "Write " + what + " from " + least + " to " + most + ".");
    }
  }

  /** The same, but never a matrix. */
  public ScalarType alone() {
    return new ScalarType(what, read, write, describe, true);
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
    return new ScalarType(
        "a text",
        read,
        Object::toString,
        json -> json.putArray("type").add("string").add("number"));
  }

  private static ScalarType string(String what, Reader read) {
    return new ScalarType(what, read, Object::toString, json -> json.put("type", "string"));
  }

  /** A text of a form. */
  public static ScalarType pattern(String what, String regex, String remedy) {
    return new ScalarType(
        what,
        (text, place, reading) -> {
          if (!text.matches(regex)) {
            throw new Malformed("'" + text + "' is not " + what, remedy);
          }
          return text;
        },
        Object::toString,
        json -> json.put("type", "string").put("pattern", "^(" + regex + ")$"));
  }

  /** One of a few words; any word if none are given. */
  public static ScalarType choice(String what, Collection<String> words) {
    return new ScalarType(
        what,
        (text, place, reading) -> {
          if (!words.isEmpty() && !words.contains(text)) {
            throw new Malformed(
                "unknown " + what + " '" + text + "'", Suggestion.remedy(text, words));
          }
          return text;
        },
        Object::toString,
        json -> {
          json.put("type", "string");
          if (!words.isEmpty()) {
            words.forEach(json.putArray("enum")::add);
          }
        });
  }

  /** A whole number. */
  public static ScalarType count(long least, long most) {
    return new ScalarType(
        "a whole number",
        (text, place, reading) -> {
          long number;
          try {
            number = Long.parseLong(text);
          } catch (NumberFormatException e) {
            throw new Malformed(
                "'" + text + "' is not a whole number", "Write digits only, without a unit.");
          }
          within(number >= least && number <= most, text, "a number", least, most);
          return number;
        },
        Object::toString,
        json -> json.put("type", "integer").put("minimum", least).put("maximum", most));
  }

  /** A number that may have a fraction. */
  public static ScalarType decimal(double least, double most) {
    return new ScalarType(
        "a number",
        (text, place, reading) -> {
          double number;
          try {
            number = Double.parseDouble(text);
          } catch (NumberFormatException e) {
            throw new Malformed("'" + text + "' is not a number", "Write a number such as 0.5.");
          }
          boolean inside = number >= least && number <= most;
          within(inside, text, "a number", Quantity.plain(least), Quantity.plain(most));
          return number;
        },
        value -> Quantity.plain((Double) value),
        json -> json.put("type", "number").put("minimum", least).put("maximum", most));
  }

  /** True or false. */
  public static ScalarType flag() {
    return new ScalarType(
        "true or false",
        (text, place, reading) -> {
          if (!text.equals("true") && !text.equals("false")) {
            throw new Malformed("'" + text + "' is neither true nor false", "Write true or false.");
          }
          return text.equals("true");
        },
        Object::toString,
        json -> json.put("type", "boolean"));
  }

  /** A length of time with its unit. */
  public static ScalarType duration() {
    return duration(Duration.ZERO, Duration.ofDays(365));
  }

  /** A length of time with its unit, within bounds. */
  public static ScalarType duration(Duration least, Duration most) {
    return new ScalarType(
        "a duration",
        (text, place, reading) -> {
          Duration span = Quantity.duration(text);
          boolean inside = span.compareTo(least) >= 0 && span.compareTo(most) <= 0;
          within(inside, text, "a duration", Quantity.text(least), Quantity.text(most));
          return span;
        },
        value -> Quantity.text((Duration) value),
        json -> json.put("type", "string").put("pattern", "^" + NUMBER + "(ms|s|m|h)$"));
  }

  /** Records per second, more than none. */
  public static ScalarType rate() {
    return new ScalarType(
        "a rate",
        (text, place, reading) -> {
          Rate rate = Quantity.rate(text);
          if (rate.perSecond() <= 0) {
            throw new Malformed("a rate of zero sends nothing", "Write for example 2000/s.");
          }
          return rate;
        },
        value -> Quantity.text((Rate) value),
        json -> json.put("type", "string").put("pattern", "^" + NUMBER + "/s$"));
  }

  /** Records per second, a share of the job's capacity in percent, or as many as will go. */
  public static ScalarType load() {
    ScalarType rate = rate();
    return new ScalarType(
        "a rate",
        (text, place, reading) -> {
          if (text.strip().equals(Rate.MAX_WORD)) {
            return Rate.MAX;
          }
          if (!text.matches(".*[0-9].*")) {
            throw new Malformed(
                "'" + text + "' is not a rate",
                "Write a number per second, for example 2000/s, a share of what the job sustains,"
                    + " for example 60%, or max.");
          }
          if (!text.strip().endsWith("%")) {
            return rate.read().read(text, place, reading);
          }
          String number = text.strip().substring(0, text.strip().length() - 1).strip();
          if (!number.matches("[0-9]*\\.?[0-9]+") || Double.parseDouble(number) <= 0) {
            throw new Malformed("'" + text + "' is not a share", "Write for example 60%.");
          }
          return new RateShare(Double.parseDouble(number) / 100);
        },
        value ->
            value instanceof RateShare share
                ? Quantity.plain(Math.round(share.share() * 1e8) / 1e6) + "%"
                : rate.write().apply(value),
        json ->
            json.put("type", "string")
                .put("pattern", "^(" + Rate.MAX_WORD + "|" + NUMBER + "(/s|%))$"));
  }

  /** Bytes with their unit. */
  public static ScalarType size(Bytes least, Bytes most) {
    return new ScalarType(
        "a size",
        (text, place, reading) -> {
          Bytes bytes = Quantity.bytes(text);
          boolean inside = bytes.count() >= least.count() && bytes.count() <= most.count();
          within(inside, text, "a size", least, most);
          return bytes;
        },
        Object::toString,
        json -> json.put("type", "string").put("pattern", "^" + NUMBER + "(B|KB|MB|GB)$"));
  }

  /** A file that exists, relative to the experiment file; the empty text for none. */
  public static ScalarType file() {
    return string("a file", (text, place, reading) -> existing(text, place, reading, false));
  }

  /** A file or a folder that exists, relative to the experiment file; the empty text for none. */
  public static ScalarType fileOrFolder() {
    return string(
        "a file or a folder", (text, place, reading) -> existing(text, place, reading, true));
  }

  /**
   * A command and its arguments. Words that name a file, relative to the experiment file, become
   * absolute, and so does what begins with {@code ./}.
   */
  public static ScalarType command() {
    return string(
        "a command",
        (text, place, reading) -> {
          try {
            List<String> words = ShellWords.split(text);
            if (words.isEmpty()) {
              throw new Malformed("an empty command", "Write for example python3 my_job.py.");
            }
            return ShellWords.join(ShellWords.resolved(words, folder(place, reading)));
          } catch (IllegalArgumentException e) {
            throw new Malformed(String.valueOf(e.getMessage()), "Close it.");
          }
        });
  }

  /**
   * A file, a folder or a pattern of files, relative to the experiment file, of which something is
   * there; it may be gone where a run left the file.
   */
  public static ScalarType files() {
    return string("a file, a folder or a pattern of files", ScalarType::there);
  }

  /** Several of these, as words. */
  static ScalarType wordsOfFiles() {
    return string(
        "files",
        (text, place, reading) -> {
          List<String> names = new ArrayList<>();
          for (String word : ShellWords.split(text)) {
            names.add(there(word, place, reading));
          }
          return ShellWords.join(names);
        });
  }

  private static String there(String text, Tree.SourcePlace place, ReadingContext reading)
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
    return string("a file", (text, place, reading) -> resolved(text, place, reading).toString());
  }

  /** The folder that a relative path starts from. */
  private static Path folder(Tree.SourcePlace place, ReadingContext reading) {
    return place.source().file() ? reading.folder() : Path.of("");
  }

  private static Path resolved(String text, Tree.SourcePlace place, ReadingContext reading)
      throws Malformed {
    try {
      return folder(place, reading).resolve(text).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new Malformed("'" + text + "' is not a file name", "Write a path.");
    }
  }

  private static String looked(Path file, Tree.SourcePlace place) {
    return "Looked for %s; a path is relative to the %s."
        .formatted(file, place.source().file() ? "experiment file" : "current folder");
  }

  private static String existing(
      String text, Tree.SourcePlace place, ReadingContext reading, boolean orFolder)
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
  public @Nullable Object parse(Tree tree, String at, ReadingContext reading) {
    if (!(tree instanceof Tree.Scalar scalar)) {
      reading.wrong(
          tree.place(),
          "%s must be %s, not a %s"
              .formatted(at, what, tree instanceof Tree.Mapping ? "map" : "list"),
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
    return " " + quoted(write.apply(value)) + "\n";
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    describe.accept(json);
    return json;
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
