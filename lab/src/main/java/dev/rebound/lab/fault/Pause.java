package dev.rebound.lab.fault;

import dev.rebound.analysis.evidence.Effect;
import dev.rebound.platform.Node;
import dev.rebound.platform.Signal;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * SIGSTOP, then SIGCONT.
 *
 * @param count how many victims
 * @param duration how long they stand still
 * @param always whether one that ends by itself is started again at once
 */
public record Pause(int count, Duration duration, boolean always) implements Fault<MemberProcess> {
  static final FaultKind KIND =
      new LastingKind(
          "pause",
          "SIGSTOP to nodes of this role, then SIGCONT.",
          Effect.of("pause"),
          "paused",
          List.of(
              FaultOption.COUNT,
              FaultOption.WHICH,
              FaultOption.duration(
                  LastingKind.FOR, null, "pause: how long the victims stand still.", "3s"),
              LastingKind.POLICY),
          line ->
              new Pause(
                  line.count(FaultOption.COUNT.key()),
                  line.duration(LastingKind.FOR),
                  LastingKind.always(line)));

  /** One whose healing starts a victim again that has ended. */
  public Pause(int count, Duration duration) {
    this(count, duration, false);
  }

  @Override
  public FaultKind kind() {
    return KIND;
  }

  @Override
  public String words() {
    return "pause (SIGSTOP)";
  }

  @Override
  public FaultPlan plan() {
    return FaultPlan.halting(count, duration).startingAgain(always);
  }

  @Override
  public MemberProcess target(Node member) {
    return new MemberProcess(member);
  }

  @Override
  public ActProof apply(MemberProcess process, LongSupplier micros) {
    return process.signal(Signal.PAUSE);
  }

  @Override
  public ActProof heal(MemberProcess process, ActProof hit, LongSupplier micros) {
    return process.resume();
  }
}
