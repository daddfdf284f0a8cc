package dev.rebound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.Execution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that was recorded once, with controls that come to grief. */
class AllRunsTest {
  private static final Path RECORDING =
      Rebound.defaultHome()
          .resolve("cli/src/test/resources/recorded/kafka-streams-at-least-once.zip");

  @TempDir Path folder;

  private Results recorded;

  @BeforeEach
  void unpack() throws IOException {
    try (ZipFile zip = new ZipFile(RECORDING.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        Path file = folder.resolve(entry.getName());
        Files.createDirectories(entry.isDirectory() ? file : file.getParent());
        if (!entry.isDirectory()) {
          Files.copy(zip.getInputStream(entry), file);
        }
      }
    }
    recorded = Rebound.check(folder).results().toBuilder().verdict(Verdict.PASS).build();
  }

  /** Runs the recorded one, and then what this makes of its control. */
  private Outcome with(AllRuns.SingleRun control) {
    AllRuns.SingleRun single =
        new AllRuns.SingleRun() {
          @Override
          public Run carryOut(
              Experiment experiment, Execution.RunTurn turn, Consumer<Path> started) {
            return turn.control()
                ? control.carryOut(experiment, turn, started)
                : new Run(recorded, folder, Optional.empty());
          }

          @Override
          public boolean interrupted() {
            return false;
          }
        };
    return carriedOut(single);
  }

  private Outcome carriedOut(AllRuns.SingleRun single) {
    Experiment experiment =
        Rebound.text(
                "name: small\nengine: { name: flink }\nload: { rate: 100/s }\nfaults: [{ at: 1s, kill: worker }]\ncontrol: true")
            .read()
            .get(0);
    return new AllRuns(single, List.of(experiment), folder, List.of()).carryOut();
  }

  /** A control that ended with these results. */
  private Outcome with(Results control) {
    return with(
        new AllRuns.SingleRun() {
          @Override
          public Run carryOut(
              Experiment experiment, Execution.RunTurn turn, Consumer<Path> started) {
            return new Run(control, folder, Optional.empty());
          }

          @Override
          public boolean interrupted() {
            return false;
          }
        });
  }

  private String warned() {
    return ResultsFile.read(folder).orElseThrow().warnings().stream()
        .filter(warning -> warning.code().equals("control-in-doubt"))
        .map(Results.RigDoubt::message)
        .findFirst()
        .orElse("");
  }

  @Test
  void aControlThatPassedLeavesTheVerdictAlone() {
    Outcome outcome = with(recorded.toBuilder().warnings(List.of()).build());
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.results().difference()).containsKey("lost");
    assertThat(warned()).isEmpty();
  }

  @Test
  void aRunWhoseControlCannotBeCarriedOutDoesNotVanish() {
    Outcome outcome =
        with(
            new AllRuns.SingleRun() {
              @Override
              public Run carryOut(
                  Experiment experiment, Execution.RunTurn turn, Consumer<Path> started) {
                throw ReboundException.environment("no room", "Make room.");
              }

              @Override
              public boolean interrupted() {
                return false;
              }
            });
    assertThat(outcome.run().verdict()).as("of the run by itself").isEqualTo(Verdict.PASS);
    assertThat(outcome.run().verdictWithControl()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.failures())
        .extracting(Outcome.Failure::name)
        .containsExactly("small-control");
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(warned()).contains("no room");
  }

  @Test
  void aControlThatFailedOrIsUnknownIsNoGroundToStandOn() {
    for (Verdict verdict : List.of(Verdict.FAIL, Verdict.UNKNOWN)) {
      Outcome outcome = with(recorded.toBuilder().verdict(verdict).build());
      assertThat(outcome.run().verdict()).isEqualTo(Verdict.PASS);
      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.toString()).contains("its control: " + verdict);
      assertThat(warned()).contains(verdict.toString());
    }
  }

  @Test
  void aRunThatWasStoppedBeforeItsControlIsNoPassWhenItIsReadAgain() {
    AtomicBoolean stopped = new AtomicBoolean();
    Outcome outcome =
        carriedOut(
            new AllRuns.SingleRun() {
              @Override
              public Run carryOut(
                  Experiment experiment, Execution.RunTurn turn, Consumer<Path> started) {
                assertThat(turn.control()).isFalse();
                stopped.set(true);
                return new Run(recorded, folder, Optional.empty());
              }

              @Override
              public boolean interrupted() {
                return stopped.get();
              }
            });
    assertThat(outcome.run().verdict()).as("of the run by itself").isEqualTo(Verdict.PASS);
    assertThat(ResultsFile.read(folder).orElseThrow().verdictWithControl())
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(warned()).contains("stopped");
  }

  @Test
  void aControlThatEndedEarlyIsNoPassEither() {
    Outcome outcome = with(recorded.toBuilder().verdict(Verdict.UNKNOWN).interrupted(true).build());
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.results().difference()).isEmpty();
    assertThat(warned()).contains("ended early");
  }
}
