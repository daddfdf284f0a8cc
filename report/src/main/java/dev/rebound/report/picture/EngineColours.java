package dev.rebound.report.picture;

import dev.rebound.analysis.compare.cell.Cell;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Colours by number, from 0 to {@link #COUNT}: each engine has one, the same in every picture and
 * page. Pure.
 */
public final class EngineColours {
  /** How many there are. */
  public static final int COUNT = 8;

  /** In the order of their colours; the last of all colours are nobody's. */
  private static final List<String> ENGINES =
      List.of("flink", "kafka-streams", "jet", "spark", "storm", "trident");

  private EngineColours() {}

  /**
   * Colours of things that are named each by a label, such as {@code kill 2 of 8, Flink, stock}:
   * the first that names an engine has that engine's. All others, such as a second line of the same
   * engine, have what is left, first of what belongs to no engine.
   */
  public static int[] of(List<String> labels) {
    int[] colours = new int[labels.size()];
    Arrays.fill(colours, -1);
    boolean[] taken = new boolean[COUNT];
    for (int i = 0; i < colours.length; i++) {
      int own = engine(labels.get(i));
      if (own >= 0 && !taken[own]) {
        taken[own] = true;
        colours[i] = own;
      }
    }
    int further = 0;
    for (int i = 0; i < colours.length; i++) {
      if (colours[i] < 0) {
        colours[i] =
            IntStream.concat(
                    IntStream.range(ENGINES.size(), COUNT), IntStream.range(0, ENGINES.size()))
                .filter(colour -> !taken[colour])
                .findFirst()
                .orElse(further++ % COUNT);
        taken[colours[i]] = true;
      }
    }
    return colours;
  }

  /** The number of the engine that a label names, with or without a version; −1 if none. */
  private static int engine(String label) {
    List<String> parts = List.of(label.split(", ", -1));
    return IntStream.range(0, ENGINES.size())
        .filter(
            i -> {
              String name = Cell.engineName(ENGINES.get(i));
              return parts.stream()
                  .anyMatch(part -> part.equals(name) || part.matches(name + " \\d.*"));
            })
        .findFirst()
        .orElse(-1);
  }
}
