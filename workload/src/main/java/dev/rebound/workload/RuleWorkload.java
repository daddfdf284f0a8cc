package dev.rebound.workload;

import java.util.Properties;

/**
 * A workload in which records match rules, and owe an output for each rule that they match. A rule
 * may as well be a key that the record has.
 */
public interface RuleWorkload extends Workload {
  /** Number of rules, or of other keys; they are numbered from 0. */
  int rules();

  /** What a message calls one of them. */
  default String keyWord() {
    return "rule";
  }

  /** A new matcher for use by one thread. */
  Matcher newMatcher();

  /** Mean number of matches per record, as the description (or a count over the log file) says. */
  @Override
  double outputsPerRecord();

  @Override
  default long heldBytes() {
    return rules() * spec().stateBytes();
  }

  @Override
  default int readouts() {
    return shape() == WorkloadKind.Shape.KEYED ? rules() : 0;
  }

  @Override
  default ExpectedOutputs owed() {
    return newMatcher();
  }

  /** A new matcher of a workload that travelled as properties, for use by one thread. */
  static Matcher matcher(Properties workload) {
    return of(Workloads.create(WorkloadSpec.fromProperties(workload))).newMatcher();
  }

  /** A workload as one with rules; {@link IllegalArgumentException} if it has none. */
  static RuleWorkload of(Workload workload) {
    if (workload instanceof RuleWorkload rules) {
      return rules;
    }
    throw new IllegalArgumentException(workload.spec().name() + " has no rules");
  }
}
