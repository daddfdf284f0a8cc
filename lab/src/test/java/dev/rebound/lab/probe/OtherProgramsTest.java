package dev.rebound.lab.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class OtherProgramsTest {
  private static final long LAB = ProcessHandle.current().pid();
  private static final long NODE = 900_001;

  private final MadeMachine machine = new MadeMachine();
  private final OtherPrograms others = machine.others(Set.of(NODE));

  @Test
  void theGreatestAreNamedAndWhatIsOfTheRunIsNot() {
    OtherPrograms.Look look = others.begin();
    machine.passes(2_000);
    machine.uses(LAB, 1, "java", 500);
    machine.uses(NODE, 1, "java", 300);
    machine.uses(910_000, NODE, "postgres", 200);
    machine.uses(123, 1, "java", 1_800);
    machine.uses(44, 1, "cc1", 300);
    machine.uses(45, 1, "bash", 50);
    machine.busy(3_200);

    OtherPrograms.TakenCpu taken = look.end();

    assertThat(taken.taken()).isEqualTo(1.1);
    assertThat(taken.greatest())
        .extracting(OtherPrograms.TakingProgram::pid)
        .containsExactly(123L, 44L);
    assertThat(taken.words())
        .isEqualTo("other programs use 1.1 of 2 cores: java (pid 123) 0.9, cc1 (pid 44) 0.2");
    assertThat(taken.isMuch()).isTrue();
  }

  @Test
  void whatCannotBeSeenIsToldAllTheSame() {
    OtherPrograms.Look look = others.begin();
    machine.passes(2_000);
    machine.busy(3_000);
    assertThat(look.end().words())
        .isEqualTo("other programs use 1.5 of 2 cores, and none of them can be seen from here");
  }

  @Test
  void littleIsNoWordWorth() {
    OtherPrograms.Look look = others.begin();
    machine.passes(2_000);
    machine.uses(123, 1, "java", 1_100);
    machine.busy(1_100);
    assertThat(look.end().isMuch()).isFalse();
  }

  @Test
  void aNumberThatWasGivenAnewIsAnotherProgram() {
    machine.uses(123, 1, "old", 60_000);
    OtherPrograms.Look look = others.begin();
    machine.passes(2_000);
    machine.ends(123);
    machine.uses(123, 1, "new", 1_000);
    machine.busy(1_000);
    assertThat(look.end().greatest())
        .extracting(OtherPrograms.TakingProgram::cores)
        .containsExactly(0.5);
  }

  @Test
  void thisMachineHasThisProcess() {
    OtherPrograms.TakenCpu taken = new OtherPrograms().begin().end();
    assertThat(taken.cores()).isPositive();
    assertThat(taken.taken()).isBetween(0.0, (double) taken.cores());
    assertThat(taken.greatest()).extracting(OtherPrograms.TakingProgram::pid).doesNotContain(LAB);
  }
}
