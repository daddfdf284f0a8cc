package dev.rebound.analysis.compare.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The settings that runs must share to be counted together: the same scenario on the same engine,
 * set up the same way. Repetitions and controls of a cell differ in nothing else.
 *
 * @param scenario what is done to the engine, such as {@code kill-2-of-8}
 * @param variant what else sets it apart from other cells, in words; empty if nothing does
 */
public record Cell(
    String scenario,
    String engine,
    String version,
    String profile,
    String guarantee,
    String variant) {

  /** The parts that can differ, scenario first. */
  public List<String> parts() {
    return List.of(scenario, engine + " " + version, profile, guarantee, variant);
  }

  /** Number of parts in which two cells differ. */
  public int differences(Cell other) {
    int count = 0;
    for (int i = 0; i < parts().size(); i++) {
      count += parts().get(i).equals(other.parts().get(i)) ? 0 : 1;
    }
    return count;
  }

  /** The part that names it in a study, which leaves guarantee and variant to the experiments. */
  public CellSelector named() {
    return new CellSelector(scenario, engine, version, profile);
  }

  /** The engine's name as people write it. */
  public static String engineName(String engine) {
    StringBuilder name = new StringBuilder();
    for (String word : engine.split("-", -1)) {
      if (!word.isEmpty()) {
        name.append(name.length() == 0 ? "" : " ")
            .append(word.substring(0, 1).toUpperCase(Locale.ROOT))
            .append(word.substring(1));
      }
    }
    return name.toString();
  }

  /** Engine, profile and what else tells it from the others of its scenario. */
  public String label(List<Cell> among) {
    List<String> words = new ArrayList<>();
    boolean versions =
        among.stream().anyMatch(c -> c.engine.equals(engine) && !c.version.equals(version));
    words.add(engineName(engine) + (versions ? " " + version : ""));
    words.add(profile);
    if (among.stream().anyMatch(c -> !c.guarantee.equals(guarantee))) {
      words.add(guarantee);
    }
    if (!variant.isEmpty()) {
      words.add(variant);
    }
    return String.join(", ", words);
  }
}
