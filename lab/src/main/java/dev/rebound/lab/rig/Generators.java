package dev.rebound.lab.rig;

import dev.rebound.analysis.units.Rate;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.LoadSpec;
import dev.rebound.lab.load.LoadGenerator;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Load generators: processes that send records on a fixed schedule, or as fast as it goes. */
public record Generators(LoadSpec load, JobSpec job, Instruments instruments) implements Load {
  static final String ROLE = "generator";

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
      p.setProperty("records", Long.toString(turn.share(g, generators)));
    }
    p.setProperty("start", Long.toString(turn.startMicros() + shift));
    p.setProperty("sendlog", "${dir}/" + Instruments.SEND_LOG);
    p.setProperty("telemetry", "${dir}/" + Instruments.TELEMETRY);
    p.setProperty("control", "${dir}/" + Instruments.CONTROL);
    load.producer().forEach((key, value) -> p.setProperty("producer." + key, value));
    p.putAll(job.workload().toProperties());
    return Instruments.process(
        instruments.named(turn.named("generator-" + (g + 1))),
        ROLE,
        LoadGenerator.class.getName(),
        p,
        instruments.besideOthers(turn.rate()));
  }

  @Override
  public RunningLoad start(LoadTurn turn, Platform platform) {
    return new StartedLoad(turn, processes(turn).stream().map(platform::start).toList(), false);
  }
}
