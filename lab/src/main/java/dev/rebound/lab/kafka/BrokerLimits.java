package dev.rebound.lab.kafka;

import dev.rebound.base.ReboundException;
import java.util.Map;

/** Holds the settings of a cluster that exists against what an engine is set to do. Pure. */
final class BrokerLimits {
  private BrokerLimits() {}

  /**
   * Throws {@link ReboundException} for the first setting that is too high; one that the brokers do
   * not have, or that is no number, limits nothing.
   */
  static void require(Map<String, Long> limits, Map<String, String> brokers) {
    limits.forEach(
        (setting, most) -> {
          String value = brokers.getOrDefault(setting, "");
          if (value.matches("\\d{1,18}") && Long.parseLong(value) > most) {
            throw ReboundException.badInput(
                ("kafka.bootstrap: the brokers' %s is %s, and they would refuse this"
                        + " engine, which is set to %s")
                    .formatted(setting, value, most),
                ("Lower %s on the brokers, write engine.profile: stock, or raise the"
                        + " engine's own"
                        + " setting to %s in engine.config.")
                    .formatted(setting, value));
          }
        });
  }
}
