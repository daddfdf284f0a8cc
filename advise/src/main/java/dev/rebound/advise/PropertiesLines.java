package dev.rebound.advise;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads properties by {@link Properties}, line by line, and so remembers where each key stands.
 * Documents are divided by {@code #---}, as Spring has it; to all others that is a comment.
 */
final class PropertiesLines {
  private static final Pattern COMMENT = Pattern.compile("[ \t\f]*[#!](.*)", Pattern.DOTALL);
  private static final Pattern GOES_ON = Pattern.compile("(?s)(?:.*[^\\\\])?(?:\\\\\\\\)*\\\\");

  /** A wrong escape in a key, or behind one. */
  private static final Pattern NO_CHARACTER =
      Pattern.compile(
          "(?s)^[ \t\f]*(?:\\\\.|[^\\\\=: \t\f])*?\\\\(u(?![0-9a-fA-F]{4})[^=: \t\f]{0,4})"
              + "|(?<!\\\\)(?:\\\\\\\\)*\\\\(u(?![0-9a-fA-F]{4}).{0,4})");

  private PropertiesLines() {}

  /** The keys of each document, in order. Throws {@link ReboundException} that names the line. */
  static List<List<WrittenKey>> read(String file, String text) {
    List<String> lines = text.lines().toList();
    List<List<WrittenKey>> documents = new ArrayList<>();
    List<WrittenKey> document = new ArrayList<>();
    for (int at = 0; at < lines.size(); at++) {
      int number = at + 1;
      Matcher comment = COMMENT.matcher(lines.get(at));
      if (!comment.matches()) {
        StringBuilder whole = new StringBuilder(lines.get(at));
        while (GOES_ON.matcher(lines.get(at)).matches() && at + 1 < lines.size()) {
          whole.append('\n').append(lines.get(++at));
        }
        parsed(whole.toString(), file + ":" + number)
            .forEach(
                (key, value) ->
                    document.add(new WrittenKey(key.toString(), value.toString(), number)));
      } else if (comment.group(1).strip().equals("---")) {
        documents.add(List.copyOf(document));
        document.clear();
      }
    }
    documents.add(List.copyOf(document));
    return List.copyOf(documents);
  }

  private static Properties parsed(String line, String where) {
    Properties properties = new Properties();
    Matcher wrong = NO_CHARACTER.matcher(line);
    if (wrong.find()) {
      throw ReboundException.badInput(
          "%s: \\%s is no character"
              .formatted(where, Objects.requireNonNullElse(wrong.group(1), wrong.group(2))),
          "Write \\u and four hexadecimal digits, or \\\\u for a backslash before a u.");
    }
    try {
      properties.load(new StringReader(line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }
}
