package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The answer to a person who types something wrong. */
class MainTest {
  private static final String GOOD =
      """
      name: small
      engine: { name: flink, workers: 2 }
      load: { rate: 100/s }
      faults: [{ at: 1s, kill: worker }]
      """;

  @TempDir Path folder;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;

  @BeforeEach
  void catchWhatIsPrinted() {
    PrintStream both = new PrintStream(printed, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
  }

  @AfterEach
  void printAgain() {
    System.setOut(out);
    System.setErr(err);
  }

  @Test
  void everyCommandsHelpIsPrintedWithoutAWarning() {
    assertThat(Main.run("--help")).isZero();
    for (String command :
        new String[] {
          "run",
          "validate",
          "check",
          "baseline",
          "report",
          "open",
          "completion",
          "compare",
          "schema",
          "engines",
          "doctor",
          "advise",
          "bench",
          "clean"
        }) {
      assertThat(text()).contains("  " + command);
      assertThat(Main.run(command, "--help")).isZero();
    }
    assertThat(text()).contains("Exit status:", "130").doesNotContain("Could not format");
  }

  @Test
  void aCommandStandsInListsWithOneWholeSentenceThatFits() {
    List<CommandLine> all = new ArrayList<>(new CommandLine(Main.class).getSubcommands().values());
    all.addAll(new CommandLine(EnginesCommand.class).getSubcommands().values());
    all.addAll(new CommandLine(BenchCommand.class).getSubcommands().values());
    for (CommandLine command : all) {
      CommandLine.Model.UsageMessageSpec usage = command.getCommandSpec().usageMessage();
      String shown = usage.header().length > 0 ? usage.header()[0] : usage.description()[0];
      assertThat(shown).as(command.getCommandName()).endsWith(".").hasSizeLessThanOrEqualTo(64);
    }
  }

  @Test
  void withoutWordsItSaysInEightLinesHowToStart() {
    assertThat(Main.run(new String[0])).isZero();
    assertThat(text().lines()).hasSize(8);
    assertThat(text()).contains("rebound demo ", "rebound init ", "rebound run FILE", "--help");
  }

  @Test
  void aWrongCommandOrOptionIsBadInputAndNamed() {
    assertThat(Main.run("rnu")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("unknown command 'rnu'", "Did you mean 'run'?");
    assertThat(Main.run("run", "--sett", "a=b", "x.yaml")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("--sett", "Did you mean '--set'?");
    assertThat(Main.run("run")).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void aShortSlipIsUnderstoodAtEveryLevel() {
    assertThat(Main.run("rn", "experiments/demo.yaml")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("unknown command 'rn'", "Did you mean 'run'?");
    assertThat(Main.run("engines", "ftch")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("'ftch'", "Did you mean 'fetch'?", "`rebound engines --help`");
    assertThat(Main.run("run", "x.yaml", "--dryrun=yes")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("has no option --dryrun", "Did you mean '--dry-run'?");
    assertThat(Main.run("zzz")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("unknown command 'zzz'", "`rebound --help` lists");
  }

  @Test
  void aValueOfTheWrongKindIsToldInWordsOfAPerson() {
    assertThat(Main.run("run", "--scale", "half", "x.yaml")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("bench", "load", "--pairs", "some")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text())
        .contains("'half' is not a number", "'some' is not a whole number")
        .doesNotContain("double", " int");
  }

  @Test
  void aDryRunIsFiveLinesAndSaysWhatTheMachineCannotHold() throws IOException {
    Path file = Files.writeString(folder.resolve("e.yaml"), GOOD);
    assertThat(Main.run("run", "--dry-run", file.toString())).isEqualTo(ExitCode.PASS);
    assertThat(text().lines().filter(line -> !line.isBlank())).hasSize(6);
    assertThat(text())
        .contains("small: flink", "load: ", "phases: ", "faults: ", "needs: ", "--plan prints")
        .doesNotContain("set: ", "cannot hold it");
    printed.reset();
    assertThat(Main.run("run", "--dry-run", "--plan", file.toString())).isEqualTo(ExitCode.PASS);
    assertThat(text()).contains("set: ", "expect: ").doesNotContain("--plan prints");
    printed.reset();
    assertThat(Main.run("run", "--dry-run", "--set", "load.rate=200000000/s", file.toString()))
        .isEqualTo(ExitCode.INTERNAL);
    assertThat(text()).contains("This machine cannot hold it: the run needs about", "TiB of disk");
  }

  @Test
  void aDryRunHasNothingForAPipeline() throws IOException {
    Path file = Files.writeString(folder.resolve("e.yaml"), GOOD);
    assertThat(Main.run("run", "--dry-run", "--json", file.toString()))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("--dry-run runs nothing");
  }

  @Test
  void aBenchOfNothingSaysWhatThereIs() {
    assertThat(Main.run("bench")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("load, observer, job or accuracy");
    assertThat(Main.run("bench", "accuracy", "--scenario", "nonesuch"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("nonesuch", "second-stop");
    assertThat(Main.run("bench", "accuracy", "--runs", "0")).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void theAccuracyOfAFewMadeUpRunsIsATableAPictureAndRows() throws IOException {
    Path csv = folder.resolve("rows.csv");
    Path svg = folder.resolve("picture.svg");
    int exit =
        Main.run(
            "bench",
            "accuracy",
            "--runs",
            "2",
            "--scenario",
            "append",
            "--csv",
            csv.toString(),
            "--svg",
            svg.toString());
    assertThat(exit).isIn(ExitCode.PASS, ExitCode.FAIL);
    assertThat(text()).contains("append", "ordinary processing");
    assertThat(Files.readAllLines(csv)).hasSize(1 + 2 * 5);
    assertThat(Files.readString(svg)).startsWith("<svg");
  }

  @Test
  void aSingleMadeUpRunIsToldInFull() {
    Main.run("bench", "accuracy", "--runs", "1", "--scenario", "harmless", "--seed", "7");
    assertThat(text()).contains("harmless, seed 7", "capacity", "true 0 ms");
  }

  @Test
  void aGoodFileIsValid() throws IOException {
    assertThat(validate(GOOD)).isEqualTo(ExitCode.PASS);
  }

  @Test
  void aWrongKeyIsNamedWithItsLineAndWhatWasMeant() throws IOException {
    assertThat(validate(GOOD.replace("workers: 2", "wrokers: 2"))).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text())
        .contains("e.yaml:2", "wrokers", "Did you mean 'workers'")
        .doesNotContain("\tat ");
  }

  @Test
  void aWrongUnitIsNamedWithWhatIsAccepted() throws IOException {
    assertThat(validate(GOOD.replace("100/s", "100 furlongs"))).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("e.yaml:3", "furlongs");
  }

  @Test
  void anUnknownEngineIsNamedWithThoseThatThereAre() throws IOException {
    assertThat(validate(GOOD.replace("flink", "flnik"))).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("flnik", "Did you mean 'flink'");
  }

  @Test
  void aLogFileThatIsNotThereIsNamed() throws IOException {
    String missing =
        GOOD.replace("100/s }", "100/s, file: none.log }") + "workload: { name: log-match }\n";
    assertThat(validate(missing)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("none.log");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThat(Main.run("run", folder.resolve("none.yaml").toString()))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text()).contains("none.yaml");
  }

  @Test
  void theWorstOfSeveralVerdictsCounts() {
    assertThat(ExitCode.worse(ExitCode.PASS, ExitCode.UNKNOWN)).isEqualTo(ExitCode.UNKNOWN);
    assertThat(ExitCode.worse(ExitCode.FAIL, ExitCode.UNKNOWN)).isEqualTo(ExitCode.FAIL);
    assertThat(ExitCode.worse(ExitCode.NOT_COMPARABLE, ExitCode.UNKNOWN))
        .as("a pipeline that goes on after 3 must not go on with a run in doubt")
        .isEqualTo(ExitCode.UNKNOWN);
    assertThat(ExitCode.worse(ExitCode.FAIL, ExitCode.NOT_COMPARABLE)).isEqualTo(ExitCode.FAIL);
    assertThat(ExitCode.worse(ExitCode.FAIL, ExitCode.INTERNAL)).isEqualTo(ExitCode.INTERNAL);
    assertThat(ExitCode.worse(ExitCode.INTERRUPTED, ExitCode.FAIL)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(ExitCode.of(Verdict.PASS)).isZero();
    assertThat(ExitCode.of(Verdict.FAIL)).isEqualTo(ExitCode.FAIL);
    assertThat(ExitCode.of(Verdict.UNKNOWN)).isEqualTo(ExitCode.UNKNOWN);
  }

  private int validate(String yaml) throws IOException {
    Path file = folder.resolve("e.yaml");
    Files.writeString(file, yaml);
    return Main.run("validate", file.toString());
  }

  private String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }
}
