package dev.rebound.workload.due;

/**
 * One output as a reader saw it: who it is, and what it says of the state that it came from. What
 * the four words mean is the workload's matter; equal outputs have equal words.
 */
public interface Observation {
  /** First word of the identity. */
  long identityHigh();

  /** Second word of the identity. */
  long identityLow();

  /** First word of what it says of the state. */
  long evidenceHigh();

  /** Second word of what it says of the state. */
  long evidenceLow();
}
