package dev.rebound.oracle.sample;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a reference program printed: for each key a line of JSON with its {@code key} and its {@code
 * value}, or a line for each output. Memory: about 300 bytes for each.
 */
public final class ReferenceResult {
  private static final int WORDS_MAX = 200;
  private static final String KEY = "key";
  private static final String VALUE = "value";

  private final Map<Long, KeyValue> keys = new LinkedHashMap<>();
  private final Map<ValueHash, Printed> outputs = new LinkedHashMap<>();
  private long count;

  /**
   * A key and its last value.
   *
   * @param words the value as it was printed, or its beginning
   */
  public record KeyValue(String key, ValueHash value, String words) {}

  /**
   * An output.
   *
   * @param words as it was printed, or its beginning
   * @param times how many of it there are
   */
  public record Printed(String words, long times) {}

  private ReferenceResult() {}

  /**
   * Reads it; {@link IllegalArgumentException} says in which line what is wrong.
   *
   * @param perKey whether its lines are of keys
   */
  public static ReferenceResult read(Path file, boolean perKey) {
    ReferenceResult result = new ReferenceResult();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Files.newInputStream(file),
                StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)))) {
      long number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          result.add(line, number, perKey);
        }
      }
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("what it printed is not UTF-8", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
    }
    if (result.count == 0) {
      throw new IllegalArgumentException("it printed nothing");
    }
    return result;
  }

  private void add(String line, long number, boolean perKey) {
    count++;
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    if (!perKey) {
      outputs.merge(
          ValueHash.of(bytes),
          new Printed(words(line), 1),
          (before, more) -> new Printed(before.words(), before.times() + 1));
      return;
    }
    String wrong = JsonFields.complaint(bytes);
    if (wrong != null) {
      throw unreadable(number, line, wrong);
    }
    Field key = member(bytes, KEY);
    Field value = member(bytes, VALUE);
    if (key == null || key.kind() == Field.FieldKind.NESTED) {
      throw unreadable(number, line, "it has no key that is a text or a number");
    }
    if (value == null && !JsonFields.names(bytes).contains(VALUE)) {
      throw unreadable(number, line, "it has no value");
    }
    KeyValue its =
        new KeyValue(
            key.text(),
            value == null ? ValueHash.NULL : ValueHash.of(value, bytes),
            words(
                value == null
                    ? "null"
                    : new String(
                        bytes,
                        value.start(),
                        value.end() - value.start(),
                        StandardCharsets.UTF_8)));
    if (keys.put(keyHash(key.text()), its) != null) {
      throw unreadable(number, line, "its key stands in a line before, too");
    }
  }

  /** A member of a line; null if there is none, or if it is null. */
  private static @Nullable Field member(byte[] line, String name) {
    return JsonFields.findOnce(line, new FieldPath(name, List.of(new FieldPath.Name(name))));
  }

  private static IllegalArgumentException unreadable(long number, String line, String why) {
    return new IllegalArgumentException(
        ("line %s of what it printed cannot be read: %s (%s); a line for each key is to be"
                + " such as {\"key\": \"ada\", \"value\": 12.5}")
            .formatted(number, why, words(line)));
  }

  private static String words(String text) {
    return text.length() <= WORDS_MAX ? text : text.substring(0, WORDS_MAX) + "…";
  }

  /** A key as outputs are known by it. */
  public static long keyHash(String key) {
    return ValueHash.text(key).high();
  }

  /** Each key by its {@link #keyHash}, in the order in which they were printed. */
  public Map<Long, KeyValue> keys() {
    return keys;
  }

  /** The different outputs, in the order in which they were printed first. */
  public Map<ValueHash, Printed> outputs() {
    return outputs;
  }
}
