package dev.rebound.analysis.compare.baseline;

import static dev.rebound.analysis.compare.baseline.RegressionRuns.changed;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.disrupted;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.faults;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.neverEnding;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.numbered;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.only;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.rough;
import static dev.rebound.analysis.compare.baseline.RegressionRuns.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.compare.baseline.Regression.ComparedCell;
import dev.rebound.analysis.compare.baseline.Regression.RegressionOutcome;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RegressionTest {
  private final RegressionRuns made = new RegressionRuns();

  @Test
  void aRecoveryThatTakesTwiceAsLongHasBecomeSlower() {
    ComparedCell held = only(made.runs(5, 2000, 1), made.runs(5, 4000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.SLOWER);
    assertThat(held.outcome().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(held.sentence())
        .matches(
            "kill on flink \\(quick, exactly-once\\): recovery has become slower: it takes 1\\.\\d"
                + " to 2\\.\\d times as long as in the baseline \\(95 % interval; 5 runs with 10"
                + " faults against 5 runs with 10 faults\\); the means are .* s and .* s\\.");
    assertThat(held.notes()).isEmpty();
  }

  @Test
  void secondStopsThatTheRecoveryDoesNotCountAreARegressionToo() {
    List<ComparedRun> stopping =
        made.runs(5, 2000, 2).stream().map(run -> disrupted(run, 4000)).toList();
    List<ComparedRun> then =
        made.runs(5, 2000, 1).stream().map(run -> disrupted(run, 1000)).toList();
    ComparedCell held = only(then, stopping);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.SLOWER);
    assertThat(held.sentence())
        .contains("all time disrupted has become slower: it takes 2.9 to 4.7");
    List<ComparedRun> more =
        made.runs(12, 2000, 1).stream().map(run -> disrupted(run, 1000)).toList();
    assertThat(only(more, more.stream().map(run -> renamed(run)).toList()).outcome())
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  @Test
  void whatTheBaselineDoesNotKnowOfSecondStopsIsNotHeldAgainstLaterRuns() {
    List<ComparedRun> then = new ArrayList<>();
    for (ComparedRun run : made.runs(5, 2000, 1)) {
      then.add(then.size() < 2 ? unknownDisrupted(run) : disrupted(run, 1000));
    }
    List<ComparedRun> stopping =
        made.runs(5, 2000, 2).stream().map(run -> disrupted(run, 4000)).toList();
    ComparedCell held = only(then, stopping);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(held.sentence())
        .contains(
            "whether all time disrupted has become slower is not known: in the baseline 4 of 10"
                + " values are unknown, more than 10 %");
  }

  @Test
  void aBaselineThatKnowsOfSecondStopsInFewRunsOrNoneIsNotPassed() {
    List<ComparedRun> stopping =
        made.runs(5, 2000, 2).stream().map(run -> disrupted(run, 4000)).toList();
    for (int known : List.of(0, 2)) {
      List<ComparedRun> then = new ArrayList<>();
      for (ComparedRun run : made.runs(5, 2000, 1)) {
        then.add(then.size() < known ? disrupted(run, 1000) : unknownDisrupted(run));
      }
      ComparedCell held = only(then, stopping);
      assertThat(held.outcome()).as("known in %s", known).isEqualTo(RegressionOutcome.UNKNOWN);
      assertThat(held.sentence())
          .contains("whether all time disrupted has become slower is not known: in the baseline ");
    }
  }

  private static ComparedRun unknownDisrupted(ComparedRun run) {
    return changed(run, f -> f.toBuilder().disrupted(Results.Span.unknown("why")).build());
  }

  private static ComparedRun renamed(ComparedRun run) {
    return with(run, run.results().toBuilder().runId(run.results().runId() + "-later").build());
  }

  @Test
  void fewerThanThreeRunsASideSayNothing() {
    assertThatThrownBy(() -> Baseline.of(made.runs(2, 2000, 1)))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> {
              assertThat(problem).hasMessageContaining("needs 3 runs");
              assertThat(problem.remedy()).contains("repetitions");
            });
    ComparedCell held = only(made.runs(3, 2000, 1), made.runs(2, 9000, 2));
    assertThat(held.outcome())
        .as("as for any other number that is too small")
        .isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(held.sentence())
        .contains(
            "whether recovery has become slower is not known: now it needs 3 runs whose recovery is"
                + " known, and has 2; ");
  }

  @Test
  void whatOnlyOneSideHasIsSaid() {
    List<ComparedRun> both = new ArrayList<>(made.runs(12, 2000, 1));
    both.addAll(made.named("pause").runs(3, 2000, 3));
    List<ComparedCell> held = Regression.judge(Baseline.of(both), made.runs(12, 2000, 2), 1.25);
    assertThat(held)
        .extracting(ComparedCell::outcome)
        .containsExactly(RegressionOutcome.NOT_SLOWER, RegressionOutcome.UNKNOWN);
    assertThat(held.get(1).sentence()).contains("pause on flink", "none was named");
    ComparedCell without = only(made.runs(3, 2000, 1), made.named("pause").runs(3, 2000, 3), 2);
    assertThat(without.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(without.sentence()).contains("the baseline has no runs of it");
  }

  @Test
  void faultsOfWhichNobodyTellsWhetherTheyHitAreUnknownAndNotLeftOut() {
    List<ComparedRun> now = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Results.FaultResult untold =
          RegressionRuns.fault(2, 90_000).toBuilder().impact(Impact.NOT_KNOWN).build();
      now.add(made.run(i, List.of(RegressionRuns.fault(1, 2000), untold)));
    }
    ComparedCell held = only(made.runs(5, 2000, 1), now);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(held.sentence()).contains("now 5 of 10 values are unknown");
  }

  @Test
  void disruptionMayGrowToTwiceTheMarginAtMostHoweverLongTheRecovery() {
    List<ComparedRun> then = disruptedFor(500, made.runs(12, 30_000, 1));
    ComparedCell held = only(then, disruptedFor(7000, made.runs(12, 30_000, 2)));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.SLOWER);
    assertThat(held.sentence()).contains("all time disrupted has become slower: it takes 1");
    assertThat(only(then, disruptedFor(1200, made.runs(12, 30_000, 2))).outcome())
        .as("by less than a second")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> longer = disruptedFor(5000, made.runs(12, 30_000, 1));
    assertThat(only(longer, disruptedFor(10_000, made.runs(12, 30_000, 2))).outcome())
        .as("by as much as recovery may, and twice as long")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  private static List<ComparedRun> disruptedFor(long millis, List<ComparedRun> runs) {
    return runs.stream()
        .map(
            run ->
                changed(
                    run,
                    fault ->
                        fault.toBuilder()
                            .disrupted(new Results.Span(SpanState.ENDED, millis, 100, ""))
                            .build()))
        .toList();
  }

  @Test
  void runsAndFaultsThatAreMissingAreUnknown() {
    List<ComparedRun> then = made.runs(12, 2000, 1);
    List<ComparedRun> planned = numbered(made.runs(12, 2000, 2));
    assertThat(only(then, planned).outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    ComparedCell dropped = only(then, planned.subList(0, 11));
    assertThat(dropped.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(dropped.sentence())
        .contains("1 of 12 runs that were to be made are not there: name all of them");
    assertThat(only(numbered(then).subList(1, 12), planned).sentence())
        .contains("1 of 12 runs that were to be made are not in the baseline: make it of all");
    List<ComparedRun> less = new ArrayList<>(planned);
    less.set(
        0,
        with(
            planned.get(0),
            faults(planned.get(0), planned.get(0).results().faults().subList(0, 1))));
    assertThat(only(then, less).sentence())
        .contains("a run has 1 fault that hit, where others have 2");
  }

  @Property(tries = 150)
  void noChangeForTheWorseBettersAnOutcome(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll @DoubleRange(min = 0.5, max = 1.6) double ratio,
      @ForAll @DoubleRange(min = 0.01, max = 0.3) double spread,
      @ForAll @DoubleRange(min = 1, max = 5) double longer) {
    SplittableRandom random = new SplittableRandom(seed);
    List<ComparedRun> then = spread(0, 6, 2000, spread, random);
    List<ComparedRun> now = spread(6, 3 + random.nextInt(6), 2000 * ratio, spread, random);
    RegressionOutcome before = only(then, now).outcome();
    int one = random.nextInt(now.size());
    for (Results.FaultResult worse :
        List.of(
            RegressionRuns.fault(
                1, now.get(one).results().faults().get(0).recovery().millis() * longer),
            neverEnding(1))) {
      List<ComparedRun> changed = new ArrayList<>(now);
      changed.set(
          one,
          with(
              now.get(one),
              faults(now.get(one), List.of(worse, now.get(one).results().faults().get(1)))));
      assertThat(goodness(only(then, changed).outcome()))
          .as("%s", only(then, changed).sentence())
          .isLessThanOrEqualTo(goodness(before));
    }
    if (before != RegressionOutcome.NOT_SLOWER) {
      assertThat(only(then, rough(now, longer)).outcome())
          .as("known less well")
          .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
    }
    List<ComparedRun> fewer = new ArrayList<>(now);
    fewer.set(
        one,
        with(now.get(one), faults(now.get(one), List.of(now.get(one).results().faults().get(1)))));
    assertThat(only(then, fewer).outcome())
        .as("a fault less")
        .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> more = new ArrayList<>(now);
    List<Results.FaultResult> faults = new ArrayList<>(now.get(one).results().faults());
    faults.add(neverEnding(3));
    more.set(one, with(now.get(one), faults(now.get(one), faults)));
    assertThat(only(then, more).outcome())
        .as("a fault more, without an end")
        .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> old = new ArrayList<>(numbered(then));
    old.remove(random.nextInt(old.size()));
    assertThat(only(old, now).outcome())
        .as("a run of the baseline less")
        .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> planned = numbered(now);
    if (now.size() > 3) {
      fewer = new ArrayList<>(planned);
      fewer.remove(one);
      assertThat(only(then, fewer).outcome())
          .as("a run less")
          .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
    }
    RegressionOutcome stricter =
        Regression.judge(Baseline.of(then), now, 1 + 0.25 * random.nextDouble()).get(0).outcome();
    assertThat(goodness(stricter)).as("a stricter margin").isLessThanOrEqualTo(goodness(before));
  }

  private static int goodness(RegressionOutcome outcome) {
    return switch (outcome) {
      case SLOWER -> 0;
      case UNKNOWN, NOT_COMPARABLE -> 1;
      case NOT_SLOWER -> 2;
    };
  }

  /** Runs of two faults, numbered from somewhere on, that spread from run to run. */
  private List<ComparedRun> spread(
      int from, int count, double millis, double spread, SplittableRandom random) {
    List<ComparedRun> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double run = millis * Math.exp(spread * random.nextGaussian());
      runs.add(
          made.run(
              from + i, List.of(RegressionRuns.fault(1, run), RegressionRuns.fault(2, run * 1.1))));
    }
    return runs;
  }
}
