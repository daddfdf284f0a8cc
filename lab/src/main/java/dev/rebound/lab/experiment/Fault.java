package dev.rebound.lab.experiment;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One line of the fault schedule: a harmful action, its victims and its times. */
public sealed interface Fault {
  /** Whom: a role ({@code worker}, {@code jobmanager}, {@code broker}). */
  String role();

  /** How many victims each time, chosen by the seed among nodes that hold work. */
  int count();

  Schedule schedule();

  /** What is done, for exhaustive switches: Java 17 has none over sealed types. */
  Kind kind();

  /** What follows a death; null if the victim stays down, or if the fault kills nobody. */
  @Nullable Restart restart();

  /** What a fault does. */
  enum Kind {
    KILL,
    TERMINATE,
    PAUSE;

    /** As written in experiment files and in the journal. */
    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /**
   * When: counted from the start of the faults phase.
   *
   * @param at first time
   * @param every period after it, or null for once
   */
  record Schedule(Duration at, @Nullable Duration every) {}

  /**
   * What happens after a death.
   *
   * @param after wait between death and restart
   * @param disk kept or wiped
   * @param as same or new identity (node identity settings such as a static member id)
   */
  record Restart(Duration after, Disk disk, Identity as) {
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

  /** SIGKILL. {@code restart} null: the victim stays down until the run's end. */
  record Kill(String role, int count, Schedule schedule, @Nullable Restart restart)
      implements Fault {
    @Override
    public Fault.Kind kind() {
      return Fault.Kind.KILL;
    }
  }

  /** SIGTERM. */
  record Terminate(String role, int count, Schedule schedule, @Nullable Restart restart)
      implements Fault {
    @Override
    public Fault.Kind kind() {
      return Fault.Kind.TERMINATE;
    }
  }

  /** SIGSTOP for {@code duration}, then SIGCONT. */
  record Pause(String role, int count, Schedule schedule, Duration duration) implements Fault {
    @Override
    public Fault.Kind kind() {
      return Fault.Kind.PAUSE;
    }

    @Override
    public @Nullable Restart restart() {
      return null;
    }
  }
}
