package dev.rebound.lab.rig;

import dev.rebound.analysis.units.Rate;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.LoadSpec;
import dev.rebound.lab.load.LoadGenerator;
import dev.rebound.lab.telemetry.GeneratorProbe;
import dev.rebound.lab.telemetry.LastLine;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Probe;
import dev.rebound.platform.ProcessSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Load generators: processes that send records on a fixed schedule, or as fast as it goes. */
public final class Generators implements Load {
  static final String ROLE = "generator";

  private final LoadSpec load;
  private final JobSpec job;
  private final Instruments instruments;

  public Generators(LoadSpec load, JobSpec job, Instruments instruments) {
    this.load = load;
    this.job = job;
    this.instruments = instruments;
  }

  @Override
  public List<ProcessSpec> processes(LoadTurn turn) {
    List<ProcessSpec> processes = new ArrayList<>();
    for (int g = 0; g < load.generators(); g++) {
      processes.add(process(turn, g));
    }
    return processes;
  }

  /** Records of all of them are spread evenly over one interval. */
  private ProcessSpec process(LoadTurn turn, int g) {
    int generators = load.generators();
    Rate rate = new Rate(turn.rate().perSecond() / generators);
    long shift = (long) (1e6 / rate.perSecond() * g / generators);
    Properties p = instruments.connection();
    p.setProperty("topic", job.inputLanes().names());
    p.setProperty("partitions", Integer.toString(job.partitions()));
    // No two generators of a run have the same number.
    p.setProperty("generator", Integer.toString(Math.max(0, turn.round() - 1) * generators + g));
    p.setProperty("rate", rate.isMax() ? Rate.MAX_WORD : Double.toString(rate.perSecond()));
    if (rate.isMax()) {
      p.setProperty("records", Long.toString(share(turn.recordsMax(), g, generators)));
    }
    p.setProperty("start", Long.toString(turn.startMicros() + shift));
    p.setProperty("sendlog", "${dir}/" + Instruments.SEND_LOG);
    p.setProperty("telemetry", "${dir}/" + Instruments.TELEMETRY);
    p.setProperty("control", "${dir}/" + Instruments.CONTROL);
    load.producer().forEach((key, value) -> p.setProperty("producer." + key, value));
    p.putAll(job.workload().toProperties());
    String name =
        instruments.named(
            "generator-" + (g + 1) + (turn.round() == 0 ? "" : "-round-" + turn.round()));
    return Instruments.process(
        name, ROLE, LoadGenerator.class.getName(), p, instruments.besideOthers(turn.rate()));
  }

  /** How many of so many records one generator sends. */
  static long share(long records, int generator, int generators) {
    return records / generators + (generator < records % generators ? 1 : 0);
  }

  @Override
  public RunningLoad start(LoadTurn turn, Platform platform) {
    return new StartedGenerators(turn, processes(turn).stream().map(platform::start).toList());
  }

  private static final class StartedGenerators implements RunningLoad {
    private final LoadTurn turn;
    private final List<Node> nodes;
    private final List<LastLine> said;
    private final List<Probe> probes;

    StartedGenerators(LoadTurn turn, List<Node> nodes) {
      this.turn = turn;
      this.nodes = nodes;
      this.said = nodes.stream().map(node -> new LastLine(Instruments.telemetry(node))).toList();
      this.probes =
          List.of(new GeneratorProbe(nodes.stream().map(Instruments::telemetry).toList()));
    }

    @Override
    public List<Node> nodes(String role) {
      return role.equals(ROLE) ? nodes : List.of();
    }

    @Override
    public List<Probe> probes() {
      return probes;
    }

    @Override
    public boolean over() {
      if (!turn.rate().isMax()) {
        return false;
      }
      for (int g = 0; g < said.size(); g++) {
        if (said.get(g).number("sent") >= share(turn.recordsMax(), g, said.size())) {
          return true;
        }
      }
      return false;
    }

    @Override
    public void stop(Deadline by) {
      nodes.forEach(Instruments::requestStop);
      nodes.forEach(node -> Tools.awaitEnd(node, by));
    }

    @Override
    public List<SentLog> sent() {
      return nodes.stream()
          .map(node -> new SentLog(node.name(), node.fetch(Instruments.SEND_LOG)))
          .toList();
    }

    /** They end with the platform. */
    @Override
    public void close() {}
  }
}
