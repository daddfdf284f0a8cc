package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Settings that are handed on unchanged: dotted names to values. */
public record SettingsType() implements ValueType {
  @Override
  public @Nullable Object parse(LocatedYaml tree, String at, ReadingContext reading) {
    if (tree instanceof LocatedYaml.Scalar scalar && scalar.empty()) {
      return Map.of();
    }
    if (!(tree instanceof LocatedYaml.Mapping mapping)) {
      reading.wrong(tree.place(), at + " must be a map of settings", "Write { name: value }.");
      return null;
    }
    Map<String, String> settings = new TreeMap<>();
    for (LocatedYaml.TreeEntry entry : mapping.entries()) {
      if (entry.value() instanceof LocatedYaml.Scalar scalar) {
        settings.put(entry.key(), scalar.empty() ? "" : scalar.text());
      } else {
        reading.wrong(
            entry.value().place(),
            "setting '" + entry.key() + "' must have one value",
            "Write the whole name with dots: { " + entry.key() + ".…: value }.");
      }
    }
    return settings;
  }

  @Override
  public String render(Object value, int indent) {
    Map<?, ?> settings = (Map<?, ?>) value;
    if (settings.isEmpty()) {
      return " {}\n";
    }
    StringBuilder text = new StringBuilder("\n");
    settings.forEach(
        (name, setting) ->
            text.append(" ".repeat(indent + 2))
                .append(ScalarType.quoted(name.toString()))
                .append(": ")
                .append(ScalarType.quoted(setting.toString()))
                .append('\n'));
    return text.toString();
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = ValueType.ofType("object");
    json.putObject("additionalProperties")
        .putArray("type")
        .add("string")
        .add("number")
        .add("boolean")
        .add("array");
    return json;
  }
}
