package dev.rebound.lab.experiment;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An engine before any experiment sets it, as it declares itself: what experiment files are checked
 * against, and what is told of it.
 *
 * @param name key in the engine map and in experiment files
 * @param version used when the file names none
 * @param options keys of the section {@code engine} that it knows beside the common ones, none of
 *     them required or with a default: what holds where one is absent is worked out by the engine.
 *     A key that another engine has, too, means the same there
 * @param check tells what it, as set, cannot do, the workload included, as far as it shows in the
 *     experiment alone; keys, guarantees and roles that it does not have are refused before
 * @param promise what a job on it promises, set as the section says
 * @param jars that a version needs, by the class path of each process
 */
public record EngineDeclaration(
    String name,
    String version,
    Capabilities capabilities,
    List<Option> options,
    Consumer<EngineSection> check,
    Function<EngineSpec, DeliveryGuarantee> promise,
    Function<String, List<JarSet>> jars,
    Support support) {

  /**
   * The abilities of an engine.
   *
   * @param profiles of {@link EngineSpec#PROFILES} that it can take
   * @param roles that faults can name, beside {@code broker} and those of its support
   * @param steps that it reports itself
   * @param workloads that its own job computes, by name
   * @param jobs how many a cluster of it runs at most, or {@link #ANY_NUMBER}
   * @param source what records a source of its own job can make itself
   */
  public record Capabilities(
      Set<Guarantee> guarantees,
      List<String> profiles,
      Set<String> roles,
      Set<Step> steps,
      List<String> workloads,
      int jobs,
      OwnSource source) {
    /** So many jobs as there is room for. */
    public static final int ANY_NUMBER = Integer.MAX_VALUE;

    /** One whose source makes no records. */
    public Capabilities(
        Set<Guarantee> guarantees,
        List<String> profiles,
        Set<String> roles,
        Set<Step> steps,
        List<String> workloads,
        int jobs) {
      this(guarantees, profiles, roles, steps, workloads, jobs, OwnSource.NONE);
    }

    /** The same of an engine whose source makes none, for a reason of its own. */
    public Capabilities withoutSource(String why) {
      return new Capabilities(
          guarantees, profiles, roles, steps, workloads, jobs, new OwnSource(List.of(), why));
    }

    /** The same of an engine whose source makes the records of some workloads. */
    public Capabilities making(List<String> made) {
      return new Capabilities(
          guarantees, profiles, roles, steps, workloads, jobs, new OwnSource(made, ""));
    }
  }

  /**
   * A source of an engine's own job that makes records and keeps how far it has come as its state.
   *
   * @param workloads whose records it can make, by name
   * @param why there is none, a sentence; empty if there is
   */
  public record OwnSource(List<String> workloads, String why) {
    /** That of an engine of which nobody asks it. */
    public static final OwnSource NONE = new OwnSource(List.of(), "It reads what it is sent.");
  }

  /** One class path to resolve: Maven coordinates, and what is left out of what they need. */
  public record JarSet(List<String> coordinates, List<String> exclusions) {}

  /**
   * Systems beside the brokers that it may ask for, however it is set.
   *
   * @param jars that they need, and what has to know them, for a version of the engine
   */
  public record Support(Set<String> roles, Function<String, List<JarSet>> jars) {
    /** None. */
    public static final Support NONE = new Support(Set.of(), version -> List.of());
  }

  /** One without keys, jars or support, which promises what its guarantee says. */
  public static EngineDeclaration of(String name, String version, Capabilities capabilities) {
    return new EngineDeclaration(
        name,
        version,
        capabilities,
        List.of(),
        section -> section.requireWorkload(capabilities.workloads()),
        EngineSpec::promiseOfGuarantee,
        wanted -> List.of(),
        Support.NONE);
  }

  /** Every role that faults can name, beside {@code broker}. */
  public Set<String> roles() {
    Set<String> roles = new TreeSet<>(capabilities.roles());
    roles.addAll(support.roles());
    return roles;
  }

  /** The version that is asked for, or the default one where none is. */
  public String version(EngineSpec spec) {
    return spec.version().isEmpty() ? version : spec.version();
  }

  /** Whether it is a service, to which requests are sent and no records. */
  public boolean service() {
    return Workloads.kinds().stream()
        .filter(kind -> kind.shape() == WorkloadKind.Shape.REQUESTED)
        .anyMatch(kind -> capabilities.workloads().contains(kind.name()));
  }
}
