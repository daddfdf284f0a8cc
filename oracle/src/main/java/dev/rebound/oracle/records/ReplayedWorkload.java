package dev.rebound.oracle.records;

import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.Workload;
import org.jspecify.annotations.Nullable;

/** A workload of samples of a user's own: values as they are, and a tag that says which each is. */
interface ReplayedWorkload extends Workload {
  /**
   * The value of record (generator, sequence) as it is sent.
   *
   * @param intendedMicros when it is to be sent, microseconds since the epoch
   */
  byte[] value(int generator, long sequence, long intendedMicros);

  @Override
  default int payloadBytesMax() {
    return recordBytes();
  }

  @Override
  default int payloadBytes(int generator, long sequence) {
    return value(generator, sequence, 0).length;
  }

  @Override
  default int payload(
      int generator, long sequence, long intendedMicros, byte[] target, int offset) {
    byte[] value = value(generator, sequence, intendedMicros);
    System.arraycopy(value, 0, target, offset, value.length);
    return value.length;
  }

  @Override
  default void write(int generator, long sequence, long intendedMicros, RecordSink sink) {
    byte[] value = value(generator, sequence, intendedMicros);
    System.arraycopy(value, 0, sink.value(value.length), 0, value.length);
    sink.header(RecordIdHeader.HEADER, RecordIdHeader.of(generator, sequence, intendedMicros));
    byte @Nullable [] key = key(generator, sequence);
    if (key != null) {
      sink.key(key);
    }
  }
}
