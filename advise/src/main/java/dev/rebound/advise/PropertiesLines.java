package dev.rebound.advise;

import dev.rebound.base.ReboundException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads properties as {@link java.util.Properties} does, and remembers where each key stands.
 * Documents are divided by {@code #---}, as Spring has it; to all others that is a comment.
 */
final class PropertiesLines {
  private static final String BLANKS = " \t\f";
  private static final int HEX_DIGITS = 4;

  private final String file;
  private final List<String> lines;
  private final List<List<WrittenKey>> documents = new ArrayList<>();
  private List<WrittenKey> document = new ArrayList<>();
  private int at;

  private PropertiesLines(String file, String text) {
    this.file = file;
    this.lines = text.lines().toList();
  }

  /** The keys of each document, in order. Throws {@link ReboundException} that names the line. */
  static List<List<WrittenKey>> read(String file, String text) {
    return new PropertiesLines(file, text).read();
  }

  private List<List<WrittenKey>> read() {
    while (at < lines.size()) {
      int number = at + 1;
      String line = leading(lines.get(at++));
      if (line.startsWith("#") || line.startsWith("!")) {
        if (line.substring(1).strip().equals("---")) {
          end();
        }
      } else if (!line.isEmpty()) {
        document.add(entry(whole(line), number));
      }
    }
    end();
    return List.copyOf(documents);
  }

  private void end() {
    documents.add(List.copyOf(document));
    document = new ArrayList<>();
  }

  /** The line with those that it goes on in. */
  private String whole(String first) {
    StringBuilder whole = new StringBuilder(first);
    while (goesOn(whole)) {
      whole.setLength(whole.length() - 1);
      if (at == lines.size()) {
        break;
      }
      whole.append(leading(lines.get(at++)));
    }
    return whole.toString();
  }

  /** True if it ends with a backslash that is not itself escaped. */
  private static boolean goesOn(CharSequence line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  private WrittenKey entry(String line, int number) {
    int end = 0;
    while (end < line.length() && "=:".indexOf(line.charAt(end)) < 0 && !blank(line, end)) {
      end += line.charAt(end) == '\\' ? 2 : 1;
    }
    end = Math.min(end, line.length());
    int value = end;
    while (blank(line, value)) {
      value++;
    }
    if (value < line.length() && "=:".indexOf(line.charAt(value)) >= 0) {
      value++;
      while (blank(line, value)) {
        value++;
      }
    }
    return new WrittenKey(
        plain(line.substring(0, end), number), plain(line.substring(value), number), number);
  }

  private static boolean blank(String line, int at) {
    return at < line.length() && BLANKS.indexOf(line.charAt(at)) >= 0;
  }

  private static String leading(String line) {
    int from = 0;
    while (blank(line, from)) {
      from++;
    }
    return line.substring(from);
  }

  /** Without its escapes. */
  private String plain(String escaped, int number) {
    StringBuilder plain = new StringBuilder();
    int i = 0;
    while (i < escaped.length()) {
      char c = escaped.charAt(i++);
      if (c != '\\' || i == escaped.length()) {
        plain.append(c);
        continue;
      }
      char what = escaped.charAt(i++);
      if (what == 'u') {
        plain.append(unicode(escaped, i, number));
        i += HEX_DIGITS;
      } else {
        plain.append(control(what));
      }
    }
    return plain.toString();
  }

  private static char control(char what) {
    return switch (what) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'f' -> '\f';
      default -> what;
    };
  }

  private char unicode(String escaped, int from, int number) {
    String digits = escaped.substring(from, Math.min(escaped.length(), from + HEX_DIGITS));
    if (!digits.matches("[0-9a-fA-F]{4}")) {
      throw ReboundException.badInput(
          file + ":" + number + ": \\u" + digits + " is no character",
          "Write \\u and four hexadecimal digits, or \\\\u for a backslash before a u.");
    }
    return (char) Integer.parseInt(digits, 16);
  }
}
