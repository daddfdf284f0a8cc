package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LifeTest {
  @Test
  void aDeathLongAfterAPauseIsNotOfThePause() {
    long resumed = TimeUnit.SECONDS.toNanos(100);

    assertThat(Life.missedForPause(true, 0, resumed)).isTrue();
    assertThat(Life.missedForPause(false, resumed, resumed + TimeUnit.SECONDS.toNanos(20)))
        .isTrue();
    assertThat(Life.missedForPause(false, resumed, resumed + TimeUnit.SECONDS.toNanos(61)))
        .isFalse();
    assertThat(Life.missedForPause(false, 0, resumed)).as("never paused").isFalse();
  }
}
