package dev.rebound.lab.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Observers of the jobs of a run, which end together. */
class RunningObserverTest {
  private final Map<String, Long> askedNanos = new HashMap<>();
  private final List<String> killed = new ArrayList<>();

  /**
   * @param length from when it is asked to end until it has
   */
  private RunningObserver observer(String name, Duration length) {
    Node node =
        (Node)
            Proxy.newProxyInstance(
                Node.class.getClassLoader(),
                new Class<?>[] {Node.class},
                (proxy, method, args) -> answer(name, length, method.getName()));
    return new RunningObserver(node, false);
  }

  private Object answer(String name, Duration length, String asked) {
    switch (asked) {
      case "put" -> askedNanos.put(name, System.nanoTime());
      case "stop" -> killed.add(name);
      case "follow" -> {
        NodeTail nothing = List::of;
        return nothing;
      }
      case "alive" -> {
        long since = askedNanos.getOrDefault(name, Long.MAX_VALUE);
        boolean ended = since < Long.MAX_VALUE && System.nanoTime() - since >= length.toNanos();
        return !ended && !killed.contains(name);
      }
      default -> throw new UnsupportedOperationException(asked);
    }
    return null;
  }

  @Test
  void oneThatTakesAllOfTheTimeLeavesOthersTheirs() {
    RunningObserver slow = observer("observer", Duration.ofDays(1));
    RunningObserver quick = observer("job-2-observer", Duration.ofMillis(50));
    RunningObserver.stop(List.of(slow, quick), Deadline.after(Duration.ofMillis(300)));
    assertThat(killed).as("the time was up for it").containsExactly("observer");
  }
}
