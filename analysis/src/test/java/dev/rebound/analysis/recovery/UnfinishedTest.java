package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.UnfinishedWork;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnfinishedTest {
  private final UnfinishedWork.PartitionWatch watch = new UnfinishedWork.PartitionWatch();

  @Test
  void onlyAPartitionThatMovedAndIsNotAtItsEndIsUnfinished() {
    watch.look(List.of(10L, 10L, 10L, -1L), List.of(50L, 50L, 50L, 50L));
    watch.look(List.of(30L, 10L, 50L, 5L), List.of(50L, 50L, 50L, 50L));

    assertThat(watch.from()).as("moves, stands, ended, began").containsExactly(30L, -1L, -1L, 5L);
    assertThat(watch.left()).containsExactly(20L, 0L, 0L, 45L);
    assertThat(watch.behind()).as("whoever stands still is behind, too").isEqualTo(20 + 40 + 45);
  }

  @Test
  void whatWasNeverLookedAtIsFinished() {
    assertThat(watch.from()).isEmpty();
    assertThat(watch.behind()).isZero();
    assertThat(new UnfinishedWork(watch.from(), watch.left()).any()).isFalse();
  }

  @Test
  void inputFromTheFirstOffsetOnMayYetCome() {
    UnfinishedWork unfinished = new UnfinishedWork(List.of(-1L, 7L), List.of(0L, 3L));

    assertThat(unfinished.holds(1, 7)).isTrue();
    assertThat(unfinished.holds(1, 6)).isFalse();
    assertThat(unfinished.holds(0, 100)).isFalse();
    assertThat(unfinished.holds(2, 100)).isFalse();
    assertThat(unfinished.shuffledTo(1)).isEqualTo(3);
    assertThat(unfinished.shuffledTo(2)).isZero();
    assertThat(unfinished.any()).isTrue();
  }
}
