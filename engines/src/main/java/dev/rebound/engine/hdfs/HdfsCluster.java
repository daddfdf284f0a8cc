package dev.rebound.engine.hdfs;

import dev.rebound.base.ReboundException;
import dev.rebound.base.Series;
import dev.rebound.engine.adapter.LastSeen;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Probe;
import dev.rebound.platform.ProcessSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An HDFS that is up. */
final class HdfsCluster implements RunningPart {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration STOP_GRACE = Duration.ofSeconds(2);

  private final Members members;
  private final HdfsFiles files;

  private final Thread follower = new Thread(this::follow, "hdfs-follower");
  private volatile @Nullable NameNodeState lastSeen;

  private HdfsCluster(Members members, HdfsFiles files) {
    this.members = members;
    this.files = files;
    follower.setDaemon(true);
  }

  /** Starts all of it at once, and waits until the NameNode serves and knows every DataNode. */
  static HdfsCluster start(
      List<ProcessSpec> processes, Platform platform, Deadline by, Consumer<String> progress) {
    List<Node> nodes = new ArrayList<>();
    for (ProcessSpec process : processes) {
      progress.accept("starting " + process.node());
      nodes.add(platform.start(process));
    }
    HdfsCluster cluster = new HdfsCluster(new Members(nodes), HdfsPart.files(platform));
    try {
      cluster.await(by);
      cluster.follower.start();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void await(Deadline by) {
    for (Node member : members.all()) {
      member.awaitReady(by.left());
    }
    Optional<String> missing = missing();
    while (missing.isPresent()) {
      if (by.passed()) {
        throw ReboundException.environment(
            "HDFS is not up: " + missing.get(),
            "Look at %s; raise phases.start if the machine is slow."
                .formatted(Members.logOf(members.all().get(0))));
      }
      Time.real().sleep(POLL);
      missing = missing();
    }
  }

  /** On a thread of its own, as a NameNode that stands still does not answer. */
  private void follow() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        lastSeen = files.state();
      } catch (IOException | RuntimeException e) {
        lastSeen = null;
      }
      Time.real().sleep(LOOK);
    }
  }

  /** Tells what is missing until it serves, and every DataNode is there. */
  private Optional<String> missing() {
    try {
      NameNodeState state = files.state();
      int wanted = members.ofRole(HdfsPlan.DATA_NODE).size();
      if (state.dataNodes().size() < wanted) {
        return Optional.of(
            "the NameNode knows " + state.dataNodes().size() + " of " + wanted + " DataNodes");
      }
      return state.safeMode().isEmpty()
          ? Optional.empty()
          : Optional.of("the NameNode is in safe mode: " + state.safeMode());
    } catch (IOException e) {
      return Optional.of("the NameNode does not answer: " + e);
    }
  }

  @Override
  public List<Node> nodes(String role) {
    return members.ofRole(role);
  }

  /**
   * A DataNode is back once the NameNode has heard of its new life, a NameNode once it has left
   * safe mode.
   */
  @Override
  public Optional<String> missing(Node node) {
    if (node.role().equals(HdfsPlan.NAME_NODE)) {
      return missing();
    }
    try {
      double lived = (Time.real().micros() - node.current().startMicros()) / 1e6;
      String address = node.endpoint(HdfsPlan.DATA).inside().toString();
      return files.state().heardOf(address, lived)
          ? Optional.empty()
          : Optional.of("the NameNode has not heard of it");
    } catch (IOException e) {
      return Optional.of("the NameNode does not answer: " + e);
    }
  }

  @Override
  public List<Probe> probes() {
    return List.of(
        new LastSeen(
            List.of(
                new Series("hdfs.files", "files", ""),
                new Series("hdfs.used", "bytes", ""),
                new Series("hdfs.safe-mode", "1 if in it", "")),
            () -> {
              NameNodeState state = lastSeen;
              return state == null
                  ? null
                  : new double[] {
                    state.files(), state.usedBytes(), state.safeMode().isEmpty() ? 0 : 1
                  };
            }));
  }

  @Override
  public void close() {
    follower.interrupt();
    members.stop(STOP_GRACE);
  }
}
