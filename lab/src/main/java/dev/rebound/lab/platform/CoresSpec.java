package dev.rebound.lab.platform;

/**
 * Cores of their own for the engine under test and for everything else of a run (Linux).
 *
 * @param subject how many of the machine's cores the engine's processes run on, the first ones
 * @param rig how many of those after them the brokers, the lab and its instruments run on; if 0,
 *     they share the engine's
 * @param quota how much of its cores the engine may use, in cores; all of them where nothing is
 *     said
 */
public record CoresSpec(int subject, int rig, double quota) {
  /** True if the engine may use less than its cores. */
  public boolean bound() {
    return quota < subject;
  }
}
