package dev.rebound.lab.experiment;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A command as people write it: words between blanks; single or double quotes hold a word together.
 * Nothing else that a shell knows means anything.
 */
public final class ShellWords {
  private ShellWords() {}

  /** The words; {@link IllegalArgumentException} if a quote is not closed. */
  public static List<String> split(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean begun = false;
    char quote = 0;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        begun = true;
      } else if (Character.isWhitespace(c)) {
        if (begun) {
          words.add(word.toString());
        }
        word.setLength(0);
        begun = false;
      } else {
        word.append(c);
        begun = true;
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("the quote " + quote + " is not closed");
    }
    if (begun) {
      words.add(word.toString());
    }
    return words;
  }

  /** Words as {@link #split} reads them. */
  static String join(List<String> words) {
    return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    boolean plain =
        !word.isEmpty()
            && word.chars().noneMatch(c -> Character.isWhitespace(c) || c == '\'' || c == '"');
    if (plain) {
      return word;
    }
    return word.indexOf('\'') >= 0 && word.indexOf('"') < 0
        ? '"' + word + '"'
        : "'" + word.replace("'", "'\"'\"'") + "'";
  }

  /**
   * The same with every word that names a file of a folder made absolute; all that is in a folder
   * ({@code lib/*}) counts, too. One that begins with {@code ./} or {@code ../} is meant to, though
   * the file may be yet to be made.
   */
  static List<String> resolved(List<String> words, Path folder) {
    return words.stream().map(word -> resolved(word, folder)).toList();
  }

  /** One word, made absolute if it names a file of a folder. */
  static String resolved(String word, Path folder) {
    try {
      boolean all = word.endsWith("/*");
      String name = all ? word.substring(0, word.length() - 2) : word;
      Path file = folder.resolve(name).toAbsolutePath().normalize();
      boolean there =
          name.startsWith("./")
              || name.startsWith("../")
              || (all ? Files.isDirectory(file) : Files.isRegularFile(file));
      return there ? file + (all ? "/*" : "") : word;
    } catch (InvalidPathException e) {
      return word;
    }
  }
}
