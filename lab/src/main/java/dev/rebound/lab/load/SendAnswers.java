package dev.rebound.lab.load;

import dev.rebound.analysis.evidence.SendLog;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * The producer's answers on the records that it was given: counts, the send log's slots, and how
 * long acknowledgements took.
 *
 * <p>A slot says failed only if the record cannot be in the topic: a broker refused its content.
 * After any other error, a timeout above all, it says that the producer gave up, since an earlier
 * attempt may have been stored.
 *
 * <p>Answers come on the producer's thread; an answer on the sending thread means that the record
 * was not taken at all, see {@link #refusal}.
 */
final class SendAnswers {
  private final SendLog log;
  private final Thread sender = Thread.currentThread();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder gaveUp = new LongAdder();
  private final SingleWriterRecorder latencyMicros = new SingleWriterRecorder(3);
  private @Nullable Histogram interval;
  private volatile String lastError = "";
  private @Nullable Exception refusal;

  SendAnswers(SendLog log) {
    this.log = log;
  }

  /** The callback of one record. */
  Callback expect(long sequence, long intendedMicros) {
    return (metadata, exception) -> {
      if (exception == null && metadata != null && metadata.hasOffset()) {
        log.set(sequence, SendLog.ACKNOWLEDGED + metadata.offset());
        acknowledged.increment();
        latencyMicros.recordValue(Math.max(0, LoadGenerator.CLOCK.micros() - intendedMicros));
      } else if (exception == null) {
        // acks=0: nobody knows
        gaveUp.increment();
      } else if (Thread.currentThread() == sender) {
        refusal = exception;
      } else {
        lastError = exception.toString();
        boolean refused =
            exception instanceof RecordTooLargeException
                || exception instanceof InvalidRecordException;
        log.set(sequence, refused ? SendLog.FAILED : SendLog.GAVE_UP);
        (refused ? failed : gaveUp).increment();
      }
    };
  }

  /** Why the last send was not taken, once; null if it was. Sending thread only. */
  @Nullable Exception takeRefusal() {
    Exception e = refusal;
    refusal = null;
    return e;
  }

  long acknowledged() {
    return acknowledged.sum();
  }

  /** Records that are certainly not in the topic. */
  long failed() {
    return failed.sum();
  }

  /** Records that the producer gave up on, which may be in the topic all the same. */
  long gaveUp() {
    return gaveUp.sum();
  }

  String lastError() {
    return lastError;
  }

  /** Latencies of acknowledgements since the last call, microseconds. One thread only. */
  Histogram takeLatencies() {
    Histogram histogram = latencyMicros.getIntervalHistogram(interval);
    interval = histogram;
    return histogram;
  }
}
