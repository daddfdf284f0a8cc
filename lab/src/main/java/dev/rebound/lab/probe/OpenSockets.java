package dev.rebound.lab.probe;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** The sockets that a process has open, from Linux's {@code /proc/PID/fd}. */
public final class OpenSockets {
  private static final String SOCKET = "socket:[";

  private OpenSockets() {}

  /**
   * Their inodes.
   *
   * @param proc where the system shows its processes
   * @throws IOException if the process has ended, or is another user's
   */
  public static Set<Long> inodes(Path proc, long pid) throws IOException {
    Set<Long> inodes = new HashSet<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(proc.resolve(Long.toString(pid)).resolve("fd"))) {
      for (Path file : files) {
        String target = target(file);
        if (target.startsWith(SOCKET)) {
          inodes.add(Long.valueOf(target.substring(SOCKET.length(), target.length() - 1)));
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return inodes;
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }
}
