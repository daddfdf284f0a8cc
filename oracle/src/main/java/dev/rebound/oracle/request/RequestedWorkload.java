package dev.rebound.oracle.request;

import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.Workload;

/**
 * A workload of requests to a service: a record is the body of a request, and its key, a {@link
 * RecordIdHeader}, the request's identity.
 */
interface RequestedWorkload extends Workload {
  /** A time of 16 digits, as all have from 2001 to 2286. */
  long MICROS = 1_700_000_000_000_000L;

  /**
   * The body of record (generator, sequence).
   *
   * @param intendedMicros when it is to be sent, microseconds since the epoch
   */
  byte[] body(int generator, long sequence, long intendedMicros);

  @Override
  default int recordBytes() {
    return payloadBytesMax();
  }

  @Override
  default int payloadBytes(int generator, long sequence) {
    return body(generator, sequence, MICROS).length;
  }

  @Override
  default int payload(
      int generator, long sequence, long intendedMicros, byte[] target, int offset) {
    byte[] body = body(generator, sequence, Math.max(MICROS, intendedMicros));
    System.arraycopy(body, 0, target, offset, body.length);
    return body.length;
  }

  @Override
  default void write(int generator, long sequence, long intendedMicros, RecordSink sink) {
    byte[] body = body(generator, sequence, intendedMicros);
    System.arraycopy(body, 0, sink.value(body.length), 0, body.length);
    sink.key(RecordIdHeader.of(generator, sequence, intendedMicros));
  }
}
