package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.journal.Event;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.probe.MadeMachine;
import dev.rebound.lab.probe.OtherPrograms;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BusyCheckTest {
  private final MadeMachine machine = new MadeMachine();
  private final OtherPrograms others = machine.others(Set.of());

  /** What is told of two seconds in which a program has used the CPU for so long. */
  private Optional<Event.DoubtRaised> told(boolean refuses, long cpuMillis) {
    boolean[] looked = {false};
    return new BusyCheck(Duration.ofSeconds(2), refuses)
        .of(
            others,
            () -> {
              if (!looked[0]) {
                looked[0] = true;
                machine.passes(2_000);
                machine.uses(123, 1, "java", cpuMillis);
                machine.busy(cpuMillis);
              }
              return false;
            });
  }

  @Test
  void whatTakesAGoodPartIsTold() {
    assertThat(told(false, 1_800))
        .hasValueSatisfying(
            warning -> {
              assertThat(warning.code()).isEqualTo("machine-busy");
              assertThat(warning.message()).contains("0.9 of 2 cores: java (pid 123) 0.9");
              assertThat(warning.remedy()).contains("unknown if the CPU saturates", "or go on");
            });
    assertThat(told(false, 400)).isEmpty();
  }

  @Test
  void itRefusesTheRunIfThatIsAsked() {
    assertThat(told(true, 400)).isEmpty();
    assertThatThrownBy(() -> told(true, 1_800))
        .isInstanceOfSatisfying(
            ReboundException.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(ReboundException.Cause.ENVIRONMENT);
              assertThat(refused).hasMessageContaining("java (pid 123)");
              assertThat(refused.remedy()).contains("Wait until", "--fail-if-busy");
            });
  }

  @Test
  void whoWantsAnEndDoesNotWait() {
    assertThat(new BusyCheck(Duration.ofDays(1), true).of(others, () -> true)).isEmpty();
  }
}
