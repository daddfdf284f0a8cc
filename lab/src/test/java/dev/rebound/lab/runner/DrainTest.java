package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.UnfinishedWork;
import org.junit.jupiter.api.Test;

/** What is said of a job that makes its records, and does not tell how far it is. */
class DrainTest {
  @Test
  void whileOutputsComeEachOfThemMayYetCome() {
    UnfinishedWork left = Drain.unfinishedMaking(4, false, false, false);
    assertThat(left.undrained()).isTrue();
    assertThat(left.holds(0, 0)).isTrue();
    assertThat(left.holds(3, 1_000_000)).isTrue();
  }

  @Test
  void whatCouldHaveComeInAQuietWhileIsNotExpectedAnyMore() {
    UnfinishedWork left = Drain.unfinishedMaking(4, false, false, true);
    assertThat(left.undrained()).isTrue();
    assertThat(left.holds(0, 1_000_000)).isFalse();
  }

  @Test
  void asManyAsAreDueAreNoSignThatAllAreThere() {
    UnfinishedWork left = Drain.unfinishedMaking(4, true, false, true);
    assertThat(left.undrained()).isTrue();
    assertThat(left.any()).isFalse();
    assertThat(Drain.unfinishedMaking(4, true, true, false).undrained()).isFalse();
  }
}
