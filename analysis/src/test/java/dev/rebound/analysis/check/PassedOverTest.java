package dev.rebound.analysis.check;

import static dev.rebound.analysis.evidence.Guarantee.AT_LEAST_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A job that passes over the events that its sessions have taken. */
class PassedOverTest extends KeyedTopic {
  PassedOverTest() {
    super(SessionsTest.spec().with("replays", "passed-over"));
  }

  @Test
  void eventsThatComeAgainAreTakenOnce() throws IOException {
    take(0, 1_000);
    take(900, RECORDS);
    close();
    assertThat(found(AT_LEAST_ONCE)).isEmpty();
    assertThat(analysed(AT_LEAST_ONCE).metrics()).containsEntry("excess", 0.0);
  }

  @Test
  void aJobThatDeclaresSoAndTakesThemTwiceIsConvicted() throws IOException {
    logic = Workloads.logic(SessionsTest.spec());
    take(0, 1_000);
    take(900, RECORDS);
    close();
    assertThat(found(AT_LEAST_ONCE))
        .containsKeys(FindingKind.UNEXPECTED, FindingKind.DIVERGED)
        .doesNotContainKey(FindingKind.MISLED);
  }
}
