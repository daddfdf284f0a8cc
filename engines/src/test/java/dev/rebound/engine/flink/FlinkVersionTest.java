package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.ReboundException;
import org.junit.jupiter.api.Test;

class FlinkVersionTest {
  @Test
  void anOlderOneRunsJarsOfAUsersOwnAndNotOurJob() {
    FlinkVersion older = FlinkVersion.of("1.20.5");

    assertThat(older.jvm()).isEqualTo(FlinkVersion.of("2.3.0").jvm());
    assertThatThrownBy(older::requireJob)
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("own job does not run on Flink 1.20.5");
    assertThat(FlinkVersion.of("2.3.0").requireJob().job()).isEqualTo("rebound-job-flink");
  }

  @Test
  void whatNobodyTriedIsRefused() {
    assertThatThrownBy(() -> FlinkVersion.of("2.0.0")).hasMessageContaining("2.0.0");
    assertThatThrownBy(() -> FlinkVersion.of("1.19.3")).hasMessageContaining("1.19.3");
  }
}
