package dev.rebound.campaign.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.promise.PromiseSearch.EndedRun;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of earlier calls that a promise takes up, and those of another program that it does not. */
class PromiseRunsTest {
  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("kill.yaml");
    Files.writeString(
        file,
        """
        name: tinykill
        engine: { name: flink, workers: 2 }
        load: { rate: 100/s }
        faults: [{ at: 1s, kill: worker }]
        """);
  }

  @Test
  void earlierRunsOfTheSameFileAndBuildCount() throws IOException {
    Experiment experiment = ExperimentFile.load(file, List.of(), 1).get(0);
    String same = experiment.resolvedYaml();
    Path place = folder.resolve("runs/tinykill-promise/tinykill");
    earlier(place.resolve("20260101-000002"), same, "b1", true);
    earlier(place.resolve("20260101-000001"), same, "b1", false);
    earlier(place.resolve("20260101-000003"), "name: x\n", "b1", true);
    earlier(place.resolve("20260101-000004"), same, "b2", true);
    earlier(place.resolve("20260101-000005"), same, "", true);
    Files.delete(place.resolve("20260101-000005").resolve("results.json"));
    Files.createDirectories(place.resolve("20260101-000006"));
    earlier(place.resolve("20260101-000007"), same, "b1", true);
    Files.writeString(
        place.resolve("20260101-000007/environment.json"),
        "{\"build\": \"b1\", \"program\": {\"jar\": \"my.jar\", \"sha256\": \"0a\"}}");
    earlier(place.resolve("20260101-000008"), same, "b1", true);
    Files.writeString(
        place.resolve("20260101-000008/environment.json"),
        "{\"build\": \"b1\", \"data\": {\"sha256\": \"0a\"}}");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PromiseRuns runs = runs(experiment, place, said);
    List<EndedRun> earlier = runs.earlier();
    assertThat(earlier)
        .extracting(EndedRun::name)
        .containsExactly("20260101-000001", "20260101-000002", "20260101-000005");
    assertThat(earlier).extracting(EndedRun::faulted).containsExactly(false, true, true);
    assertThat(earlier)
        .extracting(run -> run.results().isPresent())
        .containsExactly(true, true, false);
    assertThat(said.toString(StandardCharsets.UTF_8)).startsWith("4 runs in ");
    for (String copied : List.of("20260101-000002", "20260101-000005")) {
      Path copy = place.resolve(copied + "-copy");
      copy(place.resolve(copied), copy);
      assertThatThrownBy(runs::earlier)
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining(copied + "-copy is the same run as ");
      Folders.delete(copy);
    }
  }

  @Test
  void aRunOfWhichAFileIsGoneCountsAsOneThatLeftNoResults() throws IOException {
    Experiment experiment = ExperimentFile.load(file, List.of(), 1).get(0);
    Path place = folder.resolve("runs/tinykill-promise/tinykill");
    for (String gone : List.of("journal.jsonl", "experiment.yaml", "environment.json")) {
      Path run = place.resolve("without-" + gone);
      earlier(run, experiment.resolvedYaml(), "b1", true);
      Files.delete(run.resolve(gone));
    }
    Path results = place.resolve("results-alone");
    earlier(results, "", "b1", true);
    for (String gone : List.of("journal.jsonl", "experiment.yaml", "environment.json")) {
      Files.delete(results.resolve(gone));
    }
    Path another = place.resolve("z-another");
    earlier(another, "name: x\n", "b1", true);
    Files.delete(another.resolve("journal.jsonl"));
    Files.createDirectories(place.resolve("z-nothing"));
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    assertThat(runs(experiment, place, said).earlier())
        .hasSize(4)
        .allMatch(run -> run.results().isEmpty() && run.faulted());
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains(
            "results-alone has no journal.jsonl: it counts as a run that left no results",
            "without-experiment.yaml has no experiment.yaml: it counts as",
            "1 run in ");
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private static String started(Path run) {
    return """
        {"v":1,"n":0,"wallMicros":1,"monoNanos":1,"data":{"event":"run-started",\
        "runId":"tinykill-%s","name":"tinykill","engine":"flink","engineVersion":"1",\
        "control":false,"repetition":1,"experimentYaml":"","plan":[],"scale":1}}
        """
        .formatted(run.getFileName());
  }

  private static PromiseRuns runs(Experiment experiment, Path place, ByteArrayOutputStream said) {
    return new PromiseRuns(
        experiment,
        place,
        "b1",
        () -> false,
        number -> place,
        new PrintStream(said, true, StandardCharsets.UTF_8)::println);
  }

  private Experiment ofOwn(String more) throws IOException {
    Files.writeString(
        file,
        """
        name: own
        engine: { name: external, workers: 2, run: my-job, %s }
        workload: { name: events }
        load: { rate: 100/s }
        faults: [{ at: 1s, kill: worker }]
        """
            .formatted(more));
    return ExperimentFile.load(file, List.of(), 1).get(0);
  }

  private Path ranOf(String name, String hash) throws IOException {
    Path run = folder.resolve(name);
    earlier(run, "", "b1", true);
    return Files.writeString(
            run.resolve("environment.json"),
            "{\"build\": \"b1\", \"program\": {\"run\": \"x\", \"sha256\": \"" + hash + "\"}}")
        .getParent();
  }

  @Test
  void aProgramOfWhichNotAllIsSeenIsToldBeforeItIsPromisedOf() throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    assertThat(runs(ofOwn("ready: x"), folder.resolve("none"), said).earlier()).isEmpty();
    assertThat(said.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines(
            "Whether all runs are of the same program cannot be told: my-job is found on the PATH,"
                + " and not looked into (engine.program-files names what belongs to it)");
  }

  @Test
  void aProgramThatIsBuiltAnewBetweenRunsEndsAPromise() throws IOException {
    PromiseRuns runs = runs(ofOwn("ready: x"), folder.resolve("none"), new ByteArrayOutputStream());
    runs.ran(ranOf("a", "0a"));
    runs.ran(ranOf("b", "0a"));
    Path other = ranOf("c", "0b");
    assertThatThrownBy(() -> runs.ran(other))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("another build of the program");
  }

  @Test
  void aProgramThatEachRunBuildsIsNotKnownToBeTheSame() throws IOException {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PromiseRuns runs = runs(ofOwn("setup: [mvn package]"), folder.resolve("none"), said);
    runs.ran(ranOf("a", "0a"));
    assertThat(said.size()).isZero();
    runs.ran(ranOf("b", "0b"));
    runs.ran(ranOf("c", "0c"));
    assertThat(said.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines(
            "Whether all runs are of the same program cannot be told: engine.setup makes another"
                + " file each time.");
  }

  private static void earlier(Path run, String experiment, String build, boolean faulted)
      throws IOException {
    Files.createDirectories(run);
    Files.writeString(run.resolve("experiment.yaml"), experiment);
    Files.writeString(run.resolve("environment.json"), "{\"build\": \"" + build + "\"}");
    Files.writeString(
        run.resolve("journal.jsonl"),
        started(run)
            + (faulted
                ? """
            {"v":1,"n":1,"wallMicros":1,"monoNanos":1,"data":{"event":"fault-started","fault":1,\
            "kind":"kill","role":"worker","victims":["worker-1"],"holdsWork":[true],"description":"x"}}
            """
                : ""));
    ResultsFile.write(
        Results.of("tinykill", "flink", "1")
            .runId("tinykill-" + run.getFileName())
            .guarantee("at-least-once")
            .profile("stock")
            .verdict(Verdict.PASS)
            .build(),
        run);
  }
}
