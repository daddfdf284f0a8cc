package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Properties of every run against a {@link FakeEngine}, whatever its seed and its faults. */
@Tag("thorough")
class FakeEnginePropertiesTest {
  private static final Set<Bug> HARMLESS =
      Set.of(
          Bug.NONE,
          Bug.CONFIRMS_SLOWLY,
          Bug.STARTS_LATE,
          Bug.COMES_BACK_LATE,
          Bug.MAY_REPEAT,
          Bug.TELLS_NO_WORK);

  /** With these a run does not even start. */
  private static final Set<Bug> STARTLESS = Set.of(Bug.SAYS_NOTHING, Bug.GENERATOR_DIES_AT_ONCE);

  private static FakeRun run(Bug bug, String... overrides) throws IOException {
    return run(bug, (runner, time) -> {}, overrides);
  }

  /** A run in a folder of its own, which is gone afterwards. */
  private static FakeRun run(Bug bug, BiConsumer<Runner, FakeTime> before, String... overrides)
      throws IOException {
    Path folder = Files.createTempDirectory("fake");
    try {
      return FakeRun.of(bug, folder, before, overrides);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static String kill(int atMillis, int count, int restartMillis) {
    return "faults=[{ at: %dms, kill: worker, count: %d, restart: { after: %dms } }]"
        .formatted(atMillis, count, restartMillis);
  }

  @Property(
      tries = 12,
      seed = "2024",
      shrinking = ShrinkingMode.OFF,
      afterFailure = AfterFailureMode.SAMPLE_ONLY)
  void anEngineThatKeepsItsPromisePassesWhateverBefallsIt(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll @IntRange(min = 0, max = 5000) int atMillis,
      @ForAll @IntRange(min = 1, max = 3) int count,
      @ForAll @IntRange(min = 500, max = 5000) int restartMillis)
      throws IOException {
    FakeRun run = run(Bug.NONE, "seed=" + seed, kill(atMillis, count, restartMillis));
    assertThat(run.found()).isEmpty();
    long takeover = Math.min(1500, restartMillis + FakeNode.CONFIRMED_AFTER_MILLIS);
    assertThat(run.fault().recovery().millis()).isBetween(takeover - 100, takeover + 110);
    assertThat(run.results().judgements())
        .as("a victim that is back may make it long")
        .allMatch(its -> its.verdict() == Verdict.PASS || its.between() != null)
        .noneMatch(its -> its.verdict() == Verdict.FAIL);
  }

  @Property(
      tries = 12,
      seed = "2024",
      shrinking = ShrinkingMode.OFF,
      afterFailure = AfterFailureMode.SAMPLE_ONLY)
  void aStallIsMeasuredWithinOneSamplingStepWheneverItBegins(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll @IntRange(min = 0, max = 3000) int atMillis)
      throws IOException {
    FakeRun run = run(Bug.STALLS_FOR_7_SECONDS, "seed=" + seed, kill(atMillis, 1, 2000));
    for (Results.Span span : new Results.Span[] {run.fault().outage(), run.fault().recovery()}) {
      assertThat(span.state()).isEqualTo(SpanState.ENDED);
      assertThat(span.millis()).isBetween(6900L, 7100L);
    }
  }

  @Property(
      tries = 12,
      seed = "2024",
      shrinking = ShrinkingMode.OFF,
      afterFailure = AfterFailureMode.SAMPLE_ONLY)
  void everyLossAndEveryDuplicateIsCounted(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll @IntRange(min = 1000, max = 5000) int atMillis,
      @ForAll @IntRange(min = 1, max = 3) int count)
      throws IOException {
    String[] how = {"seed=" + seed, kill(atMillis, count, 2000)};
    FakeRun loses = run(Bug.LOSES_ON_KILL, how);
    assertThat(loses.metric("lost")).isEqualTo((double) loses.rig().engine().planted());
    assertThat(loses.verdict()).isEqualTo(Verdict.FAIL);
    FakeRun repeats = run(Bug.DUPLICATES_ON_RESTART, how);
    assertThat(repeats.metric("duplicated")).isEqualTo((double) repeats.rig().engine().planted());
    assertThat(loses.finding(FindingKind.LOST).byFault()).containsOnlyKeys("1");
    assertThat(repeats.finding(FindingKind.DUPLICATED).byFault().keySet()).isSubsetOf("1");
  }

  @Property(tries = 3, shrinking = ShrinkingMode.OFF, afterFailure = AfterFailureMode.SAMPLE_ONLY)
  void theSameSeedGivesTheSameFindingsAndAnotherOneOthers(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed) throws IOException {
    String faults = "faults=[{ at: 1s, every: 7s, kill: worker, count: 2 }]";
    String engine = "engine.guarantee=at-least-once";
    FakeRun first = run(Bug.NONE, "seed=" + seed, faults, engine);
    FakeRun second = run(Bug.NONE, "seed=" + seed, faults, engine);
    FakeRun other = run(Bug.NONE, "seed=" + (seed + 1), faults, engine);
    assertThat(second.findings()).isEqualTo(first.findings());
    assertThat(other.findings()).isNotEqualTo(first.findings());
  }

  private static Stream<Bug> bugs() {
    return Stream.of(Bug.values()).filter(bug -> !STARTLESS.contains(bug));
  }

  @Property(tries = 2, seed = "2024", shrinking = ShrinkingMode.OFF)
  void noPlantedBugEverPasses(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll @IntRange(min = 0, max = 5000) int atMillis,
      @ForAll @IntRange(min = 1, max = 3) int count)
      throws IOException {
    for (Bug bug : bugs().toList()) {
      FakeRun run =
          run(
              bug,
              "seed=" + seed,
              kill(atMillis, bug == Bug.CONFIRMS_SLOWLY ? 1 : count, 2000),
              "expect={ recovery.max: < 5s, reordered: 0 }");
      assertThat(run.verdict() == Verdict.PASS).as("%s", bug).isEqualTo(HARMLESS.contains(bug));
    }
  }

  @Property(tries = 2, seed = "2024", shrinking = ShrinkingMode.OFF)
  void anInterruptedRunNeitherPassesNorIsBlamedForWhatItDidNotWaitFor(
      @ForAll @IntRange(min = 0, max = 28_000) int afterMillis) throws IOException {
    for (Bug bug : bugs().toList()) {
      FakeRun run = run(bug, RunnerTest.interruptAfter(afterMillis / 1000.0));
      assertThat(run.verdict()).as("%s", bug).isNotEqualTo(Verdict.PASS);
      if (HARMLESS.contains(bug)) {
        assertThat(run.results().interrupted()).as("%s", bug).isTrue();
        assertThat(run.verdict()).as("%s", bug).isEqualTo(Verdict.UNKNOWN);
      }
    }
  }
}
