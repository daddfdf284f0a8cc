package dev.rebound.lab.probe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Sums the byte counters of TCP sockets per process, from what {@code ss -tineH} prints: a line per
 * socket with addresses and inode, then a line of details that starts with a blank. With {@code -p}
 * the line also names the process, and is believed.
 *
 * <p>A socket's counters run from its opening, so differences are taken per socket. A socket that
 * opens and closes between two readings is not seen.
 */
final class SocketCounters {
  private final Map<String, long[]> bySocket = new HashMap<>();
  private final Map<Long, long[]> byPid = new HashMap<>();
  private final SocketOwners owners;
  private boolean first = true;

  SocketCounters() {
    this(new SocketOwners());
  }

  SocketCounters(SocketOwners owners) {
    this.owners = owners;
  }

  /**
   * Takes in one output of {@code ss}. Sockets that were open before the first one count from then
   * on.
   */
  void update(String output, Set<Long> pids) {
    Set<String> seen = new HashSet<>();
    Set<Long> inodes = new HashSet<>();
    owners.begin(pids);
    int at = 0;
    String socket = null;
    long pid = -1;
    while (at < output.length()) {
      int end = output.indexOf('\n', at);
      String line = output.substring(at, end < 0 ? output.length() : end);
      at += line.length() + 1;
      if (line.isEmpty()) {
        continue;
      }
      if (!Character.isWhitespace(line.charAt(0))) {
        pid = number(line, "pid=");
        if (pid < 0) {
          long inode = number(line, " ino:");
          inodes.add(inode);
          pid = owners.pid(inode);
        }
        socket = pids.contains(pid) ? name(line) + " " + pid : null;
      }
      if (socket != null && line.contains(" rto:")) {
        long received = Math.max(0, number(line, " bytes_received:"));
        long sent = Math.max(0, number(line, " bytes_sent:"));
        if (seen.add(socket)) {
          count(socket, pid, received, sent);
        }
      }
    }
    bySocket.keySet().retainAll(seen);
    owners.end(inodes);
    first = false;
  }

  private void count(String socket, long pid, long received, long sent) {
    long[] before = bySocket.put(socket, new long[] {received, sent});
    boolean reused = before != null && (received < before[0] || sent < before[1]);
    long[] sum = byPid.computeIfAbsent(pid, key -> new long[2]);
    if (before == null && first) {
      return;
    }
    sum[0] += received - (before == null || reused ? 0 : before[0]);
    sum[1] += sent - (before == null || reused ? 0 : before[1]);
  }

  /** Bytes received and sent by a process since the first update. */
  long[] of(long pid) {
    return byPid.getOrDefault(pid, new long[2]).clone();
  }

  private static String name(String line) {
    int users = line.indexOf("users:");
    String head = users < 0 ? line : line.substring(0, users);
    String[] words = head.strip().split("\\s+", 6);
    return words.length < 5 ? head : words[3] + " " + words[4];
  }

  private static long number(String line, String label) {
    int at = line.indexOf(label);
    if (at < 0) {
      return -1;
    }
    int from = at + label.length();
    int to = from;
    while (to < line.length() && Character.isDigit(line.charAt(to))) {
      to++;
    }
    return to == from ? -1 : Long.parseLong(line, from, to, 10);
  }
}
