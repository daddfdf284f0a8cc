package dev.rebound.engine.adapter;

import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.EngineSpec;
import java.util.List;

/** What a plan says of state that the workload has padded. */
public final class HeldState {
  private HeldState() {}

  /**
   * How much there is, and where; nothing if none is padded.
   *
   * @param heapBytes of a worker, with room for the state that is on it
   */
  public static List<String> notes(EngineSpec spec, JobSpec job, long heapBytes) {
    if (job.heldBytes() == 0) {
      return List.of();
    }
    String held =
        "the job holds about "
            + Quantity.about(new Bytes(job.heldBytes()))
            + " of state once it has run for a while (workload.state)";
    return List.of(
        heapBytes > spec.memory().count()
            ? held
                + ": a worker's heap is "
                + Quantity.about(new Bytes(heapBytes))
                + " instead of the "
                + Quantity.about(spec.memory())
                + " of engine.memory"
            : held + ", in RocksDB");
  }
}
