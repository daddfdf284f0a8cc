package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.compare.baseline.Baseline;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.Folders;
import dev.rebound.campaign.archive.BaselineFile;
import dev.rebound.lab.runner.Controls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The things that a pipeline asks for, on a recorded run: its files, its document, its baseline.
 */
class PipelineTest {
  private static final String PASSES = "flink-at-least-once";

  @TempDir Path folder;
  private Path run = Path.of("");
  private String program = "";

  @BeforeEach
  void unpack() throws IOException {
    run = recorded("one");
  }

  @Test
  void quietIsALineForEachRun() {
    try (Printed printed = new Printed()) {
      assertThat(Main.run("check", "--quiet", run.toString())).isZero();
      assertThat(printed.out())
          .isEqualTo(
              "PASS  recorded-flink-guarantee=at-least-once  " + run.resolve("report.html") + "\n");
      assertThat(printed.err()).isEmpty();
    }
  }

  @Test
  void standardOutputIsOneDocumentAndAllElseGoesElsewhere() throws IOException {
    try (Printed printed = new Printed()) {
      Path junit = folder.resolve("out/junit.xml");
      Path markdown = folder.resolve("out/summary.md");
      assertThat(
              Main.run(
                  "check",
                  run.toString(),
                  "--json",
                  "--junit",
                  junit.toString(),
                  "--markdown",
                  markdown.toString()))
          .isZero();
      JsonNode json = new ObjectMapper().readTree(printed.out());
      assertThat(json.path("verdict").asText()).isEqualTo("pass");
      assertThat(json.path("runs").get(0).path("metrics").path("lost").asDouble()).isZero();
      assertThat(Path.of(json.path("runs").get(0).path("results").asText())).isNotEmptyFile();
      assertThat(printed.err()).contains("Expectations", "PASS");
      assertThat(junit).content().contains("tests=\"", "failures=\"0\" errors=\"0\"");
      assertThat(markdown).content().contains("✅ PASS");
    }
  }

  @Test
  void aRunWhoseControlDidNotPassIsNoPassWhenItIsCheckedAgain() throws IOException {
    try (Printed printed = new Printed()) {
      assertThat(Main.run("check", "--quiet", run.toString())).isZero();
      Results own = ResultsFile.read(run).orElseThrow();
      ResultsFile.write(Controls.against(own, own), run);
      assertThat(Main.run("check", "--quiet", run.toString())).isZero();
      ResultsFile.write(Controls.without(own, "the control ended early"), run);
      assertThat(Main.run("check", "--quiet", run.toString())).isEqualTo(ExitCode.UNKNOWN);
      ResultsFile.write(Controls.against(own, own.toBuilder().verdict(Verdict.FAIL).build()), run);
      for (int again = 0; again < 2; again++) {
        assertThat(Main.run("check", "--json", run.toString())).isEqualTo(ExitCode.UNKNOWN);
      }
      assertThat(printed.out())
          .contains("\nUNKNOWN  recorded-flink", "\"withControl\" : \"unknown\"");
      assertThat(printed.err()).contains("Together with its control: unknown");
    }
  }

  @Test
  void aDamagedRunKeepsTheResultsThatItHad() throws IOException {
    try (Printed printed = new Printed()) {
      assertThat(Main.run("check", "--quiet", run.toString())).isZero();
      Results before = ResultsFile.read(run).orElseThrow();
      byte[] report = Files.readAllBytes(run.resolve("report.html"));
      try (Stream<Path> files = Files.walk(run)) {
        Path sent =
            files.filter(file -> file.toString().endsWith(".bin")).findFirst().orElseThrow();
        Files.write(sent, new byte[] {1}, StandardOpenOption.APPEND);
      }

      assertThat(Main.run("check", run.toString())).isEqualTo(ExitCode.UNKNOWN);

      assertThat(printed.out()).contains("UNKNOWN  recorded-flink", "Nothing was written");
      assertThat(ResultsFile.read(run)).contains(before);
      assertThat(run.resolve("report.html")).hasBinaryContent(report);
    }
  }

