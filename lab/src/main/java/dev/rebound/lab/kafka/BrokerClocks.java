package dev.rebound.lab.kafka;

import dev.rebound.analysis.evidence.ClockOffset;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.telemetry.WallClock;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * How far the clocks of brokers are from this machine's: a record is stamped by its broker on
 * append, somewhere within its round trip. Of several records the offset lies between all their
 * ends.
 */
public final class BrokerClocks {
  /** Append times that are known no better than this tell no outage of a second. */
  static final long UNCERTAIN_MILLIS_MAX = 200;

  /** Clocks that are further apart are not kept by anybody. */
  static final long APART_MICROS_MAX = 1_000_000;

  private static final int ROUNDS = 20;
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private BrokerClocks() {}

  /** One record: sent, stamped and acknowledged. */
  record RoundTrip(long sentMicros, long stampMillis, long acknowledgedMicros) {
    /** The stamp has whole milliseconds, cut off. */
    ClockOffset offset() {
      return new ClockOffset(
          stampMillis * 1000 - acknowledgedMicros, stampMillis * 1000 + 999 - sentMicros);
    }
  }

  /** What two measurements of one clock leave; the narrower one, if it was set between them. */
  static ClockOffset narrowed(ClockOffset one, ClockOffset other) {
    long low = Math.max(one.lowMicros(), other.lowMicros());
    long high = Math.min(one.highMicros(), other.highMicros());
    if (low <= high) {
      return new ClockOffset(low, high);
    }
    boolean first = one.highMicros() - one.lowMicros() <= other.highMicros() - other.lowMicros();
    return first ? one : other;
  }

  /** Asks the brokers that lead the partitions of a topic that is for nothing else. */
  static ClockOffset measure(Properties client, String topic, int partitions) {
    Properties p = new Properties();
    p.put(ProducerConfig.ACKS_CONFIG, "1");
    p.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "false");
    p.put(ProducerConfig.LINGER_MS_CONFIG, "0");
    p.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.toString(LIMIT.toMillis()));
    p.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
    p.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Long.toString(LIMIT.toMillis()));
    p.putAll(client);
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(p, bytes, bytes)) {
      ClockOffset all = offset(producer, topic, 0);
      for (int partition = 1; partition < partitions; partition++) {
        all = all.and(offset(producer, topic, partition));
      }
      return all;
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      throw ReboundException.environment(
          "the brokers' clocks cannot be measured: " + e.getMessage(),
          "Check kafka.bootstrap and kafka.client, and the rights of this client.",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ReboundException.environment(
          "measuring the brokers' clocks was interrupted", "Run it again.", e);
    }
  }

  private static ClockOffset offset(
      KafkaProducer<byte[], byte[]> producer, String topic, int partition)
      throws ExecutionException, InterruptedException, TimeoutException {
    ClockOffset offset = new ClockOffset(-Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);
    for (int round = 0; round < ROUNDS; round++) {
      long sent = WallClock.SYSTEM.micros();
      Future<RecordMetadata> stored =
          producer.send(new ProducerRecord<>(topic, partition, null, new byte[1]));
      long stamp = stored.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS).timestamp();
      offset = narrowed(offset, new RoundTrip(sent, stamp, WallClock.SYSTEM.micros()).offset());
    }
    return offset;
  }

  /** Why times cannot be measured by such clocks; empty if they can. */
  public static String problem(ClockOffset offset) {
    if (offset.mostMicros() > APART_MICROS_MAX) {
      return String.format(
          Locale.ROOT,
          "a broker's clock is up to %.1f s from this machine's",
          offset.mostMicros() / 1e6);
    }
    return offset.uncertainMillis() > UNCERTAIN_MILLIS_MAX
        ? "the brokers' clocks are known to %s ms only, by the round trips of records"
            .formatted(offset.uncertainMillis())
        : "";
  }

  /** Refuses a run whose times would be those of other clocks. */
  public static void require(ClockOffset offset) {
    String problem = problem(offset);
    if (!problem.isEmpty()) {
      throw ReboundException.environment(
          problem + ": append times would say nothing",
          "Have all machines keep their clocks by NTP, and run Rebound near the brokers.");
    }
  }
}
