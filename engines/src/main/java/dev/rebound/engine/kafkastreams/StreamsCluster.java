package dev.rebound.engine.kafkastreams;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.base.Series;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.OwnTopics;
import dev.rebound.platform.Node;
import dev.rebound.platform.Probe;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Running workers of Kafka Streams, followed through the files that they write; a {@link
 * TaskLedger} tells the steps that follow. Thread-safe.
 */
final class StreamsCluster extends FollowedCluster {
  private static final Duration STOP_GRACE = Duration.ofSeconds(15);

  private final String applicationId;
  private final boolean keyed;
  private final boolean program;
  private final Map<Node, WorkerLog> words = new LinkedHashMap<>();
  private final Map<Node, ProgramLog> programs = new LinkedHashMap<>();
  private final TaskLedger ledger;

  /**
   * @param keyed whether the job shuffles by key and keeps a state per key
   * @param program whether it is a user's own application, of which the log alone is known
   * @param ledger for the active tasks of the job
   */
  private StreamsCluster(
      Members workers,
      String applicationId,
      boolean keyed,
      boolean program,
      TaskLedger ledger,
      EngineVersion version) {
    super("kafka-streams", applicationId, workers, STOP_GRACE, version.complaints());
    this.applicationId = applicationId;
    this.keyed = keyed;
    this.program = program;
    this.ledger = ledger;
    for (Node worker : workers.all()) {
      WorkerLog log = new WorkerLog(version);
      words.put(worker, log);
      programs.put(worker, new ProgramLog(log));
    }
  }

  /**
   * Workers of our job.
   *
   * @param tasks number of its active tasks
   */
  static StreamsCluster ours(
      Members workers, String applicationId, boolean keyed, int tasks, EngineVersion version) {
    return new StreamsCluster(workers, applicationId, keyed, false, new TaskLedger(tasks), version);
  }

  /** Workers of a user's own application. */
  static StreamsCluster program(Members workers, String applicationId, EngineVersion version) {
    return new StreamsCluster(
        workers, applicationId, false, true, TaskLedger.ofUnknownTasks(), version);
  }

  /** A user's own application that writes a file of this name has nothing to tell us. */
  @Override
  protected List<Transition> event(Node worker, long atMicros, JsonNode event) {
    return program
        ? List.of()
        : WorkerStatement.ofEvent(event)
            .map(says -> ledger.said(worker.name(), says))
            .orElse(List.of());
  }

  @Override
  protected List<Statement> line(Node worker, String line) {
    WorkerLog ours = words.get(worker);
    ProgramLog theirs = programs.get(worker);
    List<WorkerStatement> says =
        program && theirs != null
            ? theirs.read(line, worker.current().number())
            : ours == null ? List.of() : ours.read(line);
    return says.stream()
        .map(said -> new Statement(said.atMicros(), () -> ledger.said(worker.name(), said)))
        .toList();
  }

  @Override
  protected synchronized void died(Node worker, int incarnation) {
    ledger.died(worker.name(), incarnation);
  }

  @Override
  protected Optional<String> missing() {
    return program && !allRun() ? Optional.of(ledger.toString()) : tasksMissing();
  }

  private Optional<String> tasksMissing() {
    return ledger.allRunning() ? Optional.empty() : Optional.of(ledger.toString());
  }

  /** How many tasks there are is known once all clients have been given theirs. */
  private boolean allRun() {
    return members().all().stream()
        .allMatch(node -> ledger.state(node.name(), node.current().number()).equals("RUNNING"));
  }

  @Override
  protected Set<String> holders() {
    return ledger.holders();
  }

  /** A worker is back once its client runs, and all tasks run somewhere. */
  @Override
  public synchronized Optional<String> missing(Node node) {
    String state = ledger.state(node.name(), node.current().number());
    if (!state.equals("RUNNING")) {
      return Optional.of("its client " + (state.isEmpty() ? "has not begun" : "is " + state));
    }
    return tasksMissing();
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

  /** From the logs, which outlive who wrote them. */
  @Override
  public synchronized long droppedLate() {
    look();
    Set<Long> dropped = new HashSet<>();
    words.values().forEach(log -> dropped.addAll(log.droppedLate()));
    return dropped.size();
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
      return members().all().stream().map(node -> new Series(metric, unit, node.name())).toList();
    }

    @Override
    public double[] read() {
      synchronized (StreamsCluster.this) {
        return members().all().stream()
            .mapToDouble(node -> value.applyAsDouble(node.name()))
            .toArray();
      }
    }
  }
}
