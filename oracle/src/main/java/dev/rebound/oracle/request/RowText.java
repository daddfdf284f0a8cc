package dev.rebound.oracle.request;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A row of a database as one value: the texts of its columns, in UTF-8, with a separator between
 * them that no column has.
 */
public final class RowText {
  private static final String BETWEEN = "\u001f";

  private RowText() {}

  /** The value of a row. */
  public static byte[] of(List<String> columns) {
    return String.join(BETWEEN, columns).getBytes(StandardCharsets.UTF_8);
  }

  /** The columns of a value. */
  static List<String> columns(byte[] row) {
    return List.of(new String(row, StandardCharsets.UTF_8).split(BETWEEN, -1));
  }
}
