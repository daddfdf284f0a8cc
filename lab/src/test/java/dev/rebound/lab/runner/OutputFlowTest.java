package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.experiment.Experiment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFlowTest {
  private static final long SECOND = 1_000_000_000;
  private static final String KILL = "{ at: 1s, kill: worker }";

  private final OutputFlow flow = new OutputFlow(quiet(1, 3), 0);

  @TempDir Path folder;

  private static Duration quiet(int commitSeconds, int noticesSeconds) {
    return OutputFlow.quiet(Duration.ofSeconds(commitSeconds), Duration.ofSeconds(noticesSeconds));
  }

  @Test
  void aJobThatMayBeSilentForLongerIsWaitedForLonger() {
    assertThat(quiet(1, 3)).hasSeconds(20);
    assertThat(quiet(30, 3)).hasSeconds(40);
    assertThat(quiet(1, 60)).hasSeconds(70);
    OutputFlow slow = new OutputFlow(quiet(30, 3), 0);
    slow.due(100, 0);
    assertThat(slow.over(120, 30 * SECOND)).as("the next commit brings more").isFalse();
    assertThat(slow.quiet(39 * SECOND)).isFalse();
    assertThat(slow.over(120, 40 * SECOND)).isTrue();
  }

  @Test
  void aDrainThatIsTooShortForThatIsWarnedOf() throws IOException {
    assertThat(warnings(3, "60s")).isEmpty();
    assertThat(warnings(60, "91s")).isEmpty();
    assertThat(warnings(60, "60s"))
        .singleElement()
        .asString()
        .contains("none came for 70 s", "lengthen phases.drain");
    Experiment sent = FakeRun.experiment(folder, "phases.drain=10s", "faults=[" + KILL + "]");
    assertThat(OutputFlow.warnings(sent, Duration.ofSeconds(60))).isEmpty();
  }

  private List<String> warnings(int noticesSeconds, String drain) throws IOException {
    Experiment made =
        FakeRun.experiment(
            folder,
            "load.rate=max",
            "load.max-records=1000000",
            "load.generated=true",
            "load.generators=1",
            "phases.drain=" + drain,
            "faults=[" + KILL + "]");
    return OutputFlow.warnings(made, Duration.ofSeconds(noticesSeconds));
  }

  @Test
  void whileNobodyKnowsWhatIsDueNothingIsOver() {
    assertThat(flow.over(1_000_000, 60 * SECOND)).isFalse();
    flow.asked(10, 0, 60 * SECOND);
    assertThat(flow.over(1_000_000, 120 * SECOND)).isFalse();
  }

  @Test
  void asManyAsAreDueAreOverOnceNoneCameForAWhile() {
    flow.due(100, SECOND);
    flow.grew(5 * SECOND);
    assertThat(flow.over(100, 24 * SECOND)).isFalse();
    assertThat(flow.over(100, 25 * SECOND)).isTrue();
    assertThat(flow.over(99, 60 * SECOND)).isFalse();
  }

  @Test
  void aStallBeforeItWasKnownWhatIsDueDoesNotCount() {
    flow.due(100, 60 * SECOND);
    assertThat(flow.over(120, 61 * SECOND)).isFalse();
    assertThat(flow.over(120, 81 * SECOND)).isTrue();
  }

  @Test
  void outputsThatCameAgainDoNotStandForReadouts() {
    flow.due(100, 0);
    flow.asked(10, 130, 30 * SECOND);
    assertThat(flow.over(130, 90 * SECOND)).as("no readout came").isFalse();
    assertThat(flow.over(139, 90 * SECOND)).isFalse();
    assertThat(flow.over(140, 90 * SECOND)).isTrue();
  }
}
