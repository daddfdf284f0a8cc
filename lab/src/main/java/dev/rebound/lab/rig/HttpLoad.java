package dev.rebound.lab.rig;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.HttpLoadSpec;
import dev.rebound.lab.experiment.HttpSpec;
import dev.rebound.lab.experiment.LoadSpec;
import dev.rebound.lab.http.HttpGenerator;
import dev.rebound.lab.telemetry.GeneratorProbe;
import dev.rebound.lab.telemetry.LastLine;
import dev.rebound.lab.telemetry.RequestProbe;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Probe;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.workload.WorkloadSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Collectors;

/** Load processes that send requests over HTTP, at a rate or for users who wait for answers. */
public final class HttpLoad implements Load {
  /** Bytes that a process takes besides for each request that may be in flight. */
  private static final long BYTES_IN_FLIGHT = 32 << 10;

  /**
   * Requests of users from which the optimizing compiler is worth its while: of fewer, most are
   * over before it is done.
   */
  private static final long LONG_LOAD = 100_000;

  /** Requests in flight that the usual heap of an instrument has room for. */
  private static final int USUAL_IN_FLIGHT = 1_000;

  private final HttpLoadSpec load;
  private final WorkloadSpec workload;

  /**
   * @param workload whose records are the bodies of requests
   */
  public HttpLoad(HttpLoadSpec load, WorkloadSpec workload) {
    this.load = load;
    this.workload = workload;
  }

  /** As the experiment sets it. */
  static HttpLoad of(LoadSpec load, SubjectInterface.OverHttp service, WorkloadSpec workload) {
    HttpSpec http = load.http();
    SubjectInterface.OverHttp.Requested requests = service.requests();
    HttpLoadSpec usual = HttpLoadSpec.of(requests.urls(), load.generators(), null);
    HttpLoadSpec set =
        new HttpLoadSpec(
            requests.urls(),
            load.generators(),
            load.flatOut()
                ? new HttpLoadSpec.Users(http.users(), 0, http.think(), Duration.ZERO)
                : null,
            http.timeout(),
            http.timeout().compareTo(usual.connectTimeout()) < 0
                ? http.timeout()
                : usual.connectTimeout(),
            usual.inFlightMax(),
            http.connections(),
            http.version(),
            usual.accepted(),
            requests.noEffect(),
            requests.form());
    return new HttpLoad(set, workload);
  }

  @Override
  public List<ProcessSpec> processes(LoadTurn turn) {
    if (load.users() == null && turn.rate().isMax()) {
      throw ReboundException.badInput(
          "requests over HTTP cannot be sent flat out: nothing would tell when to send the next",
          "Write a rate, or a number of users who wait for their answers.");
    }
    List<ProcessSpec> processes = new ArrayList<>();
    for (int g = 0; g < generators(); g++) {
      processes.add(process(turn, g));
    }
    return processes;
  }

  /** No process is without a user. */
  private int generators() {
    HttpLoadSpec.Users users = load.users();
    return users == null ? load.generators() : Math.min(load.generators(), users.count());
  }

  /** Requests of all of them are spread evenly over one interval. */
  private ProcessSpec process(LoadTurn turn, int g) {
    int generators = generators();
    Properties p = new Properties();
    p.setProperty("url", String.join(",", load.urls()));
    // No two generators of a run have the same number.
    p.setProperty("generator", Integer.toString(Math.max(0, turn.round() - 1) * generators + g));
    long shift = 0;
    HttpLoadSpec.Users users = load.users();
    if (users == null) {
      double perSecond = turn.rate().perSecond() / generators;
      shift = (long) (1e6 / perSecond * g / generators);
      p.setProperty("rate", Double.toString(perSecond));
    } else {
      users(users, turn, g, p);
    }
    p.setProperty("start", Long.toString(turn.startMicros() + shift));
    p.setProperty("timeoutMillis", Long.toString(load.timeout().toMillis()));
    p.setProperty("connectTimeoutMillis", Long.toString(load.connectTimeout().toMillis()));
    p.setProperty("http", load.http());
    p.setProperty("accepted", load.accepted());
    p.setProperty("method", load.form().method());
    if (!load.form().headers().isEmpty()) {
      p.setProperty("headers", String.join("\n", load.form().headers()));
    }
    if (!load.noEffect().isEmpty()) {
      p.setProperty("noEffect", load.noEffect());
    }
    if (load.inFlightMax() > 0) {
      p.setProperty("inFlightMax", Integer.toString(load.inFlightMax()));
    }
    if (load.connections() > 0) {
      p.setProperty("connections", Integer.toString(load.connections()));
    }
    p.setProperty("sendlog", "${dir}/" + Instruments.SEND_LOG);
    p.setProperty("requests", "${dir}/" + Instruments.REQUESTS);
    p.setProperty("telemetry", "${dir}/" + Instruments.TELEMETRY);
    p.setProperty("control", "${dir}/" + Instruments.CONTROL);
    p.putAll(workload.toProperties());
    String name = "generator-" + (g + 1) + (turn.round() == 0 ? "" : "-round-" + turn.round());
    return withHeap(
        Instruments.process(
            name,
            Generators.ROLE,
            HttpGenerator.class.getName(),
            p,
            users == null
                ? Instruments.compiledQuickly(turn.rate())
                : turn.recordsMax() < LONG_LOAD),
        heapBytes(g));
  }

