package dev.rebound.job.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnfinishedPositionsTest {
  @Test
  void whatFailsComesAgainAndHoldsBackHowFarItIsDone() {
    UnfinishedPositions lane = new UnfinishedPositions(10, 14);
    assertThat(List.of(lane.take(), lane.take(), lane.take())).containsExactly(10L, 11L, 12L);
    lane.acknowledge(11);
    lane.acknowledge(12);
    assertThat(lane.done()).isEqualTo(10);
    lane.fail(10);
    assertThat(lane.take()).isEqualTo(10);
    assertThat(lane.take()).isEqualTo(13);
    assertThat(lane.take()).isEqualTo(UnfinishedPositions.NONE);
    lane.acknowledge(10);
    assertThat(lane.done()).isEqualTo(13);
    lane.acknowledge(13);
    lane.acknowledge(10);
    assertThat(lane.done()).isEqualTo(14);
    assertThat(lane.emitted()).isEqualTo(14);
  }

  @Test
  void whateverTheOrderOfAnswersAllIsDoneInTheEnd() {
    Random random = new Random(7);
    UnfinishedPositions lane = new UnfinishedPositions(0, 5_000);
    List<Long> underWay = new ArrayList<>();
    boolean[] done = new boolean[5_000];
    while (true) {
      long taken = underWay.size() < 1_000 ? lane.take() : UnfinishedPositions.NONE;
      if (taken != UnfinishedPositions.NONE) {
        underWay.add(taken);
      }
      if (taken == UnfinishedPositions.NONE || underWay.size() == 1_000) {
        if (underWay.isEmpty()) {
          break;
        }
        Collections.shuffle(underWay, random);
        while (underWay.size() > 500
            || (taken == UnfinishedPositions.NONE && !underWay.isEmpty())) {
          long answered = underWay.remove(underWay.size() - 1);
          if (random.nextInt(10) == 0) {
            lane.fail(answered);
          } else {
            lane.acknowledge(answered);
            done[(int) answered] = true;
          }
          int first = 0;
          while (first < done.length && done[first]) {
            first++;
          }
          assertThat(lane.done()).isEqualTo(first);
          if (underWay.isEmpty()) {
            break;
          }
        }
      }
    }
    assertThat(lane.done()).isEqualTo(5_000);
  }
}
