package dev.rebound.lab.experiment;

import java.util.List;

/** A YAML value with the place it stands at: scalar, list or map. Immutable. */
public sealed interface Tree {
  Place place();

  /**
   * A single value, as text whatever it looks like.
   *
   * @param empty nothing was written, or {@code null}
   */
  record Scalar(String text, boolean empty, Place place) implements Tree {}

  /** Values in file order. */
  record Sequence(List<Tree> items, Place place) implements Tree {}

  /** Keys and values in file order; every key once. */
  record Mapping(List<Entry> entries, Place place) implements Tree {}

  /** One key with its value. */
  record Entry(String key, Place keyPlace, Tree value) {}

  /**
   * Where a value stands.
   *
   * @param line from 1; 0 if it is written nowhere, being a default
   * @param column from 1
   */
  record Place(Source source, int line, int column) {
    static final Place NOWHERE = new Place(new Source("default", List.of(), false), 0, 0);
  }

  /**
   * A text that values come from.
   *
   * @param name the file as the user named it, or the option of the command line
   * @param file true if it is a file
   */
  record Source(String name, List<String> lines, boolean file) {}
}
