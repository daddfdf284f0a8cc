package dev.rebound.analysis.recovery.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RigHistoryTest {
  private static final long SECOND = 1_000_000;

  /** A sample a second, with these lags. */
  private static RigHistory of(double outputsPerSecond, double... lags) {
    List<RigSample> samples = new ArrayList<>();
    for (int i = 0; i < lags.length; i++) {
      samples.add(new RigSample(i * SECOND, 0.5, 0, 0, lags[i], 1e9, 0));
    }
    return new RigHistory(samples, new TimeRange(0, SECOND), outputsPerSecond);
  }

  @Test
  void anObserverLagsBySecondsOfOutputAndNotByRecords() {
    assertThat(of(1000, 0, 0, 3000).observerLagged(0, 2 * SECOND)).isTrue();
    assertThat(of(100_000, 0, 0, 30_000).observerLagged(0, 2 * SECOND)).isFalse();
    assertThat(of(10, 0, 0, 20).observerLagged(0, 2 * SECOND)).as("twenty records").isFalse();
  }

  @Test
  void oneThatStandsStillLags() {
    assertThat(of(1000, 0, 0, Double.NaN, 0).observerLagged(SECOND, 2 * SECOND)).isTrue();
    assertThat(of(1000, Double.NaN, 0, 0).observerLagged(0, 2 * SECOND))
        .as("it had not begun")
        .isFalse();
    assertThat(of(1000, Double.NaN, Double.NaN).observerLagged(0, SECOND))
        .as("nobody says anything of it")
        .isFalse();
  }
}
