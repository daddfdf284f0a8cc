package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ColdTaskManagersTest {
  private final ColdTaskManagers cold = new ColdTaskManagers(Duration.ofNanos(10));

  @Test
  void whoHasTasksIsWarmAndStaysSo() {
    assertThat(cold.due(Set.of("a_1", "b_1"), Set.of("a_1", "b_1"), 0)).isEmpty();
    assertThat(cold.waiting()).isFalse();
    assertThat(cold.due(Set.of("a_1", "b_1"), Set.of("b_1"), 100)).isEmpty();
    assertThat(cold.waiting()).isFalse();
  }

  @Test
  void whoStandsIdleIsDueOnceAfterAWhile() {
    assertThat(cold.due(Set.of("a_1", "b_2"), Set.of("a_1"), 5)).isEmpty();
    assertThat(cold.waiting()).isTrue();
    assertThat(cold.due(Set.of("a_1", "b_2"), Set.of("a_1"), 14)).isEmpty();
    assertThat(cold.due(Set.of("a_1", "b_2"), Set.of("a_1"), 15)).containsExactly("b_2");
    assertThat(cold.waiting()).isFalse();
    assertThat(cold.due(Set.of("a_1", "b_2"), Set.of("a_1"), 100)).isEmpty();
  }

  @Test
  void thoseWhoComeShortlyAfterOneAnotherAreDueTogether() {
    cold.due(Set.of("b_2"), Set.of(), 0);
    assertThat(cold.due(Set.of("b_2", "c_2"), Set.of(), 9)).isEmpty();
    assertThat(cold.due(Set.of("b_2", "c_2"), Set.of(), 12)).isEmpty();
    assertThat(cold.due(Set.of("b_2", "c_2"), Set.of(), 19)).containsExactly("b_2", "c_2");
  }

  @Test
  void whoGetsTasksOrDiesInTheMeantimeIsNotWaitedFor() {
    cold.due(Set.of("a_2", "b_2", "c_2"), Set.of(), 0);
    assertThat(cold.due(Set.of("a_2", "b_2"), Set.of("b_2"), 10)).containsExactly("a_2");
  }

  @Test
  void aNewLifeIsColdAgain() {
    cold.due(Set.of("a_1"), Set.of("a_1"), 0);
    assertThat(cold.due(Set.of(), Set.of(), 1)).isEmpty();
    cold.due(Set.of("a_2"), Set.of(), 2);
    assertThat(cold.due(Set.of("a_2"), Set.of(), 12)).containsExactly("a_2");
  }

  @Test
  void whoMissedItsRehearsalIsDueAgainAfterAWhile() {
    cold.due(Set.of("a_2", "b_2"), Set.of("b_2"), 0);
    assertThat(cold.due(Set.of("a_2", "b_2"), Set.of("b_2"), 10)).containsExactly("a_2");
    cold.again(Set.of("a_2"));
    assertThat(cold.due(Set.of("a_2", "b_2"), Set.of("b_2"), 20)).isEmpty();
    assertThat(cold.due(Set.of("a_2", "b_2"), Set.of("b_2"), 30)).containsExactly("a_2");
  }
}
