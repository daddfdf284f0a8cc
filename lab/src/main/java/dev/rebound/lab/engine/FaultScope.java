package dev.rebound.lab.engine;

import dev.rebound.lab.experiment.ScheduledFault;
import dev.rebound.lab.fault.FaultPlan;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whom a fault hit, as far as it decides which steps an engine has to tell of.
 *
 * @param deadly whether its victims die
 * @param living members of the role that lived when the fault came, its victims included
 * @param victims how many of them it hit
 * @param working members of the role that held work then, among victims and others
 * @param workingVictims how many of the victims held work
 * @param away how long a victim is out of action: a pause's length, or the wait between death and
 *     restart; null if it stays away
 * @param sameIdentity false if victims come back under another identity
 */
public record FaultScope(
    boolean deadly,
    String role,
    int living,
    int victims,
    int working,
    int workingVictims,
    @Nullable Duration away,
    boolean sameIdentity) {

  /** The scope of a fault that hits so many members. */
  public static FaultScope of(
      ScheduledFault fault, int living, int victims, int working, int workingVictims) {
    FaultPlan plan = fault.fault().plan();
    return new FaultScope(
        plan.deadly(),
        fault.role(),
        living,
        victims,
        working,
        workingVictims,
        plan.away(),
        plan.sameIdentity());
  }

  /** True if nobody of the role is left to notice anything. */
  public boolean hitsAll() {
    return victims >= living;
  }

  /** True if the victims are away for longer than this. */
  public boolean outlasts(Duration time) {
    return away == null || away.compareTo(time) > 0;
  }
}
