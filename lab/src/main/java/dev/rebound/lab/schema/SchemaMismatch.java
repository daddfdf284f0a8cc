package dev.rebound.lab.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.oracle.records.Records;
import dev.rebound.workload.OptionProblem;

/** Says what of a record a schema cannot hold. */
final class SchemaMismatch {
  private static final int WORDS_MAX = 60;

  /** A float in words. */
  static final String FLOAT = "float, with about 7 digits";

  private SchemaMismatch() {}

  /**
   * A value that is not of its type.
   *
   * @param type in words
   */
  static OptionProblem value(String path, JsonNode json, String type) {
    String text = json.isContainerNode() && json.size() > 0 ? "a value" : json.toString();
    return new OptionProblem(
        Records.SCHEMA,
        path
            + " is "
            + (json.isObject()
                ? "an object"
                : json.isArray()
                    ? "an array"
                    : text.length() > WORDS_MAX ? text.substring(0, WORDS_MAX) + "…" : text)
            + ", and the schema says "
            + type,
        "Correct the record, or the schema.");
  }

  /**
   * A field that the schema does not have.
   *
   * @param schema its name
   */
  static OptionProblem stray(String path, String schema) {
    return new OptionProblem(
        Records.SCHEMA,
        path + " is in the record, and not in the schema of " + schema,
        "Add it to the schema, or take it out of the records.");
  }
}
