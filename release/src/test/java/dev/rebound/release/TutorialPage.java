package dev.rebound.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page with commands and what they said. Before each block stands {@code <!-- run -->}, with what
 * is known of the last of its commands: {@code ends: 0 2} the exit statuses, {@code says: "a", "b"}
 * what its output must hold, {@code from: "a"} where the part that the page shows begins, {@code
 * last: 4} that it is the last lines, {@code short: --option} what a test adds for time, {@code
 * tries: 2} how often it may have to be given, {@code again: rm} what is done before that.
 */
final class TutorialPage {
  private static final String CONSOLE = "```console\n";
  private static final Pattern BLOCK =
      Pattern.compile(
          "<!-- run(?<known>[^>]*) -->\n" + CONSOLE + "(?<lines>.*?)```\n", Pattern.DOTALL);
  private static final Pattern KNOWN =
      Pattern.compile(
          "(; (ends: \\d+( \\d+)*|(says|from): \"[^\";]+\"(, \"[^\";]+\")*|last: \\d+|tries: \\d+|(short|again):"
              + " [^;\"]+))*");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");
  private static final String PROMPT = "$ ";

  private final String before;
  private final List<Block> blocks = new ArrayList<>();

  private TutorialPage(String text) {
    this.before = text;
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      if (!KNOWN.matcher(matcher.group("known")).matches()) {
        throw new IllegalArgumentException("what is known of a block: " + matcher.group("known"));
      }
      blocks.add(new Block(matcher.group("known"), matcher.group("lines")));
    }
  }

  /** True if each block of commands says what is known of it. */
  boolean isWhole() {
    return before.split(CONSOLE, -1).length - 1 == blocks.size();
  }

  static TutorialPage read(Path page) throws IOException {
    return new TutorialPage(Files.readString(page));
  }

  List<Block> blocks() {
    return blocks;
  }

  /** The page with what its commands said. */
  String text() {
    int[] next = {0};
    return BLOCK
        .matcher(before)
        .replaceAll(
            found -> {
              Block block = blocks.get(next[0]++);
              return Matcher.quoteReplacement(
                  "<!-- run%s -->\n```console\n%s```\n".formatted(block.known, block.lines));
            });
  }

  /** Commands, and what the last of them said. */
  static final class Block {
    private final String known;
    private String lines;

    private Block(String known, String lines) {
      this.known = known;
      this.lines = lines;
    }

    private String known(String key) {
      return Arrays.stream(known.split(";", -1))
          .map(String::strip)
          .filter(part -> part.startsWith(key + ":"))
          .map(part -> part.substring(key.length() + 1).strip())
          .findFirst()
          .orElse("");
    }

    private List<String> quoted(String key) {
      return QUOTED.matcher(known(key)).results().map(word -> word.group(1)).toList();
    }

    List<String> commands() {
      return lines
          .lines()
          .filter(line -> line.startsWith(PROMPT))
          .map(line -> line.substring(PROMPT.length()))
          .toList();
    }

    List<Integer> ends() {
      String ends = known("ends");
      return ends.isEmpty()
          ? List.of(0)
          : Arrays.stream(ends.split(" ", -1)).map(Integer::valueOf).toList();
    }

    List<String> says() {
      return quoted("says");
    }

    /** How often its last command is given until it ends as it should. */
    int tries() {
      String tries = known("tries");
      return tries.isEmpty() ? 1 : Integer.parseInt(tries);
    }

    /** What undoes its commands before they are given again; empty for nothing. */
    String again() {
      return known("again");
    }

    String shortened() {
      String options = known("short");
      return options.isEmpty() ? "" : " " + options;
    }

    /** Takes what the last command said, from where the page shows it. */
    void said(String output) {
      StringBuilder text = new StringBuilder();
      commands().forEach(command -> text.append(PROMPT).append(command).append('\n'));
      List<String> all = output.lines().toList();
      int begin = 0;
      for (String from : quoted("from")) {
        begin = all.size() - 1;
        while (begin > 0 && !all.get(begin).contains(from)) {
          begin--;
        }
      }
      String last = known("last");
      if (!last.isEmpty()) {
        begin = Math.max(0, all.size() - Integer.parseInt(last));
      }
      text.append(begin > 0 ? "...\n" : "");
      all.subList(begin, all.size())
          .forEach(line -> text.append(line.stripTrailing()).append('\n'));
      lines = text.toString();
    }
  }
}
