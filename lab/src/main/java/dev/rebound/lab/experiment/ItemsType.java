package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of maps of one kind.
 *
 * @param alone whether a single one may stand without a list, and then there is at least one
 */
public record ItemsType(Section item, boolean alone) implements ValueType {
  public ItemsType(Section item) {
    this(item, false);
  }

  @Override
  public @Nullable Section section() {
    return alone ? item : null;
  }

  @Override
  public @Nullable Object parse(LocatedYaml tree, String at, ReadingContext reading) {
    if (alone && !(tree instanceof LocatedYaml.TreeList)) {
      Object only = item.parse(tree, at, reading);
      return only == null ? null : List.of(only);
    }
    if (tree instanceof LocatedYaml.Scalar scalar && scalar.empty()) {
      return List.of();
    }
    if (!(tree instanceof LocatedYaml.TreeList sequence)) {
      reading.wrong(tree.place(), at + " must be a list", "Start each item with a dash: - { … }.");
      return null;
    }
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      Object value = item.parse(sequence.items().get(i), at + "[" + (i + 1) + "]", reading);
      if (value != null) {
        items.add(value);
      }
    }
    return items;
  }

  @Override
  public String render(Object value, int indent) {
    List<?> items = (List<?>) value;
    if (items.isEmpty()) {
      return " []\n";
    }
    if (alone && items.size() == 1) {
      return item.render(items.get(0), indent);
    }
    StringBuilder text = new StringBuilder("\n");
    for (Object values : items) {
      String lines = item.lines((Values) values, indent + 4);
      text.append(" ".repeat(indent + 2)).append("- ").append(lines.substring(indent + 4));
    }
    return text.toString();
  }

  @Override
  public ObjectNode json() {
    return alone
        ? ValueType.anyOf(
            item.json(), ValueType.ofType("array").put("minItems", 1).set("items", item.json()))
        : ValueType.listOf(item.json());
  }

  @Override
  public boolean takesLists() {
    return true;
  }
}
