package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Hears of starts and deaths, for tests. */
final class Heard implements Platform.ProcessListener {
  private static final long LIMIT_SECONDS = 30;

  record Exit(String node, int number, int status, boolean expected, List<String> lines) {}

  private final List<String> starts = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Exit> exits = new LinkedBlockingQueue<>();

  @Override
  public void started(Node node, Incarnation incarnation) {
    starts.add(node.name() + "/" + incarnation.number());
  }

  @Override
  public void exited(
      Node node, Incarnation incarnation, int status, boolean expected, List<String> lines) {
    exits.add(new Exit(node.name(), incarnation.number(), status, expected, lines));
  }

  /** Each as name and number, with a slash between. */
  List<String> starts() {
    return starts;
  }

  /** The next one. */
  Exit exit() throws InterruptedException {
    Exit exit = exits.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(exit).as("an exit").isNotNull();
    return exit;
  }

  /** True if nothing dies for so long. */
  boolean nobodyDiesFor(long millis) throws InterruptedException {
    return exits.poll(millis, TimeUnit.MILLISECONDS) == null;
  }
}
