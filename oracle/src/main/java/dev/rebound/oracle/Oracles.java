package dev.rebound.oracle;

import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.perrecord.FilterOracle;
import dev.rebound.oracle.perrecord.GroupingOracle;
import dev.rebound.oracle.perrecord.RuleOracle;
import dev.rebound.oracle.session.SessionsOracle;
import dev.rebound.oracle.window.WindowOracle;
import dev.rebound.workload.FilterWorkload;
import dev.rebound.workload.Grouping;
import dev.rebound.workload.RuleWorkload;
import dev.rebound.workload.Sessions;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.Workload;

/**
 * The oracles of workloads: of those that jobs of ours compute, and of those that are their own.
 */
public final class Oracles {
  private Oracles() {}

  /** The oracle of a workload; {@link IllegalArgumentException} if it has none. */
  public static Oracle of(Workload workload) {
    if (workload instanceof Oracle own) {
      return own;
    }
    if (workload instanceof VisitWindows windows) {
      return new WindowOracle(windows);
    }
    if (workload instanceof Sessions sessions) {
      return new SessionsOracle(sessions);
    }
    if (workload instanceof Grouping grouping) {
      return new GroupingOracle(grouping);
    }
    if (workload instanceof FilterWorkload filter) {
      return new FilterOracle(filter);
    }
    if (workload instanceof RuleWorkload rules) {
      return new RuleOracle(rules);
    }
    throw new IllegalArgumentException(
        "nobody says what is due of " + workload.spec().name() + "; let it implement Oracle");
  }
}
