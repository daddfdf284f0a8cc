package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Metrics;
import dev.rebound.base.Series;
import dev.rebound.lab.probe.ChangelogProbe;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangelogFactsTest {
  private static final Series INPUT = new Series("input.rate", "records/s", "");

  private final ChangelogFacts facts = new ChangelogFacts();

  @Test
  void theBaselineAloneCountsFromWhereTheSeriesAre() {
    facts.declared(List.of(INPUT));
    facts.tick("baseline", List.of(7.0));
    facts.declared(List.of(INPUT, ChangelogProbe.OF_SIZE, ChangelogProbe.OF_RATE));
    facts.tick("warmup", List.of(7.0, 1.0, 900.0));
    facts.tick("baseline", List.of(7.0, 100.0, 10.0));
    facts.tick("baseline", Arrays.asList(7.0, null, null));
    facts.tick("baseline", List.of(7.0, 300.0, 40.0));
    facts.tick("baseline", List.of(7.0, 120.0, 40.0));
    facts.tick("faults", List.of(7.0, 999.0, 999.0));

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
    facts.declared(List.of(INPUT));
    facts.tick("baseline", List.of(7.0));
    assertThat(facts.metrics()).isEmpty();
    assertThat(facts.unjudged()).isEmpty();

    facts.declared(List.of(INPUT, ChangelogProbe.OF_SIZE, ChangelogProbe.OF_RATE));
    facts.tick("baseline", Arrays.asList(7.0, null, null));
    assertThat(facts.metrics()).isEmpty();
    assertThat(facts.unjudged())
        .containsEntry("changelog", "the brokers did not tell of changelogs in the baseline");
  }
}
