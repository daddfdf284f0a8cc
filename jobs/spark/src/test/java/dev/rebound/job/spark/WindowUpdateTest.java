package dev.rebound.job.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowState;
import dev.rebound.workload.WorkloadSpec;
import java.util.List;
import org.apache.spark.api.java.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.streaming.GroupStateTimeout;
import org.apache.spark.sql.streaming.TestGroupState;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

class WindowUpdateTest {
  private static final FixedWindow WINDOWS =
      new FixedWindow(
          WorkloadSpec.of(FixedWindow.KIND, 1).with("window", "time").with("length-ms", 1000));
  private static final WindowUpdate.ByTime UPDATE =
      new WindowUpdate.ByTime(new WindowUpdate(WINDOWS, 4));

  private static TestGroupState<byte[]> state(Optional<byte[]> open, long watermarkMillis) {
    return TestGroupState.create(
        open, GroupStateTimeout.EventTimeTimeout(), 0, Optional.<Object>of(watermarkMillis), false);
  }

  /** A visit of address 3 in the window that ends at 10 s. */
  private static void visits(TestGroupState<byte[]> state, long sequence) {
    byte[] visit = new WindowInput(false, 0, 3, sequence, 9_400_000 + sequence).encode();
    Row row = RowFactory.create(null, 3, InputPlace.of(0, sequence), visit, 9_400_000 + sequence);
    assertThat(StateOperator.update(UPDATE, new Tuple2<>(3, 9L), List.of(row).iterator(), state))
        .isExhausted();
  }

  private static long count(TestGroupState<byte[]> state) {
    return WindowState.of(WINDOWS).window(state.get()).count();
  }

  @Test
  void aWindowClosesOnceTheWatermarkIsBehindItsEnd() {
    TestGroupState<byte[]> state = state(Optional.empty(), 0);

    visits(state, 1);

    assertThat(count(state)).isEqualTo(1);
    assertThat(state.getTimeoutTimestampMs().get()).isEqualTo(10_000L);
  }

  @Test
  void aVisitWhoseWindowEndedSinceTheLastBatchIsTakenInAndClosesWithTheNext() {
    TestGroupState<byte[]> before = state(Optional.empty(), 9_000);
    visits(before, 1);
    TestGroupState<byte[]> state = state(Optional.of(before.get()), 10_500);

    visits(state, 2);

    assertThat(count(state)).isEqualTo(2);
    assertThat(state.getTimeoutTimestampMs().get()).isEqualTo(10_500L);
  }
}
