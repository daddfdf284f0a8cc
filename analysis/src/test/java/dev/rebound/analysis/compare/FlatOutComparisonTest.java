package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.RigDoubt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs under {@code load.rate: max} beside runs with a rate. */
class FlatOutComparisonTest {
  private static final RigDoubt FLAT_OUT =
      new RigDoubt(
          Doubt.FLAT_OUT.code(),
          "no schedule",
          Doubt.FLAT_OUT.remedy(),
          Doubt.FLAT_OUT.touches(new Doubt.DoubtPlace("start", false, true, false)),
          false);

  private static Comparison byRate(String metric, boolean doubted) {
    List<ComparedRun> runs = new ArrayList<>();
    for (String rate : List.of("1000/s", "2000/s", "max")) {
      for (double recovery : new double[] {4000, 4040, 3960}) {
        double slower = rate.equals("1000/s") ? recovery : 2 * recovery;
        ComparedRun run =
            MadeUp.run("kill", "flink", "quick", Map.of("load.rate", rate), slower, slower * 1.02);
        runs.add(doubted && rate.equals("max") ? MadeUp.inDoubt(run, FLAT_OUT) : run);
      }
    }
    List<Study.Contrast> contrasts = List.of(new Study.Contrast(metric, "load.rate"));
    return new Comparer()
        .compare(
            runs,
            new ComparisonRequest("t", "", "", "", contrasts, List.of(), List.of(), List.of()),
            List.of());
  }

  @Test
  void maxHasNoPlaceOnAnAxisOfRates() {
    Comparison comparison = byRate("recovery", false);

    assertThat(CellAxes.number("max")).isEmpty();
    assertThat(comparison.axes()).hasSize(1);
    assertThat(comparison.axes().get(0).lines().get(0).points())
        .extracting(Comparison.Point::text)
        .containsExactly("1000/s", "2000/s");
  }

  @Test
  void maxIsAValueLikeAnyOtherInSentences() {
    assertThat(byRate("recovery", false).differences())
        .extracting(Difference::sentence)
        .hasSize(3)
        .filteredOn(sentence -> sentence.contains("max"))
        .hasSize(2);
  }

  @Test
  void whatADoubtLeavesOutIsSaidOfNobody() {
    assertThat(byRate("recovery", true).cells())
        .filteredOn(cell -> cell.label().contains("max"))
        .singleElement()
        .satisfies(cell -> assertThat(cell.recovery()).isNull());
  }

  @Test
  void aCellWhoseRunsBrokeBeforeTheirFirstFaultIsNotWithoutFaults() {
    Map<String, String> planned = Map.of("load.rate", "1000/s", "faults.1.kill", "worker");
    for (Map<String, String> settings : List.of(planned, Map.of("load.rate", "1000/s"))) {
      ComparedRun broken =
          MadeUp.inDoubt(
              MadeUp.run("kill", "flink", "quick", settings),
              new RigDoubt("broken", "the job failed", "", List.of(Doubt.EVERYTHING), false));
      Comparison comparison =
          new Comparer()
              .compare(
                  List.of(broken, broken),
                  new ComparisonRequest(
                      "t", "", "", "", List.of(), List.of(), List.of(), List.of()),
                  List.of());
      boolean faulted = settings.equals(planned);
      assertThat(comparison.cells())
          .singleElement()
          .satisfies(cell -> assertThat(cell.withoutFaults()).isEqualTo(!faulted))
          .satisfies(
              cell ->
                  assertThat(String.join("; ", cell.doubts()).contains("recovery"))
                      .isEqualTo(faulted));
    }
  }

