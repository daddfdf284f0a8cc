package dev.rebound.cli;

import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.ReboundException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Values of options that have a unit. */
final class UnitOptions {
  private UnitOptions() {}

  /** Reads a value with a unit. */
  interface UnitReader<T> {
    T read(String text) throws Quantity.Malformed;
  }

  /** Null if the option was not given. */
  static <T> @Nullable T quantity(String option, @Nullable String written, UnitReader<T> reading) {
    try {
      return written == null ? null : reading.read(written);
    } catch (Quantity.Malformed e) {
      throw ReboundException.badInput(option + ": " + e.getMessage(), e.remedy(), e);
    }
  }

  /** Null if the option was not given. */
  static @Nullable Duration duration(String option, @Nullable String written, String example) {
    try {
      return written == null ? null : Quantity.duration(written);
    } catch (Quantity.Malformed e) {
      throw ReboundException.badInput(
          option + " " + written + " is not a duration",
          "For example " + option + " " + example + ".",
          e);
    }
  }

  /** A share between none and all. */
  static double percent(String option, String written) {
    return Quantity.share(written)
        .orElseThrow(
            () ->
                ReboundException.badInput(
                    option + " " + written + " is not between 0% and 100%",
                    "For example " + option + " 95%."));
  }
}
