package dev.rebound.lab.fault;

import dev.rebound.platform.Signal;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * SIGKILL.
 *
 * @param count how many victims
 * @param restart what follows the death; null: the victim stays down until the run's end
 */
public record Kill(int count, @Nullable Restart restart) implements EndingFault {
  static final FaultKind KIND = new EndingKind("kill", "SIGKILL to nodes of this role.", Kill::new);

  @Override
  public FaultKind kind() {
    return KIND;
  }

  @Override
  public String words() {
    return "kill (SIGKILL)";
  }

  @Override
  public FaultPlan plan() {
    return FaultPlan.ending(count, restart);
  }

  @Override
  public ActProof apply(MemberProcess process, LongSupplier micros) {
    return process.signal(Signal.KILL);
  }
}
