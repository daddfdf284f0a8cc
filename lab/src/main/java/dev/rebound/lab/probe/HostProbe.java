package dev.rebound.lab.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.GlobalMemory;

/**
 * CPU share and stolen share (0 to 1, all cores together) and free memory of the machine that the
 * lab runs on. Stolen is the time in which a core had work and the hypervisor ran another machine;
 * only Linux counts it.
 */
public final class HostProbe implements Probe {
  /** Metric of the host's CPU share. */
  public static final String CPU = "host.cpu";

  /** Metric of the share of CPU time that the hypervisor gave to others. */
  public static final String STEAL = "host.steal";

  private static final Path COUNTS_STEAL = Path.of("/proc/stat");
  private static final Series CPU_SERIES = new Series(CPU, "share", "");
  private static final Series STEAL_SERIES = new Series(STEAL, "share", "");
  private static final Series FREE_SERIES = new Series("host.memory.free", "bytes", "");

  private final CentralProcessor processor;
  private final GlobalMemory memory;
  private final boolean countsSteal;
  private long[] ticks;

  public HostProbe() {
    this(Files.exists(COUNTS_STEAL));
  }

  HostProbe(boolean countsSteal) {
    this.countsSteal = countsSteal;
    SystemInfo system = new SystemInfo();
    processor = system.getHardware().getProcessor();
    memory = system.getHardware().getMemory();
    ticks = processor.getSystemCpuLoadTicks();
  }

  @Override
  public List<Series> series() {
    return countsSteal
        ? List.of(CPU_SERIES, FREE_SERIES, STEAL_SERIES)
        : List.of(CPU_SERIES, FREE_SERIES);
  }

  @Override
  public Map<String, String> absent() {
    return countsSteal
        ? Map.of()
        : Map.of(
            STEAL, "this system does not count the CPU time that a hypervisor gives to others");
  }

  @Override
  public double[] read() {
    long[] before = ticks;
    ticks = processor.getSystemCpuLoadTicks();
    double share = share(before, ticks);
    return countsSteal
        ? new double[] {share, memory.getAvailable(), stolen(before, ticks)}
        : new double[] {share, memory.getAvailable()};
  }

  /** Share of stolen ticks among all ticks between two readings; NaN if none passed. */
  static double stolen(long[] before, long[] after) {
    long all = passed(before, after);
    int steal = CentralProcessor.TickType.STEAL.getIndex();
    return all == 0 ? Double.NaN : Math.max(0, after[steal] - before[steal]) / (double) all;
  }

  private static long passed(long[] before, long[] after) {
    long all = 0;
    for (int i = 0; i < after.length; i++) {
      all += Math.max(0, after[i] - before[i]);
    }
    return all;
  }

  /** Share of busy ticks among all ticks between two readings; NaN if none passed. */
  static double share(long[] before, long[] after) {
    long all = passed(before, after);
    int idle = CentralProcessor.TickType.IDLE.getIndex();
    int ioWait = CentralProcessor.TickType.IOWAIT.getIndex();
    long rest =
        Math.max(0, after[idle] - before[idle]) + Math.max(0, after[ioWait] - before[ioWait]);
    return all == 0 ? Double.NaN : (all - rest) / (double) all;
  }
}
