package dev.rebound.platform.local;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bound on the CPU that processes use together, as a container's limit sets it: a control group
 * of Linux, in which who has used up its share of 100 ms waits for the next. Begun by {@link
 * #open}, gone with {@link #close} once its processes are.
 */
final class CpuQuota implements AutoCloseable {
  private static final String PREFIX = "rebound-";
  private static final String PROCESSES = "cgroup.procs";
  private static final long PERIOD_MICROS = 100_000;
  private static final Duration LIMIT = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Path group;
  private final double cores;

  private CpuQuota(Path group, double cores) {
    this.group = group;
    this.cores = cores;
  }

  /**
   * Where groups are made.
   *
   * @param folder of which they become folders
   * @param second true if this is the unified hierarchy, version 2
   */
  record GroupPlace(Path folder, boolean second) {
    /** Where this process may make them. */
    static GroupPlace here() {
      try {
        return of(Files.readAllLines(Path.of("/proc/self/cgroup")), Path.of("/sys/fs/cgroup"));
      } catch (IOException e) {
        throw problem("this system has no control groups", e);
      }
    }

    /**
     * By the lines of {@code /proc/self/cgroup}. A group with processes of its own can have none
     * below it that bounds CPU in version 2, so there they stand beside that of the lab.
     */
    static GroupPlace of(List<String> lines, Path mounted) {
      for (String line : lines) {
        String[] parts = line.split(":", 3);
        if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains("cpu")) {
          Path all = mounted.resolve(parts[1]);
          return new GroupPlace(
              below(Files.exists(all) ? all : mounted.resolve("cpu"), parts[2]), false);
        }
      }
      for (String line : lines) {
        if (line.startsWith("0::")) {
          Path own = below(mounted, line.substring(3));
          Path parent = own.getParent();
          return new GroupPlace(own.equals(mounted) || parent == null ? own : parent, true);
        }
      }
      throw problem("no control group bounds CPU here", null);
    }

    private static Path below(Path folder, String path) {
      return folder.resolve(path.substring(Math.min(path.length(), 1))).normalize();
    }

    /** Throws {@link ReboundException} unless groups can be made here. */
    void require() {
      if (!Files.isWritable(folder)) {
        throw problem("control groups cannot be made in " + folder, null);
      }
    }

    private static boolean lives(String pid) {
      return pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isPresent();
    }

    /** Removes groups of labs that were killed; those with processes stay. */
    private void sweep() {
      try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, PREFIX + "*")) {
        for (Path group : left) {
          if (!lives(group.getFileName().toString().substring(PREFIX.length()))) {
            delete(group);
          }
        }
      } catch (IOException e) {
        // They cost nothing but their names.
      }
    }
  }

  /**
   * Begins one. Throws {@link ReboundException} where that cannot be done.
   *
   * @param cores how much may be used at once, in cores
   */
  static CpuQuota open(GroupPlace place, double cores) {
    place.require();
    place.sweep();
    Path group = place.folder().resolve(PREFIX + ProcessHandle.current().pid());
    long micros = Math.round(cores * PERIOD_MICROS);
    try {
      if (!Files.exists(group)) {
        Files.createDirectory(group);
      }
      if (place.second()) {
        allowBelow(place.folder());
        write(group, "cpu.max", micros + " " + PERIOD_MICROS);
      } else {
        write(group, "cpu.cfs_period_us", Long.toString(PERIOD_MICROS));
        write(group, "cpu.cfs_quota_us", Long.toString(micros));
      }
    } catch (IOException e) {
      delete(group);
      throw problem(group + " cannot be given a bound", e);
    }
    return new CpuQuota(group, cores);
  }

  private static void allowBelow(Path folder) throws IOException {
    String controllers = Files.readString(folder.resolve("cgroup.subtree_control"));
    if (!List.of(controllers.trim().split(" ", -1)).contains("cpu")) {
      write(folder, "cgroup.subtree_control", "+cpu");
    }
  }

  private static void write(Path group, String file, String text) throws IOException {
    Files.writeString(group.resolve(file), text);
  }

  /** The beginning of the command of a process that is to be bound; it keeps the pid. */
  List<String> prefix() {
    List<String> prefix = new ArrayList<>(List.of("sh", "-c"));
    prefix.add("echo $$ > \"$0\" && exec \"$@\"");
    prefix.add(group.resolve(PROCESSES).toString());
    return prefix;
  }

  /** In words, for people. */
  String words() {
    return "with %s of their CPU at most"
        .formatted(BigDecimal.valueOf(cores).stripTrailingZeros().toPlainString());
  }

  /** Its processes have ended; the system takes a moment to see that. */
  @Override
  public void close() {
    var unused = Polling.until(() -> delete(group), LIMIT, PAUSE);
  }

  /** True if it is no more. */
  private static boolean delete(Path group) {
    try {
      return Files.deleteIfExists(group) || !Files.exists(group);
    } catch (IOException e) {
      return false;
    }
  }

  private static ReboundException problem(String what, @Nullable Exception e) {
    String cause = e == null ? "" : ": " + e.getMessage();
    return ReboundException.environment(
        "cores.quota: " + what + cause,
        "Run as root, or as a user whom systemd lets divide CPU (Delegate=cpu), or remove"
            + " cores.quota from the experiment.",
        e);
  }
}
