package dev.rebound.lab.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.artifact.ClassPath;
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

  @Test
  void aPortThatAFileNamesTwiceIsRefusedInThePlan() {
    PlanningPlatform plan =
        new PlanningPlatform(new ClassPath(Path.of("."), new Artifacts(line -> {})));
    plan.reserve("jobmanager", "rest", 18_081);
    plan.reserve("jobmanager", "rest", 18_081);
    assertThatThrownBy(() -> plan.reserve("broker-1", "broker", 18_081))
        .isInstanceOf(ReboundException.class)
        .hasMessage("port 18081 is named twice: as that of jobmanager rest and of broker-1 broker");
  }
}
