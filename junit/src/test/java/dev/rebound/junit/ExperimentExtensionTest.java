package dev.rebound.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.rebound.Outcome;
import dev.rebound.Rebound;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.opentest4j.AssertionFailedError;

/**
 * Tests whose runs begin, find no broker in time, and start no process: one of those is an error,
 * and two are a verdict that is unknown.
 */
@Timeout(60)
class ExperimentExtensionTest {
  private static final String NOWHERE = "nowhere.yaml";
  private static final String TWICE = "repetitions=2";

  /** What the methods of the samples say that they saw. */
  private static final List<Object> SEEN = new CopyOnWriteArrayList<>();

  private static final Path BUILT = Path.of("target/rebound").toAbsolutePath();

  /** Kept, as loggers that nobody holds are forgotten with their settings. */
  private static final Logger LOG = Logger.getLogger("dev.rebound.junit");

  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new StreamHandler(OutputStream.nullOutputStream(), new SimpleFormatter()) {
        @Override
        public synchronized void publish(LogRecord line) {
          logged.add(getFormatter().formatMessage(line));
        }
      };

  @BeforeEach
  void forget() {
    SEEN.clear();
    LOG.setUseParentHandlers(false);
    LOG.addHandler(handler);
  }

  @AfterEach
  void showAgain() {
    LOG.removeHandler(handler);
    LOG.setUseParentHandlers(true);
  }

  static class Samples {
    @Test
    @ReboundExperiment(value = NOWHERE, set = TWICE)
    void unknown(Outcome outcome) {
      SEEN.add(outcome);
    }

    @Test
    @ReboundExperiment(value = NOWHERE, set = TWICE, abortIfUnknown = true)
    void aborted(Outcome outcome) {
      SEEN.add(outcome);
    }

    @Test
    @ReboundExperiment(value = NOWHERE, set = TWICE)
    void unknownAndWrong() {
      throw new IllegalStateException("of its own");
    }

    @Test
    @ReboundExperiment(value = NOWHERE, set = TWICE, abortIfUnknown = true)
    void abortedAndWrong() {
      throw new IllegalStateException("of its own");
    }

    @Test
    @ReboundExperiment(NOWHERE)
    void notCarriedOut() {
      SEEN.add("ran");
    }

    @Test
    @ReboundExperiment("no-such.yaml")
    void noFile() {}

    @Test
    @ReboundExperiment("src/test/resources/dev/rebound/junit/nowhere.yaml")
    void aPath() {}

    @Test
    @ReboundExperiment("dev/rebound/junit/nowhere.yaml")
    void fromTheRoot() {}

    @Test
    @ReboundExperiment(value = NOWHERE, set = "load.rate=${class-path} ${REBOUND_RATE}")
    void ofTheClassPath() {}

    @Test
    @ReboundExperiment(value = NOWHERE, runs = "target/elsewhere")
    void elsewhere() {}

    @RepeatedTest(2)
    @ReboundExperiment(value = NOWHERE, set = TWICE)
    void again(Outcome outcome) {
      SEEN.add(outcome);
    }

    @TestFactory
    @ReboundExperiment(value = NOWHERE, set = TWICE, abortIfUnknown = true)
    List<DynamicTest> made(Outcome outcome) {
      SEEN.add(outcome);
      return List.of();
    }

    @Test
    @Timeout(1)
    @ReboundExperiment(value = NOWHERE, set = "repetitions=1000")
    void tooLong(Outcome outcome) {
      SEEN.add(outcome);
    }
  }

  @ReboundExperiment(value = NOWHERE, set = TWICE)
  static class SharedSamples {
    @BeforeEach
    void before() {
      SEEN.add("before");
    }

    @Test
    void one(Outcome outcome) {
      SEEN.add(outcome);
    }

    @Test
    void two(Outcome outcome) {
      SEEN.add(outcome);
    }

    @Nested
    class Inner {
      @Test
      void three(Outcome outcome) {
        SEEN.add(outcome);
      }
    }
  }

  @ReboundExperiment(NOWHERE)
  static class BeforeSamples {
    @BeforeEach
    void before(Outcome outcome) {
      SEEN.add(outcome);
    }

    @Test
    void one() {}
  }

  @ReboundExperiment(NOWHERE)
  static class BrokenSamples {
    @Test
    void one() {}

    @Test
    void two() {}
  }

  static class HeirSamples extends BrokenSamples {
    @Test
    @ReboundExperiment("no-such.yaml")
    void ofItsOwn() {}
  }

  @Test
  void anUnknownVerdictFailsTheTestWithWhatWasInTheWay() {
    Event failed = only(sample("unknown", Outcome.class));
    assertThat(thrown(failed))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContainingAll("nowhere: Kafka at", "kafka.bootstrap");
    assertThat(logged)
        .as("how far it has come")
        .containsExactly("nowhere.yaml: start", "nowhere.yaml: start", "nowhere.yaml: unknown");
    assertThat(SEEN).as("its own assertions").hasSize(1);
    assertThat(((Outcome) SEEN.get(0)).failures()).hasSize(2);
  }

  @Test
  void whoAcceptsUnknownIsAborted() {
    assertThat(run(sample("aborted", Outcome.class)).testEvents().aborted().count()).isEqualTo(1);
    assertThat(SEEN).hasSize(1);
  }

  @Test
  void whatTheTestItselfFindsStandsBesideTheVerdict() {
    Throwable failed = thrown(only(sample("unknownAndWrong")));
    assertThat(failed).isInstanceOf(AssertionFailedError.class);
    assertThat(failed.getSuppressed())
        .singleElement()
        .extracting("message")
        .isEqualTo("of its own");
  }

