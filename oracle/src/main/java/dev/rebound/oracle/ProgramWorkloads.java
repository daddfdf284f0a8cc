package dev.rebound.oracle;

import dev.rebound.oracle.records.Events;
import dev.rebound.oracle.records.Join;
import dev.rebound.oracle.records.Records;
import dev.rebound.oracle.request.Activation;
import dev.rebound.oracle.request.Requests;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadProvider;
import java.util.List;

/** The workloads that programs and services of users compute, each with its own oracle. */
public final class ProgramWorkloads implements WorkloadProvider {
  @Override
  public List<WorkloadKind> workloads() {
    return List.of(Events.KIND, Records.KIND, Join.KIND, Activation.KIND, Requests.KIND);
  }
}
