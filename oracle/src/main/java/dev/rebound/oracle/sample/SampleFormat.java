package dev.rebound.oracle.sample;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How records lie in files. */
public enum SampleFormat {
  /** A JSON object a line. */
  JSON,
  /** Columns, as RFC 4180 has them, after a line with their names. */
  CSV,
  /** A line each, whatever it says. */
  LINES,
  /** Bytes behind their number, four bytes big-endian. */
  BYTES;

  /** What says that the ends of file names decide. */
  public static final String BY_NAME = "auto";

  /** The words of all, and that for whatever the name says. */
  public static List<String> words() {
    return List.of(BY_NAME, JSON.word(), CSV.word(), LINES.word(), BYTES.word());
  }

  /** As experiment files write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The format of a word, or that of a file by the end of its name. */
  static SampleFormat of(String word, String file) {
    if (!word.equals(BY_NAME)) {
      return Arrays.stream(values()).filter(f -> f.word().equals(word)).findFirst().orElseThrow();
    }
    String end = file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return switch (end) {
      case "jsonl", "ndjson", "json" -> JSON;
      case "csv", "tsv" -> CSV;
      case "bin" -> BYTES;
      default -> LINES;
    };
  }
}
