package dev.rebound.lab.runner;

import dev.rebound.analysis.units.Rate;
import dev.rebound.lab.engine.Access;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.HttpLoadSpec;
import dev.rebound.lab.experiment.HttpSpec;
import dev.rebound.lab.experiment.LoadSpec;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.rig.Generators;
import dev.rebound.lab.rig.HttpLoad;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.Load;
import dev.rebound.lab.rig.ObserverPart;
import dev.rebound.lab.rig.Parts;
import dev.rebound.workload.Workload;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run on a platform is made of, before anything starts.
 *
 * @param recordsMax most records that a load without a schedule sends; 0 for one with a schedule
 * @param run of all processes
 * @param beside what the second job has of its own; null if there is none
 */
record Planned(
    Parts parts,
    Instruments instruments,
    Load load,
    long recordsMax,
    ObserverPart observer,
    RunPlan run,
    @Nullable Planned beside) {
  /**
   * Starts nothing, and reserves addresses. Throws {@link dev.rebound.analysis.ReboundException}
   * for an experiment that this engine cannot carry out.
   */
  static Planned of(Experiment experiment, Engine engine, String runId, Platform platform) {
    Parts parts =
        Parts.planned(
            experiment,
            experiment.kafka().withJvmFirst(Instruments.compiler(experiment)),
            engine,
            runId,
            platform);
    FaultRoles.require(experiment, parts.all());
    Optional<Access> access = engine.access(experiment.engine(), parts.job(), platform);
    Instruments instruments =
        new Instruments(experiment, parts.subject().promise(), parts.job(), access);
    LoadSpec spec = experiment.load();
    Load load =
        access.isPresent()
            ? new HttpLoad(requests(spec, access.get()), parts.job().workload())
            : new Generators(spec, parts.job(), instruments);
    ObserverPart observer = new ObserverPart(instruments);
    Workload workload = Workloads.create(experiment.workload());
    boolean requests = engine.askedOverHttp();
    long recordsMax = spec.flatOut() ? FlatOut.recordsMax(experiment, workload, requests) : 0;
    List<ProcessSpec> all = new ArrayList<>();
    parts.all().forEach(part -> all.addAll(part.processes()));
    all.addAll(load.processes(new Load.Turn(0, spec.rate(), recordsMax, 0)));
    all.addAll(observer.processes());
    Experiment second = experiment.beside();
    JobSpec job = parts.job().beside();
    Planned beside =
        second == null || job == null ? null : beside(second, spec.rate(), parts.of(job), all);
    return new Planned(
        parts,
        instruments,
        load,
        recordsMax,
        observer,
        run(experiment, workload, parts, requests, all),
        beside);
  }

  /**
   * Of the second job.
   *
   * @param first the rate of the first one
   * @param processes of all else, to which it adds its own
   */
  private static Planned beside(
      Experiment experiment, Rate first, Parts parts, List<ProcessSpec> processes) {
    Instruments instruments =
        Instruments.beside(experiment, first, parts.subject().promise(), parts.job());
    Load load = new Generators(experiment.load(), parts.job(), instruments);
    ObserverPart observer = new ObserverPart(instruments);
    processes.addAll(load.processes(new Load.Turn(0, experiment.load().rate(), 0, 0)));
    processes.addAll(observer.processes());
    Workload workload = Workloads.create(experiment.workload());
    return new Planned(
        parts,
        instruments,
        load,
        0,
        observer,
        run(experiment, workload, parts, false, processes),
        null);
  }

  private static RunPlan run(
      Experiment experiment,
      Workload workload,
      Parts parts,
      boolean requests,
      List<ProcessSpec> all) {
    return RunPlan.of(
        experiment,
        workload,
        parts.subject().plan(),
        requests,
        parts.support().stream().flatMap(part -> part.notes().stream()).toList(),
        List.copyOf(all),
        CloseFaults.warnings(experiment, Part.members(all), parts.subject().noticesWithin()));
  }

  private static HttpLoadSpec requests(LoadSpec load, Access access) {
    HttpSpec http = load.http();
    HttpLoadSpec usual = HttpLoadSpec.of(access.urls(), load.generators(), null);
    return new HttpLoadSpec(
        access.urls(),
        load.generators(),
        load.flatOut()
            ? new HttpLoadSpec.Users(http.users(), 0, http.think(), Duration.ZERO)
            : null,
        http.timeout(),
        http.timeout().compareTo(usual.connectTimeout()) < 0
            ? http.timeout()
            : usual.connectTimeout(),
        usual.inFlightMax(),
        http.connections(),
        http.version(),
        usual.accepted(),
        access.noEffect());
  }
}
