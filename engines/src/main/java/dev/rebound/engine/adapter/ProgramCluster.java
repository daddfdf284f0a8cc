package dev.rebound.engine.adapter;

import dev.rebound.analysis.evidence.Transition;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.OwnTopics;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Workers of a program that is not ours and tells us nothing of itself. Thread-safe. */
public class ProgramCluster implements Cluster {
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);
  private static final Duration FIRST_LOOK = Duration.ofSeconds(1);

  private final String engine;
  private final Members workers;
  private final JobProgress progress;

  /**
   * @param engine its name, for messages
   * @param progress how it is known how far the program has come
   */
  public ProgramCluster(String engine, Members workers, JobProgress progress) {
    this.engine = engine;
    this.workers = workers;
    this.progress = progress;
  }

  /** Waits until each worker is up, none of which is started again once it has ended. */
  public final void awaitReady(Deadline by) {
    awaitReady(by, false);
  }

  /**
   * Waits until each worker is up, and was for a moment; {@link ReboundException} names one that is
   * not.
   *
   * @param restarted whether one that has ended is started again by somebody, and waited for
   */
  public final void awaitReady(Deadline by, boolean restarted) {
    for (Node worker : workers.all()) {
      while (true) {
        try {
          worker.awaitReady(by.left());
          break;
        } catch (ReboundException e) {
          if (!restarted || by.passed() || Thread.currentThread().isInterrupted()) {
            throw e;
          }
          Time.real().sleep(FIRST_LOOK);
        }
      }
    }
    Time.real().sleep(FIRST_LOOK);
    if (restarted) {
      return;
    }
    for (Node worker : workers.all()) {
      if (!worker.alive()) {
        throw ReboundException.badInput(
            "%s: %s ended as soon as it was started\n  %s"
                .formatted(engine, worker.name(), Members.logOf(worker)),
            "Read its log in the run's folder, and try the program by hand.");
      }
    }
  }

  @Override
  public List<Node> nodes(String role) {
    return workers.ofRole(role);
  }

  /** Whoever lives may hold some: the program does not say. */
  @Override
  public Set<String> holdingWork(String role) {
    return workers.living(role);
  }

  @Override
  public boolean tellsWork() {
    return false;
  }

  @Override
  public void watch(Consumer<Transition> sink) {}

  @Override
  public JobProgress progress() {
    return progress;
  }

  /** As Kafka Streams names them, if that is what it is. */
  @Override
  public OwnTopics ownTopics() {
    return progress instanceof JobProgress.CommittedByGroup group
        ? OwnTopics.ofStreams(group.name())
        : OwnTopics.NONE;
  }

  @Override
  public void close() {
    workers.stop(STOP_GRACE);
  }
}
