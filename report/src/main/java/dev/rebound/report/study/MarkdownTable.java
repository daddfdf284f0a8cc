package dev.rebound.report.study;

import java.util.List;
import java.util.stream.Collectors;

/** A table as Markdown. Pure. */
final class MarkdownTable {
  private MarkdownTable() {}

  /** Adds a header, and a line for each row. */
  static <R> void add(List<Column<R>> columns, List<R> rows, List<String> lines) {
    lines.add(
        columns.stream()
            .map(column -> column.name().isEmpty() ? "| " : "| " + column.name() + " ")
            .collect(Collectors.joining("", "", "|")));
    lines.add("|---".repeat(columns.size()) + "|");
    for (R row : rows) {
      lines.add(
          columns.stream()
              .map(column -> plain(column.words().apply(row)))
              .collect(Collectors.joining(" | ", "| ", " |")));
    }
  }

  /** A text that cannot end a cell. */
  static String plain(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }
}
