package dev.rebound.platform.local;

import dev.rebound.platform.ProcessSpec;
import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Replaces the words in <code>${…}</code> that {@link ProcessSpec} documents. Pure. */
final class Placeholders {
  private static final Pattern WORD = Pattern.compile("\\$\\{[^${}]*}");

  private final Map<String, String> values;

  private Placeholders(Map<String, String> values) {
    this.values = values;
  }

  Placeholders(
      Path directory,
      Path data,
      Path shared,
      Path java,
      List<Path> classPath,
      int incarnation,
      String identity) {
    values =
        Map.of(
            "${dir}", directory.toString(),
            "${data}", data.toString(),
            "${shared}", shared.toString(),
            "${java}", java.toString(),
            "${class-path}", text(classPath),
            "${incarnation}", Integer.toString(incarnation),
            "${identity}", identity);
  }

  /** The same, and variables by their names. */
  Placeholders and(Map<String, String> variables) {
    Map<String, String> all = new HashMap<>();
    variables.forEach((name, value) -> all.put("${" + name + "}", value));
    all.putAll(values);
    return new Placeholders(all);
  }

  /** A class path as Java is given it. */
  static String text(List<Path> classPath) {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Leaves what it does not know as it is: it may mean something to the engine. */
  String replace(String text) {
    return WORD.matcher(text)
        .replaceAll(
            word ->
                Matcher.quoteReplacement(
                    Objects.requireNonNullElse(values.get(word.group()), word.group())));
  }
}
