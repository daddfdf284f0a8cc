package dev.rebound.oracle.due;

import dev.rebound.workload.OutputRecord;

/** An output as a reader saw it on the first partition. */
public record SeenOutput(OutputRecord output, long offset) implements Observation {
  @Override
  public long identityHigh() {
    return output.sequence();
  }

  @Override
  public long identityLow() {
    return (long) output.generator() << 32 | output.rule();
  }

  @Override
  public long evidenceHigh() {
    return output.count();
  }

  @Override
  public long evidenceLow() {
    return output.checksum();
  }

  @Override
  public int partition() {
    return 0;
  }
}
