package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.JudgedClaim;
import dev.rebound.analysis.compare.Comparison.PairOutcome;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.Away;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Faults that never end, few enough that no median shows them. */
class UnendedTest extends MadeUpComparison {
  private static final Map<String, String> SETTINGS = Map.of("load.rate", "1000/s");
  private static final CellSelector FLINK = new CellSelector("", "flink", "", "");
  private static final CellSelector KAFKA_STREAMS = new CellSelector("", "kafka-streams", "", "");
  private static final double[] SPREAD = {1, 1.05, 0.95};

  /** Three runs of five faults each, of which so many never end. */
  private static List<ComparedRun> side(String engine, double millis, int unended) {
    return side(engine, millis, unended, 60_000);
  }

  private static List<ComparedRun> side(
      String engine, double millis, int unended, double watchedMillis) {
    List<ComparedRun> runs = new ArrayList<>();
    for (double factor : SPREAD) {
      List<FaultResult> faults = new ArrayList<>();
      for (int i = 1; i <= 5; i++) {
        faults.add(
            i <= unended
                ? neverEnding(i, watchedMillis)
                : MadeUp.fault(i, MadeUp.span(SpanState.ENDED, millis * factor), Impact.HIT));
      }
      runs.add(run(engine, faults));
    }
    return runs;
  }

  private static ComparedRun run(String engine, List<FaultResult> faults) {
    return MadeUp.run(
        MadeUp.results("kill-" + engine + "-quick", engine, "quick", faults), SETTINGS);
  }

  private static FaultResult neverEnding(int number, double watchedMillis) {
    Span unended = MadeUp.span(SpanState.UNENDED, watchedMillis);
    return MadeUp.withOutage(MadeUp.fault(number, unended, Impact.HIT), unended);
  }

