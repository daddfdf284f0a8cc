package dev.rebound.cli;

import dev.rebound.engine.Engines;
import dev.rebound.lab.LabException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.journal.Entry;
import dev.rebound.lab.journal.Event;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.journal.Listener;
import dev.rebound.lab.recovery.Analysis;
import dev.rebound.lab.recovery.Findings;
import dev.rebound.lab.result.Results;
import dev.rebound.lab.runner.EvidenceFile;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.JournalFacts;
import dev.rebound.lab.runner.ResultsFile;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.lab.runner.TimelineFile;
import dev.rebound.report.CsvReporter;
import dev.rebound.report.HtmlReport;
import dev.rebound.report.TerminalOptions;
import dev.rebound.report.TerminalReporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code check}: audits runs again from what they left, and judges them again. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = "Audit runs again from what they left, and judge them again.")
final class CheckCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Folders of runs, for example runs/demo/latest.")
  List<Path> runs = List.of();

  @Override
  public Integer call() {
    int code = ExitCode.PASS;
    for (Path named : runs) {
      Path run = run(named);
      code = ExitCode.worse(code, check(run));
    }
    return code;
  }

  /** A folder of an experiment's runs stands for its latest one. */
  private static Path run(Path named) {
    Path latest = named.resolve("latest");
    return !Files.exists(named.resolve("journal.jsonl")) && Files.isDirectory(latest)
        ? latest
        : named;
  }

  private static int check(Path run) {
    Head head = new Head();
    Journal.replay(run.resolve("journal.jsonl"), head);
    Event.RunStarted started = head.started;
    if (started == null) {
      throw new LabException(
          LabException.Cause.BAD_INPUT,
          run.resolve("journal.jsonl") + " has no start of a run",
          "Name the folder of a run, for example runs/demo/latest.");
    }
    Experiment file =
        ExperimentFile.load(run.resolve("experiment.yaml"), List.of(), 1, Engines.known()).get(0);
    Experiment experiment = started.control() ? Execution.withoutFaults(file) : file;
    JournalFacts facts = new JournalFacts(experiment);
    Journal.replay(run.resolve("journal.jsonl"), facts);
    Analysis evidence = EvidenceFile.read(run);
    if (evidence.sendLogs().stream().noneMatch(Files::exists)) {
      throw new LabException(
          LabException.Cause.BAD_INPUT,
          "the bulk data of " + run + " was deleted, by `rebound clean --data` for instance",
          "It cannot be checked again; `rebound report " + run + "` writes its report anew.");
    }
    Findings findings = Execution.analyse(evidence);
    RunDirectory directory = new RunDirectory(run, started.runId());
    Map<String, Double> difference =
        ResultsFile.read(run).map(Results::difference).orElseGet(Map::of);
    Results judged =
        Execution.judge(
            experiment,
            directory,
            facts,
            findings,
            new Execution.Turn(started.repetition(), started.control()),
            head.interrupted);
    Results results = Execution.with(judged, difference);
    TimelineFile.write(findings.timeline(), run);
    ResultsFile.write(results, directory);
    CsvReporter.write(directory.journal(), run, results);
    CsvReporter.writeDelivery(run, findings.timeline());
    Path report = HtmlReport.write(run);
    new TerminalReporter(System.out, TerminalOptions.detect(false)).summary(results, report);
    return ExitCode.of(results.verdict());
  }

  /** The first and the last event of a journal. */
  private static final class Head implements Listener {
    private Event.@Nullable RunStarted started;
    private boolean interrupted;

    @Override
    public void on(Entry entry) {
      if (entry.data() instanceof Event.RunStarted event) {
        started = event;
      } else if (entry.data() instanceof Event.RunEnded event) {
        interrupted = event.interrupted();
      }
    }
  }
}
