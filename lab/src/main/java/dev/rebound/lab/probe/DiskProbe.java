package dev.rebound.lab.probe;

import dev.rebound.base.Series;
import dev.rebound.platform.NodeProcess;
import dev.rebound.platform.Probe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that each node's current life has read from disks and had written to them, per second: what
 * Linux counts under {@code /proc/<pid>/io}. Reads that the page cache answers, and files in
 * memory, are not among them; what is written counts with who dirtied the page, whenever it reaches
 * the disk. With a launcher counts what it has started. Only the user who runs a process is told.
 */
public final class DiskProbe implements Probe {
  /** Metric of the bytes that a node reads from disks in a second. */
  public static final String READ = "node.disk.read";

  /** Metric of the bytes that it has written to them. */
  public static final String WRITTEN = "node.disk.written";

  /** More than this are not looked at: no reading takes long. */
  private static final int PROCESSES_MAX = 1_000;

  private final Supplier<List<NodeProcess>> nodes;
  private final Path proc;
  private final LongSupplier nanoTime;
  private final Map<String, DiskReading> last = new HashMap<>();
  private final Map<String, String> refused = new HashMap<>();
  private List<NodeProcess> declared = List.of();

  private record Bytes(long read, long written) {}

  private record DiskReading(NodeProcess of, long nanos, Bytes bytes) {}

  /**
   * @param nodes all nodes of the run, in the order in which they came
   */
  public DiskProbe(Supplier<List<NodeProcess>> nodes) {
    this(nodes, Path.of("/proc"), System::nanoTime);
  }

  DiskProbe(Supplier<List<NodeProcess>> nodes, Path proc, LongSupplier nanoTime) {
    this.nodes = nodes;
    this.proc = proc;
    this.nanoTime = nanoTime;
  }

  private boolean counted() {
    return Files.isReadable(proc.resolve("self").resolve("io"));
  }

  @Override
  public List<Series> series() {
    declared = counted() ? List.copyOf(nodes.get()) : List.of();
    List<Series> series = new ArrayList<>();
    for (NodeProcess node : declared) {
      series.add(new Series(READ, "bytes/s", node.node()));
      series.add(new Series(WRITTEN, "bytes/s", node.node()));
    }
    return series;
  }

  @Override
  public Map<String, String> absent() {
    if (!counted()) {
      String reason = "this system does not count what a process reads from disks and writes";
      return Map.of(READ, reason, WRITTEN, reason);
    }
    return Map.copyOf(refused);
  }

  @Override
  public double[] read() {
    double[] values = new double[2 * declared.size()];
    List<NodeProcess> current = nodes.get();
    for (int i = 0; i < declared.size(); i++) {
      NodeProcess now = current.get(i);
      Bytes bytes = now.alive() ? bytes(now) : null;
      values[2 * i] = Double.NaN;
      values[2 * i + 1] = Double.NaN;
      if (bytes == null) {
        last.remove(now.node());
        continue;
      }
      long nanos = nanoTime.getAsLong();
      DiskReading before = last.put(now.node(), new DiskReading(now, nanos, bytes));
      if (before != null && before.of().sameLife(now)) {
        double seconds = (nanos - before.nanos()) / 1e9;
        values[2 * i] = rate(bytes.read() - before.bytes().read(), seconds);
        values[2 * i + 1] = rate(bytes.written() - before.bytes().written(), seconds);
      }
    }
    return values;
  }

  /** Unknown where the counter fell: something ended while it was read, and counts later. */
  private static double rate(long more, double seconds) {
    return more < 0 || seconds <= 0 ? Double.NaN : more / seconds;
  }

  private @Nullable Bytes bytes(NodeProcess node) {
    long read = 0;
    long written = 0;
    Deque<Long> left = new ArrayDeque<>(List.of(node.pid()));
    for (int looked = 0; !left.isEmpty() && looked < PROCESSES_MAX; looked++) {
      long pid = left.remove();
      Bytes own = own(node, pid);
      if (own == null && pid == node.pid()) {
        return null;
      }
      read += own == null ? 0 : own.read();
      written += own == null ? 0 : own.written();
      if (node.launcher()) {
        left.addAll(ProcReader.children(proc, pid));
      }
    }
    return new Bytes(read, written);
  }

  private @Nullable Bytes own(NodeProcess node, long pid) {
    Path file = proc.resolve(Long.toString(pid)).resolve("io");
    try {
      long read = -1;
      long written = -1;
      for (String line : Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1)) {
        if (line.startsWith("read_bytes: ")) {
          read = Long.parseLong(line.substring("read_bytes: ".length()).strip());
        } else if (line.startsWith("write_bytes: ")) {
          written = Long.parseLong(line.substring("write_bytes: ".length()).strip());
        }
      }
      return read < 0 || written < 0 ? null : new Bytes(read, written);
    } catch (IOException | NumberFormatException e) {
      if (Files.exists(file) && !Files.isReadable(file)) {
        String reason = "of " + node.node() + ": its process is another user's";
        refused.putIfAbsent(READ, reason);
        refused.putIfAbsent(WRITTEN, reason);
      }
      return null;
    }
  }
}
