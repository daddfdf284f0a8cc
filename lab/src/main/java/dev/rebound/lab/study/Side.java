package dev.rebound.lab.study;

import java.util.List;
import java.util.stream.Stream;

/**
 * Chooses cells: those that agree with every part that is not empty. A comparison or a claim names
 * two sides; in what both leave open, two cells are held against each other only where they agree.
 *
 * @param scenario empty for any
 * @param engine empty for any
 * @param version empty for any
 * @param profile empty for any
 */
public record Side(String scenario, String engine, String version, String profile) {
  public boolean matches(Cell cell) {
    return agrees(scenario, cell.scenario())
        && agrees(engine, cell.engine())
        && agrees(version, cell.version())
        && agrees(profile, cell.profile());
  }

  private static boolean agrees(String part, String value) {
    return part.isEmpty() || part.equals(value);
  }

  /** The parts that are given, in words; {@code all} if none is. */
  public String label() {
    List<String> given =
        Stream.of(scenario, engine, version, profile).filter(part -> !part.isEmpty()).toList();
    return given.isEmpty() ? "all" : String.join(", ", given);
  }
}
