package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.judge.JudgedRun;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Results;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.CapacityStore;
import dev.rebound.lab.experiment.DataFiles;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.OwnProgram;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.program.ProgramHash;
import dev.rebound.lab.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private volatile @Nullable Runner runner;
  private volatile boolean interrupted;

  /**
   * @param runs folder that holds all runs
   * @param home where Rebound's own jars lie
   * @param platforms what the processes run on
   * @param keep leave topics and node folders as they are
   * @param version of Rebound, for {@code environment.json}
   */
  public Execution(Path runs, Path home, Platforms platforms, boolean keep, String version) {
    this.runs = runs;
    this.home = home;
    this.platforms = platforms;
    this.keep = keep;
    this.version = version;
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

  /** The plan of a run, without starting anything. */
  public RunPlan plan(Experiment experiment, Engine engine) {
    try {
      Path scratch = Files.createTempDirectory("rebound-plan");
      RunDirectory directory =
          new RunDirectory(scratch, RunDirectory.id(experiment.name()) + "-plan");
      try (Jobs jobs = Jobs.create(experiment, directory);
          Artifacts artifacts = new Artifacts(line -> {});
          LocalRig rig =
              new LocalRig(jobs, engine, artifacts, platforms, true, false, () -> false)) {
        return rig.plans().get(0);
      } finally {
        Folders.delete(scratch);
      }
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot use the temporary folder: " + e,
          "Free disk space or set -Djava.io.tmpdir through JAVA_TOOL_OPTIONS.",
          e);
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
    try (Jobs jobs = Jobs.create(experiment, directory);
        Artifacts artifacts =
            new Artifacts(line -> jobs.journal().append(new Event.Progress(line)))) {
      DeliveryGuarantee promise = engine.declaration().promise().apply(experiment.engine());
      List<JobCheck> checks = new ArrayList<>();
      for (Job job : jobs.all()) {
        checks.add(new JobCheck(job, promise, turn));
      }
      CapacityStore.known(experiment.resolvedYaml())
          .ifPresent(capacity -> CapacityStore.write(directory.file(CapacityStore.FILE), capacity));
      reporting.starting(directory, jobs.journal());
      try (LocalRig rig =
          new LocalRig(jobs, engine, artifacts, platforms, keep, true, () -> interrupted)) {
        Map<String, Object> first = Environment.program(experiment);
        ProgramHash data = DataFiles.hash(experiment);
        rig.plans().get(0).requireRoom(rig.room());
        for (int job = 0; job < checks.size(); job++) {
          checks.get(job).started(rig.plans().get(job), file.jobs().get(job).name());
        }
        jobs.share();
        JobCheck.Surroundings begun =
            of ->
                Environment.write(
                    of, version, home, artifacts, first, data, rig.means(), rig.services());
        for (JobCheck job : checks) {
          begun.write(job.directory()); // a lab that is killed leaves it, too
        }
        // What a command of the user's makes is there once the run has begun.
        JobCheck.Surroundings around =
            of ->
                Environment.write(
                    of,
                    version,
                    home,
                    artifacts,
                    OwnProgram.isPrepared(experiment.engine())
                        ? Environment.program(experiment)
                        : first,
                    data,
                    rig.means(),
                    rig.services());
        Runner running = new Runner(experiment, promise, rig, jobs.journals(), Time.real());
        runner = running;
        if (interrupted) {
          running.interrupt();
        }
        Results results = judged(jobs, checks, running, around, reporting);
        if (jobs.failure().isPresent()) {
          throw jobs.failure().get();
        }
        return results;
      } catch (RuntimeException e) {
        // A disk that is full shows in many places; the journals say it best.
        throw jobs.failure().<RuntimeException>map(failure -> failure).orElse(e);
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

  /**
   * Runs, checks each job and judges the run by all of them. A failure of the check of another job
   * than the run's own is told as its verdict.
   */
  private static Results judged(
      Jobs jobs,
      List<JobCheck> checks,
      Runner running,
      JobCheck.Surroundings around,
      ExecutionListener reporting)
      throws IOException {
    List<Supplier<Evidence>> left = running.run().evidence();
    JobCheck run = checks.get(0);
    Evidence evidence = left.get(0).get();
    run.keep(evidence);
    boolean stopped = running.interrupted();
    List<Supplier<Evidence>> others = left.stream().skip(1).map(Execution::asked).toList();
    jobs.journal().copyNoMore();
    run.begin();
    JudgedRun checked = run.check(evidence, stopped, around);
    Results results = checked.results();
    for (int job = 1; job < checks.size(); job++) {
      Supplier<Evidence> its = others.get(job - 1);
      results = checks.get(job).together(results, its, stopped, around, reporting);
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
