package dev.rebound.lab.rig;

import dev.rebound.analysis.units.Rate;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.LoadSpec;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.util.List;

/** The sender of a run's records, as it is planned. */
public interface Load {
  /**
   * The records to be sent at one time.
   *
   * @param round 0 where a run has one load; 1, 2, … where loads follow one another in a run
   * @param rate of all its processes together
   * @param recordsMax flat out, how many records all of them send at most; else of no meaning
   * @param startMicros intended time of the first record, microseconds since the epoch
   */
  record LoadTurn(int round, Rate rate, long recordsMax, long startMicros) {
    /** The name of a process in this turn. */
    String named(String process) {
      return process + (round == 0 ? "" : "-round-" + round);
    }

    /** How many records one of so many generators sends, flat out. */
    long share(int generator, int generators) {
      return recordsMax / generators + (generator < recordsMax % generators ? 1 : 0);
    }
  }

  /** The load that asks a job as it is to be asked. */
  static Load of(LoadSpec load, JobSpec job, Instruments instruments) {
    if (load.generated()) {
      return new MadeByJob(job);
    }
    return instruments.asked() instanceof SubjectInterface.OverHttp service
        ? new HttpLoad(load, service.requests(), job.workload())
        : new Generators(load, job, instruments);
  }

  /** The processes that send it. */
  List<ProcessSpec> processes(LoadTurn turn);

  /** Starts them; they send from the turn's start on. */
  RunningLoad start(LoadTurn turn, Platform platform);
}
