package dev.rebound.oracle.due;

import dev.rebound.workload.Placement;
import java.util.HashSet;
import java.util.Set;

/**
 * Sends of one generator at an even rate, each stored unless a test says otherwise, at its number.
 */
public final class OneGenerator implements Ledger {
  public final Set<Long> absent = new HashSet<>();
  public final Set<Long> unknown = new HashSet<>();
  private final Placement placement;
  private final int lanes;
  private final long records;
  private final long startMicros;
  private final long gapMicros;

  public OneGenerator(
      Placement placement, int lanes, long records, long startMicros, long gapMicros) {
    this.placement = placement;
    this.lanes = lanes;
    this.records = records;
    this.startMicros = startMicros;
    this.gapMicros = gapMicros;
  }

  @Override
  public int generators() {
    return 1;
  }

  @Override
  public long records(int generator) {
    return records;
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public int lane(int generator, long sequence) {
    return placement.partition(generator, sequence, lanes);
  }

  @Override
  public boolean knows(int generator, long sequence) {
    return generator == 0 && sequence >= 0 && sequence < records;
  }

  @Override
  public Fate fate(int generator, long sequence) {
    return unknown.contains(sequence)
        ? Fate.UNKNOWN
        : absent.contains(sequence) ? Fate.NOT_STORED : Fate.STORED;
  }

  @Override
  public long offset(int generator, long sequence) {
    return fate(generator, sequence) == Fate.STORED ? sequence : -1;
  }

  @Override
  public long intendedMicros(int generator, long sequence) {
    return startMicros + sequence * gapMicros;
  }
}
