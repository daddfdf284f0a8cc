package dev.rebound.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The regular expressions of {@code log-match}, read from a file.
 *
 * <p>UTF-8 text, one expression per line, optionally with a name before it: {@code name :=
 * \bregex\b}. Lines that are empty or start with {@code #} are skipped. A rule's number is its
 * place among the others, from 0. A line matches if the expression is found anywhere in it; {@code
 * .} is any character.
 *
 * @param source the file, as shown in errors
 */
record LogRules(String source, List<Rule> rules) {
  private static final String SHIPPED = "server-logs.rules";
  private static final Pattern NAMED = Pattern.compile("([\\w.-]+)\\s+:=\\s+(.*)");

  /**
   * One rule.
   *
   * @param line where it stands in its file, from 1
   * @param pattern the expression for java.util.regex, with line ends and character classes as
   *     Hyperscan has them
   */
  record Rule(String name, String expression, int line, Pattern pattern) {}

  /** The shipped rules for common server logs. */
  static LogRules shipped() {
    try (InputStream in = LogRules.class.getResourceAsStream(SHIPPED)) {
      if (in == null) {
        throw new IllegalStateException(SHIPPED + " is missing from the jar of the workloads");
      }
      return parse(SHIPPED, new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a file; {@link IllegalArgumentException} names file, line, cause and remedy. */
  static LogRules read(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "workload.rules-file " + file + ": is no ordinary file; write what it gives into one");
    }
    try {
      return parse(file.toString(), Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          ("workload.rules-file %s: there is no such file; name a file of regular expressions,"
                  + " one per line, or leave it out for the shipped rules")
              .formatted(file),
          e);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "workload.rules-file " + file + ": is not UTF-8 text; convert it", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "workload.rules-file " + file + ": cannot be read: " + e + "; check its permissions", e);
    }
  }

  static LogRules parse(String source, List<String> lines) {
    List<Rule> rules = new ArrayList<>();
    Map<String, Integer> names = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String text = lines.get(i).strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      var named = NAMED.matcher(text);
      boolean hasName = named.matches();
      String name = hasName ? named.group(1) : "rule-" + rules.size();
      Integer before = names.putIfAbsent(name, i + 1);
      if (before != null) {
        throw wrong(
            source,
            i + 1,
            "the name '" + name + "' is already used in line " + before,
            "choose another");
      }
      rules.add(rule(source, i + 1, name, hasName ? named.group(2) : text));
    }
    if (rules.isEmpty()) {
      throw new IllegalArgumentException(
          source + ": has no rule; write one regular expression per line");
    }
    return new LogRules(source, List.copyOf(rules));
  }

  private static Rule rule(String source, int line, String name, String expression) {
    Pattern pattern;
    try {
      pattern = Pattern.compile(expression, Pattern.UNIX_LINES);
    } catch (PatternSyntaxException e) {
      throw wrong(
          source,
          line,
          e.getDescription() + " at character " + (e.getIndex() + 1) + " of " + expression,
          "correct the expression; a special character is meant literally after a \\");
    }
    if (pattern.matcher("").find()) {
      throw wrong(
          source,
          line,
          expression + " is found in empty text, so it says nothing about a line",
          "ask for at least one character");
    }
    return new Rule(name, expression, line, pattern);
  }

  /** An error with its place: file, line, cause, remedy. */
  static IllegalArgumentException wrong(String source, int line, String cause, String remedy) {
    return new IllegalArgumentException(source + ", line " + line + ": " + cause + "; " + remedy);
  }
}
