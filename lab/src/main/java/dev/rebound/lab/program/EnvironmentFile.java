package dev.rebound.lab.program;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A file of environment variables as users of docker and Spring have it: lines {@code NAME=VALUE},
 * comments after {@code #}, values with or without quotes, and {@code export} before a name. In
 * double quotes {@code \n}, {@code \t}, {@code \"} and {@code \\} are understood; nothing else is
 * replaced.
 */
public final class EnvironmentFile {
  /** The names that a shell hands on: others are dropped on the way to the program. */
  public static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** The remedy for any other name. */
  public static final String NAME_REMEDY =
      "Write letters, digits and _ only: Spring reads SPRING_DATASOURCE_URL as"
          + " spring.datasource.url.";

  private static final String EXPORT = "export";

  private final Path file;
  private final Map<String, String> variables = new LinkedHashMap<>();

  private EnvironmentFile(Path file) {
    this.file = file;
  }

  /**
   * The variables in the order of their lines; of two lines with one name the later counts. A
   * {@link ReboundException} says which line is wrong, and never its value.
   */
  public static Map<String, String> read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw ReboundException.badInput(
          file + (Files.exists(file) ? " cannot be read as UTF-8 text" : " does not exist"),
          "Name a file of NAME=VALUE lines; a path is relative to the experiment file.",
          e);
    }
    EnvironmentFile read = new EnvironmentFile(file);
    for (int i = 0; i < lines.size(); i++) {
      read.line(lines.get(i).replace("\uFEFF", "").strip(), i + 1);
    }
    return read.variables;
  }

  private void line(String line, int number) {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    String assignment =
        line.matches(EXPORT + "\\s.*") ? line.substring(EXPORT.length()).strip() : line;
    int equals = assignment.indexOf('=');
    if (equals < 0) {
      throw wrong(
          number,
          "the line is no NAME=VALUE",
          "Write NAME=VALUE; a variable of your shell reaches the program without it.");
    }
    String name = assignment.substring(0, equals).strip();
    if (!NAME.matcher(name).matches()) {
      throw wrong(number, "'" + name + "' is no name of an environment variable", NAME_REMEDY);
    }
    variables.put(name, value(assignment.substring(equals + 1), number));
  }

  private String value(String written, int number) {
    String text = written.strip();
    return text.startsWith("\"") || text.startsWith("'")
        ? quoted(text, number)
        : written.replaceFirst("\\s+#.*$", "").strip();
  }

  private String quoted(String text, int number) {
    char quote = text.charAt(0);
    StringBuilder value = new StringBuilder();
    int at = 1;
    while (at < text.length() && text.charAt(at) != quote) {
      char c = text.charAt(at++);
      if (quote == '"' && c == '\\' && at < text.length()) {
        value.append(escaped(text.charAt(at++)));
      } else {
        value.append(c);
      }
    }
    if (at >= text.length()) {
      throw wrong(
          number,
          "the quote " + quote + " is not closed",
          "Close it on the same line; \\n in double quotes is the end of a line.");
    }
    String rest = text.substring(at + 1).strip();
    if (!rest.isEmpty() && !rest.startsWith("#")) {
      throw wrong(
          number,
          "something follows after the closing quote " + quote,
          "Put the whole value into the quotes, and a # before a comment.");
    }
    return value.toString();
  }

  private static String escaped(char c) {
    return switch (c) {
      case 'n' -> "\n";
      case 't' -> "\t";
      case '"', '\\' -> String.valueOf(c);
      default -> "\\" + c;
    };
  }

  private ReboundException wrong(int number, String problem, String remedy) {
    return ReboundException.badInput(file + ":" + number + ": " + problem, remedy);
  }
}
