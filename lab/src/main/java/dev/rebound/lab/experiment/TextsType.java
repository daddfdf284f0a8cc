package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list of texts. */
public record TextsType() implements Type {
  @Override
  public @Nullable Object parse(Tree tree, String at, Reading reading) {
    if (!(tree instanceof Tree.Sequence sequence)) {
      reading.problems().add(tree.place(), at + " must be a list", "Write [one, two].");
      return null;
    }
    List<String> texts = new ArrayList<>();
    for (Tree item : sequence.items()) {
      Object text = ScalarType.text().parse(item, at, reading);
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
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("type", "array");
    json.putObject("items").put("type", "string");
    return json;
  }

  @Override
  public boolean takesLists() {
    return true;
  }
}
