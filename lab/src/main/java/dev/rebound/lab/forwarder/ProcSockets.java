package dev.rebound.lab.forwarder;

import dev.rebound.lab.probe.OpenSockets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Linux's: from ports to the socket's inode by {@code /proc/net}, from there to a process by {@code
 * /proc/PID/fd}. Processes that had connected before are looked at first, so that most looks cost
 * what one process has open.
 */
final class ProcSockets implements SocketTable {
  private final Path proc;
  private final Set<Long> known = new LinkedHashSet<>();

  ProcSockets() {
    this(Path.of("/proc"));
  }

  ProcSockets(Path proc) {
    this.proc = proc;
  }

  static boolean exist() {
    return Files.isReadable(Path.of("/proc/net/tcp"));
  }

  @Override
  public Map<Ports, Long> pids(Set<Ports> connections) throws IOException {
    Map<Long, Ports> byInode = new HashMap<>();
    inodes("tcp6", connections, byInode);
    inodes("tcp", connections, byInode);
    Map<Ports, Long> found = new HashMap<>();
    List.copyOf(known).forEach(pid -> look(pid, byInode, found));
    if (!byInode.isEmpty()) {
      others().forEach(pid -> look(pid, byInode, found));
    }
    return found;
  }

  private void inodes(String table, Set<Ports> connections, Map<Long, Ports> byInode)
      throws IOException {
    Path file = proc.resolve("net").resolve(table);
    if (!Files.exists(file)) {
      return; // a machine without IPv6
    }
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      lines
          .skip(1)
          .map(line -> line.trim().split("\\s+", -1))
          .filter(fields -> fields.length > 9)
          .forEach(
              fields -> {
                Ports ports = new Ports(port(fields[1]), port(fields[2]));
                long inode = Long.parseLong(fields[9]);
                if (inode != 0 && connections.contains(ports)) {
                  byInode.put(inode, ports);
                }
              });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Of an address such as {@code 0100007F:1F90}. */
  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
  }

  private List<Long> others() throws IOException {
    List<Long> others = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        if (!known.contains(pid)) {
          others.add(pid);
        }
      }
    }
    return others;
  }

  /** Takes out of the inodes those that a process has open. */
  private void look(long pid, Map<Long, Ports> byInode, Map<Ports, Long> found) {
    if (byInode.isEmpty()) {
      return;
    }
    try {
      for (long inode : OpenSockets.inodes(proc, pid)) {
        Ports ports = byInode.remove(inode);
        if (ports != null) {
          found.put(ports, pid);
          known.add(pid);
        }
      }
    } catch (IOException e) {
      known.remove(pid); // it has ended, or is another user's
    }
  }
}
