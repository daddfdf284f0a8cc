package dev.rebound.lab.compare;

import dev.rebound.lab.study.Variants;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Sorts runs into cells: same scenario, engine, version, profile and guarantee, and the same value
 * of every other setting. Where runs that agree in the former differ in the latter, the settings
 * that differ become the cell's variant, so that nothing unlike is counted together. Pure.
 */
final class Cells {
  /**
   * The runs of one cell, those with faults and those without.
   *
   * @param variant the settings that make the cell's variant, by dotted key
   */
  record Members(
      Cell cell,
      List<ComparedRun> runs,
      List<ComparedRun> controls,
      SortedMap<String, String> variant) {

    /** Every setting that its runs share, by dotted key; empty if not known. */
    Map<String, String> settings() {
      return Stream.concat(runs.stream(), controls.stream())
          .map(ComparedRun::settings)
          .filter(settings -> !settings.isEmpty())
          .findFirst()
          .orElse(Map.of());
    }
  }

  private Cells() {}

  /** Cells by scenario, engine, version, profile; runs in them by time. */
  static List<Members> of(List<ComparedRun> runs) {
    Map<List<String>, List<ComparedRun>> alike = new LinkedHashMap<>();
    for (ComparedRun run : runs) {
      alike
          .computeIfAbsent(
              List.of(
                  run.scenario(),
                  run.results().engine(),
                  run.results().engineVersion(),
                  run.results().profile(),
                  run.results().guarantee()),
              key -> new ArrayList<>())
          .add(run);
    }
    List<Members> cells = new ArrayList<>();
    alike.forEach(
        (key, group) -> {
          Map<SortedMap<String, String>, List<ComparedRun>> variants = new LinkedHashMap<>();
          List<SortedMap<String, String>> all =
              Variants.of(group.stream().map(ComparedRun::settings).toList());
          for (int i = 0; i < group.size(); i++) {
            variants.computeIfAbsent(all.get(i), v -> new ArrayList<>()).add(group.get(i));
          }
          variants.forEach((variant, members) -> cells.add(members(key, variant, members)));
        });
    cells.sort(
        (a, b) -> {
          int order = 0;
          List<String> left = sortKey(a.cell());
          List<String> right = sortKey(b.cell());
          for (int i = 0; order == 0 && i < left.size(); i++) {
            order = left.get(i).compareTo(right.get(i));
          }
          return order;
        });
    return cells;
  }

  /** Stock stands before what was made of it. */
  private static List<String> sortKey(Cell cell) {
    return List.of(
        cell.scenario(),
        cell.engine(),
        cell.version(),
        cell.profile().equals("stock") ? "" : cell.profile(),
        cell.guarantee(),
        cell.variant());
  }

  private static Members members(
      List<String> key, SortedMap<String, String> variant, List<ComparedRun> runs) {
    Cell cell =
        new Cell(
            key.get(0), key.get(1), key.get(2), key.get(3), key.get(4), Variants.words(variant));
    return new Members(
        cell,
        runs.stream().filter(run -> !run.results().control()).toList(),
        runs.stream().filter(run -> run.results().control()).toList(),
        variant);
  }
}
