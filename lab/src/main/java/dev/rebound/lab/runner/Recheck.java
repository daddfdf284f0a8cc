package dev.rebound.lab.runner;

import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.evidence.OwnFiles;
import dev.rebound.analysis.evidence.WorkloadFiles;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.judge.JournalEvidence;
import dev.rebound.analysis.judge.JudgedRun;
import dev.rebound.analysis.judge.LeftEvidence;
import dev.rebound.analysis.judge.RunHead;
import dev.rebound.analysis.judge.RunJudge;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Build;
import dev.rebound.lab.catalogue.Extensions;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.rig.Parts;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A run audited and judged again from what it left. Files that are not what the run wrote are not
 * analysed, and then nothing of the run is known.
 *
 * @param results together with those of the run's other jobs, where there are any
 * @param beside of each of those that can be checked
 */
public record Recheck(
    RunDirectory directory, Results results, AnalysisResult findings, List<Recheck> beside) {
  /** A process starts so long before the journal has it, at most. */
  private static final long START_MILLIS = 60_000;

  /** And so much later, as a system tells of starts. */
  private static final long CLOCK_TICK_MILLIS = 2_000;

  /**
   * Checks the run of a folder, and writes nothing. Throws {@link ReboundException} if there is
   * nothing to check, or if it is not what a run leaves: a folder may come from a stranger.
   *
   * @param load reads the run's experiment file
   * @param promise of the engine, of a run whose lab was killed before it wrote that down
   */
  public static Recheck of(
      Path run, Function<Path, Experiment> load, Function<Experiment, DeliveryGuarantee> promise) {
    OwnFiles.require(run);
    JsonFile.requireKnown(run.resolve(RunFiles.ENVIRONMENT), Environment.VERSION);
    JsonFile.requireKnown(run.resolve(RunFiles.RESULTS), Results.VERSION);
    try {
      Extensions.requireThoseOf(run);
      return checked(run, load, promise);
    } catch (ReboundException e) {
      throw e;
    } catch (OutOfMemoryError e) {
      throw ReboundException.environment(
          "the check of %s takes more memory than the %s that Rebound may have"
              .formatted(run, Words.bytes(Runtime.getRuntime().maxMemory())),
          "Start it with more, such as REBOUND_HEAP=4g.",
          e);
    } catch (RuntimeException | StackOverflowError e) {
      throw ReboundException.badInput(
          run + " is not what a run leaves: " + e,
          "Restore it from where it was copied; --verbose shows where the check ended.",
          e);
    }
  }

  /** The same of an engine that promises what its guarantee says. */
  public static Recheck of(Path run, Function<Path, Experiment> load) {
    return of(run, load, experiment -> experiment.engine().promiseOfGuarantee());
  }

  private static Recheck checked(
      Path run, Function<Path, Experiment> load, Function<Experiment, DeliveryGuarantee> promise) {
    RunHead head = RunHead.of(run);
    if (head.left()) {
      requireOver(run);
    }
    Event.RunStarted started = head.started();
    Experiment file = experiment(run, load);
    boolean withoutFaults = started.control() && head.differs().isEmpty();
    Experiment experiment = withoutFaults ? Controls.withoutFaults(file) : file;
    Evidence evidence =
        (head.left() ? left(run, experiment, promise) : Optional.<Evidence>empty())
            .orElseGet(() -> EvidenceFile.read(run));
    RunDirectory directory = new RunDirectory(run, started.runId());
    Execution.RunTurn turn =
        new Execution.RunTurn(started.repetition(), started.control(), head.differs());
    JudgedRun again =
        RunJudge.judgeAgain(
            run,
            ExperimentTerms.of(experiment, evidence.promise(), directory, turn),
            evidence,
            head);
    Results judged = again.results();
    boolean alone = started.control() || !again.whole();
    Results compared =
        alone
            ? judged
            : ResultsFile.read(run)
                .filter(before -> !experiment.control() || Controls.isTold(before))
                .map(before -> Controls.asBefore(judged, before))
                .orElse(experiment.control() ? Controls.withoutAny(judged) : judged);
    Results together = compared;
    List<Recheck> beside = new ArrayList<>();
    for (int job = 1; job < experiment.jobs().size(); job++) {
      try {
        Recheck other = of(directory.job(job).path(), load, promise);
        other.requireJob(job, started.runId());
        together = Jobs.judged(together, job, other.results());
        beside.add(other);
      } catch (RuntimeException e) {
        together = Jobs.unchecked(together, job, Verdict.UNKNOWN, e);
      }
    }
    return new Recheck(directory, together, again.findings(), beside);
  }

  /** A key that is not known here may be one of a later Rebound. */
  private static Experiment experiment(Path run, Function<Path, Experiment> load) {
    try {
      return load.apply(run.resolve(RunFiles.EXPERIMENT));
    } catch (ReboundException e) {
      String made = Build.recordedRelease(run);
      if (made.isEmpty()) {
        throw e;
      }
      throw ReboundException.badInput(
          String.valueOf(e.getMessage()),
          "Restore the file, or use a Rebound no older than %s, which made the run."
              .formatted(made),
          e);
    }
  }

  /** What a killed lab started dies with it: who lives still is of a run that is under way. */
  private static void requireOver(Path run) {
    JournalFile.replay(
        run.resolve(RunFiles.JOURNAL),
        entry -> {
          if (entry.data() instanceof Event.ProcessStarted process
              && isAlive(process.pid(), entry.wallMicros())) {
            throw ReboundException.badInput(
                "%s is under way: its %s lives (process %s)"
                    .formatted(run, process.node(), process.pid()),
                "Check it when it has ended; `rebound clean` ends what a dead lab left.");
          }
        });
  }

  /** Whether it is that very process, and not a later one with its number. */
  private static boolean isAlive(long pid, long startedMicros) {
    return !isCorpse(pid)
        && ProcessHandle.of(pid)
            .flatMap(process -> process.info().startInstant())
            .map(start -> startedMicros / 1000 - start.toEpochMilli())
            .filter(before -> before > -CLOCK_TICK_MILLIS && before < START_MILLIS)
            .isPresent();
  }

  /** Whether it is dead and waits, perhaps for ever, until somebody collects it. */
  private static boolean isCorpse(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return false; // it is gone, or this is no Linux
    }
  }

  private static Optional<Evidence> left(
      Path run, Experiment experiment, Function<Experiment, DeliveryGuarantee> promise) {
    return LeftEvidence.of(
        run,
        JournalEvidence.of(run.resolve(RunFiles.JOURNAL), FaultPacer.plannedAs(experiment)),
        Workloads.create(WorkloadFiles.own(experiment.workload(), run)),
        promise.apply(experiment));
  }

  private void requireJob(int job, String run) {
    if (!directory.runId().equals(Parts.id(run, job))) {
      throw ReboundException.badInput(
          directory.path() + " holds " + directory.runId() + ", which is not of " + run,
          "Put back the folder that the run left.");
    }
  }
}
