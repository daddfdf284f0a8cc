package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.evidence.WorkloadFiles;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.judge.JudgedRun;
import dev.rebound.analysis.judge.RunIntegrity;
import dev.rebound.analysis.judge.RunJudge;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A job of a run, with what is written of it from the first event of its journal to the last: the
 * first one has the run's own folder and journal, each of the others those of a run of its own, in
 * a folder within.
 *
 * @param number from 0
 */
record Job(
    int number,
    Experiment experiment,
    RunDirectory directory,
    Journal journal,
    Execution.RunTurn turn) {
  /**
   * Tells the journal that it starts, and keeps a copy of what its records are made from.
   *
   * @param of name of the experiment, which its control is told by
   */
  void started(RunPlan plan, String of) throws IOException {
    journal.append(
        new Event.RunStarted(
            directory.runId(),
            experiment.name(),
            experiment.engine().name(),
            experiment.engine().version(),
            turn.control(),
            turn.repetition(),
            experiment.resolvedYaml(),
            plan.lines(),
            experiment.scale(),
            experiment.shortened()));
    ReferenceRun.require(experiment.workload());
    for (Path copy : WorkloadFiles.copy(experiment.workload(), directory.path())) {
      journal.append(RunIntegrity.written(directory.path(), copy));
    }
    for (Path large : WorkloadFiles.outside(experiment.workload(), directory.path())) {
      journal.append(RunIntegrity.left(large));
    }
    if (turn.control()) {
      journal.append(new Event.ControlOf(of, turn.differs()));
    }
    for (String warning : plan.warnings()) {
      journal.append(
          new Event.DoubtRaised(
              "faults-close",
              warning,
              "Space faults out, or lengthen phases.settle, to see recoveries to their end."));
    }
  }

  /** Tells the journal that the check begins. */
  void begin() {
    journal.append(new Event.PhaseStarted("check", 0));
  }

  /** Writes down what is to be checked, so that it can be checked again whatever happens next. */
  void keep(Evidence evidence) {
    EvidenceFile.write(evidence, directory.path());
    try {
      journal.append(RunIntegrity.written(directory.path(), directory.file(EvidenceFile.NAME)));
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot read " + directory.file(EvidenceFile.NAME) + " again: " + e.getMessage(),
          "Run `rebound check` on the run's folder.",
          e);
    }
  }

  /**
   * Audits every output, and judges what was found.
   *
   * @param promise of the engine
   * @param around writes down what it ran on
   */
  JudgedRun check(
      Evidence evidence, DeliveryGuarantee promise, boolean interrupted, Environment around)
      throws IOException {
    around.write(directory);
    journal.append(new Event.Progress("checking every output"));
    journal.settle();
    return RunJudge.judge(
        directory.path(),
        ExperimentTerms.of(experiment, promise, directory, turn),
        ofCopies(evidence),
        interrupted);
  }

  /** What its records are made from may have changed where it lies since the run began. */
  private Evidence ofCopies(Evidence evidence) {
    WorkloadSpec own = WorkloadFiles.own(evidence.workload().spec(), directory.path());
    return own.equals(evidence.workload().spec())
        ? evidence
        : EvidenceBuilder.builder(evidence).workload(Workloads.create(own)).build();
  }

  /** Writes down what was found, and ends the journal. */
  void conclude(Results results, AnalysisResult findings, Execution.ExecutionListener reporting) {
    TimelineFile.write(findings.timeline(), directory.path());
    boolean due = experiment.control() && !turn.control() && number == 0;
    ResultsFile.write(due ? Controls.withoutAny(results) : results, directory.path());
    journal.append(new Event.PhaseEnded("check", true, ""));
    for (Results.Judgement j : results.judgements()) {
      journal.append(
          new Event.ExpectationJudged(j.metric(), j.bound(), j.observed(), j.verdict(), j.why()));
    }
    journal.append(
        new Event.RunEnded(
            results.verdict(),
            results.interrupted(),
            Map.of("faults", Integer.toString(results.faults().size()))));
    journal.settle();
    reporting.judged(directory, results, findings);
  }
}
