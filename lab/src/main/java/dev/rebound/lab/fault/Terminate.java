package dev.rebound.lab.fault;

import dev.rebound.platform.Signal;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * SIGTERM, or the signal by which a program's own documentation has it end in order.
 *
 * @param count how many victims
 * @param restart what follows the death; null: the victim stays down until the run's end
 */
public record Terminate(int count, @Nullable Restart restart) implements EndingFault {
  static final FaultKind KIND =
      new EndingKind(
          "terminate",
          "SIGTERM to nodes of this role, or what else asks their program to end in order.",
          Terminate::new);

  @Override
  public FaultKind kind() {
    return KIND;
  }

  @Override
  public String words() {
    return "terminate";
  }

  @Override
  public FaultPlan plan() {
    return FaultPlan.ending(count, restart);
  }

  @Override
  public ActProof apply(MemberProcess process, LongSupplier micros) {
    return process.signal(Signal.TERMINATE);
  }
}
