package dev.rebound.lab.harm;

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
}
