package dev.rebound.lab.experiment;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Promise;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What an experiment file is checked against for the engine that it names.
 *
 * @param version used when the file names none
 * @param guarantees that it offers
 * @param roles that faults can name, beside {@code broker}
 * @param askedOverHttp whether it is a service, to which requests are sent and no records
 * @param options keys of the section {@code engine} that it knows beside the common ones, none of
 *     them required or with a default
 * @param check tells what is wrong with the section
 * @param promise what a job on it promises, set as the section says
 * @param severalJobs whether it can run a second job on the same cluster
 */
public record KnownEngine(
    String version,
    Set<Guarantee> guarantees,
    Set<String> roles,
    boolean askedOverHttp,
    List<Option> options,
    Consumer<EngineSection> check,
    Function<EngineSpec, Promise> promise,
    boolean severalJobs) {

  /** One that runs a single job. */
  public KnownEngine(
      String version,
      Set<Guarantee> guarantees,
      Set<String> roles,
      boolean askedOverHttp,
      List<Option> options,
      Consumer<EngineSection> check,
      Function<EngineSpec, Promise> promise) {
    this(version, guarantees, roles, askedOverHttp, options, check, promise, false);
  }

  /**
   * One without keys of its own, that takes whatever goes together and promises what it is told.
   */
  public KnownEngine(String version, Set<Guarantee> guarantees, Set<String> roles) {
    this(
        version,
        guarantees,
        roles,
        false,
        List.of(),
        section -> {},
        EngineSpec::promiseOfGuarantee);
  }
}
