package dev.rebound.engine.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.engine.TellingNode;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Members;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SparkClusterTest {
  private final TellingNode driver = new TellingNode("driver", "driver");

  private SparkCluster cluster(OptionalLong lateness) {
    return new SparkCluster(
        new Members(List.of(driver)), "group", lateness, SparkEngine.version("4.2.0"));
  }

  private void batch(long number, long watermark, long newest) {
    driver.writes(
        FollowedCluster.EVENTS,
        "{\"atMicros\":%d,\"incarnation\":1,\"event\":\"batch\",\"batch\":%d,\"rows\":1,\"late\":0,\"watermark\":%d,\"newest\":%d}"
            .formatted(number, number, watermark, newest));
  }

  @Test
  void windowsThatTheLastBatchEndedAreStillToCome() {
    try (SparkCluster cluster = cluster(OptionalLong.of(200))) {
      assertThat(cluster.pending()).isEmpty();
      batch(1, 8_000, 10_000);
      assertThat(cluster.pending())
          .contains("windows that have ended are closed by the next batch");
      batch(2, 9_800, 0);
      assertThat(cluster.pending()).isEmpty();
    }
  }

  @Test
  void aJobWithoutWindowsByTimeHasNothingToCome() {
    try (SparkCluster cluster = cluster(OptionalLong.empty())) {
      batch(1, 0, 0);
      assertThat(cluster.pending()).isEmpty();
    }
  }
}
