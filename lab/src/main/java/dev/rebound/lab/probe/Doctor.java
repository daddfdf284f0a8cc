package dev.rebound.lab.probe;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Words;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import oshi.SystemInfo;
import oshi.hardware.GlobalMemory;

/** Says what this machine has and what can be measured on it. */
public final class Doctor {
  private static final long MEMORY_BYTES = 4L << 30;
  private static final long DISK_BYTES = 5L << 30;
  private static final long OPEN_FILES = 4096;

  private Doctor() {}

  /**
   * One thing looked at.
   *
   * @param good false if something is to be done, or cannot be had
   * @param remedy what to do; empty if nothing
   */
  public record MachineFact(String name, String value, boolean good, String remedy) {
    @Override
    public String toString() {
      String mark = good ? "✓" : "✗";
      return String.format(
          Locale.ROOT,
          "%s %-12s %s%s",
          mark,
          name,
          value,
          remedy.isEmpty() ? "" : "\n               " + remedy);
    }
  }

  /**
   * Looks at the machine.
   *
   * @param runs the folder that runs are to be written to; need not exist
   */
  public static List<MachineFact> facts(Path runs) {
    List<MachineFact> facts = new ArrayList<>();
    facts.add(jdk());
    facts.add(
        new MachineFact(
            "system",
            System.getProperty("os.name")
                + " "
                + System.getProperty("os.version")
                + ", "
                + System.getProperty("os.arch"),
            true,
            ""));
    int cores = Runtime.getRuntime().availableProcessors();
    facts.add(
        new MachineFact(
            "cores",
            Integer.toString(cores),
            cores >= 2,
            cores >= 2 ? "" : "Engine, brokers and load share one core: use a low rate."));
    facts.add(memory());
    facts.add(disk(runs));
    facts.add(openFiles());
    facts.addAll(measurable());
    return facts;
  }

  private static MachineFact jdk() {
    Runtime.Version version = Runtime.version();
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    boolean good = version.feature() >= 17 && (Files.isExecutable(java) || windows());
    return new MachineFact(
        "JDK",
        version
            + " ("
            + System.getProperty("java.vendor")
            + "), "
            + System.getProperty("java.home"),
        good,
        good ? "" : "Install a JDK of version 17 or newer and set JAVA_HOME.");
  }

  private static boolean windows() {
    return System.getProperty("os.name", "").startsWith("Windows");
  }

  private static MachineFact memory() {
    GlobalMemory memory = new SystemInfo().getHardware().getMemory();
    boolean good = memory.getAvailable() >= MEMORY_BYTES;
    return new MachineFact(
        "memory",
        Words.bytes(memory.getAvailable()) + " free of " + Words.bytes(memory.getTotal()),
        good,
        good ? "" : "The demo needs about " + new Bytes(MEMORY_BYTES) + ": end other programs.");
  }

  private static MachineFact disk(Path runs) {
    Path there = runs.toAbsolutePath().normalize();
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    try {
      FileStore store = Files.getFileStore(there);
      boolean writable = Files.isWritable(there);
      boolean good = writable && store.getUsableSpace() >= DISK_BYTES;
      return new MachineFact(
          "disk",
          Words.bytes(store.getUsableSpace()) + " free at " + there,
          good,
          writable
              ? good ? "" : "Free disk space, or choose another folder with --runs."
              : "This folder cannot be written: choose another one with --runs.");
    } catch (IOException e) {
      return new MachineFact(
          "disk", "unknown at " + there + ": " + e.getMessage(), false, "Choose another folder.");
    }
  }

  private static MachineFact openFiles() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      long limit = unix.getMaxFileDescriptorCount();
      boolean good = limit >= OPEN_FILES;
      return new MachineFact(
          "open files",
          limit + " per process",
          good,
          good ? "" : "Raise it: ulimit -n " + 4 * OPEN_FILES);
    }
    return new MachineFact("open files", "no limit known on this system", true, "");
  }

  private static List<MachineFact> measurable() {
    List<MachineFact> facts = new ArrayList<>();
    ProcessReader.Usage self = ProcessReader.oshi().read(ProcessHandle.current().pid());
    facts.add(
        new MachineFact(
            "processes",
            self == null ? "CPU and memory cannot be read" : "CPU and memory of each",
            self != null,
            self == null ? "node.cpu and node.memory will be absent." : ""));
    String reason = NetworkProbe.whyNot();
    facts.add(
        new MachineFact(
            "network",
            reason == null ? "bytes of each process, from TCP counters" : "cannot be measured",
            reason == null,
            reason == null ? "" : "node.received and node.sent will be absent: " + reason + "."));
    return facts;
  }
}
