package dev.rebound.platform.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says which process listens on a port, where the system tells (Linux, own processes). */
final class PortHolder {
  private static final String LISTEN = "0A";

  private PortHolder() {}

  /** For example {@code java (pid 4711)}; null if it cannot be told. */
  static @Nullable String describe(int port) {
    for (String table : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
      String inode = inode(Path.of(table), port);
      Path process = inode == null ? null : owner("socket:[" + inode + "]");
      if (process != null) {
        return name(process) + " (pid " + process.getFileName() + ")";
      }
    }
    return null;
  }

  private static @Nullable String inode(Path table, int port) {
    String suffix = String.format(Locale.ROOT, ":%04X", port);
    try {
      for (String line : Files.readAllLines(table)) {
        String[] fields = line.trim().split("\\s+", -1);
        if (fields.length > 9 && fields[1].endsWith(suffix) && fields[3].equals(LISTEN)) {
          return fields[9];
        }
      }
    } catch (IOException e) {
      // Not Linux.
    }
    return null;
  }

  private static @Nullable Path owner(String socket) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (holds(process, socket)) {
          return process;
        }
      }
    } catch (IOException e) {
      // Cannot be told.
    }
    return null;
  }

  private static boolean holds(Path process, String socket) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        if (socket.equals(target(file))) {
          return true;
        }
      }
    } catch (IOException e) {
      // Another user's process, or gone.
    }
    return false;
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  private static String name(Path process) {
    try {
      return Files.readString(process.resolve("comm")).trim();
    } catch (IOException e) {
      return "a process";
    }
  }
}
