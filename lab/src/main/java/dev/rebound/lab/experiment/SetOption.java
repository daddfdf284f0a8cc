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
record SetOption(List<String> path, LocatedYaml value, LocatedYaml.SourcePlace place) {
  /** The option, and what problems call the source of its value. */
  static final String NAME = "--set";

  /** Reads {@code path=value}; null if it is wrong, which is then among the problems. */
  static @Nullable SetOption read(String text, Section schema, Problems problems) {
    int equals = text.indexOf('=');
    String prefix = NAME + " ";
    LocatedYaml.Source source = new LocatedYaml.Source(NAME, List.of(prefix + text), false);
    LocatedYaml.SourcePlace place = new LocatedYaml.SourcePlace(source, 1, prefix.length() + 1);
    if (equals <= 0) {
      problems.add(place, "no value", "Write --set load.rate=5000/s.");
      return null;
    }
    KeyPath path = KeyPath.of(text.substring(0, equals), schema, place, problems);
    LocatedYaml value =
        YamlText.read(source, text.substring(equals + 1), prefix.length() + equals + 1, problems);
    return path == null || value == null ? null : new SetOption(path.keys(), value, place);
  }

  /** The tree with this value in it. */
  LocatedYaml apply(LocatedYaml tree) {
    return apply(tree, path);
  }

  private LocatedYaml apply(LocatedYaml tree, List<String> rest) {
    if (rest.isEmpty()) {
      return value;
    }
    if (tree instanceof LocatedYaml.TreeList sequence) {
      if (rest.equals(List.of("name")) && value instanceof LocatedYaml.Scalar wanted) {
        Optional<LocatedYaml> picked =
            sequence.items().stream().filter(item -> named(item, wanted.text())).findFirst();
        if (picked.isPresent()) {
          List<LocatedYaml> all =
              sequence.items().stream().filter(item -> named(item, wanted.text())).toList();
          return new LocatedYaml.TreeList(all, sequence.place());
        }
      }
      return new LocatedYaml.TreeList(
          sequence.items().stream().map(item -> apply(item, rest)).toList(), sequence.place());
    }
    List<LocatedYaml.TreeEntry> entries =
        tree instanceof LocatedYaml.Mapping mapping
            ? new ArrayList<>(mapping.entries())
            : new ArrayList<>();
    List<String> deeper = rest.subList(1, rest.size());
    for (int i = 0; i < entries.size(); i++) {
      LocatedYaml.TreeEntry entry = entries.get(i);
      if (entry.key().equals(rest.get(0))) {
        entries.set(
            i,
            new LocatedYaml.TreeEntry(entry.key(), entry.keyPlace(), apply(entry.value(), deeper)));
        return new LocatedYaml.Mapping(entries, tree.place());
      }
    }
    LocatedYaml.Mapping empty = new LocatedYaml.Mapping(List.of(), place);
    entries.add(new LocatedYaml.TreeEntry(rest.get(0), place, apply(empty, deeper)));
    return new LocatedYaml.Mapping(entries, tree.place());
  }

  private static boolean named(LocatedYaml item, String name) {
    return item instanceof LocatedYaml.Mapping mapping
        && mapping.entries().stream()
            .anyMatch(
                e ->
                    e.key().equals("name")
                        && e.value() instanceof LocatedYaml.Scalar scalar
                        && scalar.text().equals(name));
  }
}
