package dev.rebound.lab.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells which of a few processes has a socket open, by the socket's inode, from {@code
 * /proc/<pid>/fd}. Open files are looked through only when a socket turns up that was not there
 * before, so that a reading in which nothing was opened costs nothing. For use by one thread.
 */
final class SocketOwners {
  private final Path proc;
  private final Map<Long, Long> pidByInode = new HashMap<>();
  private final Set<Long> others = new HashSet<>();
  private Set<Long> pids = Set.of();
  private boolean looked;

  SocketOwners() {
    this(Path.of("/proc"));
  }

  SocketOwners(Path proc) {
    this.proc = proc;
  }

  /** Begins a reading. A socket of a process that was unknown before is looked for again. */
  void begin(Set<Long> processes) {
    if (!processes.equals(pids)) {
      pids = Set.copyOf(processes);
      others.clear();
      pidByInode.values().retainAll(pids);
    }
    looked = false;
  }

  /** The process that has the socket; −1 if it is none of those asked for. */
  long pid(long inode) {
    if (inode <= 0) {
      return -1;
    }
    if (!looked && !pidByInode.containsKey(inode) && !others.contains(inode)) {
      looked = true;
      pidByInode.clear();
      pids.forEach(this::look);
    }
    Long pid = pidByInode.get(inode);
    if (pid == null) {
      others.add(inode);
      return -1;
    }
    return pid;
  }

  private void look(long pid) {
    try {
      OpenSockets.inodes(proc, pid).forEach(inode -> pidByInode.put(inode, pid));
    } catch (IOException e) {
      // The process ended: it has no socket any more.
    }
  }

  /** Forgets the sockets that are gone. */
  void end(Set<Long> present) {
    others.retainAll(present);
    pidByInode.keySet().retainAll(present);
  }
}
