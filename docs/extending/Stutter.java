package com.example;

import dev.rebound.analysis.evidence.Effect;
import dev.rebound.lab.fault.ActProof;
import dev.rebound.lab.fault.Fault;
import dev.rebound.lab.fault.FaultKind;
import dev.rebound.lab.fault.FaultOption;
import dev.rebound.lab.fault.FaultPlan;
import dev.rebound.lab.fault.FaultProvider;
import dev.rebound.lab.fault.LastingKind;
import dev.rebound.lab.fault.MemberProcess;
import dev.rebound.platform.Node;
import dev.rebound.platform.Signal;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The fault {@code stutter}: a process runs and stands still by turns, as one does whose machine
 * gives it half a core.
 */
public record Stutter(int count, Duration duration) implements Fault<MemberProcess> {
  static final FaultKind KIND =
      new LastingKind(
          "stutter",
          "SIGSTOP and SIGCONT to nodes of this role by turns.",
          new Effect("%s ran only half the time (SIGSTOP, SIGCONT)", "stutter", false),
          "stuttering",
          List.of(
              FaultOption.COUNT,
              FaultOption.duration(
                  LastingKind.FOR, null, "stutter: how long victims run half the time.", "3s")),
          line -> new Stutter(line.count("count"), line.duration(LastingKind.FOR)));

  /** What META-INF/services names. */
  public static final class Provider implements FaultProvider {
    @Override
    public List<FaultKind> faults() {
      return List.of(KIND);
    }
  }

  private static final long TURN_MILLIS = 100;

  @Override
  public FaultKind kind() {
    return KIND;
  }

  @Override
  public String words() {
    return "stutter (SIGSTOP, SIGCONT)";
  }

  @Override
  public FaultPlan plan() {
    return FaultPlan.halting(count, duration);
  }

  @Override
  public MemberProcess target(Node member) {
    return new MemberProcess(member);
  }

  /** It is proven if the process was seen to stand still each time. */
  @Override
  public ActProof apply(MemberProcess process, LongSupplier micros) {
    long began = micros.getAsLong();
    int turns = (int) Math.max(1, duration.toMillis() / (2 * TURN_MILLIS));
    int stood = 0;
    for (int turn = 0; turn < turns && !Thread.currentThread().isInterrupted(); turn++) {
      stood += process.signal(Signal.PAUSE).proven() ? 1 : 0;
      sleep();
      process.resume();
      sleep();
    }
    String words = "stood still " + stood + " of " + turns + " times";
    return ActProof.now(process.life(), began, micros, stood == turns, words);
  }

  private static void sleep() {
    try {
      Thread.sleep(TURN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public ActProof heal(MemberProcess process, ActProof hit, LongSupplier micros) {
    return process.resume();
  }
}
