package dev.rebound.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A key of the experiment file, by its dotted name. Where the way leads through a list, the key is
 * that of every item.
 *
 * @param keys from the top
 * @param type of the values there
 */
record KeyPath(List<String> keys, ValueType type) {
  /**
   * Finds a key; null if there is none of this name, which is then among the problems.
   *
   * @param place where the name stands
   */
  static @Nullable KeyPath of(
      String dotted, Section schema, LocatedYaml.SourcePlace place, Problems problems) {
    List<String> keys = new ArrayList<>();
    ValueType type = schema;
    String rest = dotted;
    while (!rest.isEmpty()) {
      if (type instanceof SettingsType || type instanceof BoundsType) {
        keys.add(rest);
        return new KeyPath(keys, type instanceof SettingsType ? ScalarType.text() : type);
      }
      String set = ControlType.SET + ".";
      if (type instanceof ControlType && rest.startsWith(set)) {
        keys.addAll(List.of(ControlType.SET, rest.substring(set.length())));
        return new KeyPath(keys, ScalarType.text());
      }
      Section section = type instanceof ItemsType items ? items.item() : type.section();
      String key = rest.contains(".") ? rest.substring(0, rest.indexOf('.')) : rest;
      Optional<ValueType> found = section == null ? Optional.empty() : section.type(key);
      if (found.isEmpty()) {
        String at = keys.isEmpty() ? "" : " in " + String.join(".", keys);
        problems.add(
            new LocatedYaml.SourcePlace(
                place.source(), place.line(), place.column() + dotted.length() - rest.length()),
            "unknown option '" + key + "'" + at,
            section == null
                ? String.join(".", keys) + " is a single value."
                : Suggestion.remedy(key, section.keys()));
        return null;
      }
      keys.add(key);
      type = found.get();
      rest = rest.substring(Math.min(rest.length(), key.length() + 1));
    }
    return new KeyPath(keys, type);
  }
}
