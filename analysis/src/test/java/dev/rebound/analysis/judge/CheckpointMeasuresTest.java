package dev.rebound.analysis.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.CheckpointSeries;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.Readings;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.base.Series;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckpointMeasuresTest {
  private final CheckpointMeasures facts = new CheckpointMeasures();
  private final Readings readings = new Readings();

  private void tick(String phase, List<@Nullable Double> values) {
    readings.on(new Event.Tick(0, values));
    facts.tick(phase, readings);
  }

  private static List<@Nullable Double> values(
      double duration, double size, double completed, double failed, double expired) {
    List<@Nullable Double> values = new ArrayList<>();
    values.add(7.0);
    for (double value :
        new double[] {duration, 1, 20, 3, size, size / 4, completed, failed, expired, 0}) {
      values.add(Double.isNaN(value) ? null : value);
    }
    return values;
  }

  private void declare() {
    List<Series> series = new ArrayList<>(List.of(new Series("input.rate", "records/s", "")));
    series.addAll(CheckpointSeries.ALL);
    readings.on(new Event.SeriesDeclared(series));
  }

  @Test
  void eachCheckpointOfTheBaselineCountsOnce() {
    declare();
    tick("warmup", values(900, 400, 1, 0, 0));
    tick("baseline", values(900, 400, 1, 0, 0));
    tick("baseline", values(30, 100, 2, 0, 0));
    tick("baseline", values(30, 100, 2, 0, 0));
    tick("baseline", values(30, 100, 2, 0, 0));
    tick("baseline", values(50, 200, 3, 0, 0));
    tick("baseline", values(40, 120, 4, 0, 0));
    tick("faults", values(800, 120, 5, 0, 0));

    assertThat(facts.metrics())
        .containsEntry("checkpoint.duration.p50", 40.0)
        .containsEntry("checkpoint.duration.max", 50.0)
        .containsEntry("checkpoint.sync.max", 1.0)
        .containsEntry("checkpoint.async.max", 20.0)
        .containsEntry("checkpoint.alignment.max", 3.0)
        .containsEntry("checkpoint.size", 120.0)
        .containsEntry("checkpoint.written", 30.0)
        .containsEntry("checkpoints.completed", 4.0);
    assertThat(facts.unjudged()).isEmpty();
    assertThat(Metrics.ofRuns())
        .extracting(Metrics.Metric::name)
        .containsAll(facts.metrics().keySet());
  }

  @Test
  void onlyWhatFailedUnderLoadCountsAndAJobThatIsSubmittedAnewBeginsAgain() {
    declare();
    tick("start", values(10, 1, 0, 0, 0));
    tick("start", values(10, 1, 1, 2, 1));
    tick("faults", values(10, 1, 1, 3, 2));
    tick("faults", values(Double.NaN, 1, Double.NaN, Double.NaN, Double.NaN));
    tick("faults", values(10, 1, 1, 1, 1));
    tick("settle", values(10, 1, 3, 1, 1));
    tick("drain", values(10, 1, 9, 9, 9));

    assertThat(facts.metrics())
        .containsEntry("checkpoints.completed", 3.0)
        .containsEntry("checkpoints.failed", 2.0)
        .containsEntry("checkpoints.expired", 2.0);
  }

  @Test
  void whereNoneWasCompletedThatIsSaidAndWhereNobodyCountsNothing() {
    readings.on(new Event.SeriesDeclared(List.of(new Series("input.rate", "records/s", ""))));
    tick("baseline", List.of(1.0));
    assertThat(facts.metrics()).isEmpty();
    assertThat(facts.unjudged()).isEmpty();

    declare();
    tick("baseline", values(Double.NaN, Double.NaN, 0, 0, 0));
    assertThat(facts.metrics()).containsEntry("checkpoints.completed", 0.0);
    assertThat(facts.unjudged())
        .containsEntry("checkpoint", "no checkpoint was completed in the baseline");
  }
}
