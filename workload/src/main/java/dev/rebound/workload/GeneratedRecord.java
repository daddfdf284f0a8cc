package dev.rebound.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a record that a source makes, each in an array of its own. For use by one thread.
 */
public final class GeneratedRecord implements RecordSink {
  /** The workloads whose records the source of a job makes. */
  public static final List<String> WORKLOADS = List.of(Grep.KIND.name(), Grouping.KIND.name());

  private static final byte[] NONE = new byte[0];

  private byte[] value = NONE;
  private byte[] tag = NONE;

  /** The value of the last record. */
  public byte[] value() {
    return value;
  }

  /** The {@link RecordIdHeader} of the last record; empty if records of its kind have none. */
  public byte[] tag() {
    return tag;
  }

  /** The same; null if records of its kind have none. */
  public byte @Nullable [] tagOrNull() {
    return tag.length == 0 ? null : tag;
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
    if (name.equals(RecordIdHeader.HEADER)) {
      tag = bytes;
    }
  }
}
