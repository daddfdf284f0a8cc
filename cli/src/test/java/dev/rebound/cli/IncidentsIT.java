package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.Incident;
import dev.rebound.Outcome;
import dev.rebound.Rebound;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Incidents as they ship, on real brokers: the first run of each fails as stated, the second
 * passes.
 */
@Tag("process")
class IncidentsIT {
  @TempDir Path runs;

  @Test
  void aSharedTransactionalIdIsFoundOutAndFixed() {
    endsAsStated("shared-transactional-id");
  }

  @Tag("thorough")
  @ParameterizedTest
  @ValueSource(strings = {"database-away", "group-at-latest", "hand-over", "offset-off-by-one"})
  void bothRunsEndAsStated(String name) {
    endsAsStated(name);
  }

  private void endsAsStated(String name) {
    Incident incident = Incident.named(name, Incident.shipped(Home.path()));
    Outcome outcome =
        Rebound.experiment(incident.file())
            .home(Home.path())
            .runs(runs)
            .set("phases.warmup=2s", "phases.baseline=5s")
            .run();
    assertThat(incident.cells(outcome)).as(outcome.toString()).allMatch(Incident.Cell::asStated);
    // What is due of the first run is not due of the second: the judgement can fail.
    Incident reversed =
        new Incident(
            name,
            incident.file(),
            incident.story(),
            incident.told(),
            /* shown= */ incident.fixed(),
            /* fixed= */ incident.shown());
    assertThat(reversed.cells(outcome)).noneMatch(Incident.Cell::asStated);
  }
}
