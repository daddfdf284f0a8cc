package dev.rebound.job.jet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobSupervisorTest {
  @Test
  void theFirstOfSeveralMembersWaitsForTheOthers() {
    assertThat(JobSupervisor.maySubmit(1, 3, false, false)).isFalse();
    assertThat(JobSupervisor.maySubmit(3, 3, false, false)).isTrue();
    assertThat(JobSupervisor.maySubmit(1, 3, true, false)).isTrue();
  }

  @Test
  void whereAMajorityAloneRunsTheJobAMinoritySubmitsNone() {
    assertThat(JobSupervisor.maySubmit(1, 3, true, true)).isFalse();
    assertThat(JobSupervisor.maySubmit(1, 2, true, true)).as("half is no majority").isFalse();
    assertThat(JobSupervisor.maySubmit(2, 3, true, true)).isTrue();
    assertThat(JobSupervisor.maySubmit(2, 3, false, true)).isFalse();
    assertThat(JobSupervisor.maySubmit(1, 1, true, true)).isTrue();
  }
}
