package dev.rebound.lab.load;

import dev.rebound.base.ReboundException;
import java.time.Duration;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A Kafka producer that says how long a send was blocked: the time that the producer itself counts
 * as waiting for room in its buffer or for metadata. The work of a send does not count, so a slow
 * machine does not pass for a slow broker.
 *
 * <p>For use by one thread.
 */
final class BlockingProducer {
  /** A send shorter than this was not blocked; spares reading the producer's own clocks. */
  private static final long PROMPT_NANOS = 50_000;

  private final KafkaProducer<byte[], byte[]> producer;
  private final Metric bufferWait;
  private final Metric metadataWait;
  private double countedNanos;
  private long tookNanos;

  BlockingProducer(ProducerSettings settings) {
    try {
      producer =
          new KafkaProducer<>(
              settings.properties(), new ByteArraySerializer(), new ByteArraySerializer());
    } catch (KafkaException e) {
      throw refused("cannot make a producer: " + reason(e), e);
    }
    bufferWait = metric("bufferpool-wait-time-ns-total");
    metadataWait = metric("metadata-wait-time-ns-total");
    countedNanos = waitedNanos();
  }

  private static String reason(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null
        ? String.valueOf(e.getMessage())
        : e.getMessage() + ": " + cause.getMessage();
  }

  private Metric metric(String name) {
    for (Metric metric : producer.metrics().values()) {
      if (metric.metricName().name().equals(name)
          && metric.metricName().group().equals("producer-metrics")) {
        return metric;
      }
    }
    throw new IllegalStateException("the producer has no metric " + name);
  }

  private static ReboundException refused(String message, Exception cause) {
    return ReboundException.badInput(
        message, "Check the address and the client and producer settings.", cause);
  }

  private double waitedNanos() {
    return ((Number) bufferWait.metricValue()).doubleValue()
        + ((Number) metadataWait.metricValue()).doubleValue();
  }

  /** Waits until the topic is known, with so many partitions. */
  void awaitTopic(String topic, int partitions, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      try {
        int found = producer.partitionsFor(topic).size();
        if (found != partitions) {
          throw refused(
              "topic " + topic + " has " + found + " partitions, not " + partitions,
              new IllegalArgumentException("partitions"));
        }
        countedNanos = waitedNanos();
        return;
      } catch (TimeoutException e) {
        if (System.nanoTime() > deadline) {
          throw ReboundException.environment(
              "waited " + limit.toSeconds() + " s for topic " + topic + ": " + e.getMessage(),
              "Check that the brokers run and that the topic exists.",
              e);
        }
      } catch (KafkaException e) {
        throw refused("cannot reach topic " + topic + ": " + e.getMessage(), e);
      }
    }
  }

  /**
   * Sends one record; a refusal comes through the callback on this thread.
   *
   * @return nanoseconds for which the send was blocked
   */
  long send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    long before = System.nanoTime();
    try {
      // the callback says what became of it
      Future<RecordMetadata> unused = producer.send(record, callback);
    } catch (KafkaException e) {
      throw ReboundException.environment(
          "the producer ended: " + e, "Look at the broker's log for the reason.", e);
    }
    long took = System.nanoTime() - before;
    tookNanos = took;
    if (took < PROMPT_NANOS) {
      return 0;
    }
    double waited = waitedNanos();
    long blocked = (long) (waited - countedNanos);
    countedNanos = waited;
    return Math.max(0, Math.min(took, blocked));
  }

  /**
   * How long the last send took in all. A send that was refused for lack of room or metadata has
   * its time blocked here: Kafka counts a wait for metadata only if it succeeds.
   */
  long tookNanos() {
    return tookNanos;
  }

  /** Waits for the outstanding answers; what has none then stays without. */
  void close(Duration limit) {
    producer.close(limit);
  }
}
