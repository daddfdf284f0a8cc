package dev.rebound.campaign.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.compare.run.CurveBand;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.base.Series;
import dev.rebound.campaign.study.PlannedCell;
import dev.rebound.campaign.study.PlannedRun;
import dev.rebound.campaign.study.StudyRuns;
import dev.rebound.lab.experiment.Capacities;
import dev.rebound.lab.experiment.Capacity;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.platform.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReaderTest {
  private static final long START = 30_000_000L;

  private static final Capacity FOUND =
      new Capacity(
          2000,
          2000,
          2100.0,
          false,
          3000,
          "2026-01-01",
          "x",
          "flink",
          "2",
          "quick",
          "m",
          "f",
          "",
          List.of());

  @TempDir Path folder;

  @Test
  void curvesStandRelativeToTheKill() throws IOException {
    write("a", 1);
    ComparedRun run = RunReader.read(folder.resolve("a"));
    assertThat(run.scenario()).isEqualTo("kill");
    assertThat(run.settings()).containsEntry("load.rate", "1000/s").doesNotContainKey("seed");
    assertThat(run.phases()).containsEntry("baseline", "10s");
    CurveBand.Trace output = run.curves().get(Curve.OUTPUT_RATE).get(0);
    assertThat(output.fromSecond()).isEqualTo(-20);
    assertThat(output.at(-1)).isEqualTo(500);
    assertThat(output.at(0)).isZero();
    assertThat(output.at(4)).isZero();
    assertThat(output.at(5)).isEqualTo(500);
    assertThat(run.curves().get(Curve.CPU).get(0).at(1))
        .as("the broker is no worker")
        .isEqualTo(0.5);
    assertThat(run.curves().get(Curve.CPU).get(0).at(2)).as("a dead worker uses none").isZero();
    assertThat(run.absent()).containsEntry(Curve.SENT, "no counters here");
    assertThat(run.absent()).containsEntry(Curve.LAG, "the run has no such series");
  }

  @Test
  void anArchivedRunHasTheSameCurves() throws IOException {
    write("a", 2);
    ComparedRun run = RunReader.read(folder.resolve("a"));
    Path kept = Files.createDirectories(folder.resolve("kept"));
    Files.copy(folder.resolve("a/results.json"), kept.resolve("results.json"));
    CurvesFile.write(run, kept.resolve(CurvesFile.NAME));
    ComparedRun read = RunReader.read(kept);
    assertThat(read.curves()).isEqualTo(run.curves());
    assertThat(read.absent()).isEqualTo(run.absent());
    assertThat(read.repetition()).isEqualTo(run.repetition());
    Files.writeString(kept.resolve(CurvesFile.NAME), "{\"version\":1,");
    assertThatThrownBy(() -> RunReader.read(kept))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("curves.json cannot be read");
  }

  @Test
  void whatIsTakenInIsTheGrowthOfCommittedOffsets() throws IOException {
    write("a", 1);
    CurveBand.Trace input =
        RunReader.read(folder.resolve("a")).curves().get(Curve.INPUT_RATE).get(0);
    assertThat(input.at(-2)).isCloseTo(1000, within(1.0));
    assertThat(input.at(10)).isCloseTo(1000, within(1.0));
  }

  @Test
  void aTraceEndsAtTheNextFault() throws IOException {
    write("a", 2);
    List<CurveBand.Trace> traces =
        RunReader.read(folder.resolve("a")).curves().get(Curve.OUTPUT_RATE);
    assertThat(traces).hasSize(2);
    assertThat(traces.get(0).values()).hasSize(20 + 15);
    assertThat(traces.get(1).fromSecond()).isEqualTo(-15);
  }

  @Test
  void aCapacityFoundLaterCountsOnTheSameMachine() throws IOException {
    write("a", 1);
    Path run = folder.resolve("a");
    Capacities here = yaml -> yaml.contains("rate: 1000/s") ? Optional.of(FOUND) : Optional.empty();
    assertThat(RunReader.read(run, "", here).capacity()).as("machine not recorded").isNull();
    Map<String, Object> machine = Machine.facts();
    new ObjectMapper().writeValue(run.resolve("environment.json").toFile(), machine);
    assertThat(RunReader.read(run, "", here).capacity()).isEqualTo(2000);
    assertThat(RunReader.read(run, "", yaml -> Optional.empty()).capacity()).isNull();
    machine.put("program", Map.of("jar", "my-job.jar", "sha256", "a"));
    new ObjectMapper().writeValue(run.resolve("environment.json").toFile(), machine);
    assertThat(RunReader.read(run, "", here).capacity()).as("of another jar").isNull();
    machine.remove("program");
    machine.put("processor", "another one");
    new ObjectMapper().writeValue(run.resolve("environment.json").toFile(), machine);
    assertThat(RunReader.read(run, "", here).capacity()).isNull();
  }

  @Test
  void buildsOfAJarOfOneNameAreToldApart() throws IOException {
    for (String build : List.of("a", "b")) {
      write(build, 1);
      Map<String, Object> facts = Machine.facts();
      facts.put("program", Map.of("jar", "my-job.jar", "sha256", build.repeat(64)));
      facts.put("data", Map.of("sha256", build.repeat(64)));
      new ObjectMapper()
          .writeValue(folder.resolve(build).resolve("environment.json").toFile(), facts);
    }
    assertThat(RunReader.read(folder.resolve("a")).settings())
        .containsEntry("engine.jar.sha256", "a".repeat(12))
        .containsEntry("workload.data.sha256", "a".repeat(12))
        .isNotEqualTo(RunReader.read(folder.resolve("b")).settings());
  }

  @Test
  void whatASubjectHadToDoItsWorkWithIsReadAsItWasRecorded() throws IOException {
    write("a", 1);
    Map<String, Object> facts = Machine.facts();
    facts.put("means", Map.of("heap", "700MB", "spares", "4"));
    new ObjectMapper().writeValue(folder.resolve("a/environment.json").toFile(), facts);
    assertThat(RunReader.read(folder.resolve("a")).means().byKey())
        .containsEntry("heap", "700MB")
        .containsEntry("spares", "4")
        .containsEntry("jdk", facts.get("java") + "")
        .containsEntry("cores", facts.get("cores") + "");
    Path file = folder.resolve("a/experiment.yaml");
    Files.writeString(
        file,
        Files.readString(file).replace("commit-interval: 1s", "run: ./job, commit-interval: 1s"));
    assertThat(RunReader.read(folder.resolve("a")).means().byKey())
        .as("of a command nobody knows the JDK")
        .doesNotContainKey("jdk");
  }

  @Test
  void programsOfACommandOfOneNameAreToldApart() throws IOException {
    write("a", 1);
    Map<String, Object> facts = Machine.facts();
    facts.put("program", Map.of("run", "python3 job.py", "sha256", "c".repeat(64)));
    new ObjectMapper().writeValue(folder.resolve("a/environment.json").toFile(), facts);
    assertThat(RunReader.read(folder.resolve("a")).settings())
        .containsEntry("engine.run.sha256", "c".repeat(12))
        .doesNotContainKey("engine.jar.sha256");
  }

  @Test
  void aProgramOfWhichNotAllWasSeenSaysSo() throws IOException {
    write("a", 1);
    Map<String, Object> facts = Machine.facts();
    facts.put(
        "program",
        Map.of("run", "job", "unseen", List.of("job is found on the PATH, and not looked into")));
    facts.put("data", Map.of("sha256", "c".repeat(64)));
    new ObjectMapper().writeValue(folder.resolve("a/environment.json").toFile(), facts);
    assertThat(RunReader.read(folder.resolve("a")).settings())
        .containsEntry(
            "engine.run.sha256",
            "unknown, not all was seen: job is found on the PATH, and not looked into")
        .containsEntry("workload.data.sha256", "c".repeat(12));
  }

  @Test
  void aFileThatLeavesADefaultOutHasTheSameSettings() throws IOException {
    write("a", 1);
    write("b", 1);
    Path file = folder.resolve("b/experiment.yaml");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("commit-interval: 1s", "spares: 0, commit-interval: 1000ms")
            .replace("1000/s }", "1000.0/s, generators: 1 }"));
    assertThat(RunReader.read(folder.resolve("b")).settings())
        .isEqualTo(RunReader.read(folder.resolve("a")).settings())
        .containsEntry("engine.spares", "0")
        .doesNotContainKey("engine.standbys");
  }

  @Test
  void runsAreFoundBelowAFolderAndOnce() throws IOException {
    write("name/20260101-000000", 1);
    write("name/20260101-000100", 1);
    Files.createSymbolicLink(folder.resolve("name/latest"), Path.of("20260101-000100"));
    Files.createDirectories(folder.resolve("name/killed"));
    Files.writeString(folder.resolve("name/killed/journal.jsonl"), "");
    RunFolders found =
        RunFolders.find(List.of(folder.resolve("name"), folder.resolve("name/latest")));
    assertThat(found.runs())
        .extracting(path -> path.getFileName().toString())
        .containsExactly("20260101-000000", "20260101-000100");
    assertThat(found.leftOut()).hasSize(1);
  }

  @Test
  void whatASecondJobLeftIsNoRunUnlessItIsNamed() throws IOException {
    write("two/20260101-000000", 1);
    write("two/20260101-000000/beside", 1);
    write("two/20260101-000100", 1);
    Files.createDirectories(folder.resolve("two/20260101-000100/beside"));
    Files.writeString(folder.resolve("two/20260101-000100/beside/journal.jsonl"), "");
    RunFolders found = RunFolders.find(List.of(folder.resolve("two")));
    assertThat(found.runs())
        .extracting(path -> path.getFileName().toString())
        .containsExactly("20260101-000000", "20260101-000100");
    assertThat(found.leftOut()).isEmpty();
    assertThat(RunFolders.find(List.of(folder.resolve("two/20260101-000000/beside"))).runs())
        .hasSize(1);
  }

  @Test
  void aRunThatItsStudyMadeAgainIsLeftOut() throws IOException {
    write("s/1/a/20260101-000000", 1);
    write("s/1/a/20260101-000100", 1);
    write("s/1/a/20260101-000200", 1);
    PlannedRun earlier =
        PlannedRun.of(new PlannedCell("kill", "flink", "1.0", "stock"), "a", false, 1)
            .numbered(1)
            .started("a/20260101-000000")
            .with(PlannedRun.RunState.DONE, "fail", 60, "");
    PlannedRun now =
        earlier
            .started("a/20260101-000100")
            .inPlaceOf(earlier, "a backup ran")
            .begunAgain("a/20260101-000200", "a backup ran");
    new StudyRuns("s", 1, "", List.of(), Map.of(), List.of(now)).write(folder.resolve("s/1"));
    Files.writeString(folder.resolve("s/1/study.yaml"), "name: s\n");
    int number = 1;
    for (List<Path> named :
        List.of(
            List.of(
                folder.resolve("s/1/a/20260101-000000"), folder.resolve("s/1/a/20260101-000100")),
            List.of(folder.resolve("s")))) {
      RunFolders found = RunFolders.find(named);
      assertThat(found.runs())
          .extracting(path -> path.getFileName().toString())
          .containsExactly("20260101-000100");
      assertThat(found.leftOut()).isEmpty();
      assertThat(found.words().get(0)).contains("a/20260101-000000: it does not count");
      assertThat(found.madeAgain()).as("with a repeat that was given up").hasSize(number++);
    }
  }

  @Test
  void anotherFileOfTheNameOfAStudysIsPassedOver() throws IOException {
    write("demo/20260101-000000", 1);
    for (String text : List.of("{\"version\": 1, \"title\": \"a comparison\"}", "[]", "")) {
      Files.writeString(folder.resolve("study.json"), text);
      RunFolders found = RunFolders.find(List.of(folder.resolve("demo")));
      assertThat(found.runs()).as(text).hasSize(1);
      assertThat(found.madeAgain()).isEmpty();
    }
  }

  @Test
  void whatIsNoRunIsRefusedWithARemedy() throws IOException {
    Files.createDirectories(folder.resolve("empty"));
    Files.createDirectories(folder.resolve("killed"));
    Files.writeString(folder.resolve("killed/journal.jsonl"), "");
    refused("empty", "no run with results in");
    refused("nowhere", "no such folder");
    refused("killed", "has no results");
  }

  @Test
  void resultsOfAnotherVersionAreRefused() throws IOException {
    Files.writeString(folder.resolve("results.json"), "{\"version\":7}");
    assertThatThrownBy(() -> RunReader.read(folder))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("version 7");
  }

  private void refused(String name, String why) {
    assertThatThrownBy(() -> RunFolders.find(List.of(folder.resolve(name))))
        .isInstanceOfSatisfying(ReboundException.class, e -> assertThat(e.remedy()).isNotEmpty())
        .hasMessageContaining(why);
  }

  /** A run of 60 s with a kill at 30 s, and at 45 s if there are two. */
  private void write(String name, int faults) throws IOException {
    Path run = folder.resolve(name);
    Files.createDirectories(run);
    List<FaultResult> list = new ArrayList<>();
    for (int f = 1; f <= faults; f++) {
      list.add(at(f, START + (f - 1) * 15_000_000L));
    }
    new ObjectMapper()
        .writeValue(
            run.resolve("results.json").toFile(),
            Results.of("kill-flink-quick", "flink", "1.0")
                .guarantee("at-least-once")
                .profile("quick")
                .verdict(Verdict.PASS)
                .faults(list)
                .build());
    Files.writeString(
        run.resolve("experiment.yaml"),
        """
        name: x
        seed: 1
        load: { rate: 1000/s }
        engine: { commit-interval: 1s }
        phases: { baseline: 10s }
        """);
    List<Map<String, Object>> offsets = new ArrayList<>();
    try (Journal journal = new Journal(run.resolve("journal.jsonl"), Clock.systemUTC())) {
      journal.append(new Event.ProcessStarted("broker-1", "broker", 1, 1, Owner.SUPPORT));
      journal.append(new Event.ProcessStarted("worker-1", "worker", 1, 2, Owner.SUBJECT));
      journal.append(new Event.MetricAbsent("node.sent", "no counters here"));
      journal.append(
          new Event.SeriesDeclared(
              List.of(
                  new Series("output.rate", "records/s", ""),
                  new Series("node.cpu", "cores", "broker-1"),
                  new Series("node.cpu", "cores", "worker-1"))));
      for (int second = 0; second <= 60; second++) {
        boolean down = second >= 30 && second < 35;
        journal.append(
            new Event.Tick(
                second * 1_000_000L + 200_000,
                Arrays.asList(down ? 0.0 : 500.0, 0.3, second >= 32 && down ? null : 0.5)));
        offsets.add(
            Map.of(
                "atMicros", second * 1_000_000L, "offsets", List.of(second * 600L, second * 400L)));
      }
    }
    new ObjectMapper()
        .writeValue(run.resolve("evidence.json").toFile(), Map.of("committedOffsets", offsets));
  }

  private static FaultResult at(int number, long micros) {
    return FaultResult.hit(
            number,
            "kill",
            "worker",
            List.of("worker-1"),
            new Span(SpanState.ENDED, 2500, 1000, ""),
            new Span(SpanState.ENDED, 5000, 100, ""))
        .atMicros(micros)
        .build();
  }
}
