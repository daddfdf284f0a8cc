package dev.rebound.service.activation.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundTest {
  @Test
  void triesUntilItWorks() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    try (Background background =
        new Background(
            "a thing",
            () -> {
              if (tries.incrementAndGet() < 4) {
                throw new IllegalStateException("not yet");
              }
            },
            Duration.ofMillis(1))) {
      assertThat(background.isDone()).isFalse();
      background.start();
      background.done().get(30, TimeUnit.SECONDS);
      assertThat(tries).hasValue(4);
    }
  }

  @Test
  void givesUpWhenItIsClosed() throws Exception {
    CountDownLatch tried = new CountDownLatch(2);
    Background background =
        new Background(
            "a thing that never comes",
            () -> {
              tried.countDown();
              throw new IllegalStateException("never");
            },
            Duration.ofMillis(1));
    background.start();
    assertThat(tried.await(30, TimeUnit.SECONDS)).isTrue();
    background.close();
    assertThat(background.isDone()).isFalse();
  }
}
