package dev.rebound.lab.rig;

import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.workload.GeneratedLane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A load that nobody sends: the source of the job makes its records. What they are follows from
 * seed and number; how fast they were made shows in the outputs alone.
 */
final class MadeByJob implements Load {
  private final JobSpec job;

  MadeByJob(JobSpec job) {
    this.job = job;
  }

  @Override
  public List<ProcessSpec> processes(LoadTurn turn) {
    return List.of();
  }

  @Override
  public RunningLoad start(LoadTurn turn, Platform platform) {
    return new Making(turn);
  }

  private final class Making implements RunningLoad {
    private final LoadTurn turn;

    Making(LoadTurn turn) {
      this.turn = turn;
    }

    /** The job alone knows, and its outputs tell. */
    @Override
    public boolean over() {
      return false;
    }

    @Override
    public void stop(Deadline by) {}

    /** Spreads the records evenly from the job's start until now. */
    @Override
    public List<SentLog> sent() {
      double seconds = Math.max(1, Time.real().micros() - turn.startMicros()) / 1e6;
      try {
        Path file = Files.createTempFile("rebound-made", ".bin");
        SendLog.writeMade(
            file,
            GeneratedLane.GENERATOR,
            job.partitions(),
            turn.startMicros(),
            Math.max(1, turn.recordsMax()) / seconds,
            turn.recordsMax());
        return List.of(new SentLog("source", Optional.of(file)));
      } catch (IOException e) {
        throw ReboundException.environment(
            "cannot write what the job's source makes: " + e,
            "Free disk space or set -Djava.io.tmpdir through JAVA_TOOL_OPTIONS.",
            e);
      }
    }

    @Override
    public List<Node> nodes(String role) {
      return List.of();
    }

    /** Its file is taken into the run's folder. */
    @Override
    public void close() {}
  }
}
