package dev.rebound.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value from the command line, {@code --set load.rate=5000/s}, laid over the file before it is
 * checked. Where the path runs through a list, it changes every item; {@code engine.name} of a list
 * of engines picks that engine instead, if it is in the list.
 */
record SetOption(List<String> path, Tree value, Tree.SourcePlace place) {

  /** The option, and what problems call the source of its value. */
  static final String NAME = "--set";

  /** Reads {@code path=value}; null if it is wrong, which is then among the problems. */
  static @Nullable SetOption read(String text, Section schema, Problems problems) {
    int equals = text.indexOf('=');
    String prefix = NAME + " ";
    Tree.Source source = new Tree.Source(NAME, List.of(prefix + text), false);
    Tree.SourcePlace place = new Tree.SourcePlace(source, 1, prefix.length() + 1);
    if (equals <= 0) {
      problems.add(place, "no value", "Write --set load.rate=5000/s.");
      return null;
    }
    KeyPath path = KeyPath.of(text.substring(0, equals), schema, place, problems);
    Tree value =
        YamlText.read(source, text.substring(equals + 1), prefix.length() + equals + 1, problems);
    return path == null || value == null ? null : new SetOption(path.keys(), value, place);
  }

  /** The tree with this value in it. */
  Tree apply(Tree tree) {
    return apply(tree, path);
  }

  private Tree apply(Tree tree, List<String> rest) {
    if (rest.isEmpty()) {
      return value;
    }
    if (tree instanceof Tree.TreeList sequence) {
      if (rest.equals(List.of("name")) && value instanceof Tree.Scalar wanted) {
        Optional<Tree> picked =
            sequence.items().stream().filter(item -> named(item, wanted.text())).findFirst();
        if (picked.isPresent()) {
          List<Tree> all =
              sequence.items().stream().filter(item -> named(item, wanted.text())).toList();
          return new Tree.TreeList(all, sequence.place());
        }
      }
      return new Tree.TreeList(
          sequence.items().stream().map(item -> apply(item, rest)).toList(), sequence.place());
    }
    List<Tree.TreeEntry> entries =
        tree instanceof Tree.Mapping mapping
            ? new ArrayList<>(mapping.entries())
            : new ArrayList<>();
    List<String> deeper = rest.subList(1, rest.size());
    for (int i = 0; i < entries.size(); i++) {
      Tree.TreeEntry entry = entries.get(i);
      if (entry.key().equals(rest.get(0))) {
        entries.set(
            i, new Tree.TreeEntry(entry.key(), entry.keyPlace(), apply(entry.value(), deeper)));
        return new Tree.Mapping(entries, tree.place());
      }
    }
    Tree.Mapping empty = new Tree.Mapping(List.of(), place);
    entries.add(new Tree.TreeEntry(rest.get(0), place, apply(empty, deeper)));
    return new Tree.Mapping(entries, tree.place());
  }

  private static boolean named(Tree item, String name) {
    return item instanceof Tree.Mapping mapping
        && mapping.entries().stream()
            .anyMatch(
                e ->
                    e.key().equals("name")
                        && e.value() instanceof Tree.Scalar scalar
                        && scalar.text().equals(name));
  }
}
