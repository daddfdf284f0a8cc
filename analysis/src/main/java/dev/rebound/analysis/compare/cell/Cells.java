package dev.rebound.analysis.compare.cell;

import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.DataKeys;
import dev.rebound.analysis.compare.run.Variants;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sorts runs into cells: same scenario, engine, version, profile and guarantee, and the same value
 * of every other setting. Where runs that agree in the former differ in the latter, the settings
 * that differ become the cell's variant, so that nothing unlike is counted together. Controls that
 * differ from their runs in settings are a cell of their own. Pure.
 */
public final class Cells {
  /** The variant of runs beside others, of which alone settings are known. */
  private static final SortedMap<String, String> UNTOLD =
      Collections.unmodifiableSortedMap(new TreeMap<>(Map.of("settings", "not known")));

  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final int DIGITS = 18;

  /** The settings that runs share which differ in nothing but their variant. */
  private record SharedSettings(List<String> parts, Map<String, String> controlled, boolean known) {
    static SharedSettings of(ComparedRun run) {
      return new SharedSettings(
          List.of(
              run.scenario(),
              run.results().engine(),
              run.results().engineVersion(),
              run.results().profile(),
              run.results().guarantee()),
          run.controlled(),
          !run.settings().isEmpty());
    }

    /** The same, of runs whose settings are known. */
    SharedSettings told() {
      return new SharedSettings(parts, controlled, true);
    }
  }

  private Cells() {}

  /** Cells by scenario, engine, version, profile; runs in them by time. */
  public static List<CellRuns> of(List<ComparedRun> runs) {
    Map<SharedSettings, List<ComparedRun>> alike = new LinkedHashMap<>();
    for (ComparedRun run : DataKeys.namedAlike(runs)) {
      alike.computeIfAbsent(SharedSettings.of(run), key -> new ArrayList<>()).add(run);
    }
    List<CellRuns> cells = new ArrayList<>();
    alike.forEach(
        (key, group) -> {
          Map<SortedMap<String, String>, List<ComparedRun>> variants = new LinkedHashMap<>();
          boolean untold = !key.known() && alike.containsKey(key.told());
          List<SortedMap<String, String>> all =
              untold
                  ? Collections.nCopies(group.size(), UNTOLD)
                  : Variants.of(group.stream().map(ComparedRun::settings).toList());
          for (int i = 0; i < group.size(); i++) {
            variants.computeIfAbsent(all.get(i), v -> new ArrayList<>()).add(group.get(i));
          }
          variants.forEach((variant, members) -> cells.add(members(key, variant, members)));
        });
    cells.sort(Comparator.comparing(members -> sortKey(members.cell())));
    return cells;
  }

  /** Its numbers filled up with zeros, so that texts come in the order of their numbers. */
  public static String numbered(String text) {
    return NUMBER
        .matcher(text)
        .replaceAll(
            found -> "0".repeat(Math.max(0, DIGITS - found.group().length())) + found.group());
  }

  /** Stock stands before what was made of it. */
  private static String sortKey(Cell cell) {
    String profile = cell.profile().equals("stock") ? "" : cell.profile();
    return Stream.of(
            cell.scenario(),
            cell.engine(),
            cell.version(),
            profile,
            cell.guarantee(),
            cell.variant())
        .map(Cells::numbered)
        .collect(Collectors.joining("\0"));
  }

  private static CellRuns members(
      SharedSettings key, SortedMap<String, String> variant, List<ComparedRun> runs) {
    List<String> words = new ArrayList<>();
    words.add(Variants.words(variant));
    if (!key.controlled().isEmpty()) {
      words.add("control with " + Variants.words(key.controlled()));
    }
    words.removeIf(String::isEmpty);
    List<String> parts = key.parts();
    Cell cell =
        new Cell(
            parts.get(0),
            parts.get(1),
            parts.get(2),
            parts.get(3),
            parts.get(4),
            String.join(", ", words));
    return new CellRuns(
        cell,
        runs.stream().filter(run -> !run.withoutFaults()).toList(),
        runs.stream().filter(ComparedRun::withoutFaults).toList(),
        variant,
        key.controlled());
  }
}
