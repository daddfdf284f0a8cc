package dev.rebound.advise;

import dev.rebound.lab.experiment.LocatedYaml;
import dev.rebound.lab.experiment.Problems;
import dev.rebound.lab.experiment.YamlText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads YAML, or JSON, into dotted keys, as Spring does, and remembers where each value stands.
 * Aliases and merged maps ({@code <<}) stand for what they name.
 */
final class YamlLines {
  private static final String MERGE = "<<";

  private final List<WrittenKey> keys = new ArrayList<>();

  private YamlLines() {}

  /**
   * The keys of each document, in order. Throws {@link dev.rebound.base.ReboundException} that
   * names the line where it is no YAML.
   */
  static List<List<WrittenKey>> read(String file, String text) {
    List<String> lines = text.lines().toList();
    LocatedYaml.Source source = new LocatedYaml.Source(file, lines, true);
    Problems problems = new Problems();
    List<List<WrittenKey>> documents = new ArrayList<>();
    for (String document : documents(lines)) {
      LocatedYaml tree = YamlText.read(source, document, 0, problems);
      if (tree != null) {
        YamlLines flat = new YamlLines();
        flat.add("", tree, "");
        documents.add(List.copyOf(flat.keys));
      }
    }
    problems.throwIfAny("");
    return List.copyOf(documents);
  }

  /**
   * Each with blank lines in place of what stands before it, so that its lines keep their numbers.
   */
  private static List<String> documents(List<String> lines) {
    List<String> documents = new ArrayList<>();
    StringBuilder document = new StringBuilder();
    boolean any = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.matches("---(\\s.*)?")) {
        if (any) {
          documents.add(document.toString());
        }
        document = new StringBuilder("\n".repeat(i + 1));
        any = false;
      } else {
        document.append(line).append('\n');
        any |= !line.isBlank() && !line.strip().startsWith("#");
      }
    }
    if (any) {
      documents.add(document.toString());
    }
    return List.copyOf(documents);
  }

  private void add(String key, LocatedYaml tree, String under) {
    if (tree instanceof LocatedYaml.Mapping mapping) {
      // What is merged comes first, so that what stands beside it wins.
      mapping.entries().stream()
          .filter(entry -> entry.key().equals(MERGE))
          .forEach(entry -> merged(key, entry.value(), under));
      mapping.entries().stream()
          .filter(entry -> !entry.key().equals(MERGE))
          .forEach(entry -> add(joined(key, entry.key()), entry.value(), key));
    } else if (tree instanceof LocatedYaml.TreeList sequence) {
      sequence(key, sequence, under);
    } else if (tree instanceof LocatedYaml.Scalar scalar && !key.isEmpty()) {
      keys.add(new WrittenKey(key, scalar.text(), scalar.place().line(), under));
    }
  }

  /** Of several maps that are merged the first wins. */
  private void merged(String key, LocatedYaml tree, String under) {
    if (tree instanceof LocatedYaml.TreeList list) {
      for (int i = list.items().size() - 1; i >= 0; i--) {
        add(key, list.items().get(i), under);
      }
    } else {
      add(key, tree, under);
    }
  }

  /**
   * A list of values is one value, but that {@code environment: [NAME=value]} is a map; one of
   * anything else has a key for each item.
   */
  private void sequence(String key, LocatedYaml.TreeList sequence, String under) {
    if (!sequence.items().stream().allMatch(item -> item instanceof LocatedYaml.Scalar)) {
      for (int i = 0; i < sequence.items().size(); i++) {
        add(key + "[" + i + "]", sequence.items().get(i), under);
      }
      return;
    }
    List<LocatedYaml.Scalar> items =
        sequence.items().stream().map(LocatedYaml.Scalar.class::cast).toList();
    if (key.endsWith(".environment")) {
      for (LocatedYaml.Scalar item : items) {
        String[] halves = item.text().split("=", 2);
        keys.add(
            new WrittenKey(
                joined(key, halves[0]),
                halves.length > 1 ? halves[1] : "",
                item.place().line(),
                key));
      }
      return;
    }
    String all = items.stream().map(LocatedYaml.Scalar::text).collect(Collectors.joining(","));
    keys.add(new WrittenKey(key, all, sequence.place().line(), under));
  }

  /** {@code "[max.poll.records]"} is a key whose dots are its own. */
  private static String joined(String before, String key) {
    String plain =
        key.startsWith("[") && key.endsWith("]") ? key.substring(1, key.length() - 1) : key;
    return before.isEmpty() ? plain : before + "." + plain;
  }
}
