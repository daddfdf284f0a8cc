package dev.rebound.lab.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sorts runs into cells: same scenario, engine, version, profile and guarantee, and the same value
 * of every other setting. Where runs that agree in the former differ in the latter, the settings
 * that differ become the cell's variant, so that nothing unlike is counted together. Pure.
 */
final class Cells {
  private static final int WORDS_MAX = 4;

  /** The runs of one cell, those with faults and those without. */
  record Members(Cell cell, List<ComparedRun> runs, List<ComparedRun> controls) {}

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
          Map<String, List<ComparedRun>> variants = new TreeMap<>();
          List<String> varying = varying(group);
          for (ComparedRun run : group) {
            variants.computeIfAbsent(variant(run, varying), v -> new ArrayList<>()).add(run);
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

  private static Members members(List<String> key, String variant, List<ComparedRun> runs) {
    Cell cell = new Cell(key.get(0), key.get(1), key.get(2), key.get(3), key.get(4), variant);
    return new Members(
        cell,
        runs.stream().filter(run -> !run.results().control()).toList(),
        runs.stream().filter(run -> run.results().control()).toList());
  }

  /** Settings that not all runs have alike; runs whose settings are not known differ from none. */
  private static List<String> varying(List<ComparedRun> runs) {
    List<ComparedRun> known = runs.stream().filter(run -> !run.settings().isEmpty()).toList();
    TreeSet<String> keys = new TreeSet<>();
    known.forEach(run -> keys.addAll(run.settings().keySet()));
    keys.removeIf(
        key ->
            known.stream().map(run -> Objects.toString(run.settings().get(key))).distinct().count()
                < 2);
    return List.copyOf(keys);
  }

  private static String variant(ComparedRun run, List<String> varying) {
    if (run.settings().isEmpty()) {
      return "";
    }
    List<String> words = new ArrayList<>();
    for (String key : varying) {
      String name = key.startsWith("engine.") ? key.substring("engine.".length()) : key;
      words.add(name + " " + Objects.toString(run.settings().get(key), "not set"));
    }
    return words.size() <= WORDS_MAX
        ? String.join(", ", words)
        : String.join(", ", words.subList(0, WORDS_MAX))
            + " and more ("
            + Integer.toHexString(words.hashCode())
            + ")";
  }
}
