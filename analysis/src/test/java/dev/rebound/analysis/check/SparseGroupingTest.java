package dev.rebound.analysis.check;

import static dev.rebound.analysis.evidence.Guarantee.AT_LEAST_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.ExpectedOutputs;
import dev.rebound.workload.Grouping;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Records counted by key, of which few come out. */
class SparseGroupingTest extends KeyedTopic {
  SparseGroupingTest() {
    super(WorkloadSpec.of(Grouping.KIND, 3).with("keys", 50).with("output-every", 10));
  }

  private boolean comesOut(long record) {
    boolean[] owes = new boolean[1];
    try (ExpectedOutputs owed = workload.owed()) {
      owed.expected(0, record, key -> owes[0] = true);
    }
    return owes[0];
  }

  /** Its key may hold it or not, though it owes no output. */
  @Test
  void aSendOfUnknownOutcomeThatOwesNothingLeavesItsKeyInDoubt() throws IOException {
    unanswered = 900;
    while (comesOut(unanswered)) {
      unanswered++;
    }
    take(0, RECORDS);
    close();
    assertThat(analysed(AT_LEAST_ONCE).metrics()).doesNotContainEntry("excess", 1.0);
    assertThat(analysed(AT_LEAST_ONCE).unjudged()).containsKey("excess");
  }
}
