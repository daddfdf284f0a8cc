package dev.rebound.analysis.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A step of one recovery, in order. The first three are the engine's own word; the others come from
 * topics alone.
 */
public enum Step {
  /** The engine noticed that a member is gone. */
  DETECTED,
  /** The lost work has new owners. */
  REASSIGNED,
  /** State is back and processing resumes. */
  RESTORED,
  /** First output on a lane that had fallen silent. */
  FIRST_OUTPUT,
  /** Every delayed record is delivered and the frontier age is back inside its baseline band. */
  CAUGHT_UP;

  /** Those that engines tell of themselves. */
  public static final Set<Step> OF_ENGINES = Set.of(DETECTED, REASSIGNED, RESTORED);

  /** As results and reports call it: {@code first output}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** What all are called, in order. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Step::word).toList();
  }
}
