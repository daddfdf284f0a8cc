package dev.rebound.analysis.evidence;

/**
 * A step of one recovery, in order. The first three are the engine's own word; the others come from
 * topics alone.
 */
public enum Step {
  /** The engine noticed that a member is gone. */
  DETECTED,
  /** The lost work has new owners. */
  REASSIGNED,
  /** State is back and processing resumes. */
  RESTORED,
  /** First output on a lane that had fallen silent. */
  FIRST_OUTPUT,
  /** Every delayed record is delivered and the frontier age is back inside its baseline band. */
  CAUGHT_UP
}
