package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessLifetimeTest {
  @Test
  void aDeathLongAfterAPauseIsNotOfThePause() {
    long resumed = TimeUnit.SECONDS.toNanos(100);

    assertThat(ProcessLifetime.missedForPause(true, 0, resumed)).isTrue();
    assertThat(
            ProcessLifetime.missedForPause(false, resumed, resumed + TimeUnit.SECONDS.toNanos(20)))
        .isTrue();
    assertThat(
            ProcessLifetime.missedForPause(false, resumed, resumed + TimeUnit.SECONDS.toNanos(61)))
        .isFalse();
    assertThat(ProcessLifetime.missedForPause(false, 0, resumed)).as("never paused").isFalse();
  }
}
