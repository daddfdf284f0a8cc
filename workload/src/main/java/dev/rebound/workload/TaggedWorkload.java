package dev.rebound.workload;

import org.jspecify.annotations.Nullable;

/** A workload whose values are its own: a {@link RecordIdHeader} says which record one is. */
public interface TaggedWorkload extends Workload {
  /**
   * The value of record (generator, sequence) as it is sent.
   *
   * @param intendedMicros when it is to be sent, microseconds since the epoch
   */
  byte[] value(int generator, long sequence, long intendedMicros);

  /** The key that record (generator, sequence) is sent with; null for none. */
  default byte @Nullable [] key(int generator, long sequence) {
    return null;
  }

  @Override
  default void write(int generator, long sequence, long intendedMicros, RecordSink sink) {
    byte[] value = value(generator, sequence, intendedMicros);
    System.arraycopy(value, 0, sink.value(value.length), 0, value.length);
    sink.header(RecordIdHeader.HEADER, RecordIdHeader.of(generator, sequence, intendedMicros));
    byte[] key = key(generator, sequence);
    if (key != null) {
      sink.key(key);
    }
  }
}
