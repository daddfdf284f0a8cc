package dev.rebound.lab.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/** Reads what the operating system counts for one process. */
@FunctionalInterface
public interface ProcessReader {
  /**
   * @param cpuMillis CPU time since the process began
   * @param residentBytes memory that it holds now
   */
  record Usage(long cpuMillis, long residentBytes) {}

  /** The counters of a process; null if it is gone. */
  @Nullable Usage read(long pid);

  /**
   * The counters of a process and of all that it has started, memory that they share once; null if
   * it is gone. Where the system does not tell, those of the process alone.
   */
  default @Nullable Usage readWithStarted(long pid) {
    return read(pid);
  }

  /** The cheapest way that this system has. */
  static ProcessReader ofThisSystem() {
    return Files.isReadable(Path.of("/proc/self/stat")) ? new ProcReader() : oshi();
  }

  /** By OSHI: asks for known processes only, never for the list of all. */
  static ProcessReader oshi() {
    OperatingSystem system = new SystemInfo().getOperatingSystem();
    Map<Long, OSProcess> known = new HashMap<>();
    return pid -> {
      OSProcess process = known.get(pid);
      if (process == null) {
        process = system.getProcess((int) pid);
      } else if (!process.updateAttributes()) {
        process = null;
      }
      if (process == null || process.getState() == OSProcess.State.INVALID) {
        known.remove(pid);
        return null;
      }
      known.put(pid, process);
      return new Usage(
          process.getKernelTime() + process.getUserTime(), process.getResidentSetSize());
    };
  }
}
