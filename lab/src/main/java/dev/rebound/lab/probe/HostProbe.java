package dev.rebound.lab.probe;

import dev.rebound.analysis.journal.Series;
import dev.rebound.lab.platform.Cores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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

  /** Metric of the share in use of the cores that the engine has to itself. */
  public static final String SUBJECT_CPU = "host.cpu.subject";

  /** Metric of the share in use of the cores that everything else of a run has to itself. */
  public static final String RIG_CPU = "host.cpu.rig";

  private static final Path COUNTS_STEAL = Path.of("/proc/stat");
  private static final Series CPU_SERIES = new Series(CPU, "share", "");
  private static final Series STEAL_SERIES = new Series(STEAL, "share", "");
  private static final Series FREE_SERIES = new Series("host.memory.free", "bytes", "");

  private final CentralProcessor processor;
  private final GlobalMemory memory;
  private final boolean countsSteal;
  private final @Nullable Cores cores;
  private long[] ticks;
  private long[][] coreTicks;

  public HostProbe() {
    this(Files.exists(COUNTS_STEAL), null);
  }

  /** Also of the engine's and the rig's cores, each for themselves. */
  public HostProbe(Cores cores) {
    this(Files.exists(COUNTS_STEAL), cores);
  }

  HostProbe(boolean countsSteal, @Nullable Cores cores) {
    this.countsSteal = countsSteal;
    this.cores = cores;
    SystemInfo system = new SystemInfo();
    processor = system.getHardware().getProcessor();
    memory = system.getHardware().getMemory();
    ticks = processor.getSystemCpuLoadTicks();
    coreTicks = cores == null ? new long[0][] : processor.getProcessorCpuLoadTicks();
  }

  @Override
  public List<Series> series() {
    List<Series> series = new ArrayList<>(List.of(CPU_SERIES, FREE_SERIES));
    if (countsSteal) {
      series.add(STEAL_SERIES);
    }
    if (cores != null) {
      series.add(new Series(SUBJECT_CPU, "share", ""));
      series.add(new Series(RIG_CPU, "share", ""));
    }
    return series;
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
    List<Double> values = new ArrayList<>();
    values.add(share(before, ticks));
    values.add((double) memory.getAvailable());
    if (countsSteal) {
      values.add(stolen(before, ticks));
    }
    if (cores != null) {
      long[][] coresBefore = coreTicks;
      coreTicks = processor.getProcessorCpuLoadTicks();
      values.add(share(sum(coresBefore, cores.subject()), sum(coreTicks, cores.subject())));
      values.add(share(sum(coresBefore, cores.rig()), sum(coreTicks, cores.rig())));
    }
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private long[] sum(long[][] perCore, List<Integer> numbers) {
    List<CentralProcessor.LogicalProcessor> known = processor.getLogicalProcessors();
    long[] sum = new long[CentralProcessor.TickType.values().length];
    for (int i = 0; i < Math.min(perCore.length, known.size()); i++) {
      if (numbers.contains(known.get(i).getProcessorNumber())) {
        for (int type = 0; type < sum.length; type++) {
          sum[type] += perCore[i][type];
        }
      }
    }
    return sum;
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
