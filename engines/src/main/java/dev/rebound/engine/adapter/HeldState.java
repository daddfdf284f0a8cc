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
    String size = Words.bytes(bytes(job));
    if (beside == 0) {
      return "the job holds about "
          + size
          + " of state once it has run for a while (workload.state)";
    }
    if (job.heldBytes() == 0) {
      return (others == 1 ? "the second job holds" : "the other jobs hold")
          + " about "
          + size
          + " of state once it has run for a while (beside.workload.state)";
    }
    return (others == 1 ? "both" : "all " + (1 + others))
        + " jobs together hold about "
        + size
        + " of state once they have run for a while (workload.state, beside.workload.state)";
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
            ? held
                + ": a worker's heap is "
                + Words.bytes(heapBytes)
                + " instead of the "
                + Words.bytes(spec.memory().count())
                + " of engine.memory"
            : held + ", in RocksDB");
  }
}
