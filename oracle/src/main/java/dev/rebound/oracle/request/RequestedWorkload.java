package dev.rebound.oracle.request;

import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.Workload;

/**
 * A workload of requests to a service: a record is the body of a request, and its key, a {@link
 * RecordIdHeader}, the request's identity.
 */
interface RequestedWorkload extends Workload {
  /**
   * The body of record (generator, sequence).
   *
   * @param intendedMicros when it is to be sent, microseconds since the epoch
   */
  byte[] body(int generator, long sequence, long intendedMicros);

  @Override
  default void write(int generator, long sequence, long intendedMicros, RecordSink sink) {
    byte[] body = body(generator, sequence, intendedMicros);
    System.arraycopy(body, 0, sink.value(body.length), 0, body.length);
    sink.key(RecordIdHeader.of(generator, sequence, intendedMicros));
  }
}
