package dev.rebound.platform.local;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The cores of this machine that the engine's processes run on, and those of everything else of a
 * run. Linux only; {@code taskset} sees to it.
 *
 * @param subject numbers of the engine's cores
 * @param rig numbers of the rig's cores; those of the engine if the rig has none of its own
 * @param before numbers of all cores that the lab could use before
 */
public record Cores(List<Integer> subject, List<Integer> rig, List<Integer> before) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";
  private static final long TASKSET_SECONDS = 10;

  /**
   * Divides the cores that this process may use. Throws {@link ReboundException} if there are too
   * few of them, or if processes cannot be pinned here.
   */
  public static Cores here(int subject, int rig) {
    List<Integer> allowed = split(allowed(), subject, rig).before();
    requireTaskset(System.getenv().getOrDefault("PATH", ""));
    return split(allowed, subject, rig);
  }

  static Cores split(List<Integer> allowed, int subject, int rig) {
    if (subject + rig > allowed.size()) {
      throw ReboundException.environment(
          "cores: { subject: %s, rig: %s } needs %s cores, and this process may use %s"
              .formatted(subject, rig, (subject + rig), allowed.size()),
          "Ask for fewer cores, or take a machine with more of them.");
    }
    return new Cores(
        List.copyOf(allowed.subList(0, subject)),
        List.copyOf(
            rig == 0 ? allowed.subList(0, subject) : allowed.subList(subject, subject + rig)),
        List.copyOf(allowed));
  }

  private static List<Integer> allowed() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith(ALLOWED)) {
          return numbers(line.substring(ALLOWED.length()).trim());
        }
      }
    } catch (IOException e) {
      // Not Linux.
    }
    throw ReboundException.environment(
        "cores: processes can be pinned to cores on Linux only",
        "Remove cores from the experiment, or run it on Linux.");
  }

  /** Reads a list as Linux writes it: {@code 0-3,8}. */
  static List<Integer> numbers(String list) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      String[] ends = part.trim().split("-", 2);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int core = Integer.parseInt(ends[0]); core <= last; core++) {
        numbers.add(core);
      }
    }
    return numbers;
  }

  static void requireTaskset(String path) {
    if (!LocalResources.onPath("taskset", path)) {
      throw ReboundException.environment(
          "cores: taskset, which pins processes to cores, is not on the PATH",
          "Install util-linux (apt install util-linux), or remove cores from the experiment.");
    }
  }

  /** The beginning of a command of a process on this owner's cores; it keeps the pid. */
  List<String> prefix(Owner owner) {
    return List.of("taskset", "-c", list(owner == Owner.SUBJECT ? subject : rig));
  }

  /** Moves the lab itself, all its threads, to the rig's cores; what it starts follows. */
  void moveLab() {
    moveSelf(rig);
  }

  /** Lets the lab run where it could before. */
  void releaseLab() {
    moveSelf(before);
  }

  private static void moveSelf(List<Integer> cores) {
    String pid = Long.toString(ProcessHandle.current().pid());
    String said = "";
    try {
      Process taskset =
          new ProcessBuilder("taskset", "-a", "-c", "-p", list(cores), pid)
              .redirectErrorStream(true)
              .start();
      said = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
      if (taskset.waitFor(TASKSET_SECONDS, TimeUnit.SECONDS) && taskset.exitValue() == 0) {
        return;
      }
    } catch (IOException e) {
      said = String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    throw ReboundException.environment(
        "cores: the lab could not be moved to cores " + list(cores) + ": " + said,
        "Remove cores from the experiment, or let this user set the affinity of its processes.");
  }

  private static String list(List<Integer> cores) {
    return cores.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** In words, for people. */
  public String words() {
    return subject.equals(rig)
        ? "engine and everything else on " + list(subject)
        : "engine on " + list(subject) + ", everything else on " + list(rig);
  }
}
