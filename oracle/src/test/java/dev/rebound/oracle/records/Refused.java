package dev.rebound.oracle.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;

/** What a workload refuses. */
public final class Refused {
  private Refused() {}

  /** A description is refused for an option, with these words. */
  static void refused(WorkloadSpec spec, String option, String words) {
    assertThat(Workloads.kind(spec.name()).complaint(spec, 2))
        .hasValueSatisfying(
            problem -> {
              assertThat(problem.option()).isEqualTo(option);
              assertThat(problem.problem()).contains(words);
            });
  }
}
