package dev.rebound.engine.kafkastreams;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.journal.Series;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Complaint;
import dev.rebound.lab.engine.OwnTopics;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Tail;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.probe.Probe;
import dev.rebound.lab.time.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Running workers of Kafka Streams, followed through the files that they write.
 *
 * <p>One thread reads what is new in every worker's events and log ten times a second and gives it
 * to a {@link TaskLedger}; the steps that follow go to the watcher. Times are the workers' own.
 * Thread-safe.
 */
final class StreamsCluster implements Cluster {
  private static final String EVENTS = "events.jsonl";
  private static final long LOOK_MILLIS = 100;
  private static final int LAST_ERRORS = 5;
  private static final Duration STOP_GRACE = Duration.ofSeconds(15);

  /**
   * A worker and what was read of its files.
   *
   * @param understand what a line of its log says
   */
  private record FollowedWorker(
      Node node,
      Tail events,
      Tail log,
      WorkerLog words,
      Function<String, List<WorkerStatement>> understand) {}

  /** Something that a worker said. */
  private record QueuedStatement(String worker, WorkerStatement says) {}

  private final List<Node> workers;
  private final String applicationId;
  private final boolean keyed;
  private final boolean program;
  private final List<FollowedWorker> followed;
  private final TaskLedger ledger;
  private final ObjectMapper json = new ObjectMapper();
  private final ScheduledExecutorService follower =
      Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "kafka-streams-follower"));
  private final Set<String> troubles = ConcurrentHashMap.newKeySet();
  private final List<Transition> untold = new ArrayList<>();
  private Consumer<Transition> sink = transition -> {};
  private boolean watched;

  /**
   * @param keyed whether the job shuffles by key and keeps a state per key
   * @param program whether it is a user's own application, of which the log alone is known
   * @param ledger for the active tasks of the job
   */
  private StreamsCluster(
      List<Node> workers,
      String applicationId,
      boolean keyed,
      boolean program,
      TaskLedger ledger,
      StreamsVersion version) {
    this.workers = List.copyOf(workers);
    this.applicationId = applicationId;
    this.keyed = keyed;
    this.program = program;
    this.ledger = ledger;
    this.followed =
        this.workers.stream()
            .map(node -> program ? ofProgram(node, version) : ofOurs(node, version))
            .toList();
    var unused = follower.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Workers of our job.
   *
   * @param tasks number of its active tasks
   */
  static StreamsCluster ours(
      List<Node> workers, String applicationId, boolean keyed, int tasks, StreamsVersion version) {
    return new StreamsCluster(workers, applicationId, keyed, false, new TaskLedger(tasks), version);
  }

  /** Workers of a user's own application. */
  static StreamsCluster program(List<Node> workers, String applicationId, StreamsVersion version) {
    return new StreamsCluster(
        workers, applicationId, false, true, TaskLedger.ofUnknownTasks(), version);
  }

  private static FollowedWorker ofOurs(Node node, StreamsVersion version) {
    WorkerLog words = new WorkerLog(version);
    return new FollowedWorker(node, node.follow(EVENTS), node.follow(Node.LOG), words, words::read);
  }

  private static FollowedWorker ofProgram(Node node, StreamsVersion version) {
    WorkerLog words = new WorkerLog(version);
    ProgramLog log = new ProgramLog(words);
    return new FollowedWorker(
        node,
        List::of,
        node.follow(Node.LOG),
        words,
        line -> log.read(line, node.current().number()));
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Reads what is new; never throws, or the following would end. */
  private synchronized void look() {
    try {
      List<QueuedStatement> news = new ArrayList<>();
      List<Runnable> deaths = new ArrayList<>();
      for (FollowedWorker worker : followed) {
        Node node = worker.node();
        // Asked before reading, so that the last words of a dead life are read before its death.
        int incarnation = node.current().number();
        if (!node.alive()) {
          deaths.add(() -> ledger.died(node.name(), incarnation));
        }
        read(worker, news);
      }
      news.sort(Comparator.comparingLong(said -> said.says().atMicros()));
      for (QueuedStatement said : news) {
        untold.addAll(ledger.said(said.worker(), said.says()));
      }
      deaths.forEach(Runnable::run);
      if (watched) {
        List<Transition> tell = List.copyOf(untold);
        untold.clear();
        tell.forEach(sink);
      }
    } catch (RuntimeException e) {
      troubles.add("the follower of Kafka Streams' workers failed: " + e);
    }
  }

  private void read(FollowedWorker worker, List<QueuedStatement> news) {
    String name = worker.node().name();
    try {
      for (String line : worker.events().poll()) {
        WorkerStatement.ofEvent(line, json)
            .ifPresent(says -> news.add(new QueuedStatement(name, says)));
      }
      for (String line : worker.log().poll()) {
        worker.understand().apply(line).forEach(says -> news.add(new QueuedStatement(name, says)));
      }
    } catch (IOException e) {
      troubles.add(name + ": its events or log cannot be read: " + e.getMessage());
    }
  }

  /** Waits until every task runs; {@link ReboundException} says how far it came. */
  void awaitRunning(Deadline by) {
    while (true) {
      int running;
      synchronized (this) {
        if (ledger.allRunning() && (!program || allRun())) {
          return;
        }
        running = ledger.runningTasks();
      }
      for (Node worker : workers) {
        if (!worker.alive()) {
          throw notRunning(worker.name() + " ended while the job started");
        }
      }
      if (by.passed()) {
        throw notRunning(
            "waited for the job to run; %d of %d tasks run".formatted(running, ledger.tasks()));
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw notRunning("interrupted while the job started");
      }
    }
  }

  /** How many tasks there are is known once all clients have been given theirs. */
  private synchronized boolean allRun() {
    return workers.stream()
        .allMatch(node -> ledger.state(node.name(), node.current().number()).equals("RUNNING"));
  }

  private ReboundException notRunning(String what) {
    StringBuilder message = new StringBuilder("kafka-streams: ").append(what);
    for (Node worker : workers) {
      message.append("\n  ").append(Members.logOf(worker));
      lastErrors(worker).forEach(line -> message.append("\n    ").append(line));
    }
    return new ReboundException(
        ReboundException.Cause.ENVIRONMENT,
        message.toString(),
        "Read the logs named above; if the workers were still starting, raise phases.start.");
  }

  private static List<String> lastErrors(Node worker) {
    Optional<Path> log = worker.fetch(Node.LOG);
    if (log.isEmpty()) {
      return List.of();
    }
    try (Stream<String> lines = Files.lines(log.get(), StandardCharsets.UTF_8)) {
      List<String> errors =
          lines
              .filter(
                  line ->
                      line.contains(" ERROR ")
                          || line.contains("Exception")
                          || line.startsWith("Error: "))
              .toList();
      return errors.subList(Math.max(0, errors.size() - LAST_ERRORS), errors.size());
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  @Override
  public List<Node> nodes(String role) {
    return role.equals(KafkaStreamsEngine.ROLE) ? workers : List.of();
  }

  @Override
  public Set<String> holdingWork(String role) {
    Set<String> holders = new Members(workers).living(role);
    synchronized (this) {
      holders.retainAll(ledger.holders());
    }
    return holders;
  }

  /** A worker is back once its client runs, and all tasks run somewhere. */
  @Override
  public synchronized Optional<String> missing(Node node) {
    String state = ledger.state(node.name(), node.current().number());
    if (!state.equals("RUNNING")) {
      return Optional.of("its client " + (state.isEmpty() ? "has not begun" : "is " + state));
    }
    return ledger.allRunning()
        ? Optional.empty()
        : Optional.of("%d of %d tasks run".formatted(ledger.runningTasks(), ledger.tasks()));
  }

  /** Transitions from before are not told: they belong to the start. */
  @Override
  public synchronized void watch(Consumer<Transition> watcher) {
    untold.clear();
    sink = watcher;
    watched = true;
  }

  @Override
  public JobProgress progress() {
    return new JobProgress.CommittedByGroup(applicationId);
  }

  @Override
  public OwnTopics ownTopics() {
    return keyed || program ? OwnTopics.ofStreams(applicationId) : OwnTopics.NONE;
  }

  /** Restored records are told by our job alone. */
  @Override
  public List<Probe> probes() {
    if (program) {
      return List.of();
    }
    return List.of(
        new LedgerProbe("engine.restored", "records", ledger::restoredRecords),
        new LedgerProbe("engine.restoring", "stores", ledger::restoring));
  }

  @Override
  public synchronized List<Complaint> complaints() {
    look();
    List<Complaint> complaints = new ArrayList<>(troubles.stream().map(Complaint::of).toList());
    followed.forEach(worker -> complaints.addAll(worker.words().complaints(worker.node().name())));
    return complaints;
  }

  /** From the logs, which outlive who wrote them. */
  @Override
  public synchronized long droppedLate() {
    look();
    Set<Long> dropped = new HashSet<>();
    followed.forEach(worker -> dropped.addAll(worker.words().droppedLate()));
    return dropped.size();
  }

  /** Stops all workers at once, in order, then reads their last words. */
  @Override
  public void close() {
    follower.shutdownNow();
    if (!new Members(workers).stop(STOP_GRACE)) {
      troubles.add("some workers had not stopped after " + 2 * STOP_GRACE.toSeconds() + " s");
    }
  }

  /** One value per worker, from the ledger. */
  private final class LedgerProbe implements Probe {
    private final String metric;
    private final String unit;
    private final ToDoubleFunction<String> value;

    LedgerProbe(String metric, String unit, ToDoubleFunction<String> value) {
      this.metric = metric;
      this.unit = unit;
      this.value = value;
    }

    @Override
    public List<Series> series() {
      return workers.stream().map(node -> new Series(metric, unit, node.name())).toList();
    }

    @Override
    public double[] read() {
      synchronized (StreamsCluster.this) {
        return workers.stream().mapToDouble(node -> value.applyAsDouble(node.name())).toArray();
      }
    }
  }
}
