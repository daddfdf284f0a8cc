package dev.rebound.analysis.compare.cell;

import dev.rebound.analysis.compare.run.DottedKeys;
import java.util.Map;

/**
 * Chooses cells: those that agree with every part that is not empty. A comparison or a claim names
 * two sides; in what both leave open, two cells are held against each other only where they agree.
 *
 * @param scenario empty for any
 * @param engine empty for any
 * @param version empty for any
 * @param profile empty for any
 * @param with further settings by dotted key, each in the form that a resolved file has; those that
 *     are not named are open
 */
public record CellSelector(
    String scenario, String engine, String version, String profile, Map<String, String> with) {
  public CellSelector {
    with = Map.copyOf(with);
  }

  /** Cells with any further settings. */
  public CellSelector(String scenario, String engine, String version, String profile) {
    this(scenario, engine, version, profile, Map.of());
  }

  /**
   * Whether a cell is among those that the names choose.
   *
   * @param cell its four names and no settings
   */
  public boolean matches(CellSelector cell) {
    return agrees(scenario, cell.scenario)
        && agrees(engine, cell.engine)
        && agrees(version, cell.version)
        && agrees(profile, cell.profile);
  }

  /**
   * Whether a cell is chosen.
   *
   * @param cell its four names and no settings
   * @param settings of its runs, by dotted key
   */
  public boolean chooses(CellSelector cell, Map<String, String> settings) {
    return matches(cell)
        && with.entrySet().stream()
            .allMatch(
                wanted -> DottedKeys.value(wanted.getKey(), settings).equals(wanted.getValue()));
  }

  /** Whether it says what a key, dotted, is to be. */
  public boolean names(String key) {
    return switch (key) {
      case "engine.name" -> !engine.isEmpty();
      case "engine.version" -> !version.isEmpty();
      case "engine.profile" -> !profile.isEmpty();
      default -> with.containsKey(key);
    };
  }

  private static boolean agrees(String part, String value) {
    return part.isEmpty() || part.equals(value);
  }
}
