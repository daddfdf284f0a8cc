package dev.rebound.platform.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says which process listens on a port, where the system tells (Linux, own processes). */
final class PortHolder {
  private static final String LISTEN = "0A";

  private PortHolder() {}

  /** For example {@code java (pid 4711)}; null if it cannot be told. */
  static @Nullable String describe(int port) {
    String suffix = String.format(Locale.ROOT, ":%04X", port);
    return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
        .flatMap(table -> lines(Path.of(table)))
        .map(line -> line.trim().split("\\s+", -1))
        .filter(fields -> fields.length > 9 && fields[1].endsWith(suffix))
        .filter(fields -> fields[3].equals(LISTEN))
        .flatMap(fields -> owner("socket:[" + fields[9] + "]").stream())
        .findFirst()
        .orElse(null);
  }

  private static Optional<String> owner(String socket) {
    return ProcessHandle.allProcesses()
        .map(process -> Path.of("/proc", Long.toString(process.pid())))
        .filter(process -> holds(process, socket))
        .findFirst()
        .map(
            process ->
                lines(process.resolve("comm")).findFirst().orElse("a process")
                    + " (pid "
                    + process.getFileName()
                    + ")");
  }

  private static boolean holds(Path process, String socket) {
    try (Stream<Path> files = Files.list(process.resolve("fd"))) {
      return files.anyMatch(file -> socket.equals(target(file)));
    } catch (IOException | UncheckedIOException e) {
      return false; // another user's process, or gone
    }
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      return Stream.empty(); // not Linux, or gone
    }
  }
}
