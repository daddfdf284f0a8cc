package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CloseFaultsTest {
  @TempDir Path folder;

  @Test
  void faultsWithRoomForARecoveryAreNotWarnedOf() throws IOException {
    assertThat(warnings(3, "{ at: 1s, kill: worker }", "{ at: 31s, kill: worker }")).isEmpty();
  }

  @Test
  void aFaultThatComesBeforeTheRecoveryCanHaveHeldIsNamed() throws IOException {
    assertThat(warnings(3, "{ at: 1s, kill: worker }", "{ at: 10s, kill: worker }"))
        .singleElement()
        .asString()
        .contains("fault 2 comes 9 s after fault 1", "may take 10 s");
  }

  @Test
  void whatTheEngineNeedsToNoticeCounts() throws IOException {
    String[] faults = {"{ at: 1s, kill: worker }", "{ at: 31s, kill: worker }"};
    assertThat(warnings(45, faults)).hasSize(2);
  }

  @Test
  void aLoadThatEndsTooSoonIsNamedWithItsRemedy() throws IOException {
    assertThat(warnings(3, "{ at: 58s, kill: worker }"))
        .singleElement()
        .asString()
        .contains("the load ends", "phases.settle");
  }

  @Test
  void aPauseLastsAsLongAsItLasts() throws IOException {
    String[] faults = {"{ at: 1s, pause: worker, for: 25s }", "{ at: 31s, kill: worker }"};
    assertThat(warnings(3, faults)).hasSize(1);
  }

  @Test
  void aRollLastsUntilItsLastMemberIsBack() throws IOException {
    String roll = "{ at: 1s, roll: worker, restart: { after: 1s } }";
    assertThat(warnings(3, roll, "{ at: 40s, kill: worker }"))
        .singleElement()
        .asString()
        .contains("fault 2 comes 39 s after fault 1", "may take 49 s");
    assertThat(warnings(3, roll.replace("1s,", "1s, at-once: 4,"), "{ at: 40s, kill: worker }"))
        .isEmpty();
  }

  @Test
  void manyCloseFaultsAreCounted() throws IOException {
    assertThat(warnings(3, "{ at: 1s, every: 2s, kill: worker }")).hasSize(4);
  }

  @Test
  void faultsThatTakeMoreThanAnEngineBearsAreWarnedOfOnce() throws IOException {
    assertThat(
            FaultRoles.endangering(
                FakeRun.experiment(
                    folder,
                    "phases.faults=60s",
                    "faults=[{ at: 1s, kill: worker }, { at: 9s, kill: worker, count: 2 },"
                        + " { at: 20s, kill: worker, count: 2 }]"),
                Map.of(),
                fault -> fault.victims() > 1 ? Optional.of("states") : Optional.empty()))
        .containsExactly("fault 2 takes 2 of 4 × worker at once: states");
  }

  private List<String> warnings(int noticesWithinSeconds, String... faults) throws IOException {
    return CloseFaults.warnings(
        FakeRun.experiment(
            folder, "phases.faults=60s", "faults=[" + String.join(", ", faults) + "]"),
        Map.of(),
        Duration.ofSeconds(noticesWithinSeconds));
  }
}
