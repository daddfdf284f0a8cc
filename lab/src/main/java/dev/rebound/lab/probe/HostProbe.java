package dev.rebound.lab.probe;

import dev.rebound.base.Series;
import dev.rebound.platform.OnThisMachine.DividedCores;
import dev.rebound.platform.Probe;
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
 * CPU share (0 to 1, of all cores together and of each), stolen share and free memory of the
 * machine that the lab runs on. Stolen is the time in which a core had work and the hypervisor ran
 * another machine; only Linux counts it.
 */
public final class HostProbe implements Probe {
  /** Metric of the share in use of each core, labelled {@code core0}, {@code core1}, …. */
  public static final String CORE_CPU = "host.cpu.core";

  /** Metric of the share in use of the cores that the engine has to itself. */
  public static final String SUBJECT_CPU = "host.cpu.subject";

  private static final Path COUNTS_STEAL = Path.of("/proc/stat");
  private static final Series CPU_SERIES = new Series(Series.HOST_CPU, "share", "");
  private static final Series STEAL_SERIES = new Series(Series.STEAL, "share", "");
  private static final Series FREE_SERIES = new Series("host.memory.free", "bytes", "");

  private final CentralProcessor processor;
  private final GlobalMemory memory;
  private final boolean countsSteal;
  private final @Nullable DividedCores cores;
  private final int perCore;
  private long[] ticks;
  private long[][] coreTicks;

  public HostProbe() {
    this(Files.exists(COUNTS_STEAL), null);
  }

  /** Also of the engine's and the rig's cores, each for themselves. */
  public HostProbe(DividedCores shares) {
    this(Files.exists(COUNTS_STEAL), shares);
  }

  HostProbe(boolean countsSteal, @Nullable DividedCores cores) {
    this.countsSteal = countsSteal;
    this.cores = cores;
    SystemInfo system = new SystemInfo();
    processor = system.getHardware().getProcessor();
    memory = system.getHardware().getMemory();
    ticks = processor.getSystemCpuLoadTicks();
    coreTicks = processor.getProcessorCpuLoadTicks();
    perCore = coreTicks.length;
  }

  @Override
  public List<Series> series() {
    List<Series> series = new ArrayList<>(List.of(CPU_SERIES, FREE_SERIES));
    if (countsSteal) {
      series.add(STEAL_SERIES);
    }
    if (cores != null) {
      series.add(new Series(SUBJECT_CPU, "share", ""));
      series.add(new Series(Series.RIG_CPU, "share", ""));
    }
    for (int core = 0; core < perCore; core++) {
      series.add(new Series(CORE_CPU, "share", "core" + number(core)));
    }
    return series;
  }

  @Override
  public Map<String, String> absent() {
    return countsSteal
        ? Map.of()
        : Map.of(
            Series.STEAL,
            "this system does not count the CPU time that a hypervisor gives to others");
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
    long[][] coresBefore = coreTicks;
    coreTicks = processor.getProcessorCpuLoadTicks();
    if (cores != null) {
      values.add(share(sum(coresBefore, cores.subject()), sum(coreTicks, cores.subject())));
      values.add(share(sum(coresBefore, cores.rig()), sum(coreTicks, cores.rig())));
    }
    for (int core = 0; core < perCore; core++) {
      // A core that was taken away meanwhile has no ticks.
      boolean there = core < Math.min(coresBefore.length, coreTicks.length);
      values.add(there ? share(coresBefore[core], coreTicks[core]) : Double.NaN);
    }
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The number that the system knows a core by. */
  private int number(int core) {
    List<CentralProcessor.LogicalProcessor> known = processor.getLogicalProcessors();
    return core < known.size() ? known.get(core).getProcessorNumber() : core;
  }

  private long[] sum(long[][] ticksOfCores, List<Integer> numbers) {
    long[] sum = new long[CentralProcessor.TickType.values().length];
    for (int i = 0; i < ticksOfCores.length; i++) {
      if (numbers.contains(number(i))) {
        for (int type = 0; type < sum.length; type++) {
          sum[type] += ticksOfCores[i][type];
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
