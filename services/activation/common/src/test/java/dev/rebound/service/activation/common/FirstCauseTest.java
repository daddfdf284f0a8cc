package dev.rebound.service.activation.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FirstCauseTest {
  @Test
  void looksThroughAllCauses() {
    Exception failure = new IllegalStateException(new RuntimeException(new IOException("gone")));
    assertThat(FirstCause.is(failure, IOException.class::isInstance)).isTrue();
    assertThat(FirstCause.is(failure, IllegalStateException.class::isInstance)).isTrue();
    assertThat(FirstCause.is(failure, InterruptedException.class::isInstance)).isFalse();
  }

  @Test
  void saysTheRootInOneLine() {
    assertThat(FirstCause.inWords(new RuntimeException(new IOException("gone\nat line 3"))))
        .isEqualTo("IOException: gone");
    assertThat(FirstCause.inWords(new IOException())).isEqualTo("IOException");
  }

  @Test
  void aCircleHasAnEnd() {
    Exception first = new Exception("first");
    Exception second = new Exception("second", first);
    first.initCause(second);
    assertThat(FirstCause.is(first, InterruptedException.class::isInstance)).isFalse();
    assertThat(FirstCause.inWords(first)).startsWith("Exception: ");
  }
}
