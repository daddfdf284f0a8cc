package dev.rebound.engine.spark;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Members;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A standalone cluster of Spark with the driver and the executors of a job, followed through the
 * events and logs that they write. Thread-safe.
 */
final class SparkCluster extends FollowedCluster {
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);

  private final OptionalLong latenessMillis;
  private final ExecutorLedger ledger = new ExecutorLedger();

  /**
   * @param group to which the driver commits how far finished batches have come
   * @param latenessMillis of the job's windows by time; empty if it has none
   */
  SparkCluster(Members members, String group, OptionalLong latenessMillis, EngineVersion version) {
    super("spark", group, members, STOP_GRACE, version.complaints());
    this.latenessMillis = latenessMillis;
  }

  /** An executor's events stand in its daemon's folder, too: they are read once. */
  @Override
  protected List<Transition> event(Node member, long at, JsonNode event) {
    String by = member.name();
    ExecutorLedger.Executor executor =
        new ExecutorLedger.Executor(
            event.path("application").asText(), event.path("executor").asText());
    String what = event.path("event").asText();
    if (!member.role().equals(SparkEngine.DRIVER)) {
      if (what.equals("start") && member.role().equals(SparkEngine.WORKER)) {
        ledger.process(by, executor, event.path("pid").asLong());
      }
      return List.of();
    }
    switch (what) {
      case "start" -> ledger.driverBegins();
      case "executor-added" -> ledger.registered(executor);
      case "query" -> ledger.queryRuns();
      case "query-ended" -> ledger.queryEnded();
      case "executor-removed" -> {
        return ledger.lost(at, by, executor, event.path("reason").asText());
      }
      case "task" -> {
        return ledger.task(at, executor);
      }
      case "batch" -> {
        ledger.times(event.path("watermark").asLong(), event.path("newest").asLong());
        return ledger.batch(at, by, event.path("batch").asLong(), event.path("late").asLong());
      }
      default -> {
        // the other events are for people
      }
    }
    return List.of();
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
    return switch (role) {
      case SparkEngine.WORKER -> super.holdingWork(role);
      case SparkEngine.DAEMON -> {
        Set<String> working = super.holdingWork(SparkEngine.WORKER);
        yield members().living(role).stream()
            .filter(daemon -> working.contains(Executors.worker(daemon)))
            .collect(Collectors.toCollection(TreeSet::new));
      }
      default -> members().living(role);
    };
  }

  @Override
  protected Set<String> holders() {
    return members().ofRole(SparkEngine.WORKER).stream()
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
