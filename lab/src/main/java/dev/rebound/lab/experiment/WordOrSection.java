package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** A map with known keys, or one word instead of it. Its value is {@link Values} or the word. */
record WordOrSection(String word, Section section) implements ValueType {
  @Override
  public @Nullable Object parse(LocatedYaml tree, String at, ReadingContext reading) {
    if (tree instanceof LocatedYaml.Scalar scalar) {
      if (scalar.text().equals(word)) {
        return word;
      }
      reading.wrong(
          tree.place(),
          at + ": '" + scalar.text() + "' is neither a map nor '" + word + "'",
          "Write '" + word + "', or a map with " + String.join(", ", section.keys()) + ".");
      return null;
    }
    return section.parse(tree, at, reading);
  }

  @Override
  public String render(Object value, int indent) {
    return value.equals(word) ? " " + word + "\n" : section.render(value, indent);
  }

  @Override
  public ObjectNode json() {
    return ValueType.anyOf(
        JsonNodeFactory.instance.objectNode().put("const", word), section.json());
  }
}
