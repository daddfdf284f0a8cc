package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether an experiment has a control, and which: {@code true} for the same without faults, or the
 * settings in which it differs, {@code { set: { engine.guarantee: exactly-once } }}. Its value is a
 * {@link WantedControl}.
 */
record ControlType() implements ValueType {
  static final String SET = "set";
  private static final String REMEDY =
      "Write true for the same without faults, or { set: { engine.guarantee: exactly-once } }.";

  /**
   * The control that a file asks for.
   *
   * @param any whether there is a control
   * @param set keys, dotted, with what the control has there; empty for one without faults
   */
  record WantedControl(boolean any, List<LocatedYaml.TreeEntry> set) {}

  @Override
  public @Nullable Object parse(LocatedYaml tree, String at, ReadingContext reading) {
    if (tree instanceof LocatedYaml.Scalar scalar && !scalar.empty()) {
      if (scalar.text().equals("true") || scalar.text().equals("false")) {
        return new WantedControl(scalar.text().equals("true"), List.of());
      }
      reading.wrong(
          tree.place(),
          at + ": '" + scalar.text() + "' is neither true nor false nor a map",
          REMEDY);
      return null;
    }
    if (!(tree instanceof LocatedYaml.Mapping mapping)) {
      reading.wrong(tree.place(), at + " says nothing of a control", REMEDY);
      return null;
    }
    for (LocatedYaml.TreeEntry entry : mapping.entries()) {
      if (!entry.key().equals(SET)) {
        reading.wrong(
            entry.keyPlace(),
            "unknown key '" + entry.key() + "' in " + at,
            Suggestion.remedy(entry.key(), List.of(SET)));
        return null;
      }
    }
    LocatedYaml set = mapping.entries().isEmpty() ? mapping : mapping.entries().get(0).value();
    if (mapping.entries().isEmpty()
        || !(set instanceof LocatedYaml.Mapping settings)
        || settings.entries().isEmpty()) {
      reading.wrong(set.place(), at + " does not say in what the control differs", REMEDY);
      return null;
    }
    return new WantedControl(true, settings.entries());
  }

  @Override
  public String render(Object value, int indent) {
    WantedControl wanted = (WantedControl) value;
    if (wanted.set().isEmpty()) {
      return " " + wanted.any() + "\n";
    }
    StringBuilder text = new StringBuilder("\n");
    text.append(" ".repeat(indent + 2)).append(SET).append(":\n");
    for (LocatedYaml.TreeEntry entry : wanted.set()) {
      text.append(" ".repeat(indent + 4))
          .append(ScalarType.quoted(entry.key()))
          .append(": ")
          .append(text(entry.value()))
          .append('\n');
    }
    return text.toString();
  }

  /** A value of a control as a file would write it. */
  static String text(LocatedYaml value) {
    if (value instanceof LocatedYaml.TreeList sequence) {
      List<String> items = new ArrayList<>();
      sequence.items().forEach(item -> items.add(text(item)));
      return "[" + String.join(", ", items) + "]";
    }
    return value instanceof LocatedYaml.Scalar scalar
        ? ScalarType.quoted(scalar.empty() ? "" : scalar.text())
        : "{}";
  }

  @Override
  public ObjectNode json() {
    ObjectNode settings = ValueType.ofType("object").put("additionalProperties", false);
    settings.putArray("required").add(SET);
    ObjectNode set = settings.putObject("properties").putObject(SET);
    set.put("description", "Keys of this file, with dots, and what the control has there.");
    set.setAll(new SettingsType().json());
    set.put("minProperties", 1);
    return ValueType.anyOf(ValueType.ofType("boolean"), settings);
  }
}