  private static List<ComparedRun> both(List<ComparedRun> one, List<ComparedRun> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  private static JudgedClaim judged(List<ComparedRun> runs, Study.Claim claim) {
    ComparisonRequest brief =
        new ComparisonRequest("t", "", "", "", List.of(), List.of(), List.of(), List.of(claim));
    return COMPARER.compare(runs, brief, List.of()).claims().get(0);
  }

  @Test
  void aSideOfWhichSixOfFifteenNeverEndIsNeverFaster() {
    Comparison comparison = compare(both(side("flink", 2000, 2), side("kafka-streams", 3000, 0)));
    for (Difference difference : comparison.differences()) {
      assertThat(difference.first().engine().equals("flink") && isSmaller(difference))
          .as(difference.sentence())
          .isFalse();
    }
    assertThat(comparison.differences().get(0).sentence())
        .contains(
            ": 6 of 15 faults of Flink and 0 of 15 of Kafka Streams did not end; no difference can"
                + " be shown");
    assertThat(comparison.differences().get(0).price()).as("no number of runs").isNull();
    assertThat(comparison.cells().get(0).unended().words()).isEqualTo("6 of 15");
  }

  private static boolean isSmaller(Difference difference) {
    return difference.outcome() == PairOutcome.SMALLER;
  }

  @Test
  void aClaimThatASideIsFasterIsNotHeldWhileMoreOfItsFaultsNeverEnd() {
    List<ComparedRun> runs = both(side("flink", 2000, 2), side("kafka-streams", 3000, 0));
    for (Study.Claim claim :
        List.of(
            claim("recovery", FLINK, KAFKA_STREAMS, null),
            claim("recovery", FLINK, KAFKA_STREAMS, 1000.0),
            times(FLINK, KAFKA_STREAMS, 1.2, 2))) {
      JudgedClaim judged = judged(runs, claim);
      assertThat(judged.verdict()).as("%s", claim).isEqualTo(Claims.NOT_SHOWN);
      assertThat(judged.why()).contains("6 of 15 and 0 of 15 faults did not end");
    }
    assertThat(judged(runs, claim("recovery", KAFKA_STREAMS, FLINK, null)).verdict())
        .as("nor is the contrary refuted by its medians")
        .isEqualTo(Claims.NOT_SHOWN);
  }

  @Test
  void aClaimThatACellIsBelowABoundIsNotHeldByItsMediansAlone() {
    JudgedClaim judged =
        judged(
            both(side("flink", 2000, 2), side("kafka-streams", 3000, 0)),
            bounds(FLINK, Double.NEGATIVE_INFINITY, 10_000));
    assertThat(judged.verdict()).isEqualTo(Claims.NOT_SHOWN);
    assertThat(judged.why()).contains("6 of 15 faults did not end");
  }

  @Test
  void ofTwoSidesTheSounderIsFasterByAtLeastSoMuch() {
    Difference recovery = recovery(side("flink", 2000, 0), side("kafka-streams", 3000, 2));
    assertThat(recovery.outcome()).isEqualTo(PairOutcome.SMALLER);
    assertThat(recovery.first().engine()).isEqualTo("flink");
    assertThat(recovery.sentence())
        .contains(
            ": 0 of 15 faults of Flink and 6 of 15 of Kafka Streams did not end; Flink recovers at"
                + " least 1.3 times faster");
  }

  @Test
  void whereAsManyNeverEndOnBothSidesMediansTellWhichIsFaster() {
    Difference recovery = recovery(side("flink", 2000, 1), side("kafka-streams", 3000, 1));
    assertThat(recovery.outcome()).isEqualTo(PairOutcome.SMALLER);
    assertThat(recovery.sentence())
        .contains(
            ": 3 of 15 faults of Flink and 3 of 15 of Kafka Streams did not end; Flink recovers 1.3"
                + " to 1.7 times faster");
  }

  @Test
  void whatWasWatchedForLessMayHaveEndedSoonAfter() {
    assertThat(recovery(side("flink", 2000, 1), side("kafka-streams", 3000, 1, 20_000)).outcome())
        .isEqualTo(PairOutcome.NO_DIFFERENCE_SHOWN);
    assertThat(recovery(side("flink", 2000, 1, 20_000), side("kafka-streams", 3000, 1)).outcome())
        .isEqualTo(PairOutcome.SMALLER);
  }

  @Test
  void aFaultOfWhichNothingIsKnownMayNotHaveEnded() {
    List<ComparedRun> flink = new ArrayList<>(side("flink", 2000, 0));
    List<FaultResult> faults = new ArrayList<>(flink.get(0).results().faults());
    faults.set(4, MadeUp.withRecovery(faults.get(4), Span.unknown("the machine stood still")));
    flink.set(0, run("flink", faults));
    Difference recovery = recovery(flink, side("kafka-streams", 3000, 0));
    assertThat(recovery.outcome()).isEqualTo(PairOutcome.NO_DIFFERENCE_SHOWN);
    assertThat(recovery.sentence()).contains(": 0 to 1 of 15 faults of Flink and 0 of 15 of ");
  }

  @Test
  void whatNeverCaughtUpCountsBesideItsOutagesToo() {
    List<ComparedRun> flink = new ArrayList<>();
    for (ComparedRun run : side("flink", 2000, 0)) {
      List<FaultResult> faults = new ArrayList<>(run.results().faults());
      faults.set(0, MadeUp.withRecovery(faults.get(0), MadeUp.span(SpanState.UNENDED, 60_000)));
      flink.add(run("flink", faults));
    }
    Difference outage = compare(both(flink, side("kafka-streams", 3000, 0))).differences().get(1);
    assertThat(outage.metric()).isEqualTo(FaultFigure.OUTAGE);
    assertThat(outage.outcome()).isEqualTo(PairOutcome.NO_DIFFERENCE_SHOWN);
    assertThat(outage.sentence()).contains(": 3 of 15 faults of Flink and 0 of 15 of ");
  }

  @Test
  void aRunsOwnMedianHidesThemNoBetter() {
    List<ComparedRun> runs = new ArrayList<>();
    for (double factor : SPREAD) {
      runs.add(median("flink", 2000 * factor, 2));
      runs.add(median("kafka-streams", 3000 * factor, 0));
    }
    Difference median = contrast("recovery.median", runs);
    assertThat(median.outcome()).isEqualTo(PairOutcome.NO_DIFFERENCE_SHOWN);
    assertThat(median.sentence()).contains(": 6 of 15 faults of Flink and 0 of 15 of ");
  }

  /** A run whose results hold the median, too. */
  private static ComparedRun median(String engine, double millis, int unended) {
    List<FaultResult> faults = side(engine, millis, unended).get(0).results().faults();
    return MadeUp.run(
        MadeUp.results(
            "kill-" + engine + "-quick",
            engine,
            "quick",
            faults,
            Map.of("recovery.median", millis)),
        SETTINGS);
  }

  private static Difference contrast(String metric, List<ComparedRun> runs) {
    ComparisonRequest brief =
        new ComparisonRequest(
            "t",
            "",
            "",
            "",
            List.of(new Study.Contrast(metric, "engine")),
            List.of(),
            List.of(),
            List.of());
    return COMPARER.compare(runs, brief, List.of()).differences().get(0);
  }

  @Test
  void aServiceThatAcceptsNothingAnyMoreIsNotLessAway() {
    Span whole = MadeUp.span(SpanState.ENDED, 1000);
    isNotLessAway(new Away(1000, false, 10, whole, whole));
  }

  @Test
  void aServiceOfWhichOneInstanceNeverComesBackIsNotLessAway() {
    Span whole = MadeUp.span(SpanState.ENDED, 1000);
    isNotLessAway(new Away(1000, true, 10, whole, Span.unended(60_000, 0, "worker-1")));
    isNotLessAway(new Away(1000, true, 10, Span.unended(60_000, 0, ""), whole));
  }

  private static void isNotLessAway(Away sick) {
    Span ended = MadeUp.span(SpanState.ENDED, 3000);
    Away sound = new Away(3000, true, 10, ended, ended);
    for (String metric : List.of(Metrics.AWAY, Metrics.INSTANCE_AWAY, Metrics.WHOLLY_AWAY)) {
      List<ComparedRun> runs = new ArrayList<>();
      for (double factor : SPREAD) {
        runs.add(away("sick", metric, 1000 * factor, sound, sick));
        runs.add(away("sound", metric, 3000 * factor, sound, sound));
      }
      Difference away = contrast(metric, runs);
      assertThat(away.outcome()).as(metric).isEqualTo(PairOutcome.NO_DIFFERENCE_SHOWN);
      assertThat(away.sentence()).contains("3 of 6 faults of ", "0 of 6 of ", " did not end; ");
    }
  }

  /** One of two faults may have no end; the other one is told as if it were all. */
  private static ComparedRun away(String engine, String metric, double millis, Away... faults) {
    List<FaultResult> all = new ArrayList<>();
    for (Away away : faults) {
      Span none = Span.unknown("a service");
      all.add(MadeUp.fault(all.size() + 1, none, Impact.HIT).toBuilder().away(away).build());
    }
    return MadeUp.run(
        MadeUp.results("kill-" + engine + "-quick", engine, "quick", all, Map.of(metric, millis)),
        SETTINGS);
  }

  @Property(tries = 100)
  void aSideOfLongerOutagesNeverRanksAboveOneOfShorterOnes(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<ComparedRun> runs = new ArrayList<>();
    for (int run = 0; run < 3; run++) {
      List<FaultResult> shorter = new ArrayList<>();
      List<FaultResult> longer = new ArrayList<>();
      for (int fault = 1; fault <= 3; fault++) {
        double millis = 2000 * Math.exp(0.5 * random.nextGaussian());
        shorter.add(lasting(fault, millis));
        longer.add(lasting(fault, millis * (1 + 2 * random.nextDouble())));
      }
      runs.add(run("flink", longer));
      runs.add(run("kafka-streams", shorter));
    }
    for (Difference difference : compare(runs).differences()) {
      assertThat(isSmaller(difference) && difference.first().engine().equals("flink"))
          .as(difference.sentence())
          .isFalse();
    }
  }

  private static FaultResult lasting(int number, double millis) {
    Span span = MadeUp.span(SpanState.ENDED, millis);
    return MadeUp.withOutage(MadeUp.fault(number, span, Impact.HIT), span);
  }

  @Property(tries = 100)
  void aSickSideNeverRanksAboveTheSoundOne(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll @IntRange(min = 1, max = 4) int unended,
      @ForAll @DoubleRange(min = 0.01, max = 10) double factor) {
    SplittableRandom random = new SplittableRandom(seed);
    List<ComparedRun> sick = new ArrayList<>();
    int spoilt = random.nextInt(3);
    for (ComparedRun run : side("flink", 2000 * factor, 0)) {
      List<FaultResult> faults = new ArrayList<>(run.results().faults());
      for (int i = 0; sick.size() == spoilt && i < unended; i++) {
        faults.set(i, neverEnding(i + 1, 60_000));
      }
      sick.add(run("flink", faults));
    }
    List<ComparedRun> runs = both(sick, side("kafka-streams", 2000, 0));
    for (Difference difference : compare(runs).differences()) {
      assertThat(isSmaller(difference) && difference.first().engine().equals("flink"))
          .as(difference.sentence())
          .isFalse();
    }
    assertThat(judged(runs, claim("recovery", FLINK, KAFKA_STREAMS, null)).verdict())
        .isNotEqualTo(Claims.HELD);
    assertThat(judged(runs, claim("recovery", KAFKA_STREAMS, FLINK, null)).verdict())
        .isNotEqualTo(Claims.NOT_HELD);
  }
}
