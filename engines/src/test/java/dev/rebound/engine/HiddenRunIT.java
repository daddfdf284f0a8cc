package dev.rebound.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.engine.postgres.PostgresPart;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.kafka.KafkaPart;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.runner.BusyCheck;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.platform.Node;
import dev.rebound.platform.Port;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs on a platform that hides paths, with kills and audit: of the faulty engine without a
 * mistake, with a supporting system that is killed, too, and of services that are asked over HTTP.
 */
@Tag("process")
@Tag("thorough")
class HiddenRunIT {
  private static final Path HOME = Path.of(System.getProperty("rebound.home", ".."));

  private static final List<String> SETTINGS =
      List.of(
          "engine.bug=none",
          "engine.jvm=[-XX:TieredStopAtLevel=1, -XX:+UseSerialGC]",
          "load.rate=500/s",
          "engine.guarantee=exactly-once",
          "phases.warmup=1s",
          "phases.baseline=4s",
          "phases.faults=17s",
          "phases.settle=4s",
          "phases.drain=2m",
          "faults=[{ at: 1s, kill: worker, restart: { after: 2s } },"
              + " { at: 13s, kill: store, restart: { after: 1s } }]");

  /** What the front service calls the activation service by. */
  private static final Link BETWEEN = new Link("front", "activation", Port.of("http"));

  @TempDir Path folder;
  private final List<HiddenPlatform> opened = new ArrayList<>();

  /** Keeps where the run lies. */
  private static final class Quiet implements Execution.ExecutionListener {
    private Path run = Path.of("");

    @Override
    public void starting(RunDirectory directory, Journal journal) {
      run = directory.path();
    }

    @Override
    public void judged(RunDirectory directory, Results results, AnalysisResult findings) {}

    @Override
    public void ended(RunDirectory directory, Results results) {}
  }

  private Results run(String file, List<String> settings, Engine engine, Quiet quiet)
      throws Exception {
    Experiment experiment =
        ExperimentFile.load(
                HOME.resolve("experiments").resolve(file),
                settings,
                1,
                false,
                Map.of(engine.declaration().name(), engine.declaration()))
            .get(0);
    Platforms platforms =
        (runDirectory, runId, artifacts, warnings) -> {
          HiddenPlatform platform =
              new HiddenPlatform(
                  folder.resolve("hidden"), runDirectory, runId, HOME, artifacts, warnings);
          opened.add(platform);
          return platform;
        };
    return new Execution(
            folder.resolve("runs"), HOME, platforms, false, "test", BusyCheck.TOLD, false)
        .execute(experiment, engine, new Execution.RunTurn(1, false), quiet);
  }

  @Test
  void aRunOnItIsJudgedLikeAnyOther() throws Exception {
    Quiet quiet = new Quiet();

    Results results = run("faulty.yaml", SETTINGS, new WithStore(Engines.named("faulty")), quiet);

    assertThat(results.faults())
        .filteredOn(fault -> fault.role().equals("worker"))
        .singleElement()
        .satisfies(
            fault ->
                assertThat(fault.steps())
                    .extracting(Results.StepResult::step)
                    .contains("detected", "restored"));
    assertThat(results.judgements())
        .extracting(Results.Judgement::metric)
        .contains("lost", "duplicated", "lost-by-kafka", "unplanned-exits");
    // Running counts are per worker in this engine, so that they diverge under exactly-once.
    assertThat(results.judgements())
        .filteredOn(judgement -> !judgement.metric().equals("diverged"))
        .allSatisfy(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.PASS));
    assertThat(results.warnings()).extracting(Results.RigDoubt::code).doesNotContain("run-broken");
    assertThat(results.metrics())
        .as("by the probes that the platform gives")
        .containsKeys("host.cpu.baseline", "cpu.seconds-per-million");
    HiddenPlatform platform = opened.get(0);
    assertThat(platform.connections()).as("of the lab, from outside").isPositive();
    assertThat(platform.unused(List.of(KafkaPart.from("worker")))).isEmpty();
    assertThat(platform.nodes()).isNotEmpty().noneMatch(Node::alive);
    assertThat(results.faults())
        .filteredOn(fault -> fault.role().equals("store"))
        .singleElement()
        .satisfies(fault -> assertThat(fault.victims()).containsExactly("store-1"));
    assertThat(quiet.run.resolve("logs/worker-1.log")).exists();
    assertThat(Files.readString(quiet.run.resolve("logs/store-1.log")))
        .as("two lives")
        .containsSubsequence("store is up", "store is up");
    assertThat(quiet.run.resolve("data/observed-committed.bin")).exists();
    assertThat(quiet.run.resolve("nodes")).doesNotExist();
    assertThat(folder.resolve("hidden/inside/nodes")).as("discarded").doesNotExist();
    assertThat(Files.readString(quiet.run.resolve("experiment.yaml"))).contains("faulty");
  }

  @Test
  void servicesAreAskedFromOutsideAndFindEachOtherInside() throws Exception {
    Results results =
        run(
            "activation/open.yaml",
            List.of(
                "engine={ name: activation, endpoint: rest, workers: 1, memory: 256MB }",
                "load.rate=20/s",
                "phases.warmup=3s",
                "phases.baseline=5s",
                "phases.faults=10s",
                "phases.settle=5s",
                "faults=[{ at: 1s, kill: database, restart: { after: 1s } }]"),
            Engines.named("activation"),
            new Quiet());

    assertThat(results.judgements())
        .filteredOn(judgement -> List.of("lost", "unexpected").contains(judgement.metric()))
        .hasSize(2)
        .allSatisfy(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.PASS));
    assertThat(results.metrics().get("requests.accepted")).isGreaterThan(100);
    assertThat(opened.get(0).unused(List.of(PostgresPart.from("activation"), BETWEEN)))
        .as("links that nobody went by")
        .isEmpty();
  }
}
