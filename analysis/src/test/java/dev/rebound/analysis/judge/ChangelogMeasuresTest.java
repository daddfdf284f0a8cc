package dev.rebound.analysis.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.Readings;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.base.Series;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangelogMeasuresTest {
  private static final Series INPUT = new Series("input.rate", "records/s", "");

  private final ChangelogMeasures facts = new ChangelogMeasures();
  private final Readings readings = new Readings();

  private void declared(Series... series) {
    readings.on(new Event.SeriesDeclared(List.of(series)));
  }

  private void tick(String phase, @Nullable Double... values) {
    readings.on(new Event.Tick(0, Arrays.asList(values)));
    facts.tick(phase, readings);
  }

  @Test
  void theBaselineAloneCountsFromWhereTheSeriesAre() {
    declared(INPUT);
    tick("baseline", 7.0);
    declared(INPUT, Series.CHANGELOG_SIZE, Series.CHANGELOG_RATE);
    tick("warmup", 7.0, 1.0, 900.0);
    tick("baseline", 7.0, 100.0, 10.0);
    tick("baseline", 7.0, null, null);
    tick("baseline", 7.0, 300.0, 40.0);
    tick("baseline", 7.0, 120.0, 40.0);
    tick("faults", 7.0, 999.0, 999.0);

    assertThat(facts.metrics())
        .containsOnlyKeys("changelog.size", "changelog.rate")
        .containsEntry("changelog.size", 120.0)
        .containsEntry("changelog.rate", 30.0);
    assertThat(facts.unjudged()).isEmpty();
    assertThat(Metrics.ofRuns())
        .extracting(Metrics.Metric::name)
        .containsAll(facts.metrics().keySet());
  }

  @Test
  void whereNothingWasToldThatIsSaidAndWhereNobodyLooksNothing() {
    declared(INPUT);
    tick("baseline", 7.0);
    assertThat(facts.metrics()).isEmpty();
    assertThat(facts.unjudged()).isEmpty();

    declared(INPUT, Series.CHANGELOG_SIZE, Series.CHANGELOG_RATE);
    tick("baseline", 7.0, null, null);
    assertThat(facts.metrics()).isEmpty();
    assertThat(facts.unjudged())
        .containsEntry("changelog", "the brokers did not tell of changelogs in the baseline");
  }
}
