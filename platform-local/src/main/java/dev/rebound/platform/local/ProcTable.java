package dev.rebound.platform.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** Reads Linux's {@code /proc}. */
final class ProcTable implements ProcessTable {
  private static final Path PROC = Path.of("/proc");

  /** Where threads and start stand among the fields after the name. */
  private static final int THREADS = 20 - 3;

  private static final int START_TICKS = 22 - 3;

  static boolean exists() {
    return Files.isReadable(PROC.resolve("self/environ"));
  }

  @Override
  public char state(long pid) {
    return state(stat(pid));
  }

  @Override
  public OptionalLong startTicks(long pid) {
    return startTicks(stat(pid));
  }

  @Override
  public int threads(long pid) {
    return (int) threads(stat(pid)).orElse(0);
  }

  /** Empty if it is gone. */
  private static String stat(long pid) {
    try {
      byte[] stat = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve("stat"));
      return new String(stat, StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  /** The 22nd field, of which the first two end with the name's parenthesis. */
  static OptionalLong startTicks(String stat) {
    return field(stat, START_TICKS);
  }

  /** The 20th field. */
  static OptionalLong threads(String stat) {
    return field(stat, THREADS);
  }

  private static OptionalLong field(String stat, int index) {
    int end = stat.lastIndexOf(") ");
    String[] fields = end < 0 ? new String[0] : stat.substring(end + 2).trim().split(" ", -1);
    return fields.length <= index || !fields[index].matches("\\d{1,18}")
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(fields[index]));
  }

  /** The name, in parentheses before the state, may itself hold spaces and parentheses. */
  static char state(String stat) {
    int end = stat.lastIndexOf(") ");
    return end < 0 || end + 2 >= stat.length() ? '?' : stat.charAt(end + 2);
  }

  @Override
  public List<Carrier> carrying(Predicate<String> entry) throws IOException {
    List<Carrier> carriers = new ArrayList<>();
    long self = ProcessHandle.current().pid();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        ProcessHandle handle = pid == self ? null : ProcessHandle.of(pid).orElse(null);
        if (handle != null) {
          List<String> environment = environment(process);
          if (environment.stream().anyMatch(entry)) {
            carriers.add(new Carrier(handle, environment));
          }
        }
      }
    }
    return carriers;
  }

  /** Empty for a process of another user, one that is gone, and one that is dead. */
  private static List<String> environment(Path process) {
    try {
      byte[] bytes = Files.readAllBytes(process.resolve("environ"));
      return List.of(new String(bytes, StandardCharsets.UTF_8).split("\0", -1));
    } catch (IOException unreadable) {
      return List.of();
    }
  }
}
