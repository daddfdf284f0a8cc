package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ColdTaskManagersTest {
  private static final TaskManagerLife A_1 = TaskManagerLife.at("a", ":1");
  private static final TaskManagerLife A_2 = TaskManagerLife.at("a", ":2");
  private static final TaskManagerLife B_1 = TaskManagerLife.at("b", ":1");
  private static final TaskManagerLife B_2 = TaskManagerLife.at("b", ":2");
  private static final TaskManagerLife C_2 = TaskManagerLife.at("c", ":2");

  private final ColdTaskManagers cold = new ColdTaskManagers(Duration.ofNanos(10));

  @Test
  void whoHasTasksIsWarmAndStaysSo() {
    assertThat(cold.due(Set.of(A_1, B_1), Set.of(A_1, B_1), 0)).isEmpty();
    assertThat(cold.waiting()).isFalse();
    assertThat(cold.due(Set.of(A_1, B_1), Set.of(B_1), 100)).isEmpty();
    assertThat(cold.waiting()).isFalse();
  }

  @Test
  void whoStandsIdleIsDueOnceAfterAWhile() {
    assertThat(cold.due(Set.of(A_1, B_2), Set.of(A_1), 5)).isEmpty();
    assertThat(cold.waiting()).isTrue();
    assertThat(cold.due(Set.of(A_1, B_2), Set.of(A_1), 14)).isEmpty();
    assertThat(cold.due(Set.of(A_1, B_2), Set.of(A_1), 15)).containsExactly(B_2);
    assertThat(cold.waiting()).isFalse();
    assertThat(cold.due(Set.of(A_1, B_2), Set.of(A_1), 100)).isEmpty();
  }

  @Test
  void thoseWhoComeShortlyAfterOneAnotherAreDueTogether() {
    cold.due(Set.of(B_2), Set.of(), 0);
    assertThat(cold.due(Set.of(B_2, C_2), Set.of(), 9)).isEmpty();
    assertThat(cold.due(Set.of(B_2, C_2), Set.of(), 12)).isEmpty();
    assertThat(cold.due(Set.of(B_2, C_2), Set.of(), 19)).containsExactly(B_2, C_2);
  }

  @Test
  void whoGetsTasksOrDiesInTheMeantimeIsNotWaitedFor() {
    cold.due(Set.of(A_2, B_2, C_2), Set.of(), 0);
    assertThat(cold.due(Set.of(A_2, B_2), Set.of(B_2), 10)).containsExactly(A_2);
  }

  @Test
  void aNewLifeIsColdAgain() {
    cold.due(Set.of(A_1), Set.of(A_1), 0);
    assertThat(cold.due(Set.of(), Set.of(), 1)).isEmpty();
    cold.due(Set.of(A_2), Set.of(), 2);
    assertThat(cold.due(Set.of(A_2), Set.of(), 12)).containsExactly(A_2);
  }

  @Test
  void whoMissedItsRehearsalIsDueAgainAfterAWhile() {
    cold.due(Set.of(A_2, B_2), Set.of(B_2), 0);
    assertThat(cold.due(Set.of(A_2, B_2), Set.of(B_2), 10)).containsExactly(A_2);
    cold.again(Set.of(A_2));
    assertThat(cold.due(Set.of(A_2, B_2), Set.of(B_2), 20)).isEmpty();
    assertThat(cold.due(Set.of(A_2, B_2), Set.of(B_2), 30)).containsExactly(A_2);
  }
}
