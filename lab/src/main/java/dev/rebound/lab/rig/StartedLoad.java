package dev.rebound.lab.rig;

import dev.rebound.lab.telemetry.LastLine;
import dev.rebound.lab.telemetry.TelemetryProbe;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import dev.rebound.platform.Probe;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Load processes at work. They end with the platform. */
final class StartedLoad implements RunningLoad {
  private final Load.LoadTurn turn;
  private final List<Node> nodes;
  private final boolean requests;
  private final List<LastLine> said;
  private final List<Probe> probes;

  /**
   * @param requests whether they send requests, and not records
   */
  StartedLoad(Load.LoadTurn turn, List<Node> nodes, boolean requests) {
    this.turn = turn;
    this.nodes = nodes;
    this.requests = requests;
    this.said = nodes.stream().map(node -> new LastLine(Instruments.telemetry(node))).toList();
    Probe generators = TelemetryProbe.ofGenerators(telemetry());
    this.probes =
        requests
            ? List.of(generators, TelemetryProbe.ofRequests(telemetry()))
            : List.of(generators);
  }

  private List<NodeTail> telemetry() {
    return nodes.stream().map(Instruments::telemetry).toList();
  }

  @Override
  public List<Node> nodes(String role) {
    return role.equals(Generators.ROLE) ? nodes : List.of();
  }

  @Override
  public List<Probe> probes() {
    return probes;
  }

  /** Users come to an end by themselves: then every process has said its last. */
  @Override
  public boolean over() {
    if (requests) {
      return said.stream().allMatch(last -> last.text("done").equals("true"));
    }
    return turn.rate().isMax()
        && IntStream.range(0, said.size())
            .anyMatch(g -> said.get(g).number("sent") >= turn.share(g, said.size()));
  }

  @Override
  public long accepted() {
    return sum("accepted");
  }

  @Override
  public String fates() {
    if (!requests) {
      return "";
    }
    String statuses =
        said.stream()
            .map(last -> last.text("statuses"))
            .filter(one -> !one.isEmpty())
            .collect(Collectors.joining("; "));
    return String.format(
        Locale.ROOT,
        "%,d requests accepted, %,d refused, %,d without an answer that tells; statuses: %s",
        sum("accepted"),
        sum("refused"),
        sum("gaveUp"),
        statuses.isEmpty() ? "none" : statuses);
  }

  private long sum(String field) {
    return said.stream().mapToLong(last -> (long) last.number(field)).sum();
  }

  @Override
  public void stop(Deadline by) {
    nodes.forEach(Instruments::requestStop);
    nodes.forEach(node -> LabTools.awaitEnd(node, by));
  }

  @Override
  public List<SentLog> sent() {
    return nodes.stream()
        .map(
            node ->
                new SentLog(
                    node.name(),
                    node.fetch(Instruments.SEND_LOG),
                    node.fetch(Instruments.REQUESTS)))
        .toList();
  }

  @Override
  public void close() {}
}
