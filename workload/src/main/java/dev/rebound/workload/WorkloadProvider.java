package dev.rebound.workload;

import java.util.List;

/**
 * Offers workloads. Found by {@link java.util.ServiceLoader}, so with a constructor for nothing.
 */
public interface WorkloadProvider {
  List<WorkloadKind> workloads();
}
