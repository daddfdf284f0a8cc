package dev.rebound.lab.runner;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.judge.JudgedRun;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.CapacityStore;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.platform.PlanningPlatform;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run from its plan to its verdict: makes the folder, runs, checks, judges, and writes results.
 */
public final class Execution {
  private final Path runs;
  private final Path home;
  private final Platforms platforms;
  private final boolean keep;
  private final String version;
  private final BusyCheck busy;
  private final boolean untilCertain;
  private volatile @Nullable Runner runner;
  private volatile boolean interrupted;

  /**
   * @param runs folder that holds all runs
   * @param home where Rebound's own jars lie
   * @param platforms what the processes run on
   * @param keep leave topics and node folders as they are
   * @param version of Rebound, for {@code environment.json}
   * @param busy what is done about other programs on the same machine
   * @param untilCertain whether a run ends once its verdict can change no more
   */
  public Execution(
      Path runs,
      Path home,
      Platforms platforms,
      boolean keep,
      String version,
      BusyCheck busy,
      boolean untilCertain) {
    this.runs = runs;
    this.home = home;
    this.platforms = platforms;
    this.keep = keep;
    this.version = version;
    this.busy = busy;
    this.untilCertain = untilCertain;
  }

  /**
   * Hears of a run that is about to start and of one that ended; attaches listeners to its journal.
   */
  public interface ExecutionListener {
    void starting(RunDirectory directory, Journal journal);

    /** The result of a job of the run is written down; the run's own comes last. */
    void judged(RunDirectory directory, Results results, AnalysisResult findings);

    void ended(RunDirectory directory, Results results);
  }

  /**
   * Which of the runs of an experiment this is.
   *
   * @param differs of a control that differs from its run in settings: those; else empty
   */
  public record RunTurn(int repetition, boolean control, Map<String, String> differs) {
    /** A run, or a control without faults. */
    public RunTurn(int repetition, boolean control) {
      this(repetition, control, Map.of());
    }

    /** The same of an experiment, whose control may differ in settings. */
    RunTurn of(Experiment experiment) {
      Experiment.Counterpart counterpart = experiment.counterpart();
      return control && counterpart != null
          ? new RunTurn(repetition, true, counterpart.set())
          : this;
    }
  }

  /** Ends the run under way in order; it keeps what it measured. */
  public void interrupt() {
    interrupted = true;
    Runner running = runner;
    if (running != null) {
      running.interrupt();
    }
  }

  public boolean interrupted() {
    return interrupted;
  }

  /**
   * The plan of a run: nothing is held or started for it.
   *
   * @param progress hears of what takes a while, such as jars that a program is compiled against
   */
  public RunPlan plan(Experiment experiment, Engine engine, Consumer<String> progress) {
    try (Artifacts artifacts = new Artifacts(progress)) {
      Platform planning = new PlanningPlatform(new ClassPath(home, artifacts));
      String id = RunDirectory.id(experiment.name()) + "-plan";
      return PlannedParts.plans(PlannedParts.of(experiment, engine, id, planning)).get(0);
    }
  }

