package dev.rebound.lab.experiment;

import java.util.List;

/** A YAML value with the place it stands at: scalar, list or map. Immutable. */
public sealed interface LocatedYaml {
  SourcePlace place();

  /**
   * A single value, as text whatever it looks like.
   *
   * @param empty nothing was written, or {@code null}
   */
  record Scalar(String text, boolean empty, SourcePlace place) implements LocatedYaml {}

  /** Values in file order. */
  record TreeList(List<LocatedYaml> items, SourcePlace place) implements LocatedYaml {}

  /** Keys and values in file order; every key once. */
  record Mapping(List<TreeEntry> entries, SourcePlace place) implements LocatedYaml {}

  /** One key with its value. */
  record TreeEntry(String key, SourcePlace keyPlace, LocatedYaml value) {}

  /**
   * Where a value stands.
   *
   * @param line from 1; 0 if it is written nowhere, being a default
   * @param column from 1
   */
  record SourcePlace(Source source, int line, int column) {
    static final SourcePlace NOWHERE =
        new SourcePlace(new Source("default", List.of(), false), 0, 0);
  }

  /**
   * A text that values come from.
   *
   * @param name the file as the user named it, or the option of the command line
   * @param file true if it is a file
   */
  record Source(String name, List<String> lines, boolean file) {}
}
