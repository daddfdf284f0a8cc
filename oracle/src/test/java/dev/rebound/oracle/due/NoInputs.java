package dev.rebound.oracle.due;

/** A ledger of nothing. */
public record NoInputs(int lanes) implements Ledger {
  @Override
  public int generators() {
    return 0;
  }

  @Override
  public long records(int generator) {
    return 0;
  }

  @Override
  public int lane(int generator, long sequence) {
    return 0;
  }

  @Override
  public boolean knows(int generator, long sequence) {
    return false;
  }

  @Override
  public Fate fate(int generator, long sequence) {
    return Fate.NOT_STORED;
  }

  @Override
  public long offset(int generator, long sequence) {
    return -1;
  }

  @Override
  public long intendedMicros(int generator, long sequence) {
    return 0;
  }
}
