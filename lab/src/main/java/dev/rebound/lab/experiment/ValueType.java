package dev.rebound.lab.experiment;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The type of a value in an experiment file: how it is read, written back and described to editors.
 */
public sealed interface ValueType
    permits ScalarType,
        SettingsType,
        TextsType,
        Section,
        ItemsType,
        WordOrSection,
        BoundsType,
        ControlType,
        AnyType {

  /**
   * Reads a value; null if it is wrong, which is then among the problems.
   *
   * @param at the value's name for messages, for example {@code load.rate}
   */
  @Nullable Object parse(LocatedYaml tree, String at, ReadingContext reading);

  /**
   * Writes a value that {@link #parse} gave, as it follows after {@code key:}, with its line end.
   */
  String render(Object value, int indent);

  /** The JSON schema of the value. */
  ObjectNode json();

  /** The JSON schema of a value of such a type. */
  static ObjectNode ofType(String type) {
    return JsonNodeFactory.instance.objectNode().put("type", type);
  }

  /** The JSON schema of a list. */
  static ObjectNode listOf(ObjectNode item) {
    return ofType("array").set("items", item);
  }

  /** The JSON schema of what is one or the other. */
  static ObjectNode anyOf(ObjectNode one, ObjectNode other) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.putArray("anyOf").add(one).add(other);
    return json;
  }

  /** True if a list is such a value, so that it makes no matrix. */
  default boolean takesLists() {
    return false;
  }

  /** The section that a map here is read by; null where there is none. */
  default @Nullable Section section() {
    return null;
  }

  /**
   * The surroundings that reading a value needs to know.
   *
   * @param folder of the experiment file; relative files are relative to it
   * @param left true if a run left it, so that the files that it names may be gone
   */
  record ReadingContext(Problems problems, Path folder, boolean left) {
    /** Of a file that is about to be used. */
    public ReadingContext(Problems problems, Path folder) {
      this(problems, folder, false);
    }

    void wrong(LocatedYaml.SourcePlace place, String message, String remedy) {
      problems.add(place, message, remedy);
    }
  }
}
