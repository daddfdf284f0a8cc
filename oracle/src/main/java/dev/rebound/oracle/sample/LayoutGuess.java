package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * How records seem to lie in files, by the first of them.
 *
 * @param layout that leaves out what is broken
 * @param told what was found out or guessed, in sentences
 */
record LayoutGuess(SampleLayout layout, List<String> told) {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_ .()/-]*");

  /** First lines of records in logs. */
  private static final List<String> STARTS =
      List.of("^\\d{4}-\\d\\d-\\d\\d", "^\\[\\d{4}-", "^\\d\\d:\\d\\d:\\d\\d", "^<\\d+>");

  static LayoutGuess of(Path from) {
    SampleLayout layout = SampleLayout.of(SampleFormat.BY_NAME).skipping(true);
    List<Path> files = SampleFiles.files(from);
    if (files.isEmpty()) {
      return new LayoutGuess(layout, List.of());
    }
    Path file = files.get(0);
    SampleFormat format = SampleFormat.of(SampleFormat.BY_NAME, String.valueOf(file.getFileName()));
    List<String> told = new ArrayList<>();
    try {
      byte[] bytes = Files.readAllBytes(file);
      if (format == SampleFormat.BYTES) {
        return new LayoutGuess(layout, told);
      }
      layout = layout.in(charset(bytes, told));
      ForeignFile.refuse(file.toString(), bytes, layout, true);
      SampleText text = SampleText.of(file.toString(), bytes, layout);
      if (format == SampleFormat.LINES) {
        format = format(text);
        if (format != SampleFormat.LINES) {
          told.add("it looks like " + format.word() + ", whatever its name says");
          layout = layout.as(format.word());
        }
      }
      return new LayoutGuess(
          switch (format) {
            case CSV -> csv(layout, text, told);
            case LINES -> lines(layout, text, told);
            case JSON, BYTES -> layout;
          },
          told);
    } catch (IOException e) {
      return new LayoutGuess(layout, List.of()); // told where it is read
    }
  }

  private static String charset(byte[] bytes, List<String> told) {
    int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
    boolean wide = mark == 0xFFFE || mark == 0xFEFF;
    if (!wide && (SampleText.isUtf8(bytes) || new String(bytes, UTF_8).indexOf('\0') >= 0)) {
      return "utf-8";
    }
    boolean windows = IntStream.range(0, bytes.length).anyMatch(at -> (bytes[at] & 0xE0) == 0x80);
    String charset = wide ? "utf-16" : windows ? "windows-1252" : "latin1";
    told.add("it is not in UTF-8: read as " + charset);
    return charset;
  }

  private static SampleFormat format(SampleText text) {
    List<byte[]> lines =
        IntStream.rangeClosed(1, text.lines())
            .mapToObj(text::line)
            .filter(line -> !new String(line, UTF_8).isBlank())
            .toList();
    if (!lines.isEmpty() && lines.stream().allMatch(line -> JsonFields.complaint(line) == null)) {
      return SampleFormat.JSON;
    }
    String all = text.all();
    CsvText csv = CsvText.of(all);
    List<CsvText.Row> rows = csv.rows(all, 0, Integer.MAX_VALUE);
    if (rows.size() < 2) {
      return SampleFormat.LINES;
    }
    List<Field> first = rows.get(0).columns();
    boolean named = first.stream().allMatch(name -> NAME.matcher(name.text()).matches());
    boolean even = rows.stream().allMatch(row -> row.columns().size() == first.size());
    return first.size() > 1 && even && (named || (csv.separator() != ':' && first.size() > 2))
        ? SampleFormat.CSV
        : SampleFormat.LINES;
  }

  private static SampleLayout csv(SampleLayout layout, SampleText text, List<String> told) {
    String all = text.all();
    CsvText csv = CsvText.of(all);
    List<CsvText.Row> rows = csv.rows(all, 0, Integer.MAX_VALUE);
    if (rows.isEmpty()) {
      return layout;
    }
    List<Field> first = rows.get(0).columns();
    SampleLayout its = layout;
    if (csv.separator() != ',' && first.size() > 1) {
      told.add("columns are separated by " + csv.word());
      its = its.separatedBy(csv.word());
    }
    List<Field> values = first.stream().filter(LayoutGuess::isValue).toList();
    if (values.isEmpty()) {
      return its;
    }
    boolean years =
        values.size() < first.size()
            && values.stream().allMatch(year -> year.text().matches("(19|20)\\d\\d"));
    boolean names =
        years
            || IntStream.range(0, first.size())
                .anyMatch(
                    column ->
                        !isValue(first.get(column))
                            && rows.size() > 1
                            && rows.stream()
                                .skip(1)
                                .filter(row -> row.columns().size() == first.size())
                                .allMatch(row -> isValue(row.columns().get(column))));
    if (names) {
      told.add(
          "the first line is taken for column names, though '%s' is a value"
              .formatted(values.get(0).text()));
      return its;
    }
    told.add(
        ("the first line is taken for a record, as '%s' is a value: columns are called c1 to c%s;"
                + " remove columns if it has their names")
            .formatted(values.get(0).text(), first.size()));
    return its.named(
        IntStream.rangeClosed(1, first.size()).mapToObj(number -> "c" + number).toList());
  }

  /** True of a number or a time, which no column is called, but for years. */
  static boolean isValue(Field field) {
    return Field.number(field.text()) != null || EventTime.of(field) != null;
  }

  private static SampleLayout lines(SampleLayout layout, SampleText text, List<String> told) {
    for (String starts : STARTS) {
      Pattern pattern = Pattern.compile(starts);
      long begun =
          IntStream.rangeClosed(1, text.lines())
              .filter(line -> pattern.matcher(new String(text.line(line), UTF_8)).find())
              .count();
      if (begun > 0
          && begun < text.lines()
          && pattern.matcher(new String(text.line(1), UTF_8)).find()) {
        told.add("records of several lines: %s lines begin one".formatted(begun));
        return layout.startingWith(starts);
      }
    }
    return layout;
  }
}
