package dev.rebound.campaign.sustain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.experiment.SustainSpec;
import dev.rebound.lab.runner.TrialTick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class SustainJudgeTest {
  private static final double RATE = 1000;

  private static final SustainSpec SPEC =
      new SustainSpec(
          Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(20), 0.05, 3, 0.02);

  private final SustainJudge judge = new SustainJudge(SPEC, Duration.ofSeconds(1));

  private static List<TrialTick> ticks(
      IntToDoubleFunction lag, IntToDoubleFunction sent, IntToDoubleFunction p99) {
    List<TrialTick> ticks = new ArrayList<>();
    for (int s = 0; s < 20; s++) {
      ticks.add(
          new TrialTick(
              5 + s,
              lag.applyAsDouble(s),
              sent.applyAsDouble(s),
              500,
              p99.applyAsDouble(s),
              1,
              0.5));
    }
    return ticks;
  }

  private TrialJudgement judged(
      IntToDoubleFunction lag, IntToDoubleFunction sent, IntToDoubleFunction p99) {
    return judge.judge(RATE, ticks(lag, sent, p99), false);
  }

  /** The lag of a job that commits once a second: a sawtooth. */
  private static double saw(int second) {
    return 100 + 800 * ((second * 37) % 10) / 10.0;
  }

  @Test
  void aBacklogThatOnlyFollowsTheCommitsIsSustained() {
    TrialJudgement judgement = judged(SustainJudgeTest::saw, s -> RATE, s -> 300);

    assertThat(judgement.outcome()).isEqualTo(TrialOutcome.SUSTAINED);
    assertThat(judgement.p99Millis()).isEqualTo(300);
  }

  @Test
  void secondsThatAMedianHidesAreCounted() {
    TrialJudgement judgement =
        judged(SustainJudgeTest::saw, s -> RATE, s -> s % 4 == 0 ? 9000 : 300);

    assertThat(judgement.outcome()).isEqualTo(TrialOutcome.SUSTAINED);
    assertThat(judgement.reason())
        .containsPattern(", not shown to be below [0-9,]+ ms in [0-9]+ of ");
  }

  @Test
  void aBacklogThatGrowsBeneathTheCommitsIsNot() {
    TrialJudgement judgement = judged(s -> saw(s) + 100 * s, s -> RATE, s -> 300);

    assertThat(judgement.outcome()).isEqualTo(TrialOutcome.NOT_SUSTAINED);
    assertThat(judgement.reason()).startsWith("the backlog grows");
    assertThat(judgement.backlogShare()).isBetween(0.07, 0.13);
  }

  @Test
  void growthWithinTheToleranceIsSustained() {
    assertThat(judged(s -> 100 + 10.0 * s, s -> RATE, s -> 300).outcome())
        .isEqualTo(TrialOutcome.SUSTAINED);
  }

  @Test
  void growthOfOneCommitOverTheWindowMayBeDrift() {
    assertThat(judged(s -> 100 + 45.0 * s, s -> RATE, s -> 300).outcome())
        .isEqualTo(TrialOutcome.SUSTAINED);
    assertThat(judged(s -> 100 + 60.0 * s, s -> RATE, s -> 300).outcome())
        .isEqualTo(TrialOutcome.NOT_SUSTAINED);
  }

  @Test
  void oneWildSecondDoesNotDecide() {
    TrialJudgement judgement =
        judged(s -> s == 10 ? 50_000 : saw(s), s -> RATE, s -> s == 7 ? 9000 : 300);

    assertThat(judgement.outcome()).isEqualTo(TrialOutcome.SUSTAINED);
  }

  @Test
  void latencyAboveTheBoundIsNotSustained() {
    TrialJudgement judgement = judged(SustainJudgeTest::saw, s -> RATE, s -> 1200);

    assertThat(judgement.outcome()).isEqualTo(TrialOutcome.NOT_SUSTAINED);
    assertThat(judgement.reason()).isEqualTo("p99 is 1,200 ms, above 1,000 ms");
  }

  @Test
  void aJobWithoutOutputSustainsNothing() {
    assertThat(judged(s -> 0, s -> RATE, s -> Double.NaN).outcome())
        .isEqualTo(TrialOutcome.NOT_SUSTAINED);
  }

  @Test
  void generatorsBehindTheirScheduleAreTheRigsLimit() {
    assertThat(judged(SustainJudgeTest::saw, s -> 0.9 * RATE, s -> 300).outcome())
        .isEqualTo(TrialOutcome.RIG_LIMIT);
  }

  @Test
  void aJobThatFallsBehindFailsEvenIfTheGeneratorsDo() {
    assertThat(judged(s -> 300.0 * s, s -> 0.9 * RATE, s -> 300).outcome())
        .isEqualTo(TrialOutcome.NOT_SUSTAINED);
  }

  @Test
  void growthThatMayBeChanceIsUnclear() {
    TrialJudgement judgement =
        new SustainJudge(SPEC, Duration.ofMillis(100))
            .judge(RATE, ticks(s -> s == 19 ? 50_000 : saw(s), s -> RATE, s -> 300), false);

    assertThat(judgement.outcome()).isEqualTo(TrialOutcome.UNCLEAR);
  }

  @Test
  void tooFewReadingsAreUnclear() {
    assertThat(judged(s -> s < 3 ? 10 : Double.NaN, s -> RATE, s -> 300).outcome())
        .isEqualTo(TrialOutcome.UNCLEAR);
    assertThat(judged(s -> s < 10 ? saw(s) : Double.NaN, s -> RATE, s -> 300).outcome())
        .as("what brokers that no longer answer would have told")
        .isEqualTo(TrialOutcome.UNCLEAR);
    assertThat(judged(SustainJudgeTest::saw, s -> s < 10 ? RATE : Double.NaN, s -> 300).outcome())
        .as("a generator fell silent")
        .isEqualTo(TrialOutcome.UNCLEAR);
  }

  @Test
  void aBacklogOfManySecondsIsHopeless() {
    TrialTick tick = new TrialTick(9, 9500, RATE, 500, 5000, 1, 1);

    assertThat(judge.hopeless(RATE, tick)).isTrue();
    assertThat(judge.hopeless(2 * RATE, tick)).isFalse();
    assertThat(judge.judge(RATE, List.of(tick), true).reason())
        .isEqualTo("the backlog reached 9.5 s of load; not watched further");
  }
}
