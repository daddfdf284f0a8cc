package dev.rebound.lab.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PlatformsTest {
  @Test
  void aPlatformOfAnUnknownNameIsRefusedWithThoseThatThereAre() {
    assertThat(Platforms.named("local", Path.of("."))).isNotNull();
    assertThatThrownBy(() -> Platforms.named("moon", Path.of(".")))
        .isInstanceOf(ReboundException.class)
        .hasMessage("no platform has the name 'moon'")
        .extracting("remedy")
        .asString()
        .contains("local");
  }
}