  @Test
  void aScenarioWithoutFaultsIsNothingThatACellComesAfter() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int run = 0; run < 3; run++) {
      runs.add(backlog("counting", 50_000 + run));
      runs.add(backlog("grep", 60_000 + run));
    }
    ComparisonRequest brief =
        MadeUpComparison.brief(List.of(new Study.Contrast(Metrics.BACKLOG_RATE, "scenario")));

    assertThat(new Comparer().compare(runs, brief, List.of()).differences())
        .extracting(Difference::between)
        .containsExactly("Flink tuned in counting and Flink tuned in grep, rate of a backlog");
    assertThat(
            MadeUpComparison.compare(
                    MadeUp.run("kill-2", "flink", "quick", 2000),
                    MadeUp.run("kill-8", "flink", "quick", 4000))
                .differences())
        .extracting(Difference::between)
        .contains("Flink quick after kill-2 and Flink quick after kill-8, recovery time");
  }

  private static ComparedRun backlog(String scenario, double rate) {
    return MadeUp.run(
        MadeUp.results(
            scenario + "-flink-tuned",
            "flink",
            "tuned",
            List.of(),
            Map.of(Metrics.BACKLOG_RATE, rate)),
        Map.of("load.rate", "max", "load.backlog", "true"));
  }

  private static ComparedRun repeating(String engine, double duplicated, Doubt... doubts) {
    List<RigDoubt> warnings =
        Stream.of(doubts)
            .map(its -> new RigDoubt(its.code(), "why", "", List.of("lost", "duplicated"), false))
            .toList();
    return MadeUp.run(
        MadeUp.results(
                "slow-" + engine + "-tuned",
                engine,
                "tuned",
                List.of(),
                Map.of("duplicated", duplicated))
            .toBuilder()
            .warnings(warnings)
            .build(),
        Map.of());
  }

  private static Comparison.JudgedClaim flinkRepeatsLess(ComparedRun flink, ComparedRun storm) {
    Study.Claim claim =
        MadeUpComparison.claim(
            "duplicated",
            new CellSelector("", "flink", "", ""),
            new CellSelector("", "storm", "", ""),
            null);
    ComparisonRequest brief =
        new ComparisonRequest("t", "", "", "", List.of(), List.of(), List.of(), List.of(claim));
    return new Comparer()
        .compare(List.of(flink, storm, flink, storm, flink, storm), brief, List.of())
        .claims()
        .get(0);
  }

  @Test
  void whatCameTwiceIsTheLeastThatDoesWhereTheDrainWasCutShort() {
    ComparedRun flink = repeating("flink", 0);

    assertThat(flinkRepeatsLess(flink, repeating("storm", 50_000, Doubt.NOT_DRAINED)))
        .satisfies(claim -> assertThat(claim.verdict()).isEqualTo("held"))
        .satisfies(claim -> assertThat(claim.why()).contains("50,000", "∞"));
    assertThat(flinkRepeatsLess(flink, repeating("storm", 0, Doubt.NOT_DRAINED)).verdict())
        .as("more may have come")
        .isEqualTo(Comparison.JudgedClaim.NOT_SHOWN);
    assertThat(
            flinkRepeatsLess(
                    flink, repeating("storm", 50_000, Doubt.NOT_DRAINED, Doubt.NOT_AUDITED))
                .verdict())
        .as("nobody knows what came")
        .isEqualTo(Comparison.JudgedClaim.NOT_SHOWN);
  }

  @Test
  void whatHadNotComeTwiceWhenTheDrainWasCutShortMayYetHaveComeAnyNumberOfTimes() {
    ComparedRun flink = repeating("flink", 0);
    ComparedRun storm = repeating("storm", 0, Doubt.NOT_DRAINED);

    assertThat(Samples.of("duplicated", List.of(storm)).runs())
        .containsExactly(List.of(BoundedValue.atLeast(0)));
    assertThat(flinkRepeatsLess(flink, storm).why()).contains("unknown", " to ∞");
    ComparisonRequest brief =
        MadeUpComparison.brief(List.of(new Study.Contrast("duplicated", "engine")));
    assertThat(
            new Comparer()
                .compare(List.of(flink, storm, flink, storm, flink, storm), brief, List.of())
                .differences())
        .singleElement()
        .satisfies(
            difference ->
                assertThat(difference.outcome())
                    .isEqualTo(Comparison.PairOutcome.NO_DIFFERENCE_SHOWN));
  }

  @Test
  void whereTheCapacityIsKnownALoadWithoutARateHasNoShareOfIt() {
    ComparedRun run = MadeUp.run("kill", "flink", "quick", Map.of("load.rate", "max"), 4000);

    assertThat(Samples.of("load-to-capacity", List.of(MadeUp.inDoubt(run, FLAT_OUT))).leftOut())
        .singleElement()
        .satisfies(why -> assertThat(why).contains("flat-out"));
  }
}
