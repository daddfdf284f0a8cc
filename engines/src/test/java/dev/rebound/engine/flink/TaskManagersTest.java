package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.engine.TellingNode;
import dev.rebound.engine.adapter.Members;
import dev.rebound.platform.Incarnation;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskManagersTest {
  private final TellingNode first = new TellingNode("worker-1", FlinkEngine.WORKER);
  private final TellingNode second = new TellingNode("worker-2", FlinkEngine.WORKER);
  private final TellingNode spare = new TellingNode("spare-1", FlinkEngine.WORKER);
  private final TaskManagers all =
      new TaskManagers(new Members(List.of(first, second, spare)), new FlinkRest(() -> ""));

  private static FlinkJob.Subtask on(String taskManager) {
    return new FlinkJob.Subtask("match", 0, 0, "RUNNING", taskManager, 1, 2);
  }

  /** The JobManager takes a while to miss a life that is over. */
  @Test
  void aNewLifeHasNoneOfTheSubtasksOfTheOneBefore() {
    FlinkJob job = new FlinkJob("RUNNING", List.of(on("worker-1_1"), on("worker-2_1")), List.of());
    assertThat(all.holding(job)).containsExactly("worker-1", "worker-2");
    first.alive = false;
    assertThat(all.holding(job)).containsExactly("worker-2");
    first.life = new Incarnation(2, 2, 2);
    first.alive = true;
    assertThat(all.holding(job)).containsExactly("worker-2");
  }
}
