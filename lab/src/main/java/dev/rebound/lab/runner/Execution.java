package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.UntimedRun;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import dev.rebound.analysis.units.Words;
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
import java.util.HashMap;
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
    JobCheck.CheckedJob checked = run.check(evidence, stopped, around);
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

  /** Audits the evidence of a run and works out its recovery. */
  public static AnalysisResult analyse(Evidence evidence, List<Expectation> expected) {
    try {
      return Analyst.analyse(evidence, expected);
    } catch (IOException e) {
      throw ReboundException.environment(
          "the check could not read what the run left: " + e.getMessage(),
          "See the data folder of the run; free memory and disk, then run `rebound check` on it.",
          e);
    }
  }

  /** Judges what was found against what was expected. */
  public static Results judge(
      Experiment experiment,
      DeliveryGuarantee promise,
      RunDirectory directory,
      JournalFacts facts,
      AnalysisResult found,
      RunTurn turn,
      boolean interrupted) {
    if (!interrupted && !facts.warned(Doubt.RUN_BROKEN.code())) {
      facts.ended();
    }
    AnalysisResult timed = FlatOut.doubted(facts.warnings()) ? FlatOut.withoutTimes(found) : found;
    AnalysisResult findings =
        experiment.load().generated() ? FlatOut.withoutLatencies(timed) : timed;
    Map<String, Double> metrics = new HashMap<>(facts.metrics());
    metrics.putAll(findings.metrics()); // exact where the probes only sampled: output.rate
    CapacityStore.read(directory.file(CapacityStore.FILE))
        .ifPresent(capacity -> metrics.put(Metrics.CAPACITY, capacity.recordsPerSecond()));
    Map<String, String> unjudged = new HashMap<>(findings.unjudged());
    unjudged.putAll(facts.unknown());
    facts
        .cost(findings)
        .ifPresentOrElse(
            cost -> metrics.put(Metrics.COST, cost),
            () -> unjudged.put(Metrics.COST, facts.costUnknown()));
    if (experiment.load().workedOff()) {
      Measures workedOff = facts.workedOff(findings);
      unjudged.remove(Metrics.COST);
      metrics.remove(Metrics.COST);
      metrics.putAll(workedOff.metrics());
      unjudged.putAll(workedOff.unjudged());
    }
    facts.costInBaseline(findings).ifPresent(cost -> metrics.put(Metrics.COST_IN_BASELINE, cost));
    metrics.putAll(facts.costByRole(findings));
    Map<String, String> doubted = facts.unjudged();
    unjudged.putAll(doubted);
    if (findings.requests() != null) {
      // What is refused leaves these unknown on any machine: no better rig helps.
      findings.unjudged().entrySet().stream()
          .filter(reason -> UntimedRun.isOf(reason.getKey()))
          .forEach(reason -> unjudged.put(reason.getKey(), reason.getValue()));
    }
    if (interrupted) {
      unjudged.put(JournalFacts.EVERYTHING, "the run was interrupted");
      Verdicts.leaveOpen(metrics, unjudged);
    }
    leaveOutUnended(metrics, unjudged, facts, interrupted);
    Map<FindingKind, String> unlooked = Results.unlooked(findings.audits());
    List<Expectation> asked =
        Verdicts.judged(experiment.expect(), metrics, unlooked.keySet(), unjudged);
    unlooked.forEach((kind, why) -> unjudged.putIfAbsent(kind.toString(), why));
    List<Results.Judgement> judgements =
        Verdicts.detailed(
            Verdicts.judge(asked, metrics, findings.bounds(), unjudged, doubted),
            findings.measures().details());
    Verdict verdict = Verdicts.verdict(judgements, findings.faults());
    if (verdict == Verdict.PASS && unjudged.containsKey(JournalFacts.EVERYTHING)) {
      verdict = Verdict.UNKNOWN;
    }
    if (facts.warned(Doubt.EVIDENCE_CHANGED.code()) || facts.warned(Doubt.JOURNAL_CUT.code())) {
      // A run that left only a part of itself is convicted as little as it is acquitted.
      verdict = Verdict.UNKNOWN;
      judgements = Verdicts.unknown(judgements, unjudged.getOrDefault(JournalFacts.EVERYTHING, ""));
    }
    return Results.of(experiment.name(), experiment.engine().name(), experiment.engine().version())
        .runId(directory.runId())
        .guarantee(experiment.engine().guarantee().toString())
        .profile(experiment.engine().profile())
        .control(turn.control())
        .scale(experiment.scale())
        .verdict(verdict)
        .interrupted(interrupted)
        .faults(findings.faults())
        .audits(findings.audits())
        .latencies(findings.latencies())
        .judgements(judgements)
        .warnings(warnings(experiment, promise, facts, findings))
        .metrics(metrics)
        .unjudged(unjudged)
        .bounds(findings.bounds())
        .shortened(experiment.shortened())
        .differs(turn.differs())
        .build();
  }

  /** The warnings of the journal, and what only the audit tells of the rig. */
  private static List<Results.RigDoubt> warnings(
      Experiment experiment,
      DeliveryGuarantee promise,
      JournalFacts facts,
      AnalysisResult findings) {
    List<Results.RigDoubt> warnings = new ArrayList<>();
    String audited = audited(findings);
    for (Results.RigDoubt told : facts.warnings()) {
      warnings.add(
          told.code().equals(Doubt.ENGINE_COMPLAINT)
              ? new Results.RigDoubt(
                  told.code(),
                  told.message() + audited,
                  told.remedy(),
                  told.touches(),
                  told.allowed())
              : told);
    }
    double missed = findings.metrics().getOrDefault(FindingKind.MISSED_LIVE.toString(), 0.0);
    if (missed > 0) {
      Doubt doubt = Doubt.MISSED_LIVE;
      warnings.add(
          new Results.RigDoubt(
              doubt.code(),
              Math.round(missed) + " records of the output topic were missed by the live reader",
              doubt.remedy(),
              doubt.touches(RigRules.of(experiment, promise).where("drain", true)),
              false));
    }
    return List.copyOf(warnings);
  }

  /** What the audit found of that which an engine complains of. */
  private static String audited(AnalysisResult findings) {
    if (findings.unjudged().containsKey(FindingKind.LOST.toString())) {
      return "; whether outputs are lost is not known";
    }
    Results.Audit audit = Results.judgedAudit(findings.audits());
    if (audit == null || !audit.judged()) {
      return "";
    }
    List<String> found =
        audit.findings().stream()
            .filter(finding -> finding.count() > 0 && !finding.allowed())
            .map(finding -> Words.count(finding.count()) + " " + finding.kind())
            .toList();
    return found.isEmpty()
        ? "; the audit found all outputs there"
        : "; the audit found " + String.join(", ", found);
  }

  /** A run that ended early has not waited for what had not ended by then: that fails nothing. */
  private static void leaveOutUnended(
      Map<String, Double> metrics,
      Map<String, String> unjudged,
      JournalFacts facts,
      boolean interrupted) {
    if (!interrupted && !facts.warned("run-broken")) {
      return;
    }
    List<String> unended = new ArrayList<>();
    metrics.forEach(
        (metric, value) -> {
          if (value.isInfinite()) {
            unended.add(metric);
          }
        });
    if (facts.warned("not-drained")) {
      unended.add(FindingKind.LOST.toString());
    }
    for (String metric : List.of(Metrics.NEVER_BACK, Metrics.STILL_SLOW)) {
      if (metrics.containsKey(metric)) {
        unended.add(metric);
      }
    }
    for (String metric : unended) {
      metrics.remove(metric);
      unjudged.put(metric, "the run ended early, and this had not ended by then");
    }
  }
}
