package dev.rebound.lab.experiment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Spreads a file out: each value that is a list where one value belongs gives one experiment per
 * item, and several such lists every combination.
 */
final class Matrix {
  private static final int EXPERIMENTS_MAX = 1000;

  private final Problems problems;

  /**
   * One experiment of the matrix.
   *
   * @param label says which; empty if there is no matrix
   */
  record Variant(LocatedYaml tree, List<String> label) {
    /** The experiment's name: that of the file and what sets it apart. */
    String name(String base) {
      return label.isEmpty() ? base : base + "-" + String.join("-", label);
    }
  }

  private Matrix(Problems problems) {
    this.problems = problems;
  }

  static List<Variant> spread(Section schema, LocatedYaml file, Problems problems) {
    return new Matrix(problems).spread("", schema, file);
  }

  private List<Variant> spread(String key, ValueType type, LocatedYaml tree) {
    if (tree instanceof LocatedYaml.TreeList sequence
        && (!type.takesLists()
            || (type.section() != null && sequence.items().isEmpty())
            || (type instanceof TextsType && isOfLists(sequence)))) {
      return alternatives(key, type, sequence);
    }
    if (tree instanceof LocatedYaml.TreeList sequence && type instanceof ItemsType items) {
      List<List<Variant>> perItem = new ArrayList<>();
      for (LocatedYaml item : sequence.items()) {
        perItem.add(
            item instanceof LocatedYaml.Mapping
                ? spread(key, items.item(), item)
                : List.of(new Variant(item, List.of())));
      }
      return combine(tree.place(), perItem).stream()
          .map(c -> new Variant(new LocatedYaml.TreeList(c.trees(), tree.place()), c.label()))
          .toList();
    }
    if (tree instanceof LocatedYaml.Mapping mapping) {
      List<List<Variant>> perEntry = new ArrayList<>();
      for (LocatedYaml.TreeEntry entry : mapping.entries()) {
        perEntry.add(entryVariants(type, entry));
      }
      return combine(tree.place(), perEntry).stream()
          .map(c -> new Variant(with(mapping, c.trees()), c.label()))
          .toList();
    }
    return List.of(new Variant(tree, List.of()));
  }

  /** A list of lists where a list belongs, such as that of the commands of {@code setup}. */
  private static boolean isOfLists(LocatedYaml.TreeList sequence) {
    return !sequence.items().isEmpty()
        && sequence.items().stream().allMatch(item -> item instanceof LocatedYaml.TreeList);
  }

  private List<Variant> entryVariants(ValueType type, LocatedYaml.TreeEntry entry) {
    ValueType inner = null;
    Section section = type.section();
    if (section != null) {
      inner = section.type(entry.key()).orElse(null);
    } else if (type instanceof SettingsType) {
      inner = ScalarType.text();
    }
    return inner == null
        ? List.of(new Variant(entry.value(), List.of()))
        : spread(entry.key(), inner, entry.value());
  }

  private List<Variant> alternatives(String key, ValueType type, LocatedYaml.TreeList sequence) {
    if (sequence.items().isEmpty()) {
      problems.add(
          sequence.place(), "an empty list makes no experiment", "Write one value or several.");
      return List.of(new Variant(sequence, List.of()));
    }
    List<Variant> variants = new ArrayList<>();
    List<String> labels = labels(key, sequence.items());
    Set<Map<String, String>> seen = new HashSet<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      LocatedYaml item = sequence.items().get(i);
      if (!seen.add(flat(key, item))) {
        problems.add(
            item.place(),
            "this item of the matrix is the same as one before it",
            "Remove it, or give it a value that differs.");
      }
      for (Variant variant : spread(key, type, item)) {
        List<String> label = new ArrayList<>();
        label.add(labels.get(i));
        label.addAll(variant.label());
        variants.add(new Variant(variant.tree(), label));
      }
    }
    return variants;
  }

  /** A short word per item: a scalar's value, a map's name, and what else sets maps apart. */
  private static List<String> labels(String key, List<LocatedYaml> items) {
    List<Map<String, String>> flat = items.stream().map(item -> flat(key, item)).toList();
    List<String> names = flat.stream().map(values -> values.getOrDefault("name", "")).toList();
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      String name = names.get(i);
      List<String> parts = new ArrayList<>();
      if (!name.isEmpty()) {
        parts.add(clean(name));
      }
      List<Map<String, String>> alike = new ArrayList<>();
      for (int j = 0; j < items.size(); j++) {
        if (names.get(j).equals(name)) {
          alike.add(flat.get(j));
        }
      }
      for (Map.Entry<String, String> value : flat.get(i).entrySet()) {
        boolean differs =
            alike.stream().anyMatch(other -> !value.getValue().equals(other.get(value.getKey())));
        if (differs && !value.getKey().equals("name")) {
          parts.add(clean(value.getKey()) + "=" + clean(value.getValue()));
        }
      }
      labels.add(parts.isEmpty() ? clean(key) + "=" + (i + 1) : String.join("-", parts));
    }
    return labels;
  }

  private static Map<String, String> flat(String key, LocatedYaml tree) {
    Map<String, String> values = new LinkedHashMap<>();
    if (tree instanceof LocatedYaml.Scalar scalar) {
      values.put(key, scalar.text());
    } else if (tree instanceof LocatedYaml.Mapping mapping) {
      mapping.entries().forEach(entry -> values.putAll(flat(entry.key(), entry.value())));
    } else if (tree instanceof LocatedYaml.TreeList list) {
      String items =
          list.items().stream()
              .flatMap(item -> flat(key, item).values().stream())
              .collect(Collectors.joining(" "));
      values.put(key, items);
    }
    return values;
  }

  /** As it may stand in a folder's name. */
  private static String clean(String text) {
    String value = text.endsWith("/s") ? text.substring(0, text.length() - 2) : text;
    String clean = value.replaceAll("[^A-Za-z0-9._=]+", "-").replaceAll("^-|-$", "");
    return clean.substring(0, Math.min(clean.length(), 60));
  }

  private record Combination(List<LocatedYaml> trees, List<String> label) {}

  private List<Combination> combine(LocatedYaml.SourcePlace place, List<List<Variant>> choices) {
    List<Combination> all = List.of(new Combination(List.of(), List.of()));
    for (List<Variant> variants : choices) {
      if ((long) all.size() * variants.size() > EXPERIMENTS_MAX) {
        problems.add(
            place,
            "the matrix makes more than " + EXPERIMENTS_MAX + " experiments",
            "Shorten its lists, or split the file.");
        return all.subList(0, 0);
      }
      List<Combination> longer = new ArrayList<>();
      for (Combination head : all) {
        for (Variant variant : variants) {
          List<LocatedYaml> trees = new ArrayList<>(head.trees());
          trees.add(variant.tree());
          List<String> label = new ArrayList<>(head.label());
          label.addAll(variant.label());
          longer.add(new Combination(trees, label));
        }
      }
      all = longer;
    }
    return all;
  }

  private static LocatedYaml with(LocatedYaml.Mapping mapping, List<LocatedYaml> values) {
    List<LocatedYaml.TreeEntry> entries = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      LocatedYaml.TreeEntry entry = mapping.entries().get(i);
      entries.add(new LocatedYaml.TreeEntry(entry.key(), entry.keyPlace(), values.get(i)));
    }
    return new LocatedYaml.Mapping(entries, mapping.place());
  }
}
