package dev.rebound;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;

/** Refuses loads that keep to no schedule, where one is needed. */
final class RateNeeded {
  private RateNeeded() {}

  /**
   * Throws {@link ReboundException} for a load that runs flat out.
   *
   * @param why what needs a rate, a whole clause
   */
  static void by(String why, Experiment experiment) {
    if (experiment.load().flatOut()) {
      throw ReboundException.badInput(
          why + ", and load.rate of " + experiment.name() + " is max",
          "Write a rate, for example --set load.rate=2000/s.");
    }
  }
}
