package dev.rebound.oracle.sample;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a value means, in two words that equal values have in common and others have not (but for
 * one pair in 2^64). JSON is equal whatever the order of its members, its blanks and how its
 * numbers are written (1, 1.0 and 1e0 are one); what is no JSON, or has a member twice, is a text,
 * equal to the JSON text of the same letters; and what is no UTF-8 is its bytes.
 */
public record ValueHash(long high, long low) {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  /** The value of a tombstone, and JSON's own. */
  public static final ValueHash NULL = hash("null");

  /** That of a value; {@link #NULL} for none. */
  public static ValueHash of(byte @Nullable [] value) {
    if (value == null) {
      return NULL;
    }
    String json = json(value);
    if (json != null) {
      return hash(json);
    }
    return isText(value)
        ? text(new String(value, StandardCharsets.UTF_8))
        : hash("bytes " + HexFormat.of().formatHex(value));
  }

  /** That of a text, also where it looks like JSON. */
  public static ValueHash text(String text) {
    StringBuilder canonical = new StringBuilder();
    text(text, canonical);
    return hash(canonical.toString());
  }

  /**
   * That of a field that was found in an output.
   *
   * @param value in which it was found
   */
  public static ValueHash of(Field field, byte[] value) {
    return switch (field.kind()) {
      case QUOTED -> text(field.text());
      case BARE -> of(field.text().getBytes(StandardCharsets.UTF_8));
      case NUMBER, LOGICAL, NESTED -> of(Arrays.copyOfRange(value, field.start(), field.end()));
    };
  }

  /** True if bytes are UTF-8 without controls other than white space. */
  public static boolean isText(byte[] value) {
    for (byte b : value) {
      if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r') {
        return false;
      }
    }
    String text = new String(value, StandardCharsets.UTF_8);
    return Arrays.equals(text.getBytes(StandardCharsets.UTF_8), value);
  }

  private static @Nullable String json(byte[] value) {
    try (JsonParser json = JSON.createParser(value)) {
      if (json.nextToken() == null) {
        return null;
      }
      StringBuilder canonical = new StringBuilder();
      write(json, canonical);
      return json.nextToken() == null ? canonical.toString() : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static void write(JsonParser json, StringBuilder to) throws IOException {
    JsonToken token = json.currentToken();
    switch (token) {
      case START_OBJECT -> {
        Map<String, String> members = new TreeMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          json.nextToken();
          StringBuilder its = new StringBuilder();
          write(json, its);
          members.put(name, its.toString());
        }
        to.append('{');
        members.forEach(
            (name, its) -> {
              text(name, to);
              to.append(its);
            });
        to.append('}');
      }
      case START_ARRAY -> {
        to.append('[');
        while (json.nextToken() != JsonToken.END_ARRAY) {
          write(json, to);
        }
        to.append(']');
      }
      case VALUE_STRING -> text(json.getText(), to);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          to.append('n').append(number(json.getText())).append(';');
      default -> to.append(json.getText());
    }
  }

  private static String number(String text) {
    try {
      return new BigDecimal(text).stripTrailingZeros().toString();
    } catch (NumberFormatException e) {
      return text; // NaN and the infinities
    }
  }

  private static void text(String text, StringBuilder to) {
    to.append('"').append(text.length()).append(':').append(text);
  }

  private static ValueHash hash(String canonical) {
    try {
      ByteBuffer digest =
          ByteBuffer.wrap(
              MessageDigest.getInstance("SHA-256")
                  .digest(canonical.getBytes(StandardCharsets.UTF_8)));
      return new ValueHash(digest.getLong(), digest.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
