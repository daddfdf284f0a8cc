package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of texts.
 *
 * @param item what each of them may be
 * @param orOne whether a text alone stands for a list of one
 */
public record TextsType(ScalarType item, boolean orOne) implements ValueType {
  /** Any texts. */
  public TextsType() {
    this(ScalarType.text());
  }

  /** A list, however few there are. */
  public TextsType(ScalarType item) {
    this(item, false);
  }

  @Override
  public @Nullable Object parse(LocatedYaml tree, String at, ReadingContext reading) {
    if (orOne && tree instanceof LocatedYaml.Scalar) {
      Object text = item.parse(tree, at, reading);
      return text == null ? null : List.of(text.toString());
    }
    if (!(tree instanceof LocatedYaml.TreeList sequence)) {
      reading.wrong(tree.place(), at + " must be a list", "Write [one, two].");
      return null;
    }
    List<String> texts = new ArrayList<>();
    for (LocatedYaml each : sequence.items()) {
      Object text = item.parse(each, at, reading);
      if (text != null) {
        texts.add(text.toString());
      }
    }
    return texts;
  }

  @Override
  public String render(Object value, int indent) {
    List<String> quoted =
        ((List<?>) value).stream().map(text -> ScalarType.quoted(text.toString())).toList();
    return " [" + String.join(", ", quoted) + "]\n";
  }

  @Override
  public ObjectNode json() {
    ObjectNode list = ValueType.listOf(ValueType.anyOf(item.json(), ValueType.listOf(item.json())));
    return orOne ? ValueType.anyOf(list, item.json()) : list;
  }

  @Override
  public boolean takesLists() {
    return true;
  }
}
