package dev.rebound.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.rebound.Outcome;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;
import org.opentest4j.AssertionFailedError;

/** Tests of which one finds a job that is right, and one a mistake that was planted. */
@Tag("process")
class ExperimentExtensionIT {
  private static final AtomicReference<Outcome> SEEN = new AtomicReference<>();

  static class Samples {
    @Test
    @ReboundExperiment("seconds.yaml")
    void right(Outcome outcome) {
      SEEN.set(outcome);
    }

    @Test
    @ReboundExperiment(
        value = "seconds.yaml",
        set = {"engine.bug=count-off-by-one", "engine.drop-one-in=10"})
    void wrong(Outcome outcome) {
      SEEN.set(outcome);
    }
  }

  @Test
  void aTestPassesWithTheVerdictAndItsReportIsPublished() {
    Events tests = run("right");
    assertThat(tests.succeeded().count()).as("%s", SEEN.get()).isEqualTo(1);
    assertThat(SEEN.get().verdict()).isEqualTo(Verdict.PASS);
    assertThat(published(tests)).isEqualTo(SEEN.get().report()).isRegularFile();
    assertThat(published(tests))
        .startsWith(Path.of("target/rebound", Samples.class.getName(), "right").toAbsolutePath());
  }

  @Test
  void aMistakeThatWasPlantedFailsTheTestInWords() {
    Events tests = run("wrong");
    Throwable thrown =
        tests
            .failed()
            .list()
            .get(0)
            .getRequiredPayload(TestExecutionResult.class)
            .getThrowable()
            .orElseThrow();
    assertThat(thrown)
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContainingAll("seconds: fail", "diverged 10, expected 0")
        .hasMessageContaining(published(tests).toString());
    assertThat(SEEN.get().run().judged("lost")).isEqualTo(Verdict.PASS);
  }

  private static Events run(String method) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(Samples.class, method, Outcome.class))
        .execute()
        .testEvents();
  }

  private static Path published(Events tests) {
    return Path.of(
        tests
            .reportingEntryPublished()
            .list()
            .get(0)
            .getRequiredPayload(ReportEntry.class)
            .getKeyValuePairs()
            .get("rebound.report"));
  }
}
