package dev.rebound.lab.experiment;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command as people write it: words between blanks; single or double quotes hold a word together.
 * Nothing else that a shell knows means anything.
 */
public final class ShellWords {
  private static final Pattern QUOTE = Pattern.compile("['\"]");
  private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");
  private static final Pattern WORD =
      Pattern.compile("(?:[^\\p{javaWhitespace}'\"]++|" + QUOTED + ")++");

  private ShellWords() {}

  /** The words; {@link IllegalArgumentException} if a quote is not closed. */
  public static List<String> split(String command) {
    Matcher open = QUOTE.matcher(QUOTED.matcher(command).replaceAll(""));
    if (open.find()) {
      throw new IllegalArgumentException("the quote " + open.group() + " is not closed");
    }
    return WORD.matcher(command)
        .results()
        .map(word -> QUOTED.matcher(word.group()).replaceAll("$1$2"))
        .toList();
  }

  /** Words as {@link #split} reads them. */
  static String join(List<String> words) {
    return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    if (!word.isEmpty() && WORD.matcher(word).matches() && !QUOTE.matcher(word).find()) {
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

  /**
   * The same of a command that runs in a folder of its own: a program with a folder before its name
   * is looked for from this folder on and nowhere else, though it may be yet to be made.
   */
  static List<String> resolvedProgram(List<String> words, Path folder) {
    List<String> resolved = new ArrayList<>(words.stream().map(w -> resolved(w, folder)).toList());
    if (!words.isEmpty() && words.get(0).contains("/") && !words.get(0).contains("${")) {
      resolved.set(0, folder.resolve(words.get(0)).toAbsolutePath().normalize().toString());
    }
    return resolved;
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
