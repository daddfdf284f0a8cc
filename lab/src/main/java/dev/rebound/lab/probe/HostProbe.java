package dev.rebound.lab.probe;

import java.util.List;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.GlobalMemory;

/** CPU share (0 to 1, all cores together) and free memory of the machine that the lab runs on. */
public final class HostProbe implements Probe {
  /** Metric of the host's CPU share. */
  public static final String CPU = "host.cpu";

  private static final List<Series> SERIES =
      List.of(new Series(CPU, "share", ""), new Series("host.memory.free", "bytes", ""));

  private final CentralProcessor processor;
  private final GlobalMemory memory;
  private long[] ticks;

  public HostProbe() {
    SystemInfo system = new SystemInfo();
    processor = system.getHardware().getProcessor();
    memory = system.getHardware().getMemory();
    ticks = processor.getSystemCpuLoadTicks();
  }

  @Override
  public List<Series> series() {
    return SERIES;
  }

  @Override
  public double[] read() {
    long[] before = ticks;
    ticks = processor.getSystemCpuLoadTicks();
    return new double[] {share(before, ticks), memory.getAvailable()};
  }

  /** Share of busy ticks among all ticks between two readings; NaN if none passed. */
  static double share(long[] before, long[] after) {
    long all = 0;
    for (int i = 0; i < after.length; i++) {
      all += Math.max(0, after[i] - before[i]);
    }
    int idle = CentralProcessor.TickType.IDLE.getIndex();
    int ioWait = CentralProcessor.TickType.IOWAIT.getIndex();
    long rest =
        Math.max(0, after[idle] - before[idle]) + Math.max(0, after[ioWait] - before[ioWait]);
    return all == 0 ? Double.NaN : (all - rest) / (double) all;
  }
}
