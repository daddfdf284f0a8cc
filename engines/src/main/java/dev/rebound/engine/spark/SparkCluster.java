package dev.rebound.engine.spark;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A standalone cluster of Spark with the driver and the executors of a job, followed through the
 * events and logs that they write. Thread-safe.
 */
final class SparkCluster extends FollowedCluster<JsonNode> {
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);

  private final String group;
  private final OptionalLong latenessMillis;
  private final ExecutorLedger ledger = new ExecutorLedger();

  /**
   * @param group to which the driver commits how far finished batches have come
   * @param latenessMillis of the job's windows by time; empty if it has none
   */
  SparkCluster(Members members, String group, OptionalLong latenessMillis, SparkVersion version) {
    super("spark", members, STOP_GRACE, version.complaints());
    this.group = group;
    this.latenessMillis = latenessMillis;
  }

  /** An executor's events stand in its daemon's folder: they are read once. */
  @Override
  protected List<Statement<JsonNode>> event(Node member, JsonNode event) {
    return member.role().equals(SparkEngine.DAEMON)
        ? List.of()
        : List.of(new Statement<>(member, event.path("atMicros").asLong(), event));
  }

  @Override
  protected synchronized List<Transition> understand(Statement<JsonNode> statement) {
    JsonNode event = statement.says();
    long at = statement.atMicros();
    String by = statement.member().name();
    ExecutorLedger.Executor executor =
        new ExecutorLedger.Executor(
            event.path("application").asText(), event.path("executor").asText());
    String what = event.path("event").asText();
    if (statement.member().role().equals(SparkEngine.WORKER)) {
      if (what.equals("start")) {
        ledger.process(by, executor, event.path("pid").asLong());
      }
      return List.of();
    }
    return switch (what) {
      case "start" -> {
        ledger.driverBegins();
        yield List.of();
      }
      case "executor-added" -> {
        ledger.registered(executor);
        yield List.of();
      }
      case "query" -> {
        ledger.queryRuns();
        yield List.of();
      }
      case "query-ended" -> {
        ledger.queryEnded();
        yield List.of();
      }
      case "executor-removed" -> ledger.lost(at, by, executor, event.path("reason").asText());
      case "task" -> ledger.task(at, executor);
      case "batch" -> {
        ledger.times(event.path("watermark").asLong(), event.path("newest").asLong());
        yield ledger.batch(at, by, event.path("batch").asLong(), event.path("late").asLong());
      }
      default -> List.of(); // the other events are for people
    };
  }

  @Override
  protected synchronized void died(Node member, int incarnation) {
    if (member.role().equals(SparkEngine.DRIVER)) {
      ledger.driverBegins();
    }
  }

  /** Batches run once there are records. */
  @Override
  protected synchronized Optional<String> missing() {
    return ledger.ready() == members().ofRole(SparkEngine.WORKER).size()
        ? Optional.empty()
        : Optional.of(ledger.toString());
  }

  /** A daemon has its executor's work. Whoever lives of the others has all of it. */
  @Override
  public Set<String> holdingWork(String role) {
    Set<String> living = members().living(role);
    switch (role) {
      case SparkEngine.WORKER -> living.retainAll(working());
      case SparkEngine.DAEMON -> {
        Set<String> working = working();
        living.removeIf(daemon -> !working.contains(Executors.worker(daemon)));
      }
      default -> {
        // all of it
      }
    }
    return living;
  }

  private synchronized Set<String> working() {
    return members().ofRole(SparkEngine.WORKER).stream()
        .filter(Node::alive)
        .filter(worker -> ledger.working(worker.name(), worker.current().pid()))
        .map(Node::name)
        .collect(Collectors.toSet());
  }

  /** An executor is back once the driver has it, and batches run; so is its daemon. */
  @Override
  public synchronized Optional<String> missing(Node node) {
    Optional<Node> worker =
        members().ofRole(SparkEngine.WORKER).stream()
            .filter(one -> one.equals(node) || Executors.worker(node.name()).equals(one.name()))
            .findFirst();
    if (worker.isPresent()
        && !(worker.get().alive()
            && ledger.up(worker.get().name(), worker.get().current().pid()))) {
      return Optional.of("the driver has no executor of it");
    }
    return ledger.batchesRun() ? Optional.empty() : Optional.of("no batch has come through since");
  }

  @Override
  public JobProgress progress() {
    return new JobProgress.CommittedByGroup(group);
  }

  /** Offsets are committed with the batch that ends windows, and the next one writes these. */
  @Override
  public synchronized Optional<String> pending() {
    look();
    return latenessMillis.isPresent() && ledger.windowsEnded(latenessMillis.getAsLong())
        ? Optional.of("windows that have ended are closed by the next batch")
        : Optional.empty();
  }

  /** As the driver says of each batch. */
  @Override
  public synchronized long droppedLate() {
    look();
    return ledger.droppedLate();
  }
}
