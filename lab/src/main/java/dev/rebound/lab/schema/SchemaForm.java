package dev.rebound.lab.schema;

import dev.rebound.workload.sample.SampleProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Values as one schema has them. Thread-safe. */
interface SchemaForm {
  /** The language of the schema, as registries name it. */
  String language();

  /** The schema as it is registered. */
  String text();

  /** What schemas have in common that say the same. */
  String meaning();

  /** A value as the schema has it; a {@link SampleProblem} says which field it cannot hold. */
  byte[] encoded(byte[] json);

  /** What a value says, as JSON, or a text as it is; null if the schema does not have it so. */
  byte @Nullable [] decoded(byte[] value);

  /** Reads a schema; {@link IllegalArgumentException} says what is wrong with it. */
  static SchemaForm of(String language, String text) {
    return switch (language) {
      case AvroForm.LANGUAGE -> new AvroForm(text);
      case JsonForm.LANGUAGE -> new JsonForm(text);
      default -> throw new IllegalArgumentException(language + " is no language known here");
    };
  }

  /**
   * The schema in a file; a {@link SampleProblem} says what is wrong with it.
   *
   * @param option that names the file
   */
  static SchemaForm read(String option, String file) {
    String name = file.toLowerCase(Locale.ROOT);
    if (!name.endsWith(".avsc") && !name.endsWith(".json")) {
      throw new SampleProblem(
          option,
          file + " has a name that does not say what it is",
          "Name a schema of Avro .avsc, and one of JSON Schema .json.");
    }
    String language = name.endsWith(".avsc") ? AvroForm.LANGUAGE : JsonForm.LANGUAGE;
    try {
      return of(language, Files.readString(Path.of(file)));
    } catch (IOException e) {
      throw new SampleProblem(
          option, file + " cannot be read: " + e, "Check that it is there, and its permissions.");
    } catch (IllegalArgumentException e) {
      throw new SampleProblem(
          option,
          file + " is no schema of " + language + ": " + e.getMessage(),
          "Write one schema in it, with all that it refers to.");
    }
  }
}
