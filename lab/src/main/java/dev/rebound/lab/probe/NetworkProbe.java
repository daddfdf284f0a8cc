package dev.rebound.lab.probe;

import dev.rebound.base.Series;
import dev.rebound.platform.NodeProcess;
import dev.rebound.platform.Probe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bytes received and sent over TCP per second by each node, loopback included, from the counters
 * that Linux keeps per socket. One call of {@code ss} per reading, without its own search for each
 * socket's process, which looks at every open file of the machine. Elsewhere absent, with the
 * reason.
 */
public final class NetworkProbe implements Probe {
  private static final Duration LIMIT = Duration.ofMillis(800);

  private final Supplier<List<NodeProcess>> nodes;
  private final Supplier<@Nullable String> sockets;
  private final LongSupplier nanoTime;
  private final @Nullable String reasonAbsent;
  private final SocketCounters counters = new SocketCounters();
  private final Map<String, NetworkReading> last = new HashMap<>();
  private List<NodeProcess> declared = List.of();

  private record NetworkReading(NodeProcess of, long nanos, long received, long sent) {}

  /**
   * @param nodes all nodes of the run, in the order in which they came
   */
  public NetworkProbe(Supplier<List<NodeProcess>> nodes) {
    this(nodes, NetworkProbe::ss, System::nanoTime, whyNot());
  }

  NetworkProbe(
      Supplier<List<NodeProcess>> nodes,
      Supplier<@Nullable String> sockets,
      LongSupplier nanoTime,
      @Nullable String reasonAbsent) {
    this.nodes = nodes;
    this.sockets = sockets;
    this.nanoTime = nanoTime;
    this.reasonAbsent = reasonAbsent;
  }

  /** Why this machine cannot tell; null if it can. */
  static @Nullable String whyNot() {
    if (!System.getProperty("os.name", "").startsWith("Linux")) {
      return "only Linux counts bytes per socket";
    }
    String output = ss();
    if (output == null) {
      return "the command ss (package iproute2) is not there or does not answer";
    }
    return null;
  }

  private static @Nullable String ss() {
    Path file = null;
    try {
      file = Files.createTempFile("rebound-ss", ".txt");
      Process process =
          new ProcessBuilder("ss", "-tineH")
              .redirectOutput(file.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        return null;
      }
      return process.exitValue() == 0 ? Files.readString(file, StandardCharsets.ISO_8859_1) : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      delete(file);
    }
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }

  @Override
  public List<Series> series() {
    declared = reasonAbsent == null ? List.copyOf(nodes.get()) : List.of();
    List<Series> series = new ArrayList<>();
    for (NodeProcess node : declared) {
      series.add(new Series("node.received", "bytes/s", node.node()));
      series.add(new Series("node.sent", "bytes/s", node.node()));
    }
    return series;
  }

  @Override
  public Map<String, String> absent() {
    return reasonAbsent == null
        ? Map.of()
        : Map.of("node.received", reasonAbsent, "node.sent", reasonAbsent);
  }

  @Override
  public double[] read() {
    double[] values = new double[2 * declared.size()];
    if (declared.isEmpty()) {
      return values;
    }
    Arrays.fill(values, Double.NaN);
    String output = sockets.get();
    if (output == null) {
      return values;
    }
    long nanos = nanoTime.getAsLong();
    Set<Long> pids = new HashSet<>();
    List<NodeProcess> current = nodes.get().subList(0, declared.size());
    current.forEach(node -> pids.add(node.pid()));
    counters.update(output, pids);
    for (int i = 0; i < declared.size(); i++) {
      NodeProcess now = current.get(i);
      if (!now.alive()) {
        continue;
      }
      long[] bytes = counters.of(now.pid());
      NetworkReading before =
          last.put(now.node(), new NetworkReading(now, nanos, bytes[0], bytes[1]));
      if (before != null && before.of().sameLife(now) && nanos > before.nanos()) {
        double seconds = (nanos - before.nanos()) / 1e9;
        values[2 * i] = (bytes[0] - before.received()) / seconds;
        values[2 * i + 1] = (bytes[1] - before.sent()) / seconds;
      }
    }
    return values;
  }
}
