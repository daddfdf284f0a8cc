package dev.rebound.lab.runner;

/**
 * One second of a trial; NaN stands for what could not be read.
 *
 * @param seconds since the trial's load began
 * @param lagRecords that the job has still to commit, its shuffle included
 * @param sentPerSecond by all generators
 * @param outputPerSecond into the output topic
 * @param p99Millis append latency of the second's outputs
 * @param slipMillis how late the generators were by their own fault, at most
 * @param cpuShare of the machine
 */
public record TrialTick(
    double seconds,
    double lagRecords,
    double sentPerSecond,
    double outputPerSecond,
    double p99Millis,
    double slipMillis,
    double cpuShare) {
  /** The same values at another time. */
  TrialTick at(double other) {
    return new TrialTick(
        other, lagRecords, sentPerSecond, outputPerSecond, p99Millis, slipMillis, cpuShare);
  }
}
