package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Comparison.TradeOff;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Prices of a short recovery, and cells that pay too much. */
class TradeOffsTest {
  private static final String P95 = "baseline.latency.p95";

  /** A run whose recovery takes so long, at that price. */
  private static ComparedRun run(String interval, double recovery, Map<String, Double> metrics) {
    ComparedRun run =
        MadeUp.run("kill", "flink", "quick", Map.of("engine.commit-interval", interval), recovery);
    return MadeUp.run(run.results().toBuilder().metrics(metrics).build(), run.settings());
  }

  private static List<TradeOff> of(List<ComparedRun> runs) {
    ComparisonRequest brief =
        new ComparisonRequest(
            "t",
            "",
            "",
            "",
            List.of(),
            List.of(new Study.Trade("recovery", P95, "")),
            List.of(),
            List.of());
    return new Comparer().compare(runs, brief, List.of()).tradeOffs();
  }

  @Test
  void whoPaysMoreForLessIsNotOnTheFront() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      runs.add(run("200ms", 2000 + i, Map.of(P95, 400.0 + i)));
      runs.add(run("5s", 8000 + i, Map.of(P95, 100.0 + i)));
      runs.add(run("30s", 9000 + i, Map.of(P95, 120.0 + i)));
    }
    TradeOff trade = of(runs).get(0);
    assertThat(trade.metric()).isEqualTo("recovery");
    assertThat(trade.points()).hasSize(3);
    assertThat(trade.points())
        .filteredOn(point -> !point.front())
        .singleElement()
        .satisfies(point -> assertThat(point.label()).contains("30s"));
  }

  @Test
  void aCellWithoutAPriceIsNoPoint() {
    assertThat(of(List.of(run("200ms", 2000, Map.of(P95, 400.0)), run("5s", 8000, Map.of()))))
        .as("one point is no trade-off")
        .isEmpty();
  }

  @Test
  void whereNothingHadToBeCaughtUpNothingIsPredicted() {
    ComparedRun run = MadeUp.run("kill", "flink", "quick", 4000);
    FaultResult idle = run.results().faults().get(0).toBuilder().loadToCapacity(null).build();
    ComparedRun without =
        MadeUp.run(run.results().toBuilder().faults(List.of(idle)).build(), run.settings());
    assertThat(Samples.of(Metrics.PREDICTED, List.of(without)).count()).isZero();
    assertThat(Samples.of(Metrics.PREDICTED, List.of(run)).count()).isEqualTo(1);
  }

  @Test
  void aBoundOfTheCapacityIsToldAsOneAndBoundsThePrediction() {
    ComparedRun run = MadeUp.run("kill", "flink", "quick", 4000);
    FaultResult quick = run.results().faults().get(0).toBuilder().loadAtMost(true).build();
    ComparedRun bounded =
        MadeUp.run(run.results().toBuilder().faults(List.of(quick)).build(), run.settings());
    assertThat(Samples.of(Metrics.LOAD_TO_CAPACITY, List.of(bounded)).median())
        .isEqualTo(new BoundedValue(0, 0.5));
    BoundedValue predicted = Samples.of(Metrics.PREDICTED, List.of(bounded)).median();
    assertThat(predicted.low()).isEqualTo((double) quick.outage().millis());
    assertThat(
            new Comparer()
                .compare(List.of(run, bounded), ComparisonRequest.of("t"), List.of())
                .cells())
        .singleElement()
        .satisfies(
            cell -> {
              assertThat(cell.loadAtMost()).isTrue();
              assertThat(cell.loadToCapacity().median()).isEqualTo(0.5);
            });
  }

  @Test
  void ofAnOutageThatIsNotKnownThePredictionIsNotEither() {
    ComparedRun run = MadeUp.run("kill", "flink", "quick", 4000, 4000);
    List<FaultResult> faults = new ArrayList<>(run.results().faults());
    faults.set(1, MadeUp.withOutage(faults.get(1), Span.unknown("the machine stood still")));
    ComparedRun half = MadeUp.run(run.results().toBuilder().faults(faults).build(), run.settings());
    assertThat(Samples.of(Metrics.PREDICTED, List.of(run, run)).usable()).isTrue();
    assertThat(Samples.of(Metrics.PREDICTED, List.of(half, half)).noFigure())
        .hasValue("2 of 4 values are unknown, more than 10 %");
  }

  @Test
  void thePredictionStandsInEveryCell() {
    // Outages are half as long as recoveries, load ÷ capacity 0.5: the model is right by making.
    Comparison comparison =
        new Comparer()
            .compare(
                List.of(
                    MadeUp.run("kill", "flink", "quick", 4000, 4000),
                    MadeUp.run("kill", "kafka-streams", "quick", 8000, 8000)),
                ComparisonRequest.of("t"),
                List.of());
    assertThat(comparison.cells())
        .allSatisfy(
            cell -> {
              Estimate predicted = cell.predicted();
              assertThat(predicted).isNotNull();
              Estimate recovery = cell.recovery();
              assertThat(recovery).isNotNull();
              assertThat(predicted.value().low()).isEqualTo(recovery.value().low());
            });
    assertThat(Metrics.find(Metrics.PREDICTED)).isPresent();
  }
}
