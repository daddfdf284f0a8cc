package dev.rebound.lab.probe;

import dev.rebound.base.Series;
import dev.rebound.platform.NodeProcess;
import dev.rebound.platform.Probe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * CPU in cores and resident memory of each node's current life. The system's counters run for one
 * process, so differences are taken within one incarnation; a new one starts from zero. CPU time of
 * an incarnation between the last reading and its death is not seen. With a launcher counts what it
 * has started.
 */
public final class ProcessProbe implements Probe {
  /** Metric of the CPU in use by a node, in cores. */
  public static final String CPU = "node.cpu";

  private final Supplier<List<NodeProcess>> nodes;
  private final ProcessReader reader;
  private final LongSupplier nanoTime;
  private final Map<String, ProcessReading> last = new HashMap<>();
  private final Map<String, Double> cpuSecondsByRole = new HashMap<>();
  private List<NodeProcess> declared = List.of();

  private record ProcessReading(NodeProcess of, long nanos, long cpuMillis) {}

  /**
   * @param nodes all nodes of the run, in the order in which they came
   */
  public ProcessProbe(Supplier<List<NodeProcess>> nodes) {
    this(nodes, ProcessReader.ofThisSystem(), System::nanoTime);
  }

  ProcessProbe(Supplier<List<NodeProcess>> nodes, ProcessReader reader, LongSupplier nanoTime) {
    this.nodes = nodes;
    this.reader = reader;
    this.nanoTime = nanoTime;
  }

  @Override
  public List<Series> series() {
    declared = List.copyOf(nodes.get());
    List<Series> series = new ArrayList<>();
    for (NodeProcess node : declared) {
      series.add(new Series(CPU, "cores", node.node()));
      series.add(new Series("node.memory", "bytes", node.node()));
    }
    return series;
  }

  @Override
  public double[] read() {
    double[] values = new double[2 * declared.size()];
    List<NodeProcess> current = nodes.get();
    for (int i = 0; i < declared.size(); i++) {
      NodeProcess now = current.get(i);
      ProcessReader.Usage usage = now.alive() ? usage(now) : null;
      values[2 * i] = usage == null ? Double.NaN : cores(now, usage);
      values[2 * i + 1] = usage == null ? Double.NaN : usage.residentBytes();
    }
    return values;
  }

  private ProcessReader.@Nullable Usage usage(NodeProcess now) {
    return now.launcher() ? reader.readWithStarted(now.pid()) : reader.read(now.pid());
  }

  private double cores(NodeProcess now, ProcessReader.Usage usage) {
    long nanos = nanoTime.getAsLong();
    @Nullable ProcessReading before =
        last.put(now.node(), new ProcessReading(now, nanos, usage.cpuMillis()));
    boolean sameLife = before != null && before.of().sameLife(now);
    long used = usage.cpuMillis() - (sameLife ? before.cpuMillis() : 0);
    if (used < 0) {
      // Something ended while it was read, and will count with its parent.
      last.put(now.node(), before);
      return Double.NaN;
    }
    synchronized (cpuSecondsByRole) {
      cpuSecondsByRole.merge(now.role(), used / 1e3, Double::sum);
    }
    double millis = sameLife ? (nanos - before.nanos()) / 1e6 : 0;
    return millis > 0 ? used / millis : Double.NaN;
  }

  /** CPU-seconds of all processes of a role so far, over all their lives; safe from any thread. */
  public double cpuSeconds(String role) {
    synchronized (cpuSecondsByRole) {
      return cpuSecondsByRole.getOrDefault(role, 0.0);
    }
  }
}
