package dev.rebound.platform.local;

import dev.rebound.base.Folders;
import dev.rebound.platform.ClassSharing;
import dev.rebound.platform.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * Class-data archives: the classes of a process, read and verified once and mapped by every later
 * start, which then needs less CPU.
 *
 * <p>A process asks for one by the word <code>${classes}</code> in a JVM option. Where there is
 * none, options with that word are left out and the process starts as it would without. An archive
 * is made from what a living process has loaded, by a JVM of its own that ends by itself; it
 * appears under its name when it is whole. A JVM holds an archive against version, class path, and
 * size and time of each jar, and with {@code -Xshare:auto} goes on without one that does not fit.
 *
 * <p>Archives lie in the user's cache folder, named by a hash of the JDK, the collector, the main
 * class and path, size and time of each jar: one that was made under G1 is of no use to ZGC, and
 * one that was made under Serial lacks the objects that G1 would map. The newest are kept.
 */
final class ClassArchives {
  static final String WORD = "${classes}";

  private static final String ENDING = ".jsa";
  private static final int KEPT = 24;
  private static final long LOOK_MILLIS = 100;

  private final Path folder;
  private final Set<String> givenUp = ConcurrentHashMap.newKeySet();

  ClassArchives(Path folder) {
    this.folder = folder;
  }

  /** Those of this user, as the XDG base directories say. */
  static ClassArchives ofUser() {
    return new ClassArchives(Folders.ofUserCache("classes"));
  }

  /** Where the archive of a process is or would be; empty if the process asks for none. */
  Optional<Path> file(Program program, Path jdk, List<Path> classPath) {
    return program instanceof Program.Java java
            && java.jvmOptions().stream().anyMatch(option -> option.contains(WORD))
        ? Optional.of(folder.resolve(name(java, jdk, classPath) + ENDING))
        : Optional.empty();
  }

