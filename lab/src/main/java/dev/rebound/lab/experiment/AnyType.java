package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value of a key that nobody here declares: one text or a list of them, as they stand. A list
 * is such a value and no matrix.
 */
record AnyType() implements ValueType {
  @Override
  public @Nullable Object parse(LocatedYaml tree, String at, ReadingContext reading) {
    ValueType type = tree instanceof LocatedYaml.TreeList ? new TextsType() : ScalarType.text();
    return type.parse(tree, at, reading);
  }

  @Override
  public String render(Object value, int indent) {
    ValueType type = value instanceof List<?> ? new TextsType() : ScalarType.text();
    return type.render(value, indent);
  }

  @Override
  public ObjectNode json() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public boolean takesLists() {
    return true;
  }
}
