package dev.rebound.lab.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison is for: its question, and what a paper has published on it.
 *
 * @param title name of the study, or what is compared
 * @param question what it is to answer; empty if nobody said
 * @param source where published figures and claims come from; empty without any
 * @param published figures to print beside the measured ones
 * @param claims to be judged on the figures
 */
public record Brief(
    String title, String question, String source, List<Published> published, List<Claim> claims) {

  /** Runs that were only named. */
  public static Brief of(String title) {
    return new Brief(title, "", "", List.of(), List.of());
  }

  /**
   * A published figure for every cell of a scenario and engine.
   *
   * @param metric {@code outage} or {@code recovery}
   * @param loadToCapacity as published; null if the paper does not give it
   */
  public record Published(
      String scenario,
      String engine,
      String metric,
      double millis,
      @Nullable Double loadToCapacity) {}

  /**
   * A claim that one side's figure is smaller than the other's.
   *
   * @param text as the paper has it
   * @param metric any name that {@link Samples} knows
   * @param less the side that is said to be smaller
   * @param more the side that is said to be greater
   * @param factor how many times greater, at least; 1 for any
   */
  public record Claim(String text, String metric, Side less, Side more, double factor) {}

  /**
   * Chooses cells: those that agree in every part that is not empty.
   *
   * @param scenario empty for each scenario on its own
   * @param profile empty for each profile on its own
   */
  public record Side(String scenario, String engine, String profile) {
    boolean matches(Cell cell) {
      return (scenario.isEmpty() || scenario.equals(cell.scenario()))
          && (engine.isEmpty() || engine.equals(cell.engine()))
          && (profile.isEmpty() || profile.equals(cell.profile()));
    }
  }
}
