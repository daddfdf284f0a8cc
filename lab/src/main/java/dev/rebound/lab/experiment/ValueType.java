package dev.rebound.lab.experiment;

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
  @Nullable Object parse(Tree tree, String at, ReadingContext reading);

  /**
   * Writes a value that {@link #parse} gave, as it follows after {@code key:}, with its line end.
   */
  String render(Object value, int indent);

  /** The JSON schema of the value. */
  ObjectNode json();

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

    void wrong(Tree.SourcePlace place, String message, String remedy) {
      problems.add(place, message, remedy);
    }
  }
}
