package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A table for a terminal, as wide as its words. Pure. */
final class TextTable {
  /** Columns whose words begin at the same place; numbers end there. */
  private static final List<String> LEFT = List.of("", "95 %", "accepted and lost");

  /** A longer label has a line of its own. */
  private static final int LABEL_MAX = 60;

  private TextTable() {}

  /** A line for each cell, the cells of a scenario below its name. */
  static void cells(
      List<Column<CellFigures>> columns, List<CellFigures> cells, List<String> lines) {
    List<Column<CellFigures>> all = new ArrayList<>();
    all.add(new Column<>("", cell -> "  " + cell.label()));
    all.addAll(columns);
    groups(all, cells, cell -> cell.cell().scenario(), String::valueOf, lines);
  }

  /** A line for each row, those of a group below its name, which has a line to itself. */
  static <R, G> void groups(
      List<Column<R>> columns,
      List<R> all,
      Function<R, G> group,
      Function<G, String> name,
      List<String> lines) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(columns.stream().map(Column::name).toList());
    G last = null;
    for (R row : all) {
      if (!group.apply(row).equals(last)) {
        last = group.apply(row);
        rows.add(List.of(name.apply(last)));
      }
      rows.add(columns.stream().map(column -> column.words().apply(row)).toList());
    }
    int[] widths = new int[columns.size()];
    for (List<String> row : rows) {
      for (int i = 0; row.size() > 1 && i < row.size(); i++) {
        if (i > 0 || row.get(i).length() <= LABEL_MAX) {
          widths[i] = Math.max(widths[i], row.get(i).length());
        }
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      boolean apart = row.size() > 1 && row.get(0).length() > LABEL_MAX;
      if (apart) {
        lines.add(row.get(0));
        line.append(" ".repeat(widths[0]));
      }
      for (int i = apart ? 1 : 0; i < row.size(); i++) {
        String pad = " ".repeat(Math.max(0, widths[i] - row.get(i).length()));
        boolean left = LEFT.contains(columns.get(i).name());
        line.append(i == 0 ? "" : "  ").append(left ? row.get(i) + pad : pad + row.get(i));
      }
      lines.add(line.toString().stripTrailing());
    }
  }
}
