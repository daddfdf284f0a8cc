package dev.rebound.lab.experiment;

import dev.rebound.lab.fault.Fault;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One line of the fault schedule: what is done, to whom, and when.
 *
 * @param role whom, such as {@code worker}, {@code jobmanager} or {@code broker}
 * @param fault what is done to its victims, which are chosen by the seed among nodes that hold work
 * @param which of its members only those that do this just then, a word of {@link
 *     dev.rebound.lab.fault.FaultOption#WHICH}; null for any
 */
public record ScheduledFault(
    String role, Schedule schedule, Fault<?> fault, @Nullable String which) {
  /**
   * Behind the name of a role or of its members, which of them are meant, and what they print when
   * they are hit; empty for any, at its time.
   */
  public String whichWords() {
    String line = schedule.when();
    return (which == null ? "" : " (" + which + " of partition 0)")
        + (line == null ? "" : ", once it prints \"" + line + "\"");
  }

  /** To any members of a role. */
  public ScheduledFault(String role, Schedule schedule, Fault<?> fault) {
    this(role, schedule, fault, null);
  }

  /**
   * When: counted from the start of the faults phase.
   *
   * @param at first time
   * @param every period after it, or null for once
   * @param jitter by how much later each time may come, drawn from the seed
   * @param when from then on, each victim is hit as soon as it prints a line with this text; null:
   *     at once
   */
  public record Schedule(
      Duration at, @Nullable Duration every, Duration jitter, @Nullable String when) {
    /** Whatever its victims print. */
    public Schedule(Duration at, @Nullable Duration every, Duration jitter) {
      this(at, every, jitter, null);
    }

    /** Just at these times. */
    public Schedule(Duration at, @Nullable Duration every) {
      this(at, every, Duration.ZERO, null);
    }
  }
}
