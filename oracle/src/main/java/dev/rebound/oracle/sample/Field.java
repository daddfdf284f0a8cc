package dev.rebound.oracle.sample;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A field that was found in a value.
 *
 * @param text as it means, without quotes and escapes; empty for what is no single value
 * @param start of its bytes in the value, quotes included
 * @param end after its last byte; of an object or array only where it was looked for
 */
public record Field(FieldKind kind, String text, int start, int end) {
  /** What a field is. */
  public enum FieldKind {
    /** A text; its last byte is a quote. */
    QUOTED,
    /** A text without quotes. */
    BARE,
    NUMBER,
    /** True or false. */
    LOGICAL,
    /** An object or an array. */
    NESTED
  }

  /** What it holds, without quotes and escapes: an object or array as it stands in the value. */
  public byte[] bytes(byte[] value) {
    return kind == FieldKind.NESTED
        ? Arrays.copyOfRange(value, start, end)
        : text.getBytes(StandardCharsets.UTF_8);
  }

  /** The number that a text is; null if it is none, or too long to be one. */
  public static @Nullable BigDecimal number(String text) {
    try {
      return text.length() > 40 ? null : new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Place where more text can be put in at the end. */
  int textEnd() {
    return kind == FieldKind.QUOTED ? end - 1 : end;
  }
}
