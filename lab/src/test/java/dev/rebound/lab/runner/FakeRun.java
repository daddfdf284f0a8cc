package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.judge.JudgedRun;
import dev.rebound.analysis.judge.RunIntegrity;
import dev.rebound.analysis.judge.RunJudge;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A whole run against a {@link FakeEngine}: from an experiment file to its results. */
record FakeRun(
    Results results,
    AnalysisResult findings,
    Runner.RunOutcome outcome,
    Evidence evidence,
    boolean interrupted,
    FakeRig rig,
    List<Entry> entries) {

  /** One kill in a steady load: 29 s that pass at once. */
  static final String YAML =
      """
      name: fake
      seed: 7
      kafka: { partitions: 4 }
      engine: { name: fake, workers: 4 }
      workload: { rules: 20, selectivity: 1, record: 64B }
      load: { rate: 800/s, generators: 2 }
      phases: { start: 2s, warmup: 2s, baseline: 5s, faults: 16s, settle: 6s, drain: 5s }
      faults: [{ at: 1050ms, kill: worker, restart: { after: 2s } }]
      expect: { recovery.max: < 5s }
      """;

  static Experiment experiment(Path folder, String... overrides) throws IOException {
    Path file = folder.resolve("fake.yaml");
    Files.writeString(file, YAML);
    return ExperimentFile.load(file, List.of(overrides), 1, Set.of("fake")).get(0);
  }

  /** Runs to the end. */
  static FakeRun of(Bug bug, Path folder, String... overrides) throws IOException {
    return of(bug, folder, (runner, time) -> {}, overrides);
  }

  /**
   * Runs to the end.
   *
   * @param before called before the run starts, to plan what happens in the middle of it
   */
  static FakeRun of(Bug bug, Path folder, BiConsumer<Runner, FakeTime> before, String... overrides)
      throws IOException {
    Experiment experiment = experiment(folder, overrides);
    DeliveryGuarantee promise =
        DeliveryGuarantee.of(
            experiment.engine().guarantee(), experiment.engine().commitInterval().toMillis());
    FakeTime time = new FakeTime();
    RunDirectory directory =
        RunDirectory.create(folder.resolve("runs"), experiment.name(), Instant.EPOCH);
    List<Entry> entries = new ArrayList<>();
    try (Journal journal = new Journal(directory.journal(), time.clock(), time::nanos);
        FakeRig rig = new FakeRig(experiment, bug, time, journal, directory.path())) {
      journal.listen(entries::add);
      Runner runner = new Runner(experiment, promise, rig, List.of(journal), time, Runnable::run);
      before.accept(runner, time);
      Files.writeString(directory.file("experiment.yaml"), experiment.resolvedYaml());
      Files.writeString(directory.file("environment.json"), "{}");
      journal.append(started(experiment, directory));
      Runner.RunOutcome outcome = runner.run();
      Evidence evidence = rig.evidence(0);
      journal.settle();
      EvidenceFile.write(evidence, directory.path());
      for (Path file : files(evidence, directory)) {
        journal.append(RunIntegrity.written(directory.path(), file));
      }
      JudgedRun judged =
          RunJudge.judge(
              directory.path(),
              ExperimentTerms.of(experiment, promise, directory, new Execution.RunTurn(1, false)),
              EvidenceFile.read(directory.path()),
              runner.interrupted());
      Results results = judged.results();
      journal.append(
          new Event.RunEnded(
              results.verdict(),
              runner.interrupted(),
              Map.of("faults", Integer.toString(results.faults().size()))));
      return new FakeRun(
          results, judged.findings(), outcome, evidence, runner.interrupted(), rig, entries);
    }
  }

  private static Event started(Experiment experiment, RunDirectory directory) {
    return new Event.RunStarted(
        directory.runId(),
        experiment.name(),
        experiment.engine().name(),
        experiment.engine().version(),
        false,
        1,
        experiment.resolvedYaml(),
        List.of(),
        1,
        "");
  }

  private static List<Path> files(Evidence evidence, RunDirectory directory) {
    List<Path> files = new ArrayList<>(evidence.sendLogs());
    files.add(directory.file(EvidenceFile.NAME));
    files.add(evidence.committed());
    for (Path file : new Path[] {evidence.uncommitted(), evidence.reread()}) {
      if (file != null) {
        files.add(file);
      }
    }
    return files;
  }

  Verdict verdict() {
    return results.verdict();
  }

  double metric(String name) {
    return results.metrics().getOrDefault(name, Double.NaN);
  }

  /** The finding of this kind by the reader that the guarantee is for. */
  Results.Finding finding(FindingKind kind) {
    return results.audits().get(0).findings().stream()
        .filter(finding -> finding.kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  /** Kinds of findings of which there is at least one. */
  List<String> found() {
    return results.audits().get(0).findings().stream()
        .filter(finding -> finding.count() > 0)
        .map(finding -> finding.kind().toString())
        .toList();
  }

  Results.FaultResult fault() {
    return results.faults().get(0);
  }

  @Nullable Verdict judged(String metric) {
    return results.judgements().stream()
        .filter(judgement -> judgement.metric().equals(metric))
        .map(Results.Judgement::verdict)
        .findFirst()
        .orElse(null);
  }

  <E> List<E> events(Class<E> type) {
    return entries.stream().map(Entry::data).filter(type::isInstance).map(type::cast).toList();
  }
}
