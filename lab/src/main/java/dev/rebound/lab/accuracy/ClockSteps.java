package dev.rebound.lab.accuracy;

import dev.rebound.lab.recovery.Analysis.RigSample;
import java.util.List;

/** Whether the wall clock was set during a run: then no length that spans that moment is known. */
final class ClockSteps {
  /** By what is less than this, clocks are kept in step while they run. */
  private static final long STEP_MICROS = 50_000;

  private ClockSteps() {}

  static boolean any(List<RigSample> samples) {
    for (int i = 1; i < samples.size(); i++) {
      long change = samples.get(i).clockMicros() - samples.get(i - 1).clockMicros();
      if (Math.abs(change) > STEP_MICROS) {
        return true;
      }
    }
    return false;
  }
}
