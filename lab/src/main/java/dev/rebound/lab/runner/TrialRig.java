package dev.rebound.lab.runner;

import java.time.Duration;
import java.util.Optional;

/**
 * Brokers, a job and its observer that stay up while loads of other rates follow one another.
 * {@link LocalTrialRig} is the real one.
 */
public interface TrialRig {
  /** Brings everything up but the load. */
  void start(Duration limit);

  /** True as soon as the job has delivered anything. */
  boolean outputSeen();

  /** Starts generators that send this many records a second, all together. */
  void startLoad(double ratePerSecond);

  /** The newest second if it is later than this, counted from the first record of the load. */
  Optional<TrialTick> tickAfter(double seconds);

  /** Ends the load in order. */
  void stopLoad();

  /** Why nothing more can be measured. */
  Optional<String> broken();
}
