package dev.rebound.engine.adapter;

import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Plan;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The nodes of a started engine, dead ones included. */
public record Members(List<Node> all) {
  public Members {
    all = List.copyOf(all);
  }

  /** Starts them in the order of their plan, and waits for none to be ready. */
  public static Members start(Plan plan, Platform platform) {
    return new Members(plan.processes().stream().map(platform::start).toList());
  }

  /** A cluster once it is up, as this waits for it; it is closed where that fails. */
  public static <C extends Cluster> Cluster up(C cluster, Consumer<C> awaiting) {
    try {
      awaiting.accept(cluster);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  public List<Node> ofRole(String role) {
    return all.stream().filter(node -> node.role().equals(role)).toList();
  }

  /** Names of those of a role that live. */
  public Set<String> living(String role) {
    Set<String> names = new TreeSet<>();
    ofRole(role).stream().filter(Node::alive).map(Node::name).forEach(names::add);
    return names;
  }

  /** Where a person reads a node's log. */
  public static String logOf(Node node) {
    return node.fetch(Node.LOG).map(Path::toString).orElse("the log of " + node.name());
  }

  /**
   * Asks all of them to end at once, and waits until they have; those that a daemon would start
   * again come after the daemons.
   *
   * @param grace after which one is killed
   * @return false if some had not ended even after twice the grace
   */
  public boolean stop(Duration grace) {
    Map<Boolean, List<Node>> byDaemon =
        all.stream().collect(Collectors.partitioningBy(Node::restartsItself));
    boolean first = stop(byDaemon.getOrDefault(false, List.of()), grace);
    return stop(byDaemon.getOrDefault(true, List.of()), grace) && first;
  }

  private static boolean stop(List<Node> nodes, Duration grace) {
    ExecutorService stoppers = Executors.newCachedThreadPool(Members::stopper);
    nodes.forEach(
        node ->
            stoppers.execute(
                () -> {
                  Thread.currentThread().setName("stop-" + node.name());
                  node.stop(grace);
                }));
    stoppers.shutdown();
    try {
      return stoppers.awaitTermination(2 * grace.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Thread stopper(Runnable stop) {
    Thread thread = new Thread(stop, "stop-member");
    thread.setDaemon(true);
    return thread;
  }
}
