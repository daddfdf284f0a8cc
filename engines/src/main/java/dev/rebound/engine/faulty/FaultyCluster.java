package dev.rebound.engine.faulty;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Complaint;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Tail;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Running faulty workers, followed through the events that they write: who holds which partitions,
 * and the steps of a rebalance. Thread-safe.
 */
final class FaultyCluster implements Cluster {
  static final String EVENTS = "events.jsonl";
  private static final long LOOK_MILLIS = 100;
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);

  private final List<Node> workers;
  private final String group;
  private final int partitions;
  private final Map<String, Tail> tails = new HashMap<>();
  private final Map<String, Holding> holdings = new HashMap<>();
  private final List<String> troubles = new ArrayList<>();
  private final ObjectMapper json = new ObjectMapper();
  private final ScheduledExecutorService follower =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "faulty-follower");
            thread.setDaemon(true);
            return thread;
          });
  private Consumer<Transition> sink = transition -> {};

  /** The partitions that a life of a worker holds. */
  private record Holding(int incarnation, Set<Integer> partitions) {}

  FaultyCluster(List<Node> workers, String group, int partitions) {
    this.workers = List.copyOf(workers);
    this.group = group;
    this.partitions = partitions;
    for (Node worker : workers) {
      tails.put(worker.name(), worker.follow(EVENTS));
    }
    var unused = follower.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Reads what is new; never throws, or the following would end. */
  private synchronized void look() {
    for (Node worker : workers) {
      Tail tail = tails.get(worker.name());
      try {
        for (String line : tail == null ? List.<String>of() : tail.poll()) {
          read(worker.name(), line);
        }
      } catch (IOException | RuntimeException e) {
        troubles.add(worker.name() + ": its events cannot be read: " + e.getMessage());
      }
    }
  }

  private void read(String worker, String line) {
    JsonNode event;
    try {
      event = json.readTree(line);
    } catch (JsonProcessingException e) {
      return; // a line that a killed process left torn
    }
    long atMicros = event.path("atMicros").asLong();
    int incarnation = event.path("incarnation").asInt();
    String listed = event.path("partitions").asText();
    switch (event.path("event").asText()) {
      case "revoked", "lost" -> {
        holdings.put(worker, new Holding(incarnation, Set.of()));
        if (!listed.isEmpty()) {
          tell(atMicros, Step.DETECTED, worker, "gave back partitions " + listed);
        }
      }
      case "assigned" -> {
        holdings.put(worker, new Holding(incarnation, numbers(listed)));
        tell(atMicros, Step.REASSIGNED, worker, "holds partitions " + listed);
      }
      case "resumed" -> tell(atMicros, Step.RESTORED, worker, "reads again");
      default -> {
        // the other events are for people
      }
    }
  }

  private static Set<Integer> numbers(String listed) {
    Set<Integer> numbers = new TreeSet<>();
    for (String number : listed.split(",", -1)) {
      if (!number.isEmpty()) {
        numbers.add(Integer.parseInt(number));
      }
    }
    return numbers;
  }

  private void tell(long atMicros, Step step, String worker, String detail) {
    sink.accept(new Transition(atMicros, step, worker, detail));
  }

  /**
   * Waits until every input partition has one holder and every worker that can has a partition;
   * {@link ReboundException} says who has which.
   */
  void awaitAssigned(Deadline by) {
    while (true) {
      long held;
      long holders;
      String who;
      synchronized (this) {
        held = holdings.values().stream().mapToLong(holding -> holding.partitions().size()).sum();
        holders =
            holdings.values().stream().filter(holding -> !holding.partitions().isEmpty()).count();
        who = holdings.toString();
      }
      if (held == partitions && holders == Math.min(workers.size(), partitions)) {
        return;
      }
      for (Node worker : workers) {
        if (!worker.alive()) {
          throw notRunning(worker.name() + " ended while the job started", worker);
        }
      }
      if (by.passed()) {
        throw notRunning(
            "waited for every one of " + partitions + " partitions to have a holder; " + who,
            workers.get(0));
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw notRunning("interrupted while the job started", workers.get(0));
      }
    }
  }

  private static ReboundException notRunning(String what, Node worker) {
    return new ReboundException(
        ReboundException.Cause.ENVIRONMENT,
        "faulty: " + what + "\n  " + Members.logOf(worker),
        "Read the log named above; if the workers were still starting, raise phases.start.");
  }

  @Override
  public List<Node> nodes(String role) {
    return role.equals(FaultyEngine.ROLE) ? workers : List.of();
  }

  @Override
  public Set<String> holdingWork(String role) {
    Set<String> holders = new TreeSet<>();
    for (Node node : nodes(role)) {
      Holding holding;
      synchronized (this) {
        holding = holdings.get(node.name());
      }
      if (holding != null
          && node.alive()
          && node.current().number() == holding.incarnation()
          && !holding.partitions().isEmpty()) {
        holders.add(node.name());
      }
    }
    return holders;
  }

  @Override
  public synchronized void watch(Consumer<Transition> watcher) {
    sink = watcher;
  }

  @Override
  public JobProgress progress() {
    return new JobProgress.CommittedByGroup(group);
  }

  @Override
  public synchronized List<Complaint> complaints() {
    return troubles.stream().map(Complaint::of).toList();
  }

  @Override
  public void close() {
    follower.shutdownNow();
    new Members(workers).stop(STOP_GRACE);
  }
}
