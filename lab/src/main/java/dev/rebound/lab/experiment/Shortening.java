package dev.rebound.lab.experiment;

import dev.rebound.analysis.units.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The shortening of {@code --short}: warmup, baseline and settle become at most a fixed length, and
 * the pauses between faults what each recovery takes. The number of faults stays, up to {@link
 * #FAULTS}; nothing else changes.
 */
public final class Shortening {
  /** So many faults of a schedule are kept; all, if there are fewer. */
  public static final int FAULTS = 6;

  /** Longest warmup: for about so long JVMs still compile what they run, at full cores. */
  public static final Duration WARMUP = Duration.ofSeconds(40);

  /** Longest baseline. */
  public static final Duration BASELINE = Duration.ofSeconds(20);

  /** Longest settle: the baseline was seen again before it begins. */
  public static final Duration SETTLE = Duration.ofSeconds(5);

  /** Longest faults phase of a control. */
  public static final Duration CONTROL = Duration.ofSeconds(60);

  /** A recovery is complete once everything has been back for so long. */
  public static final Duration HOLD = Duration.ofSeconds(5);

  /** After a recovery, the baseline is seen for so long before the next fault. */
  public static final Duration CALM = Duration.ofSeconds(10);

  /** Victims that are healed for so long are taken to be at work again, even if they hold none. */
  public static final Duration REJOINED = Duration.ofSeconds(20);

  /** Estimates assume that a recovery takes so long, until one has been seen. */
  public static final Duration RECOVERY_ASSUMED = Duration.ofSeconds(30);

  private static final List<Map.Entry<String, Duration>> LONGEST =
      List.of(
          Map.entry("warmup", WARMUP),
          Map.entry("baseline", BASELINE),
          Map.entry("settle", SETTLE));

  private Shortening() {}

  /**
   * Shortens an experiment's values, once.
   *
   * @param overrides {@code phases.warmup=2m}: what is given by itself stays as it is
   */
  static void apply(Values experiment, List<String> overrides) {
    if (!experiment.text("shortened").isEmpty()) {
      return;
    }
    List<String> what = new ArrayList<>();
    Values phases = experiment.section("phases");
    for (Map.Entry<String, Duration> longest : LONGEST) {
      String phase = longest.getKey();
      if (overrides.stream().noneMatch(given -> given.startsWith("phases." + phase + "="))) {
        shorten(phases, phase, longest.getValue(), what);
      }
    }
    what.add(
        ("at most %s faults, each %s after everything was back from the one before, instead"
                + " of a fixed period")
            .formatted(FAULTS, Quantity.text(HOLD.plus(CALM))));
    what.add("faults phase of a control at most " + Quantity.text(CONTROL));
    experiment.set("shortened", String.join("; ", what));
  }

  private static void shorten(Values phases, String phase, Duration most, List<String> what) {
    Duration length = phases.duration(phase);
    if (length.compareTo(most) > 0) {
      phases.set(phase, most);
      what.add(phase + " " + Quantity.text(most) + " instead of " + Quantity.text(length));
    }
  }
}
