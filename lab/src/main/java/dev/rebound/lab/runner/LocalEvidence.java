package dev.rebound.lab.runner;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.evidence.Unfinished;
import dev.rebound.analysis.journal.Event;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.nemesis.Nemesis;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gathers what the processes of a local run left behind into {@code data/} of the run's folder. */
final class LocalEvidence {
  private final Experiment experiment;
  private final JobSpec job;
  private final RunDirectory directory;
  private final Instruments instruments;
  private final Journal journal;

  LocalEvidence(
      Experiment experiment,
      JobSpec job,
      RunDirectory directory,
      Instruments instruments,
      Journal journal) {
    this.experiment = experiment;
    this.job = job;
    this.directory = directory;
    this.instruments = instruments;
    this.journal = journal;
  }

  /**
   * What is known without asking anyone.
   *
   * @param steps the steps that the engine has of a fault
   * @param rig what the rig itself did
   */
  record Told(
      List<Nemesis.Injected> faults,
      Function<FaultScope, Set<Step>> steps,
      List<Evidence.RigSample> rig,
      List<Transition> transitions,
      List<Evidence.PhaseTimes> phases,
      List<Long> lastStable,
      List<Long> highWatermark,
      boolean hanging,
      Unfinished unfinished) {}

  Evidence gather(List<Node> generators, Node observer, LagProbe lag, Told told, Tools tools) {
    try {
      return gatherFiles(generators, observer, lag, told, tools);
    } catch (IOException e) {
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "cannot gather what the run measured: " + e,
          "Free disk space; the nodes' folders under " + directory.path() + " hold what there is.",
          e);
    }
  }

  private Evidence gatherFiles(
      List<Node> generators, Node observer, LagProbe lag, Told told, Tools tools)
      throws IOException {
    Path data = Files.createDirectories(directory.file("data"));
    List<Path> sendLogs = new ArrayList<>();
    for (Node generator : generators) {
      Optional<Path> log = generator.fetch(Instruments.SEND_LOG);
      if (log.isPresent()) {
        sendLogs.add(take(log, data.resolve(generator.name() + "-" + Instruments.SEND_LOG)));
      }
    }
    Path committed =
        take(observer.fetch(Instruments.COMMITTED), data.resolve(Instruments.COMMITTED));
    Optional<Path> latency = observer.fetch(Instruments.LATENCY);
    if (latency.isPresent()) {
      take(latency, directory.file(Instruments.LATENCY));
    }
    Path uncommitted = null;
    if (instruments.transactional()) {
      uncommitted =
          take(observer.fetch(Instruments.UNCOMMITTED), data.resolve(Instruments.UNCOMMITTED));
    }
    journal.append(new Event.Progress("reading the topics again"));
    TopicAudit audit = new TopicAudit(job, instruments, data, journal);
    TopicAudit.Found found = audit.run(sendLogs, committed, tools);
    if (found.reread() != null) {
      name(found.reread());
    }
    return new Evidence(
        Workloads.create(experiment.workload()),
        instruments.promise(),
        job.partitions(),
        sendLogs,
        committed,
        uncommitted,
        found.reread(),
        found.resolved(),
        found.missing(),
        lag.committedOffsets(),
        lag.inputEndOffsets(),
        faultTimes(told.faults(), told.transitions(), told.steps()),
        told.phases(),
        told.lastStable(),
        told.highWatermark(),
        told.hanging(),
        told.unfinished(),
        told.rig());
  }

  /** What the engine said between a fault and the next one belongs to the former. */
  static List<Evidence.FaultTimes> faultTimes(
      List<Nemesis.Injected> faults,
      List<Transition> transitions,
      Function<FaultScope, Set<Step>> steps) {
    List<Evidence.FaultTimes> times = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      Nemesis.Injected fault = faults.get(i);
      long until = i + 1 < faults.size() ? faults.get(i + 1).signalMicros() : Long.MAX_VALUE;
      times.add(
          new Evidence.FaultTimes(
              fault.fault(),
              fault.kind(),
              fault.description().role(),
              fault.victims(),
              fault.confirmed(),
              fault.heldWork(),
              fault.signalMicros(),
              transitions.stream()
                  .filter(t -> t.atMicros() >= fault.signalMicros() && t.atMicros() < until)
                  .toList(),
              fault.returnedMicros(),
              fault.returns(),
              steps.apply(fault.scope()),
              turns(fault)));
    }
    return times;
  }

  private static Evidence.@Nullable Turns turns(Nemesis.Injected fault) {
    return fault.turns().isEmpty() ? null : new Evidence.Turns(fault.turns(), fault.overMicros());
  }

  /** Moves a bulk file into the run's folder and names it, with its hash, in the journal. */
  private Path take(Optional<Path> from, Path to) throws IOException {
    if (from.isPresent()) {
      Files.move(from.get(), to, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.createFile(to);
    }
    name(to);
    return to;
  }

  private void name(Path file) throws IOException {
    journal.append(Integrity.written(directory.path(), file));
  }
}
