package dev.rebound.campaign.sustain;

/** The verdict of a trial on its rate. */
public enum TrialOutcome {
  /** The backlog did not grow, and the latency kept its bound. */
  SUSTAINED,
  /** The job fell behind, or its latency was above the bound. */
  NOT_SUSTAINED,
  /** The job kept up, but the generators did not send the rate: the rig is the limit. */
  RIG_LIMIT,
  /** The trial does not tell; the rate is tried again. */
  UNCLEAR
}
