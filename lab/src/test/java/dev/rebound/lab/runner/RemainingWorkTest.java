package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.lab.topic.TopicLanes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What is said of a job that makes its records, and does not tell how far it is, and of open
 * transactions.
 */
class RemainingWorkTest {
  @Test
  void openTransactionsAreToldOfTheirTopics() {
    TopicLanes topics = new TopicLanes(List.of("priced", "rejected", "totals"), 6);
    List<Integer> open =
        RemainingWork.open(List.of(5L, 5L, 3L, 4L, 0L, 7L), List.of(5L, 5L, 4L, 6L, 0L, 9L));
    assertThat(open).containsExactly(2, 3, 5);
    assertThat(RemainingWork.open(topics, open))
        .isEqualTo("transactions are open on rejected, totals");
    assertThat(RemainingWork.open(new TopicLanes(List.of("out"), 6), open))
        .isEqualTo("transactions on the output topic are open");
  }

  @Test
  void whileOutputsComeEachOfThemMayYetCome() {
    UnfinishedWork left = RemainingWork.unfinishedUntold(4, false, false, false);
    assertThat(left.undrained()).isTrue();
    assertThat(left.holds(0, 0)).isTrue();
    assertThat(left.holds(3, 1_000_000)).isTrue();
  }

  @Test
  void whatCouldHaveComeInAQuietWhileIsNotExpectedAnyMore() {
    UnfinishedWork left = RemainingWork.unfinishedUntold(4, false, false, true);
    assertThat(left.undrained()).isTrue();
    assertThat(left.holds(0, 1_000_000)).isFalse();
  }

  @Test
  void asManyAsAreDueAreNoSignThatAllAreThere() {
    UnfinishedWork left = RemainingWork.unfinishedUntold(4, true, false, true);
    assertThat(left.undrained()).isTrue();
    assertThat(left.any()).isFalse();
    assertThat(RemainingWork.unfinishedUntold(4, true, true, false).undrained()).isFalse();
  }

  @Test
  void aServiceIsNotDoneBeforeNothingCameForAsLongAsItSays() {
    Duration doneAfter = Duration.ofSeconds(5);
    assertThat(RemainingWork.unfinishedWriting(doneAfter, false).undrained()).isTrue();
    assertThat(RemainingWork.unfinishedWriting(doneAfter, true).undrained()).isFalse();
    // one that is asked what it was still to do
    assertThat(RemainingWork.unfinishedWriting(Duration.ZERO, false).undrained()).isFalse();
  }
}