  private static String name(Program.Java java, Path jdk, List<Path> classPath) {
    StringBuilder key = new StringBuilder();
    key.append(jdk).append(' ').append(version(jdk)).append('\n');
    java.jvmOptions().stream()
        .filter(Program.Java::choosesCollector)
        .forEach(collector -> key.append(collector).append('\n'));
    key.append(java.mainClass()).append('\n');
    for (Path jar : classPath) {
      key.append(jar).append(' ');
      try {
        BasicFileAttributes file = Files.readAttributes(jar, BasicFileAttributes.class);
        key.append(file.size()).append(' ').append(file.lastModifiedTime().toMillis());
      } catch (IOException e) {
        key.append("absent");
      }
      key.append('\n');
    }
    return UUID.nameUUIDFromBytes(key.toString().getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** A JDK that was brought up to date in its place is another one. */
  private static String version(Path jdk) {
    try {
      return Files.readString(jdk.resolve("release"));
    } catch (IOException e) {
      return System.getProperty("java.vm.version");
    }
  }

  /** The command line of a program, with its archive if it is a Java program that asks for one. */
  List<String> complete(Program program, Path jdk, List<Path> classPath, List<String> command) {
    return program instanceof Program.Java
        ? complete(command, file(program, jdk, classPath))
        : command;
  }

  /** The command line with the archive's file, or without the options that ask for it. */
  static List<String> complete(List<String> command, Optional<Path> archive) {
    Optional<Path> there = archive.filter(Files::isRegularFile);
    List<String> complete = new ArrayList<>();
    for (String word : command) {
      if (!word.contains(WORD)) {
        complete.add(word);
      } else {
        there.ifPresent(file -> complete.add(word.replace(WORD, file.toString())));
      }
    }
    return List.copyOf(complete);
  }

  /**
   * Makes the archives that living nodes ask for and do not have, one after the other, that of most
   * nodes first; see {@link ClassSharing#shareClasses}.
   */
  int share(List<LocalNode> nodes, Duration limit, BooleanSupplier stop, IntConsumer absent) {
    long end = System.nanoTime() + limit.toNanos();
    Map<Path, List<LocalNode>> asking = new LinkedHashMap<>();
    for (LocalNode node : nodes) {
      file(node.spec().program(), node.jdk(), node.classPath())
          .filter(archive -> node.alive() && !Files.isRegularFile(archive))
          .ifPresent(
              archive -> asking.computeIfAbsent(archive, key -> new ArrayList<>()).add(node));
    }
    if (!asking.isEmpty()) {
      absent.accept(asking.size());
    }
    List<Path> ordered = new ArrayList<>(asking.keySet());
    ordered.sort(
        Comparator.comparingInt(archive -> -asking.getOrDefault(archive, List.of()).size()));
    int made = 0;
    for (Path archive : ordered) {
      Duration left = Duration.ofNanos(end - System.nanoTime());
      if (left.isNegative()) {
        break;
      }
      LocalNode node = asking.getOrDefault(archive, List.of()).get(0);
      made += make(node.jdk(), node.current().pid(), archive, left, stop) ? 1 : 0;
    }
    return made;
  }

  /**
   * Makes an archive of what a living process of a JDK has loaded; false if that cannot be done,
   * which harms nobody. Takes seconds.
   *
   * @param stop asked often; true gives up
   */
  boolean make(Path jdk, long pid, Path archive, Duration limit, BooleanSupplier stop) {
    if (Files.isRegularFile(archive)) {
      return true;
    }
    Path part = archive.resolveSibling(archive.getFileName() + "." + pid + ".part");
    try {
      Files.createDirectories(folder);
      tidy();
      Path jcmd = jdk.resolve("bin").resolve("jcmd");
      Process process =
          new ProcessBuilder(
                  jcmd.toString(),
                  Long.toString(pid),
                  "VM.cds",
                  "static_dump",
                  part.toAbsolutePath().toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        long end = System.nanoTime() + limit.toNanos();
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          if (stop.getAsBoolean() || System.nanoTime() - end > 0) {
            return false;
          }
        }
        if (!Files.isRegularFile(part)) {
          return false;
        }
        Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE);
        return true;
      } finally {
        process.destroyForcibly();
        endDump(pid, part);
        tidy(part.getFileName().toString());
        if (!Files.isRegularFile(archive)) {
          givenUp.add(part.getFileName().toString());
        }
      }
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The process that was asked makes the archive in a child of its own, which may outlive jcmd. */
  private static void endDump(long pid, Path part) {
    ProcessHandle.of(pid).stream()
        .flatMap(ProcessHandle::children)
        .filter(child -> child.info().commandLine().orElse("").contains(part.toString()))
        .forEach(ProcessHandle::destroyForcibly);
  }

  /**
   * Deletes what attempts that were given up may have written since: a process that was asked goes
   * on by itself for a while. To be called when it is dead.
   */
  void sweep() {
    for (String attempt : givenUp) {
      try {
        tidy(attempt);
      } catch (IOException e) {
        // A later run deletes it.
      }
    }
  }

  /** Deletes what an attempt left: its list of classes, and more if it was given up. */
  private void tidy(String attempt) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().startsWith(attempt)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /** Deletes what killed runs left, and all but the newest archives. */
  private void tidy() throws IOException {
    long hourAgo = System.currentTimeMillis() - Duration.ofHours(1).toMillis();
    List<Path> whole = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (file.toString().endsWith(ENDING)) {
          whole.add(file);
        } else if (modifiedMillis(file) < hourAgo) {
          Files.deleteIfExists(file);
        }
      }
    }
    whole.sort(Comparator.comparingLong(ClassArchives::modifiedMillis).reversed());
    for (Path old : whole.subList(Math.min(KEPT - 1, whole.size()), whole.size())) {
      Files.deleteIfExists(old);
    }
  }

  private static long modifiedMillis(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis();
    } catch (IOException e) {
      return Long.MAX_VALUE; // gone meanwhile
    }
  }
}
