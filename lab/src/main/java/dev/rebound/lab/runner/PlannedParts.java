package dev.rebound.lab.runner;

import dev.rebound.analysis.units.Rate;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.jvm.Jdk;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.Load;
import dev.rebound.lab.rig.ObserverPart;
import dev.rebound.lab.rig.Parts;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The parts of a job of a run on a platform, before anything starts.
 *
 * @param parts that all jobs share, as this one sees them
 * @param jdk of the subject's processes
 * @param recordsMax most records that a load without a schedule sends; 0 for one with a schedule
 */
record PlannedParts(
    Experiment experiment,
    Parts parts,
    Instruments instruments,
    Load load,
    long recordsMax,
    ObserverPart observer,
    Jdk jdk) {
  /**
   * One for each job. Starts nothing, and reserves addresses. Throws {@link
   * dev.rebound.base.ReboundException} for an experiment that this engine cannot carry out.
   */
  static List<PlannedParts> of(
      Experiment experiment, Engine engine, String runId, Platform platform) {
    Jdk jdk = jdk(experiment);
    Parts parts =
        Parts.planned(
            experiment,
            experiment.kafka().withJvmFirst(Instruments.compiler(experiment)),
            engine,
            runId,
            platform);
    FaultRoles.require(experiment, parts.all());
    PlacedRoles.require(experiment, parts.all());
    List<PlannedParts> jobs = new ArrayList<>();
    for (JobSpec job : parts.job().jobs()) {
      jobs.add(of(experiment, jobs.size(), parts.of(job), jdk, platform));
    }
    return jobs;
  }

  /** The JDK that the experiment's engine runs on; refuses one that is not there. */
  static Jdk jdk(Experiment experiment) {
    String asked = experiment.engine().java();
    return asked.isEmpty()
        ? Jdk.ofLab()
        : Jdk.named(
            asked,
            Jdk.installed(),
            (problem, remedy) -> experiment.wrong(EngineSpec.JAVA, problem, remedy));
  }

  private static PlannedParts of(
      Experiment run, int number, Parts parts, Jdk jdk, Platform platform) {
    Experiment experiment = run.jobs().get(number);
    Instruments instruments =
        new Instruments(
            run,
            number,
            parts.subject().promise(),
            parts.outside(platform),
            parts.subject().asked());
    long recordsMax =
        experiment.load().flatOut()
            ? UnthrottledLoad.recordsMax(
                experiment, Workloads.create(experiment.workload()), instruments.asked())
            : 0;
    return new PlannedParts(
        experiment,
        parts,
        instruments,
        Load.of(experiment.load(), instruments.job(), instruments),
        recordsMax,
        new ObserverPart(instruments),
        jdk);
  }

  /**
   * The plans of a run, one as each of its jobs sees it: what it will do, need and take; the
   * processes are of all.
   */
  static List<RunPlan> plans(List<PlannedParts> jobs) {
    List<ProcessSpec> all = new ArrayList<>();
    jobs.get(0).parts.all().forEach(part -> all.addAll(part.processes()));
    for (PlannedParts job : jobs) {
      Rate rate = job.experiment.load().rate();
      all.addAll(job.load.processes(new Load.LoadTurn(0, rate, job.recordsMax, 0)));
      all.addAll(job.observer.processes());
    }
    return jobs.stream().map(job -> job.plan(List.copyOf(all))).toList();
  }

  private RunPlan plan(List<ProcessSpec> all) {
    Duration noticesWithin = parts.subject().noticesWithin();
    List<String> warnings =
        new ArrayList<>(CloseFaults.warnings(experiment, Part.members(all), noticesWithin));
    warnings.addAll(OutputFlow.warnings(experiment, noticesWithin));
    warnings.addAll(
        FaultRoles.endangering(experiment, Part.members(all), parts.subject()::endangered));
    return RunPlan.of(
        experiment,
        Workloads.create(experiment.workload()),
        parts.subject().plan(),
        instruments.asked(),
        Stream.of(
                Stream.of(parts.subject().reserve())
                    .filter(reserve -> !reserve.isEmpty())
                    .map(reserve -> "in reserve: " + reserve),
                Stream.concat(Stream.of(parts.kafka()), parts.supporting().stream())
                    .flatMap(part -> part.notes().stream()),
                PlannedJvms.words(all, parts.subject().means(), jdk).stream())
            .flatMap(notes -> notes)
            .toList(),
        all,
        warnings);
  }
}
