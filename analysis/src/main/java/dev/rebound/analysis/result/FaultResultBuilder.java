package dev.rebound.analysis.result;

import dev.rebound.analysis.evidence.Effect;
import dev.rebound.analysis.result.Results.Dip;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes {@link FaultResult} part by part, each named as it is there. For use by one thread. */
public final class FaultResultBuilder {
  private final int fault;
  private final String kind;
  private final String role;
  private final List<String> victims;
  private long atMicros = 0;
  private boolean confirmed = true;
  private String impact = "hit";
  private Span outage = Span.unknown("");
  private Span recovery;
  private List<StepResult> steps = List.of();
  private @Nullable Double loadToCapacity;
  private Span processing = outage;
  private @Nullable Span visible;
  private Span disrupted = outage;
  private List<Dip> secondStops = List.of();
  private List<Dip> laterDips = List.of();
  private Map<String, String> notApplicable = Map.of();
  private @Nullable Effect told;

  FaultResultBuilder(int fault, String kind, String role, List<String> victims, Span recovery) {
    this.fault = fault;
    this.kind = kind;
    this.role = role;
    this.victims = victims;
    this.recovery = recovery;
  }

  FaultResultBuilder(FaultResult from) {
    this.fault = from.fault();
    this.kind = from.kind();
    this.role = from.role();
    this.victims = from.victims();
    this.atMicros = from.atMicros();
    this.confirmed = from.confirmed();
    this.impact = from.impact();
    this.outage = from.outage();
    this.recovery = from.recovery();
    this.steps = from.steps();
    this.loadToCapacity = from.loadToCapacity();
    this.processing = from.processing();
    this.visible = from.visible();
    this.disrupted = from.disrupted();
    this.secondStops = from.secondStops();
    this.laterDips = from.laterDips();
    this.notApplicable = from.notApplicable();
    this.told = from.told();
  }

  /** The only outage: by append times, for readers, and all that was disrupted. */
  public FaultResultBuilder outages(Span only) {
    return outage(only).processing(only).disrupted(only);
  }

  public FaultResultBuilder atMicros(long atMicros) {
    this.atMicros = atMicros;
    return this;
  }

  public FaultResultBuilder confirmed(boolean confirmed) {
    this.confirmed = confirmed;
    return this;
  }

  public FaultResultBuilder impact(String impact) {
    this.impact = impact;
    return this;
  }

  public FaultResultBuilder outage(Span outage) {
    this.outage = outage;
    return this;
  }

  public FaultResultBuilder recovery(Span recovery) {
    this.recovery = recovery;
    return this;
  }

  public FaultResultBuilder steps(List<StepResult> steps) {
    this.steps = steps;
    return this;
  }

  public FaultResultBuilder loadToCapacity(@Nullable Double loadToCapacity) {
    this.loadToCapacity = loadToCapacity;
    return this;
  }

  public FaultResultBuilder processing(Span processing) {
    this.processing = processing;
    return this;
  }

  public FaultResultBuilder visible(@Nullable Span visible) {
    this.visible = visible;
    return this;
  }

  public FaultResultBuilder disrupted(Span disrupted) {
    this.disrupted = disrupted;
    return this;
  }

  public FaultResultBuilder secondStops(List<Dip> secondStops) {
    this.secondStops = secondStops;
    return this;
  }

  public FaultResultBuilder laterDips(List<Dip> laterDips) {
    this.laterDips = laterDips;
    return this;
  }

  public FaultResultBuilder notApplicable(Map<String, String> notApplicable) {
    this.notApplicable = notApplicable;
    return this;
  }

  public FaultResult build() {
    return new FaultResult(
        fault,
        kind,
        role,
        victims,
        atMicros,
        confirmed,
        impact,
        outage,
        recovery,
        steps,
        loadToCapacity,
        processing,
        visible,
        disrupted,
        secondStops,
        laterDips,
        notApplicable,
        told);
  }
}
