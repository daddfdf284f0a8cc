package dev.rebound.lab.jvm;

import dev.rebound.platform.NodeProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM of a node's process as it runs, whoever wrote its command line: what Linux tells of it
 * under {@code /proc}. The process itself is not asked: it would have to load code for an answer,
 * and one that has only just begun dies of the question.
 *
 * @param java version and vendor of its JDK
 * @param collector {@code G1}, {@code Serial}, {@code Parallel}, {@code Z}, {@code Shenandoah}
 */
public record RunningJvm(String node, String role, String java, String collector) {
  private static final Pattern CHOSEN = Pattern.compile("-XX:\\+Use(\\w+)GC");
  private static final String JAVA = "java";

  /** More than so many children of a launcher are not looked at. */
  private static final int PROCESSES_MAX = 50;

  /** That of a node; empty if it is no JVM, has only just begun, or is another user's. */
  public static Optional<RunningJvm> of(NodeProcess node) {
    return of(node, Path.of("/proc"));
  }

  static Optional<RunningJvm> of(NodeProcess node, Path proc) {
    Deque<Long> left = new ArrayDeque<>(List.of(node.pid()));
    for (int looked = 0; !left.isEmpty() && looked < PROCESSES_MAX; looked++) {
      long pid = left.remove();
      Path process = proc.resolve(Long.toString(pid));
      Optional<Path> java = executable(process);
      if (java.isPresent()) {
        return collector(process)
            .map(collector -> new RunningJvm(node.node(), node.role(), jdk(java.get()), collector));
      }
      if (node.launcher()) {
        ProcessHandle.of(pid).stream()
            .flatMap(ProcessHandle::children)
            .map(ProcessHandle::pid)
            .forEach(left::add);
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> executable(Path process) {
    try {
      Path file = Files.readSymbolicLink(process.resolve("exe"));
      return file.endsWith(JAVA) ? Optional.of(file) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String jdk(Path java) {
    Path home = java.resolve("../..").normalize();
    return Jdk.at(home).map(Jdk::name).orElse(home.toString());
  }

  /** By its command line; else by the names of its threads, which are those of the collector. */
  private static Optional<String> collector(Path process) {
    try {
      String told = "";
      byte[] line = Files.readAllBytes(process.resolve("cmdline"));
      List<String> words =
          new ArrayList<>(Arrays.asList(new String(line, StandardCharsets.UTF_8).split("\0", -1)));
      for (String word : words) {
        Matcher chosen = CHOSEN.matcher(word);
        told = chosen.matches() ? chosen.group(1) : told;
      }
      return told.isEmpty() ? byThreads(threads(process)) : Optional.of(told);
    } catch (IOException e) {
      return Optional.empty(); // it has ended meanwhile
    }
  }

  private static Set<String> threads(Path process) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(process.resolve("task"))) {
      for (Path task : tasks) {
        names.add(Files.readString(task.resolve("comm")).strip());
      }
    }
    return names;
  }

  /**
   * The collector whose threads these are, as HotSpot names them from 17 to 25; empty while there
   * is no JVM yet. Serial has none of its own.
   */
  static Optional<String> byThreads(Set<String> names) {
    if (!names.contains("VM Thread")) {
      return Optional.empty();
    }
    if (any(names, "G1 ")) {
      return Optional.of("G1");
    }
    if (any(names, "ZDriver")) {
      return Optional.of("Z");
    }
    if (any(names, "Shenandoah")) {
      return Optional.of("Shenandoah");
    }
    return Optional.of(any(names, "GC Thread#") ? "Parallel" : "Serial");
  }

  private static boolean any(Set<String> names, String beginning) {
    return names.stream().anyMatch(name -> name.startsWith(beginning));
  }
}
