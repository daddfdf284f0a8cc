package dev.rebound.base;

/**
 * A named series of values with a unit.
 *
 * @param metric dotted name, for example {@code input.rate}, {@code lag.partition}, {@code
 *     node.cpu}
 * @param unit short and plain: {@code records/s}, {@code records}, {@code ms}, {@code cores},
 *     {@code bytes}, {@code bytes/s}
 * @param label what it is of: a node's name, a {@code topic/partition}, or empty for the run
 */
public record Series(String metric, String unit, String label) {
  /** Metric of the share of all cores that is in use. */
  public static final String HOST_CPU = "host.cpu";

  /** Metric of the share in use of the cores that everything but the engine has to itself. */
  public static final String RIG_CPU = "host.cpu.rig";

  /** Metric of the share of CPU time that the hypervisor gave to others. */
  public static final String STEAL = "host.steal";

  /** Metric of the work of one core in a CPU-second. */
  public static final String SPEED = "host.speed";

  /** Metric of the speed of memory. */
  public static final String MEMORY_SPEED = "host.memory.speed";

  /** Metric of the longest pause of a node's process, ended in a second, to collect garbage. */
  public static final String PAUSE = "node.pause";

  /** Bytes of all changelogs, one replica counted. */
  public static final Series CHANGELOG_SIZE = new Series("changelog.size", "bytes", "");

  /** Records written to them in a second. */
  public static final Series CHANGELOG_RATE = new Series("changelog.rate", "records/s", "");
}
