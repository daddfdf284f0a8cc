package dev.rebound.analysis.evidence;

import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.Turns;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes {@link FaultTimes} part by part, each named as it is there. For use by one thread. */
public final class FaultTimesBuilder {
  private final int fault;
  private final String kind;
  private final String role;
  private final List<String> victims;
  private final long signalMicros;
  private boolean confirmed = true;
  private boolean heldWork = true;
  private boolean workUntold;
  private List<Transition> transitions = List.of();
  private long returnedMicros = 0;
  private List<Long> returns = List.of();
  private @Nullable Set<Step> declared;
  private @Nullable Turns turns;

  FaultTimesBuilder(int fault, String kind, String role, List<String> victims, long signalMicros) {
    this.fault = fault;
    this.kind = kind;
    this.role = role;
    this.victims = victims;
    this.signalMicros = signalMicros;
  }

  public FaultTimesBuilder confirmed(boolean confirmed) {
    this.confirmed = confirmed;
    return this;
  }

  public FaultTimesBuilder heldWork(boolean heldWork) {
    this.heldWork = heldWork;
    return this;
  }

  /** Nobody tells whether a victim held work. */
  public FaultTimesBuilder workUntold() {
    this.heldWork = false;
    this.workUntold = true;
    return this;
  }

  public FaultTimesBuilder transitions(List<Transition> transitions) {
    this.transitions = transitions;
    return this;
  }

  public FaultTimesBuilder declared(@Nullable Set<Step> declared) {
    this.declared = declared;
    return this;
  }

  public FaultTimesBuilder turns(@Nullable Turns turns) {
    this.turns = turns;
    return this;
  }

  /** When each victim was back, in order. */
  public FaultTimesBuilder returns(List<Long> micros) {
    this.returnedMicros = micros.isEmpty() ? 0 : micros.get(0);
    this.returns = micros;
    return this;
  }

  public FaultTimes build() {
    return new FaultTimes(
        fault,
        kind,
        role,
        victims,
        confirmed,
        heldWork,
        workUntold,
        signalMicros,
        transitions,
        returnedMicros,
        returns,
        declared,
        turns,
        null);
  }
}
