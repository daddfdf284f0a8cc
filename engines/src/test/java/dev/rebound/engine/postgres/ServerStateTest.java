package dev.rebound.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Series;
import dev.rebound.engine.adapter.LastSeen;
import org.junit.jupiter.api.Test;

class ServerStateTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void twoLooksMakeRates() {
    ServerState before = new ServerState(3, 100, 40, SECOND);
    ServerState newest = new ServerState(5, 300, 40, 3 * SECOND);

    assertThat(newest.since(before)).containsExactly(5, 100, 0);
    assertThat(ServerState.SERIES)
        .extracting(Series::metric)
        .containsExactly("database.connections", "database.commits", "database.inserts");
  }

  @Test
  void thereIsNoRateAfterTheFirstLookNorAcrossACrashNorWithoutAnAnswer() {
    ServerState before = new ServerState(3, 100, 40, SECOND);

    assertThat(before.since(null)).containsExactly(3, Double.NaN, Double.NaN);
    assertThat(new ServerState(1, 7, 50, 2 * SECOND).since(before))
        .as("counters that began anew")
        .containsExactly(1, Double.NaN, Double.NaN);
    assertThat(new LastSeen(ServerState.SERIES, () -> null).read())
        .containsExactly(Double.NaN, Double.NaN, Double.NaN);
  }
}
