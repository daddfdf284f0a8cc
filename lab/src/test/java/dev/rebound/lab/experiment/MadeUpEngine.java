package dev.rebound.lab.experiment;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.experiment.EngineDeclaration.Support;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Declarations of engines that there are not: workers, whatever goes together, and no jars. */
public final class MadeUpEngine {
  private MadeUpEngine() {}

  public static EngineDeclaration offering(Guarantee... guarantees) {
    return of(List.of(), 1, List.of(), section -> {}, EngineSpec::promiseOfGuarantee, guarantees);
  }

  static EngineDeclaration ofJobs(int jobs) {
    return of(
        List.of(),
        jobs,
        List.of(),
        section -> {},
        EngineSpec::promiseOfGuarantee,
        Guarantee.values());
  }

  public static EngineDeclaration computing(String workload) {
    return of(
        List.of(workload),
        1,
        List.of(),
        section -> {},
        EngineSpec::promiseOfGuarantee,
        Guarantee.values());
  }

  static EngineDeclaration promising(Function<EngineSpec, DeliveryGuarantee> promise) {
    return of(List.of(), 1, List.of(), section -> {}, promise, Guarantee.values());
  }

  static EngineDeclaration knowing(Consumer<EngineSection> check, Option... options) {
    return of(
        List.of(),
        1,
        List.of(options),
        check,
        EngineSpec::promiseOfGuarantee,
        Guarantee.AT_LEAST_ONCE,
        Guarantee.EXACTLY_ONCE);
  }

  private static EngineDeclaration of(
      List<String> workloads,
      int jobs,
      List<Option> options,
      Consumer<EngineSection> check,
      Function<EngineSpec, DeliveryGuarantee> promise,
      Guarantee... guarantees) {
    return new EngineDeclaration(
        "made-up",
        "1",
        new Capabilities(
            Set.of(guarantees), EngineSpec.PROFILES, Set.of("worker"), Set.of(), workloads, jobs),
        options,
        check,
        promise,
        version -> List.of(),
        Support.NONE);
  }
}
