package dev.rebound.workload;

/**
 * The parts of a record that a source makes, each in an array of its own. For use by one thread.
 */
public final class MadeRecord implements RecordSink {
  private static final byte[] NONE = new byte[0];

  private byte[] value = NONE;
  private byte[] tag = NONE;

  /** The value of the last record. */
  public byte[] value() {
    return value;
  }

  /** The {@link Tag} of the last record; empty if records of its kind have none. */
  public byte[] tag() {
    return tag;
  }

  @Override
  public byte[] value(int length) {
    value = new byte[length];
    return value;
  }

  @Override
  public void key(byte[] key) {
    throw new IllegalArgumentException("records with keys are not made by a job's own source");
  }

  @Override
  public void header(String name, byte[] bytes) {
    if (name.equals(Tag.HEADER)) {
      tag = bytes;
    }
  }

  @Override
  public void timestamp(long millis) {
    throw new IllegalArgumentException("records with times are not made by a job's own source");
  }
}
