package dev.rebound.workload;

import static org.assertj.core.api.Assertions.assertThat;

/** What a workload refuses. */
final class Refused {
  private Refused() {}

  /** A description is refused for an option, with these words. */
  static void refused(WorkloadSpec spec, String option, String words) {
    assertThat(Workloads.kind(spec.name()).check().complaint(spec, 2))
        .hasValueSatisfying(
            problem -> {
              assertThat(problem.option()).isEqualTo(option);
              assertThat(problem.problem()).contains(words);
            });
  }
}
