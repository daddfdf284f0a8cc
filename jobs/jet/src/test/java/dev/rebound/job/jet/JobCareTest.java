package dev.rebound.job.jet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobCareTest {
  @Test
  void theFirstOfSeveralMembersWaitsForTheOthers() {
    assertThat(JobCare.maySubmit(1, 3, false, false)).isFalse();
    assertThat(JobCare.maySubmit(3, 3, false, false)).isTrue();
    assertThat(JobCare.maySubmit(1, 3, true, false)).isTrue();
  }

  @Test
  void whereAMajorityAloneRunsTheJobAMinoritySubmitsNone() {
    assertThat(JobCare.maySubmit(1, 3, true, true)).isFalse();
    assertThat(JobCare.maySubmit(1, 2, true, true)).as("half is no majority").isFalse();
    assertThat(JobCare.maySubmit(2, 3, true, true)).isTrue();
    assertThat(JobCare.maySubmit(2, 3, false, true)).isFalse();
    assertThat(JobCare.maySubmit(1, 1, true, true)).isTrue();
  }
}
