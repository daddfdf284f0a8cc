package dev.rebound.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SilenceTest {
  private final List<String> said = new ArrayList<>();
  private long nanos;
  private final Silence silence = new Silence("the database", said::add, () -> nanos);

  private void pass(long millis) {
    nanos += Duration.ofMillis(millis).toNanos();
  }

  @Test
  void aLongOneIsToldOnceAndItsEndAsWell() {
    for (int outage = 1; outage <= 2; outage++) {
      for (int look = 0; look < 100; look++) {
        silence.refused("connection refused");
        pass(50);
      }
      silence.answered();
      silence.answered();
      assertThat(said).hasSize(2 * outage);
    }
    assertThat(said)
        .startsWith(
            "the database has not answered for 2.0 s, and is asked on: connection refused",
            "the database answers again, after 5.0 s");
  }

  @Test
  void shortOnesAreNotTold() {
    for (int look = 0; look < 100; look++) {
      silence.refused("connection reset");
      pass(1900);
      silence.answered();
    }
    assertThat(said).isEmpty();
  }
}
