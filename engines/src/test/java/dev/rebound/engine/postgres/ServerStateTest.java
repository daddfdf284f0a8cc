package dev.rebound.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.base.Series;
import org.junit.jupiter.api.Test;

class ServerStateTest {
  private static final long SECOND = 1_000_000_000;

  private static double[] read(ServerState before, ServerState newest) {
    return new ServerProbe(() -> new ServerProbe.Looks(before, newest)).read();
  }

  @Test
  void twoLooksMakeRates() {
    ServerState before = new ServerState(3, 100, 40, SECOND);
    ServerState newest = new ServerState(5, 300, 40, 3 * SECOND);

    assertThat(read(before, newest)).containsExactly(5, 100, 0);
    assertThat(new ServerProbe(() -> null).series())
        .extracting(Series::metric)
        .containsExactly("database.connections", "database.commits", "database.inserts");
  }

  @Test
  void thereIsNoRateAfterTheFirstLookNorAcrossACrashNorWithoutAnAnswer() {
    ServerState before = new ServerState(3, 100, 40, SECOND);

    assertThat(read(null, before)).containsExactly(3, Double.NaN, Double.NaN);
    assertThat(read(before, new ServerState(1, 7, 50, 2 * SECOND)))
        .as("counters that began anew")
        .containsExactly(1, Double.NaN, Double.NaN);
    assertThat(new ServerProbe(() -> null).read())
        .containsExactly(Double.NaN, Double.NaN, Double.NaN);
  }
}
