package dev.rebound.engine.adapter;

import dev.rebound.analysis.units.Words;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import java.util.List;

/** The words of a plan on state that the workload has padded. */
public final class HeldState {
  private HeldState() {}

  /** How much state a job and those beside it hold together, bytes; 0 where none is padded. */
  public static long bytes(JobSpec job) {
    return job.heldBytes() + bytesBeside(job);
  }

  private static long bytesBeside(JobSpec job) {
    return job.beside().stream().mapToLong(JobSpec::heldBytes).sum();
  }

  /** Who holds it, and what sets how much. */
  private static String held(JobSpec job) {
    long beside = bytesBeside(job);
    int others = job.beside().size();
    String who;
    String where;
    if (beside == 0) {
      who = "the job holds";
      where = "it has run for a while (workload.state)";
    } else if (job.heldBytes() == 0) {
      who = others == 1 ? "the second job holds" : "the other jobs hold";
      where = "it has run for a while (beside.workload.state)";
    } else {
      who = (others == 1 ? "both" : "all " + (1 + others)) + " jobs together hold";
      where = "they have run for a while (workload.state, beside.workload.state)";
    }
    return "%s about %s of state once %s".formatted(who, Words.bytes(bytes(job)), where);
  }

  /**
   * How much there is, of all jobs together, and where; nothing if none is padded.
   *
   * @param heapBytes of a worker, with room for the state that is on it
   */
  public static List<String> notes(EngineSpec spec, JobSpec job, long heapBytes) {
    if (bytes(job) == 0) {
      return List.of();
    }
    String held = held(job);
    return List.of(
        heapBytes > spec.memory().count()
            ? "%s: a worker's heap is %s instead of the %s of engine.memory"
                .formatted(held, Words.bytes(heapBytes), Words.bytes(spec.memory().count()))
            : held + ", in RocksDB");
  }
}