  /**
   * Runs once. Throws {@link ReboundException} if the run could not start; everything later ends in
   * results.
   *
   * @param engine of the run, which a control may have another one of than its experiment
   */
  public Results execute(
      Experiment file, Engine engine, RunTurn asked, ExecutionListener reporting) {
    Experiment experiment = asked.control() ? Controls.of(file) : file;
    RunTurn turn = asked.of(file);
    RunDirectory directory =
        RunDirectory.create(runs, experiment.name(), Clock.systemUTC().instant());
    try (Jobs jobs = Jobs.create(experiment, directory, turn);
        Artifacts artifacts =
            new Artifacts(line -> jobs.journal().append(new Event.Progress(line)))) {
      for (Job job : jobs.all()) {
        Files.writeString(
            job.directory().file(RunFiles.EXPERIMENT), job.experiment().resolvedYaml());
      }
      CapacityStore.known(experiment.resolvedYaml())
          .ifPresent(capacity -> CapacityStore.write(directory.file(CapacityStore.FILE), capacity));
      reporting.starting(directory, jobs.journal());
      LastWords died = new LastWords();
      jobs.journal().listen(died);
      try (LocalRig rig =
          new LocalRig(jobs, engine, artifacts, platforms, keep, () -> interrupted)) {
        Environment around = new Environment(experiment, version, home, artifacts, rig);
        rig.plans().get(0).requireRoom(rig.room());
        for (Job job : jobs.all()) {
          job.started(rig.plans().get(job.number()), file.jobs().get(job.number()).name());
        }
        jobs.share();
        for (Job job : jobs.all()) {
          around.write(job.directory()); // a lab that is killed leaves it, too
        }
        rig.provide();
        rig.others()
            .flatMap(others -> busy.of(others, () -> interrupted))
            .ifPresent(jobs.journal()::append);
        DeliveryGuarantee promise = engine.declaration().promise().apply(experiment.engine());
        Runner running = new Runner(experiment, promise, rig, jobs.journals(), Time.real());
        if (untilCertain) {
          running.untilCertain();
        }
        runner = running;
        if (interrupted) {
          running.interrupt();
        }
        running.run();
        JobChecks check =
            (job, evidence, stopped) -> {
              around.begun(); // once there is evidence: it may throw
              return job.check(evidence, promise, stopped, around);
            };
        Results results = judged(jobs, running, rig, check, reporting);
        if (jobs.failure().isPresent()) {
          throw jobs.failure().get();
        }
        return results;
      } catch (RuntimeException e) {
        // A disk that is full shows in many places; the journals say it best.
        RuntimeException why = jobs.failure().<RuntimeException>map(failure -> failure).orElse(e);
        if (jobs.failure().isEmpty()) {
          Runner last = runner;
          jobs.journal().settle();
          jobs.journal().append(died.failed(last != null && last.started(), why));
        }
        throw why;
      } finally {
        runner = null;
      }
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot write to " + directory.path() + ": " + e.getMessage(),
          "Free disk space or choose another folder with --runs.",
          e);
    }
  }

  /** Audits and judges a job. */
  private interface JobChecks {
    JudgedRun of(Job job, Evidence evidence, boolean interrupted) throws IOException;
  }

  /**
   * Checks each job and judges the run by all of them. A failure of the check of another job than
   * the run's own is told as its verdict, and leaves the run's results as they are.
   */
  private static Results judged(
      Jobs jobs, Runner running, Rig rig, JobChecks check, ExecutionListener reporting)
      throws IOException {
    Job run = jobs.first();
    Evidence evidence = rig.evidence(0);
    run.keep(evidence);
    boolean stopped = running.interrupted();
    List<Supplier<Evidence>> left =
        jobs.all().stream().skip(1).map(job -> asked(() -> rig.evidence(job.number()))).toList();
    jobs.journal().copyNoMore();
    run.begin();
    JudgedRun checked = check.of(run, evidence, stopped);
    Results results = checked.results();
    for (Job other : jobs.all().subList(1, jobs.all().size())) {
      Verdict seen = Verdict.UNKNOWN;
      try {
        Evidence its = left.get(other.number() - 1).get();
        other.begin();
        other.keep(its);
        JudgedRun second = check.of(other, its, stopped);
        seen = second.results().verdict();
        other.conclude(second.results(), second.findings(), reporting);
        results = Jobs.judged(results, other.number(), second.results());
      } catch (IOException | RuntimeException e) {
        results = Jobs.unchecked(results, other.number(), seen, e);
      }
    }
    run.conclude(results, checked.findings(), reporting);
    reporting.ended(run.directory(), results);
    return results;
  }

  /** The evidence, or why there is none. */
  private static Supplier<Evidence> asked(Supplier<Evidence> left) {
    try {
      Evidence evidence = left.get();
      return () -> evidence;
    } catch (RuntimeException e) {
      return () -> {
        throw e;
      };
    }
  }
}
