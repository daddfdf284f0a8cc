package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plants mistakes in an engine, and demands that a whole run against it finds each of them. */
class FakeEngineTest {
  private static final long SAMPLE_MILLIS = 100;

  @TempDir Path folder;

  private FakeRun run(Bug bug, String... overrides) throws IOException {
    return FakeRun.of(bug, folder, overrides);
  }

  private static void within(long millis, Results.Span span) {
    assertThat(span.state()).isEqualTo(SpanState.ENDED);
    assertThat(span.millis()).isBetween(millis - SAMPLE_MILLIS, millis + SAMPLE_MILLIS);
  }

  @Test
  void anEngineThatKeepsItsPromisePasses() throws IOException {
    FakeRun run = run(Bug.NONE);
    assertThat(run.found()).isEmpty();
    assertThat(run.fault().impact()).isEqualTo(Impact.HIT);
    within(1500, run.fault().outage());
    within(1500, run.fault().recovery());
    assertThat(run.verdict()).as("%s", run.results().judgements()).isEqualTo(Verdict.PASS);
    assertThat(run.outcome().drained()).isTrue();
  }

  @Test
  void withoutFaultsThereIsNothingToRecoverFrom() throws IOException {
    FakeRun run = run(Bug.NONE, "faults=[]", "expect={}");
    assertThat(run.found()).isEmpty();
    assertThat(run.results().faults()).isEmpty();
    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void lossOnAKillIsFound() throws IOException {
    FakeRun run = run(Bug.LOSES_ON_KILL);
    assertThat(run.rig().engine().planted()).isPositive();
    assertThat(run.metric("lost")).isEqualTo((double) run.rig().engine().planted());
    assertThat(run.finding(FindingKind.LOST).byFault()).containsOnlyKeys("1");
    assertThat(run.found()).containsExactlyInAnyOrder("lost", "diverged");
    assertThat(run.fault().outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(run.fault().recovery().millis())
        .as("what is lost never comes late, but the lane stood still")
        .isEqualTo(run.fault().outage().millis());
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void duplicatesOnARestartAreFound() throws IOException {
    FakeRun run = run(Bug.DUPLICATES_ON_RESTART);
    assertThat(run.rig().engine().planted()).isPositive();
    assertThat(run.metric("duplicated")).isEqualTo((double) run.rig().engine().planted());
    assertThat(run.finding(FindingKind.DUPLICATED).byFault()).containsOnlyKeys("1");
    assertThat(run.found()).containsExactly("duplicated");
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void atLeastOnceAllowsDuplicatesAndStillTellsThem() throws IOException {
    FakeRun run = run(Bug.NONE, "engine.guarantee=at-least-once");
    assertThat(run.finding(FindingKind.DUPLICATED).count()).isPositive();
    assertThat(run.finding(FindingKind.DUPLICATED).allowed()).isTrue();
    assertThat(run.finding(FindingKind.DUPLICATED).byFault()).containsOnlyKeys("1");
    assertThat(run.metric("excess")).isEqualTo(run.metric("duplicated"));
    assertThat(run.verdict()).as("%s", run.results().judgements()).isEqualTo(Verdict.PASS);
  }

  @Test
  void atLeastOnceDoesNotAllowLoss() throws IOException {
    FakeRun run = run(Bug.LOSES_ON_KILL, "engine.guarantee=at-least-once");
    assertThat(run.judged("lost")).isEqualTo(Verdict.FAIL);
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aSwappedOrderIsFound() throws IOException {
    FakeRun run = run(Bug.SWAPS_ORDER, "expect={ reordered: 0 }");
    assertThat(run.found()).containsExactly("reordered");
    assertThat(run.finding(FindingKind.REORDERED).byFault()).containsOnlyKeys("1");
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aCorruptedStateIsFound() throws IOException {
    FakeRun run = run(Bug.CORRUPTS_STATE);
    assertThat(run.metric("diverged")).isEqualTo(1);
    assertThat(run.found()).containsExactly("diverged");
    assertThat(run.finding(FindingKind.DIVERGED).examples().get(0))
        .contains("rule 1:")
        .contains("checksum");
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aForgottenStateIsFound() throws IOException {
    FakeRun run = run(Bug.FORGETS_STATE);
    assertThat(run.metric("diverged")).isEqualTo(1);
    assertThat(run.found()).containsExactly("diverged");
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aLaneLeftDeadIsFound() throws IOException {
    FakeRun run = run(Bug.LEAVES_A_LANE_DEAD);
    assertThat(run.fault().outage().state()).isEqualTo(SpanState.UNENDED);
    assertThat(run.fault().recovery().state()).isEqualTo(SpanState.UNENDED);
    assertThat(run.judged("recovery.max")).isEqualTo(Verdict.FAIL);
    assertThat(run.outcome().drained()).isFalse();
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aStallOfSevenSecondsIsMeasuredWithinOneSamplingStep() throws IOException {
    FakeRun run = run(Bug.STALLS_FOR_7_SECONDS);
    within(7000, run.fault().outage());
    within(7000, run.fault().recovery());
    assertThat(run.found()).isEmpty();
    assertThat(run.judged("recovery.max")).isEqualTo(Verdict.FAIL);
  }

  @Test
  void whatALiveReaderSawAndNobodyCanReadAgainIsFound() throws IOException {
    FakeRun run = run(Bug.TAKES_BACK);
    assertThat(run.rig().engine().planted()).isPositive();
    assertThat(run.metric("uncommitted")).isEqualTo((double) run.rig().engine().planted());
    assertThat(run.finding(FindingKind.UNCOMMITTED).byFault()).containsOnlyKeys("1");
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void whatTheLiveReaderMissedIsToldAndKeepsARunFromPassing() throws IOException {
    FakeRun run = run(Bug.LIVE_READER_MISSES);
    assertThat(run.found()).containsExactly("missed-live");
    assertThat(run.metric("missed-live")).isEqualTo(FakeRig.HIDDEN);
    assertThat(run.judged("recovery.max")).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
    for (String time : new String[] {"outage", "recovery", "disrupted"}) {
      assertThat(Doubts.of(time, run.results())).as("for comparisons and promises").isPresent();
    }
    FakeRun disrupted =
        run(Bug.LIVE_READER_MISSES, "expect={outage.max: < 5s, disrupted.max: < 5s}");
    assertThat(disrupted.judged("outage.max")).isEqualTo(Verdict.UNKNOWN);
    assertThat(disrupted.judged("disrupted.max")).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void duplicatesThatOnlyTheSecondReadingSeesAreFound() throws IOException {
    for (String guarantee : new String[] {"exactly-once", "at-least-once"}) {
      FakeRun run = run(Bug.DUPLICATES_UNSEEN, "engine.guarantee=" + guarantee, "faults=[]");
      assertThat(run.metric("duplicated")).isEqualTo(FakeRig.HIDDEN);
      assertThat(run.finding(FindingKind.DUPLICATED).byFault()).containsOnlyKeys("unattributed");
      assertThat(run.found()).containsExactlyInAnyOrder("duplicated", "missed-live");
    }
    assertThat(run(Bug.DUPLICATES_UNSEEN).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aTransactionLeftOpenKeepsARunFromPassing() throws IOException {
    FakeRun run = run(Bug.LEAVES_A_TRANSACTION_OPEN);
    assertThat(run.found()).containsExactly("open");
    assertThat(run.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aDeathThatNobodyAskedForFails() throws IOException {
    FakeRun run = run(Bug.DIES_UNASKED, "faults=[]", "expect={}");
    assertThat(run.metric("unplanned-exits")).isEqualTo(1);
    assertThat(run.found()).isEmpty();
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void theSameSeedGivesTheSameFindings() throws IOException {
    for (Bug bug : Bug.values()) {
      // Two victims that move the clock on in parallel are not the same twice.
      if (Set.of(Bug.SAYS_NOTHING, Bug.GENERATOR_DIES_AT_ONCE, Bug.CONFIRMS_SLOWLY).contains(bug)) {
        continue;
      }
      String[] two = {"faults=[{ at: 1s, every: 7s, kill: worker, count: 2 }]"};
      FakeRun first = FakeRun.of(bug, folder, two);
      FakeRun second = FakeRun.of(bug, folder, two);
      assertThat(second.findings()).as("%s", bug).isEqualTo(first.findings());
      assertThat(second.results().judgements()).isEqualTo(first.results().judgements());
    }
  }
}