  @Test
  void whatTheTestItselfFindsIsNotAborted() {
    assertThat(thrown(only(sample("abortedAndWrong")))).hasMessage("of its own");
  }

  @Test
  void anExperimentThatCannotBeCarriedOutIsAnErrorWithItsRemedy() {
    assertThat(thrown(only(sample("notCarriedOut"))))
        .isInstanceOf(ReboundException.class)
        .hasMessageContainingAll("127.0.0.1:1 is not up", "\n  → ", "kafka.bootstrap");
    assertThat(SEEN).isEmpty();
  }

  @Test
  void aFileThatIsNotThereIsToldWithWhereItWasLookedFor() {
    assertThat(thrown(only(sample("noFile"))))
        .hasMessageContainingAll(
            Path.of("no-such.yaml").toAbsolutePath().toString(),
            "class path",
            "src/test/resources");
  }

  @Test
  void aFileIsAPathOrAResource() {
    for (String each : List.of("aPath", "fromTheRoot")) {
      assertThat(thrown(only(sample(each)))).hasMessageContaining("127.0.0.1:1 is not up");
    }
  }

  @Test
  void theClassPathIsFilledInAndOtherWordsAreNot() {
    assertThat(thrown(only(sample("ofTheClassPath"))))
        .hasMessageContainingAll(Rebound.classPath().toString(), "${REBOUND_RATE}");
  }

  @Test
  void runsLieBesideSurefiresReports() throws IOException {
    Path folder = BUILT.resolve(Samples.class.getName()).resolve("notCarriedOut");
    only(sample("notCarriedOut"));
    assertThat(folder.resolve("nowhere")).isDirectory();
    only(sample("elsewhere"));
    assertThat(Path.of("target/elsewhere/nowhere")).isDirectory();
    assertThat(BUILT.resolve(Samples.class.getName()).resolve("elsewhere")).doesNotExist();
  }

  @Test
  void eachRepetitionIsAnExperimentOfItsOwn() {
    assertThat(run(sample("again", Outcome.class)).testEvents().failed().count()).isEqualTo(2);
    assertThat(SEEN).doesNotHaveDuplicates().hasSize(2);
  }

  @Test
  void aFactoryOfTestsIsJudgedToo() {
    assertThat(run(sample("made", Outcome.class)).containerEvents().aborted().count()).isEqualTo(1);
    assertThat(SEEN).hasSize(1);
  }

  @Test
  void aTimeoutOfTheTestEndsTheExperiment() {
    assertThat(thrown(only(sample("tooLong", Outcome.class))))
        .isInstanceOf(TimeoutException.class)
        .satisfies(
            late ->
                assertThat(late.getSuppressed())
                    .singleElement()
                    .extracting("message")
                    .asString()
                    .contains("it was stopped"));
  }

  @Test
  void testsOfAClassShareItsExperimentWhichComesAfterWhatPreparesThem() {
    EngineExecutionResults results = run(selectClass(SharedSamples.class));
    assertThat(results.testEvents().failed().count()).isEqualTo(3);
    assertThat(SEEN.get(0)).isEqualTo("before");
    assertThat(SEEN.stream().filter(Outcome.class::isInstance).distinct()).hasSize(1);
    assertThat(BUILT.resolve(SharedSamples.class.getName()).resolve("nowhere")).isDirectory();
  }

  @Test
  void whatCannotBeCarriedOutIsNotTriedAgainForEachTest() throws IOException {
    Path folder = BUILT.resolve(BrokenSamples.class.getName()).resolve("nowhere");
    long before = runsIn(folder);
    EngineExecutionResults results = run(selectClass(BrokenSamples.class));
    assertThat(results.testEvents().failed().stream().map(ExperimentExtensionTest::thrown))
        .hasSize(2)
        .allMatch(ReboundException.class::isInstance)
        .containsOnly(thrown(results.testEvents().failed().list().get(0)));
    assertThat(runsIn(folder)).isEqualTo(before + 1);
  }

  @Test
  void aSubclassHasTheExperimentOfItsParentAndAMethodOneOfItsOwn() {
    assertThat(run(selectClass(HeirSamples.class)).testEvents().failed().stream())
        .extracting(failed -> thrown(failed).getMessage().contains("no-such.yaml"))
        .containsExactlyInAnyOrder(true, false, false);
  }

  @Test
  void onlyATestTakesAnOutcome() {
    assertThat(thrown(only(selectClass(BeforeSamples.class))))
        .isInstanceOf(ParameterResolutionException.class)
        .hasMessageContaining("Outcome");
    assertThat(SEEN).isEmpty();
  }

  private static long runsIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> runs = Files.list(folder)) {
      return runs.filter(run -> Files.isDirectory(run, LinkOption.NOFOLLOW_LINKS)).count();
    }
  }

  private static DiscoverySelector sample(String method, Class<?>... parameters) {
    return selectMethod(Samples.class, method, parameters);
  }

  private static EngineExecutionResults run(DiscoverySelector selected) {
    return EngineTestKit.engine("junit-jupiter").selectors(selected).execute();
  }

  /** The end of the only test, which failed. */
  private static Event only(DiscoverySelector selected) {
    List<Event> failed = run(selected).testEvents().failed().list();
    assertThat(failed).hasSize(1);
    return failed.get(0);
  }

  private static Throwable thrown(Event failed) {
    return failed.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
  }
}
