package dev.rebound.lab.schema;

import dev.rebound.workload.OptionProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values as one schema has them. Thread-safe. */
interface SchemaForm {
  /** The language of the schema, as registries name it. */
  String language();

  /** The schema as it is registered. */
  String text();

  /** The schemas that it refers to, by the names that it has for them. */
  default Map<String, SchemaForm> references() {
    return Map.of();
  }

  /** What schemas have in common that say the same. */
  String meaning();

  /** True if a value of the one schema is written as one of the other. */
  default boolean saysTheSame(SchemaForm other) {
    return language().equals(other.language()) && meaning().equals(other.meaning());
  }

  /** What reads values of a schema that a registry has and that says the same as this one. */
  default SchemaForm reading(SchemaForm registered) {
    return registered;
  }

  /** True if values are objects, whose members have names. */
  boolean hasMembers();

  /** The name that a member has in the schema and in what is decoded, if it is called so. */
  default String member(String name) {
    return name;
  }

  /** A value as the schema has it; an {@link OptionProblem} says which field it cannot hold. */
  byte[] encoded(byte[] json);

  /** What a value says, as JSON, or a text as it is; null if the schema does not have it so. */
  byte @Nullable [] decoded(byte[] value);

  /** Reads a schema; {@link IllegalArgumentException} says what is wrong with it. */
  static SchemaForm of(String language, String text) {
    return switch (language) {
      case AvroForm.LANGUAGE -> new AvroForm(text);
      case JsonForm.LANGUAGE -> new JsonForm(text);
      case ProtobufForm.LANGUAGE -> new ProtobufForm(text);
      default -> throw new IllegalArgumentException(language + " is no language known here");
    };
  }

  /**
   * The schema in a file; an {@link OptionProblem} says what is wrong with it.
   *
   * @param option that names the file
   * @param root folder that its imports are looked for in, too; null for none
   * @param messageOption that names the message of Protobuf that values are; null if none does
   * @param message that it names; empty for none
   */
  static SchemaForm read(
      String option,
      String file,
      @Nullable Path root,
      @Nullable String messageOption,
      String message) {
    String language = language(option, file);
    boolean protobuf = language.equals(ProtobufForm.LANGUAGE);
    if (messageOption != null && !protobuf && !message.isEmpty()) {
      throw new OptionProblem(
          messageOption,
          messageOption + " names a message of Protobuf, and " + file + " is no .proto",
          "Remove it, or name a .proto.");
    }
    try {
      return protobuf
          ? ProtobufForm.of(ProtobufFile.read(Path.of(file), root), message)
          : of(language, Files.readString(Path.of(file)));
    } catch (IOException e) {
      throw new OptionProblem(
          option, file + " cannot be read: " + e, "Check that it is there, and its permissions.");
    } catch (ProtobufSchema.Choice e) {
      throw new OptionProblem(
          messageOption == null || message.isEmpty() ? option : messageOption,
          file + e.getMessage(),
          e.example().isEmpty()
              ? "Write the message that values are in it."
              : messageOption == null
                  ? "Leave one message in it."
                  : "Write " + messageOption + ": " + e.example() + ", or whichever it is.");
    } catch (ProtobufFile.BadImport e) {
      throw new OptionProblem(option, String.valueOf(e.getMessage()), e.remedy());
    } catch (IllegalArgumentException e) {
      throw new OptionProblem(
          option,
          file + " is no schema of " + language + ": " + e.getMessage(),
          "Write one schema in it, with all that it refers to.");
    }
  }

  private static String language(String option, String file) {
    String name = file.toLowerCase(Locale.ROOT);
    if (name.endsWith(".avsc")) {
      return AvroForm.LANGUAGE;
    }
    if (name.endsWith(".json")) {
      return JsonForm.LANGUAGE;
    }
    if (name.endsWith(".proto")) {
      return ProtobufForm.LANGUAGE;
    }
    throw new OptionProblem(
        option,
        file + " has a name that does not say what it is",
        "Name a schema of Avro .avsc, one of JSON Schema .json, and one of Protobuf .proto.");
  }
}
