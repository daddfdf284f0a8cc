package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.campaign.promise.PromiseStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code promise}, without a run. */
class PromiseCommandTest {
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
  void aDryRunTellsThePriceAndStartsNothing() {
    Path runs = folder.resolve("runs");
    assertThat(
            Main.run(
                "promise",
                file + "",
                "--recovery",
                "30s",
                "--outage",
                "10s",
                "--share",
                "90%",
                "--dry-run",
                "--runs",
                runs + ""))
        .isEqualTo(ExitCode.PASS);
    assertThat(runs).doesNotExist();
  }

  @Test
  void whatIsNoPromiseIsRefused() {
    assertThat(Main.run("promise", file + "", "--dry-run")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("promise", file + "", "--recovery", "long", "--dry-run"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("promise", file + "", "--recovery", "30s", "--share", "2", "--dry-run"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(Main.run("promise", file + "", "--recovery", "30s", "--runs-max", "0", "--dry-run"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(
            Main.run("promise", file + "", "--recovery", "30s", "--set", "faults=[]", "--dry-run"))
        .isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  void theExitStatusIsTheAnswer() {
    assertThat(PromiseCommand.exitCode(PromiseStatus.Conclusion.SHOWN, false, false)).isZero();
    assertThat(PromiseCommand.exitCode(PromiseStatus.Conclusion.REFUTED, false, true)).isEqualTo(1);
    assertThat(PromiseCommand.exitCode(PromiseStatus.Conclusion.OPEN, false, false)).isEqualTo(2);
    assertThat(PromiseCommand.exitCode(PromiseStatus.Conclusion.OPEN, false, true))
        .isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void timesOfRunsThatFailedOtherwiseDoNotPass() {
    assertThat(PromiseCommand.exitCode(PromiseStatus.Conclusion.SHOWN, true, false)).isEqualTo(1);
    assertThat(PromiseCommand.exitCode(PromiseStatus.Conclusion.OPEN, true, false)).isEqualTo(1);
    assertThat(PromiseCommand.exitCode(PromiseStatus.Conclusion.OPEN, true, true))
        .isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void aWatchThatEndsBeforeABreachCouldBeSeenIsRefused() {
    String[] faults = {
      "--set", "faults=[{ every: 28s, kill: worker }]", "--set", "phases.faults=84s"
    };
    assertThat(dryRun("30s", faults)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(dryRun("22s", faults)).isEqualTo(ExitCode.PASS);
    String[] last = {"--set", "phases.faults=10s", "--set", "phases.settle=20s"};
    assertThat(dryRun("30s", last)).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(dryRun("24s", last)).isEqualTo(ExitCode.PASS);
    List<String> slow = new ArrayList<>(List.of(last));
    slow.addAll(List.of("--set", "engine.commit-interval=20s"));
    assertThat(dryRun("24s", slow.toArray(String[]::new)))
        .as("output that is visible every 20 s must flow for as long")
        .isEqualTo(ExitCode.BAD_INPUT);
  }

  private int dryRun(String recovery, String... more) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("promise", file + "", "--recovery", recovery, "--dry-run"));
    all.addAll(List.of(more));
    return Main.run(all.toArray(String[]::new));
  }
}
