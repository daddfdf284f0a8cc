package dev.rebound.lab.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;

/** How much of all cores' time, since this was made, a hypervisor gave to others. */
public final class StolenShare {
  private final CentralProcessor processor = new SystemInfo().getHardware().getProcessor();
  private final long[] before = processor.getSystemCpuLoadTicks();

  /** A share of 1; empty where nobody counts it, as everywhere but on Linux. */
  public OptionalDouble now() {
    double share = HostProbe.stolen(before, processor.getSystemCpuLoadTicks());
    return Files.exists(Path.of("/proc/stat")) && Double.isFinite(share)
        ? OptionalDouble.of(share)
        : OptionalDouble.empty();
  }
}