  @Test
  void whatCannotBeDoneIsADocumentToo() throws IOException {
    try (Printed printed = new Printed()) {
      int code = Main.run("run", folder.resolve("none.yaml").toString(), "--json");
      assertThat(code).isEqualTo(ExitCode.BAD_INPUT);
      JsonNode json = new ObjectMapper().readTree(printed.out());
      assertThat(json.path("verdict").asText()).isEqualTo("unknown");
      assertThat(json.path("exitStatus").asInt()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(json.path("failures").get(0).path("problem").asText()).contains("none.yaml");
      assertThat(printed.err()).contains("none.yaml");
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsRefusedFirst() {
    try (Printed printed = new Printed()) {
      assertThat(Main.run("check", run.toString(), "--junit", folder.toString()))
          .isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("--junit", "not a file that can be written");
    }
  }

  @Test
  void aFileThatCannotBeWrittenAtTheEndLeavesTheOthersAsTheyAre() throws IOException {
    Path junit = folder.resolve("out");
    String below = junit.resolve("summary.md").toString();
    try (Printed printed = new Printed()) {
      assertThat(
              Main.run(
                  "check",
                  run.toString(),
                  "--json",
                  "--junit",
                  junit.toString(),
                  "--markdown",
                  below))
          .isEqualTo(ExitCode.INTERNAL);
      assertThat(printed.err()).contains("cannot write " + below);
      JsonNode json = new ObjectMapper().readTree(printed.out());
      assertThat(json.path("exitStatus").asInt()).isEqualTo(ExitCode.INTERNAL);
      assertThat(json.path("runs").get(0).path("verdict").asText()).isEqualTo("pass");
      assertThat(json.path("failures").get(0).path("problem").asText()).contains(below);
    }
    assertThat(junit).content().contains("errors=\"0\"", "recorded-flink");
  }

  @Test
  void laterRunsThatTakeAsLongAreNotSlower() throws IOException {
    Path baseline = baseline();
    assertThat(Files.size(baseline)).isLessThan(20_000);
    try (Printed printed = new Printed()) {
      assertThat(against(baseline)).as("too few to tell").isEqualTo(ExitCode.UNKNOWN);
      assertThat(printed.out())
          .contains(
              "Against " + baseline,
              "  UNKNOWN  ",
              "whether recovery has become slower is not known",
              "runs a side would decide");
      assertThat(against(baseline, "--slower-than", "2")).isEqualTo(ExitCode.PASS);
      assertThat(printed.out()).contains("  NOT SLOWER  ", "recovery is not slower: it takes 0.7");
    }
  }

  @Test
  void aMarginThatIsNoneIsRefusedBeforeARunIsChecked() {
    for (List<String> wrong :
        List.of(
            List.of("--slower-than", "1", "--against", "b.json"),
            List.of("--slower-than", "0.8", "--against", "b.json"),
            List.of("--slower-than", "NaN", "--against", "b.json"),
            List.of("--slower-than", "Infinity", "--against", "b.json"),
            List.of("--slower-than", "much", "--against", "b.json"),
            List.of("--slower-than", "1.5"))) {
      List<String> arguments = new ArrayList<>(List.of("check", run.toString()));
      arguments.addAll(wrong);
      try (Printed printed = new Printed()) {
        assertThat(Main.run(arguments.toArray(new String[0])))
            .as("%s", wrong)
            .isEqualTo(ExitCode.BAD_INPUT);
        assertThat(printed.err()).contains("--slower-than");
        assertThat(printed.out()).isEmpty();
      }
    }
  }

  @Test
  void aRecoveryThatHasBecomeSlowerFails() throws IOException {
    Path baseline = baseline();
    changed(baseline, "recovery", value -> value / 4);
    changed(baseline, "recoveryFits", value -> value / 4);
    Path junit = folder.resolve("junit.xml");
    try (Printed printed = new Printed()) {
      assertThat(against(baseline, "--junit", junit.toString())).isEqualTo(ExitCode.FAIL);
      assertThat(printed.out()).contains("  SLOWER  ", "recovery has become slower: it takes");
    }
    assertThat(junit).content().contains("against the baseline", "<failure message=");
  }

  @Test
  void fewerRunsThanTellAreUnknown() throws IOException {
    Path baseline = baseline();
    try (Printed printed = new Printed()) {
      String later = recorded("later").toString();
      assertThat(Main.run("check", "--quiet", later)).isZero();
      assertThat(Main.run("check", later, "--against", baseline.toString()))
          .isEqualTo(ExitCode.UNKNOWN);
      assertThat(printed.out())
          .contains("  UNKNOWN  ", "needs 3 runs whose recovery is known, and has 1");
    }
  }

  @Test
  void aRunWithoutItsMachineIsNotPassedOver() throws IOException {
    Path baseline = baseline();
    try (Printed printed = new Printed()) {
      assertThat(against(baseline, "--slower-than", "2")).isEqualTo(ExitCode.PASS);
      Path runs = folder.resolve("runs");
      Files.delete(runs.resolve("later-one/environment.json"));
      assertThat(Main.run("check", runs.toString(), "--against", baseline.toString()))
          .isEqualTo(ExitCode.UNKNOWN);
      assertThat(printed.out()).contains("environment.json is missing");
    }
  }

  @Test
  void whatCannotBeComparedHasAnExitStatusOfItsOwn() throws IOException {
    Path baseline = baseline();
    changed(baseline, "speeds", value -> value * 2);
    try (Printed printed = new Printed()) {
      assertThat(against(baseline, "--json")).isEqualTo(ExitCode.NOT_COMPARABLE);
      JsonNode json = new ObjectMapper().readTree(printed.out());
      assertThat(json.path("verdict").asText()).isEqualTo("unknown");
      assertThat(json.path("against").get(0).path("outcome").asText()).isEqualTo("not comparable");
      assertThat(json.path("against").get(0).path("sentence").asText())
          .contains("different speed", "MiB/s");
    }
  }

  @Test
  void aRunThatLeftNoResultsDoesNotVanishBesideThoseThatDid() throws IOException {
    Path baseline = baseline();
    Path killed = Files.createDirectories(folder.resolve("runs/killed"));
    Files.writeString(killed.resolve("journal.jsonl"), "");
    Path junit = folder.resolve("junit.xml");
    try (Printed printed = new Printed()) {
      assertThat(against(baseline, "--junit", junit.toString())).isEqualTo(ExitCode.UNKNOWN);
      assertThat(printed.out()).contains("  MISSING  ", "killed has no results");
    }
    assertThat(junit).content().contains("errors=\"1\"", "killed has no results");
  }

  @Test
  void aBaselineTellsOfRunsThatLeftNoResults() throws IOException {
    Path killed = Files.createDirectories(folder.resolve("runs/killed"));
    Files.writeString(killed.resolve("journal.jsonl"), "");
    recorded("two");
    recorded("three");
    try (Printed printed = new Printed()) {
      for (String name : List.of("one", "two", "three")) {
        assertThat(Main.run("check", "--quiet", folder.resolve("runs").resolve(name).toString()))
            .isZero();
      }
      String out = folder.resolve("baseline.json").toString();
      assertThat(Main.run("baseline", folder.resolve("runs").toString(), "--out", out)).isZero();
      assertThat(printed.out()).contains("  MISSING  ", "killed has no results and is not in it");
    }
  }

  @Test
  void aBaselineIsReadAsItWasWritten() throws IOException {
    Baseline read = BaselineFile.read(baseline());
    assertThat(read.cells()).hasSize(1);
    assertThat(read.cells().get(0).settings()).containsEntry("engine.name", "flink");
    assertThat(read.cells().get(0).recovery().runCount()).isEqualTo(3);
    assertThat(read.lines().get(0))
        .contains("on flink (quick, at-least-once): recovery", "3 runs with 6 faults");
  }

  @Test
  void aBaselineThatLacksAFieldIsRefused() throws IOException {
    Path baseline = baseline();
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode root = (ObjectNode) mapper.readTree(baseline.toFile());
    ((ObjectNode) root.path("cells").get(0)).remove("recoveryFits");
    mapper.writeValue(baseline.toFile(), root);
    try (Printed printed = new Printed()) {
      assertThat(against(baseline)).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("cannot read", "recoveryFits", "rebound baseline");
    }
  }

  @Test
  void runsOfAnotherBuildOfAJarAreHeldAgainstAWrittenBaseline() throws IOException {
    Path baseline = baseline("aaaaaaaaaaaaaaaa");
    assertThat(BaselineFile.read(baseline).cells().get(0).settings())
        .containsEntry("engine.jar.sha256", "aaaaaaaaaaaa");
    try (Printed printed = new Printed()) {
      assertThat(against(baseline, "--slower-than", "2"))
          .as("%s", printed.err())
          .isEqualTo(ExitCode.PASS);
      assertThat(printed.out()).doesNotContain("Under test");
      for (String name : List.of("later-one", "later-two", "later-three")) {
        program(folder.resolve("runs").resolve(name), "bbbbbbbbbbbbbbbb");
      }
      assertThat(against(baseline, "--slower-than", "2")).isEqualTo(ExitCode.PASS);
      assertThat(printed.out())
          .contains("engine.jar.sha256 bbbbbbbbbbbb now, aaaaaaaaaaaa in the baseline");
    }
  }

  @Test
  void aFileThatIsNoBaselineIsNamedWithTheCommandThatMakesOne() throws IOException {
    Path other = Files.writeString(folder.resolve("other.json"), "{\"runs\": 7}");
    for (Path file : List.of(other, folder.resolve("none.json"), run.resolve("journal.jsonl"))) {
      try (Printed printed = new Printed()) {
        assertThat(Main.run("check", run.toString(), "--against", file.toString()))
            .isEqualTo(ExitCode.BAD_INPUT);
        assertThat(printed.err()).contains(file.getFileName().toString(), "rebound baseline");
      }
    }
  }

  @Test
  void aBaselineOfNoRunsIsNone() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.json"), "{\"version\": 1, \"cells\": []}");
    try (Printed printed = new Printed()) {
      assertThat(Main.run("check", run.toString(), "--against", empty.toString()))
          .isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("empty.json holds no runs");
    }
  }

  @Test
  void tooFewRunsMakeNoBaseline() {
    try (Printed printed = new Printed()) {
      assertThat(Main.run("check", "--quiet", run.toString())).isZero();
      Path file = folder.resolve("few.json");
      assertThat(Main.run("baseline", run.toString(), "--out", file.toString()))
          .isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("needs 3 runs", "repetitions");
      assertThat(file).doesNotExist();
    }
  }

  @Test
  void copiesMakeNoBaselineAndItsOwnRunsAreNotHeldAgainstIt() throws IOException {
    Path baseline = baseline();
    try (Printed printed = new Printed()) {
      String own = folder.resolve("runs").toString();
      assertThat(Main.run("check", own, "--against", baseline.toString()))
          .isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("is a run that the baseline was made of");
    }
    for (String name : List.of("two", "three")) {
      Path copy = folder.resolve("runs").resolve(name);
      Folders.delete(copy);
      Files.createDirectories(copy);
      Files.copy(run.resolve("results.json"), copy.resolve("results.json"));
    }
    try (Printed printed = new Printed()) {
      String out = folder.resolve("copies.json").toString();
      assertThat(Main.run("baseline", folder.resolve("runs").toString(), "--out", out))
          .isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("/three is the same run as ", "/one: ");
    }
  }

  /** The baseline of three runs of one experiment. */
  private Path baseline() throws IOException {
    return baseline("");
  }

  /** The same of a jar of one's own with this hash; of none if that is empty. */
  private Path baseline(String hash) throws IOException {
    program = hash;
    recorded("two");
    recorded("three");
    for (String name : hash.isEmpty() ? List.<String>of() : List.of("one", "two", "three")) {
      program(folder.resolve("runs").resolve(name), hash);
    }
    Path file = folder.resolve("baseline.json");
    try (Printed printed = new Printed()) {
      for (String name : List.of("one", "two", "three")) {
        assertThat(Main.run("check", "--quiet", folder.resolve("runs").resolve(name).toString()))
            .isZero();
      }
      assertThat(Main.run("baseline", folder.resolve("runs").toString(), "--out", file.toString()))
          .as("%s", printed.err())
          .isZero();
      assertThat(printed.out()).contains("3 runs", "Baseline: " + file);
    }
    return file;
  }

  private static void program(Path run, String hash) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    Path file = run.resolve("environment.json");
    ObjectNode root = (ObjectNode) mapper.readTree(file.toFile());
    root.putObject("program").put("sha256", hash);
    mapper.writeValue(file.toFile(), root);
  }

  /** Holds three later runs of the same program against it. */
  private int against(Path baseline, String... more) throws IOException {
    Path runs = folder.resolve("runs");
    for (String name : List.of("one", "two", "three")) {
      if (Files.exists(runs.resolve(name))) {
        Folders.delete(runs.resolve(name));
        Path later = recorded("later-" + name);
        if (!program.isEmpty()) {
          program(later, program);
        }
        try (Printed checked = new Printed()) {
          assertThat(Main.run("check", "--quiet", later.toString())).as(checked.err()).isZero();
        }
      }
    }
    List<String> arguments =
        new ArrayList<>(List.of("check", runs.toString(), "--against", baseline.toString()));
    arguments.addAll(List.of(more));
    return Main.run(arguments.toArray(new String[0]));
  }

  /** Changes every number of a part of the only cell. */
  private static void changed(Path baseline, String part, DoubleUnaryOperator change)
      throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode root = (ObjectNode) mapper.readTree(baseline.toFile());
    ObjectNode cell = (ObjectNode) root.path("cells").get(0);
    if (part.startsWith("recovery")) {
      cell.path(part)
          .path("runs")
          .forEach(
              faults ->
                  faults.forEach(
                      value -> {
                        for (String bound : List.of("low", "high")) {
                          ((ObjectNode) value)
                              .put(bound, change.applyAsDouble(value.path(bound).asDouble()));
                        }
                      }));
    } else {
      ArrayNode numbers = (ArrayNode) cell.path(part);
      for (int i = 0; i < numbers.size(); i++) {
        numbers.set(i, DoubleNode.valueOf(change.applyAsDouble(numbers.path(i).asDouble())));
      }
    }
    mapper.writeValue(baseline.toFile(), root);
  }

  /** The recorded run, as one of its own. */
  private Path recorded(String name) throws IOException {
    Path into = Files.createDirectories(folder.resolve("runs").resolve(name));
    Recordings.unpack(Recordings.FOLDER.resolve(PASSES + ".zip"), into);
    Path journal = into.resolve("journal.jsonl");
    Files.writeString(
        journal, Files.readString(journal).replaceFirst("(\"runId\":\"[^\"]*)", "$1-" + name));
    return into.toRealPath();
  }
}