  private void users(HttpLoadSpec.Users users, LoadTurn turn, int g, Properties p) {
    p.setProperty("users", Long.toString(Generators.share(users.count(), g, generators())));
    if (users.requestsPerUser() > 0) {
      p.setProperty("requestsPerUser", Long.toString(users.requestsPerUser()));
    }
    p.setProperty("thinkMillis", Long.toString(users.think().toMillis()));
    p.setProperty("rampMillis", Long.toString(users.ramp().toMillis()));
    if (turn.rate().isMax() && turn.recordsMax() > 0) {
      p.setProperty("records", Long.toString(Generators.share(turn.recordsMax(), g, generators())));
    }
  }

  /** More where many requests may be in flight: each has a connection, a buffer and a body. */
  private long heapBytes(int g) {
    HttpLoadSpec.Users users = load.users();
    long usual = users == null ? USUAL_IN_FLIGHT : Generators.share(users.count(), g, generators());
    long inFlight = load.inFlightMax() > 0 ? load.inFlightMax() : usual;
    return Math.max(0, inFlight - USUAL_IN_FLIGHT) * BYTES_IN_FLIGHT;
  }

  private static ProcessSpec withHeap(ProcessSpec spec, long moreBytes) {
    return new ProcessSpec(
        spec.node(),
        spec.role(),
        spec.owner(),
        spec.program(),
        spec.heapBytes() + moreBytes,
        spec.overheadBytes(),
        spec.environment(),
        spec.files(),
        spec.readiness());
  }

  @Override
  public RunningLoad start(LoadTurn turn, Platform platform) {
    return new StartedHttpLoad(processes(turn).stream().map(platform::start).toList());
  }

  private static final class StartedHttpLoad implements RunningLoad {
    private final List<Node> nodes;
    private final List<LastLine> said;
    private final List<Probe> probes;

    StartedHttpLoad(List<Node> nodes) {
      this.nodes = nodes;
      this.said = nodes.stream().map(node -> new LastLine(Instruments.telemetry(node))).toList();
      this.probes =
          List.of(
              new GeneratorProbe(nodes.stream().map(Instruments::telemetry).toList()),
              new RequestProbe(nodes.stream().map(Instruments::telemetry).toList()));
    }

    @Override
    public List<Node> nodes(String role) {
      return role.equals(Generators.ROLE) ? nodes : List.of();
    }

    @Override
    public List<Probe> probes() {
      return probes;
    }

    @Override
    public long accepted() {
      return sum("accepted");
    }

    @Override
    public String fates() {
      String statuses =
          said.stream()
              .flatMap(last -> last.now().stream())
              .map(line -> line.path("statuses").asText(""))
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

    /** Only users come to an end by themselves: then every process has said its last. */
    @Override
    public boolean over() {
      return said.stream()
          .allMatch(
              last -> last.now().map(line -> line.path("done").asBoolean(false)).orElse(false));
    }

    @Override
    public void stop(Deadline by) {
      nodes.forEach(Instruments::requestStop);
      nodes.forEach(node -> Tools.awaitEnd(node, by));
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

    /** They end with the platform. */
    @Override
    public void close() {}
  }
}
