package dev.rebound.oracle.sample;

import dev.rebound.workload.OptionProblem;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * How records lie in files.
 *
 * @param format a word of {@link SampleFormat#words}
 * @param separator of columns: a character, {@code tab}, or {@link SampleFormat#BY_NAME} for what
 *     is found out
 * @param columns their names, where the first line does not have them; empty where it does
 * @param charset a word of {@link #CHARSETS}
 * @param starts what the first line of a record begins with, a pattern; empty for a record a line
 * @param skipsBroken whether what cannot be read is left out
 */
public record SampleLayout(
    String format,
    String separator,
    List<String> columns,
    String charset,
    String starts,
    boolean skipsBroken) {
  /** The words of charsets. */
  public static final List<String> CHARSETS = List.of("utf-8", "latin1", "windows-1252", "utf-16");

  private static final Map<String, Charset> BY_WORD =
      Map.of(
          "utf-8", StandardCharsets.UTF_8,
          "latin1", StandardCharsets.ISO_8859_1,
          "windows-1252", Charset.forName("windows-1252"),
          "utf-16", StandardCharsets.UTF_16);

  /** Copies the columns. */
  public SampleLayout {
    columns = List.copyOf(columns);
  }

  /** That of a format, with all else as it is found. */
  public static SampleLayout of(String format) {
    return new SampleLayout(format, SampleFormat.BY_NAME, List.of(), CHARSETS.get(0), "", false);
  }

  SampleLayout as(String other) {
    return new SampleLayout(other, separator, columns, charset, starts, skipsBroken);
  }

  SampleLayout separatedBy(String other) {
    return new SampleLayout(format, other, columns, charset, starts, skipsBroken);
  }

  SampleLayout named(List<String> names) {
    return new SampleLayout(format, separator, names, charset, starts, skipsBroken);
  }

  SampleLayout in(String other) {
    return new SampleLayout(format, separator, columns, other, starts, skipsBroken);
  }

  SampleLayout startingWith(String pattern) {
    return new SampleLayout(format, separator, columns, charset, pattern, skipsBroken);
  }

  SampleLayout skipping(boolean broken) {
    return new SampleLayout(format, separator, columns, charset, starts, broken);
  }

  /** An {@link OptionProblem} says what a format has no use for. */
  void requireOf(SampleFormat its, String file) {
    boolean csv = its == SampleFormat.CSV;
    refuse("separator", !csv && !separator.equals(SampleFormat.BY_NAME), its, file, "csv");
    refuse("columns", !csv && !columns.isEmpty(), its, file, "csv");
    refuse("starts", its != SampleFormat.LINES && !starts.isEmpty(), its, file, "lines");
  }

  private static void refuse(
      String option, boolean stray, SampleFormat its, String file, String format) {
    OptionProblem.when(
        stray,
        option,
        "%s is of %s, and %s is %s".formatted(option, format, file, its.word()),
        "Remove it, or write format: " + format + ".");
  }

  Charset charsetOf() {
    return BY_WORD.getOrDefault(charset, StandardCharsets.UTF_8);
  }

  /** What is said of the separator; null for what is found out. */
  @Nullable CsvText csv() {
    return separator.equals(SampleFormat.BY_NAME)
        ? null
        : new CsvText(separator.equals("tab") ? '\t' : separator.charAt(0));
  }

  /**
   * The pattern of first lines; null for a record a line. An {@link OptionProblem} if it is none.
   */
  @Nullable Pattern startsWith() {
    try {
      return starts.isEmpty() ? null : Pattern.compile(starts);
    } catch (PatternSyntaxException e) {
      throw new OptionProblem(
          "starts",
          "starts: '" + starts + "' is no pattern: " + e.getDescription(),
          "Write what the first line of each record begins with: starts: '^\\d{4}-'.");
    }
  }
}
