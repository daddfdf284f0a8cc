package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FailedForGoodTest {
  private final FailedForGood failed = new FailedForGood();

  private static FlinkJob job(String state) {
    return new FlinkJob(
        state,
        List.of(),
        List.of(
            new FlinkJob.JobFailure(1, TaskManagerLife.at("", ""), "no restart: gave up after 3")));
  }

  private boolean seen(String state, int life, double seconds) {
    return failed.seen(job(state), life, (long) (seconds * 1e9));
  }

  @Test
  void aJobThatStaysFailedIsToldOnceAndLeftAsItIs() {
    assertThat(seen("FAILED", 0, 1)).isFalse();
    assertThat(seen("FAILED", 0, 5.9)).isFalse();
    assertThat(failed.sure()).isFalse();
    assertThat(seen("FAILED", 0, 6)).isTrue();
    assertThat(seen("FAILED", 0, 7)).isFalse();
    assertThat(failed.sure()).isTrue();
    assertThat(FailedForGood.words(job("FAILED"))).contains("for good", "gave up after 3");
  }

  @Test
  void aJobThatIsRestartedOrEndsWithItsJobManagerHasNotFailedForGood() {
    assertThat(seen("FAILED", 0, 1)).isFalse();
    assertThat(seen("RESTARTING", 0, 4)).isFalse();
    assertThat(seen("FAILED", 0, 7)).isFalse();
    assertThat(seen("FAILED", 1, 20)).as("of another JobManager").isFalse();
    assertThat(failed.sure()).isFalse();
  }
}
