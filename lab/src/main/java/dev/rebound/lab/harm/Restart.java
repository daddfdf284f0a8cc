package dev.rebound.lab.harm;

import dev.rebound.lab.platform.Incarnation;
import dev.rebound.lab.platform.Node;
import java.time.Duration;

/**
 * What happens after a death.
 *
 * @param after wait between death and restart
 * @param disk kept or wiped
 * @param as same or new identity (node identity settings such as a static member id)
 */
public record Restart(Duration after, Disk disk, Identity as) {
  /** What becomes of the data folder. */
  public enum Disk {
    KEPT,
    WIPED
  }

  /** Whether the new life goes by the old name. */
  public enum Identity {
    SAME,
    NEW
  }

  /** Starts the next life of a dead member, and sees that it is one. */
  Healed carryOut(Node node) {
    Incarnation before = node.current();
    if (node.alive()) {
      return Healed.not(
          before.number(), "was to be started again, and still lives as it did before");
    }
    Incarnation next = node.restart(disk == Disk.WIPED, as == Identity.NEW);
    boolean anew =
        next.number() > before.number()
            && (next.pid() != before.pid() || next.startMicros() != before.startMicros());
    if (!anew || !node.alive()) {
      return Healed.not(next.number(), "was started again, and no new process of it lives");
    }
    return Healed.started(
        next.number(),
        "restarted as pid " + next.pid() + ", disk " + (disk == Disk.KEPT ? "kept" : "wiped"));
  }
}
