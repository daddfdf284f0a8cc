package dev.rebound.workload;

import java.util.List;

/**
 * The workloads that jobs of ours compute. A new one is one package or class, and one line here.
 */
public final class BuiltInWorkloads implements WorkloadProvider {
  @Override
  public List<WorkloadKind> workloads() {
    return List.of(
        RuleMatch.KIND,
        LogMatch.KIND,
        Grep.KIND,
        FixedWindow.KIND,
        SessionWindow.KIND,
        Grouping.KIND,
        Sessions.KIND);
  }
}
