package dev.rebound.lab.fault;

import java.util.List;

/** The faults of Rebound itself. A new one is a class and one line here. */
public final class BuiltInFaults implements FaultProvider {
  @Override
  public List<FaultKind> faults() {
    return List.of(Kill.KIND, Terminate.KIND, Pause.KIND, RollingRedeployment.KIND);
  }
}
