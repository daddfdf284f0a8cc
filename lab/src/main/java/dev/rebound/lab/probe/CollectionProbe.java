package dev.rebound.lab.probe;

import dev.rebound.base.Owner;
import dev.rebound.base.Series;
import dev.rebound.lab.jvm.CollectionPause;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import dev.rebound.platform.Probe;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pauses in which processes under test collected garbage, from the log that each JVM writes
 * into its node's folder: of each second the longest as a series, and each one as a line of {@link
 * #FILE}. No value where a process writes no such log.
 */
public final class CollectionProbe implements Probe {
  /** File of the run: a pause a line. */
  public static final String FILE = "collections.csv";

  /** So many pauses are told one by one: a run of days does not fill the disk. */
  private static final int LINES_MAX = 200_000;

  private final Supplier<List<Node>> nodes;
  private final Path file;
  private final Map<String, FollowedLife> followed = new HashMap<>();
  private List<Node> declared = List.of();
  private @Nullable BufferedWriter writer;
  private int lines;

  /**
   * @param nodes all nodes of the run, in the order in which they came
   * @param file is written once there is a pause
   */
  public CollectionProbe(Supplier<List<Node>> nodes, Path file) {
    this.nodes = nodes;
    this.file = file;
  }

  /**
   * The logs of one life of a node; what a daemon or a driver starts may log into their folders.
   */
  private static final class FollowedLife {
    private final long pid;
    private final List<NodeTail> tails;
    private boolean logs;

    private FollowedLife(long pid, List<NodeTail> tails) {
      this.pid = pid;
      this.tails = tails;
    }

    private List<CollectionPause> poll() throws IOException {
      List<CollectionPause> pauses = new ArrayList<>();
      for (NodeTail tail : tails) {
        List<String> polled = tail.poll();
        logs |= !polled.isEmpty();
        polled.forEach(line -> CollectionPause.of(line).ifPresent(pauses::add));
      }
      return pauses;
    }
  }

  @Override
  public List<Series> series() {
    declared = nodes.get().stream().filter(node -> node.owner() == Owner.SUBJECT).toList();
    return declared.stream().map(node -> new Series(Series.PAUSE, "ms", node.name())).toList();
  }

  @Override
  public double[] read() {
    return declared.stream().mapToDouble(this::longest).toArray();
  }

  private double longest(Node node) {
    FollowedLife life = followed.get(node.name());
    long pid = node.current().pid();
    try {
      List<CollectionPause> pauses = new ArrayList<>();
      if (life == null || life.pid != pid) {
        if (life != null) {
          pauses.addAll(life.poll()); // its last words
        }
        life = new FollowedLife(pid, tails(node, pid));
        followed.put(node.name(), life);
      }
      pauses.addAll(life.poll());
      write(node, pauses);
      return pauses.stream()
          .mapToDouble(CollectionPause::millis)
          .max()
          .orElse(life.logs && node.alive() ? 0 : Double.NaN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<NodeTail> tails(Node node, long pid) {
    List<NodeTail> tails = new ArrayList<>();
    for (Node other : declared) {
      if (other == node || !other.role().equals(node.role())) {
        tails.add(other.follow(CollectionPause.file(pid)));
      }
    }
    return tails;
  }

  private void write(Node node, List<CollectionPause> pauses) throws IOException {
    if (pauses.isEmpty() || lines >= LINES_MAX) {
      return;
    }
    if (writer == null) {
      writer = Files.newBufferedWriter(file);
      writer.write("time,node,kind,pause_milliseconds\n");
    }
    for (CollectionPause pause : pauses) {
      Instant began = Instant.ofEpochMilli(pause.endMillis() - Math.round(pause.millis()));
      writer.write(
          String.format(
              Locale.ROOT,
              "%s,%s,\"%s\",%.3f%n",
              began,
              node.name(),
              pause.kind().replace('"', '\''),
              pause.millis()));
      lines++;
    }
    writer.flush();
  }

  @Override
  public void close() {
    try {
      if (writer != null) {
        writer.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
