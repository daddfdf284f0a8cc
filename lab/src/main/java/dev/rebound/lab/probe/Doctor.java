package dev.rebound.lab.probe;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Words;
import dev.rebound.lab.jvm.Jdk;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import oshi.SystemInfo;
import oshi.hardware.GlobalMemory;

/** Says what this machine has and what can be measured on it. */
public final class Doctor {
  private static final long MEMORY_BYTES = 4L << 30;
  private static final long DISK_BYTES = 5L << 30;
  private static final long OPEN_FILES = 4096;
  private static final long LOOK_NANOS = 2_000_000_000L;

  private Doctor() {}

  /**
   * One thing looked at.
   *
   * @param good false if something is to be done, or cannot be had
   * @param remedy what to do; empty if nothing
   */
  public record MachineFact(String name, String value, boolean good, String remedy) {
    public MachineFact {
      remedy = good ? "" : remedy;
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%s %-12s %s", good ? "✓" : "✗", name, value);
    }
  }

  /**
   * Looks at the machine, for two seconds.
   *
   * @param runs the folder that runs are to be written to; need not exist
   */
  public static List<MachineFact> facts(Path runs) {
    OtherPrograms.Look look = new OtherPrograms().begin();
    int cores = Runtime.getRuntime().availableProcessors();
    String system =
        "%s %s, %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch"));
    return List.of(
        jdk(),
        jdks(),
        new MachineFact("system", system, true, ""),
        new MachineFact(
            "cores",
            Integer.toString(cores),
            cores >= 2,
            "Engine, brokers and load share one core: use a low rate."),
        memory(),
        disk(runs),
        openFiles(),
        processes(),
        network(),
        others(look));
  }

  private static MachineFact others(OtherPrograms.Look look) {
    try {
      TimeUnit.NANOSECONDS.sleep(LOOK_NANOS - look.nanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    OtherPrograms.TakenCpu taken = look.end();
    return new MachineFact(
        "other load",
        taken.words(),
        !taken.isMuch(),
        "Wait until they have ended: the verdict of a run may be unknown if the CPU saturates.");
  }

  /** The files that a process may have open; empty where nobody says. */
  public static OptionalLong openFilesMax() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? OptionalLong.of(unix.getMaxFileDescriptorCount())
        : OptionalLong.empty();
  }

  private static MachineFact jdk() {
    Runtime.Version version = Runtime.version();
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    boolean good = version.feature() >= 17 && (Files.isExecutable(java) || windows());
    return new MachineFact(
        "JDK",
        "%s (%s), %s"
            .formatted(version, System.getProperty("java.vendor"), System.getProperty("java.home")),
        good,
        "Install a JDK of version 17 or newer and set JAVA_HOME.");
  }

  /** What {@code engine.java} can name. */
  private static MachineFact jdks() {
    return new MachineFact(
        "engine.java",
        Jdk.installed().stream()
            .map(jdk -> jdk.feature() + " at " + jdk.home())
            .collect(Collectors.joining(", ")),
        true,
        "");
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
        "The demo needs about " + new Bytes(MEMORY_BYTES) + ": end other programs.");
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
              ? "Free disk space, or choose another folder with --runs."
              : "This folder cannot be written: choose another one with --runs.");
    } catch (IOException e) {
      return new MachineFact(
          "disk", "unknown at " + there + ": " + e.getMessage(), false, "Choose another folder.");
    }
  }

  private static MachineFact openFiles() {
    OptionalLong limit = openFilesMax();
    return limit.isEmpty()
        ? new MachineFact("open files", "no limit known on this system", true, "")
        : new MachineFact(
            "open files",
            limit.getAsLong() + " per process",
            limit.getAsLong() >= OPEN_FILES,
            "Raise it: ulimit -n " + 4 * OPEN_FILES);
  }

  private static MachineFact processes() {
    boolean good = ProcessReader.oshi().read(ProcessHandle.current().pid()) != null;
    return new MachineFact(
        "processes",
        good ? "CPU and memory of each" : "CPU and memory cannot be read",
        good,
        "node.cpu and node.memory will be absent.");
  }

  private static MachineFact network() {
    String reason = NetworkProbe.whyNot();
    return new MachineFact(
        "network",
        reason == null ? "bytes of each process, from TCP counters" : "cannot be measured",
        reason == null,
        "node.received and node.sent will be absent: " + reason + ".");
  }
}
