package dev.rebound.advise;

import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Words;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A producer's buffer: what it holds while brokers do not take it, and how it sends what it holds.
 * Pure.
 */
final class BufferChecks {
  private static final String BUFFER = "buffer.memory";
  private static final String BLOCK = "max.block.ms";
  private static final String BATCH = "batch.size";
  private static final String LINGER = "linger.ms";
  private static final String REQUEST_SIZE = "max.request.size";
  private static final String COMPRESSION = "compression.type";
  private static final long BUFFER_BYTES = 32L << 20;
  private static final long BLOCK_MILLIS = 60_000;
  private static final long BLOCK_MILLIS_LEAST = 1000;
  private static final long BLOCK_MILLIS_MOST = 600_000;
  private static final long LINGER_MILLIS = 5;
  private static final long LINGER_MILLIS_MOST = 1000;
  private static final long BATCH_BYTES = 16_384;

  /** A buffer that is larger is no longer a buffer but a store without a disk. */
  private static final double BUFFER_BYTES_SENSIBLE = 1L << 30;

  private static final double BYTES_PER_SECOND_MANY = 10e6;

  private BufferChecks() {}

  static @Nullable SettingFinding buffer(Client producer, Circumstances given) {
    double perSecond = given.bytesPerSecond();
    Duration outage = given.outage();
    long delivery = producer.number(DeliveryChecks.DELIVERY, 120_000);
    double needed = (outage == null ? delivery : outage.toMillis()) / 1000.0;
    double seconds = producer.number(BUFFER, BUFFER_BYTES) / perSecond;
    if (perSecond <= 0 || seconds >= needed) {
      return null;
    }
    double bytes = needed * perSecond;
    boolean sensible = bytes <= BUFFER_BYTES_SENSIBLE;
    long rounded = (long) Math.ceil(bytes / (1L << 20)) << 20;
    return producer
        .finding(
            outage == null ? Severity.NOTE : Severity.LOSES_DATA,
            producer.get(BUFFER),
            "At this rate and record size it holds %s. Then send() waits up to max.block.ms (%s) and throws."
                .formatted(
                    Words.length(1000 * seconds),
                    Words.length(producer.number(BLOCK, BLOCK_MILLIS))),
            outage == null
                ? ("It is full before delivery.timeout.ms (%s) is over, which is then not what"
                        + " bounds the outage that is survived.")
                    .formatted(Words.length(delivery))
                : ("In an outage of %s the rest is refused, and lost unless the application"
                        + " keeps it. A producer that dies loses all that it holds.")
                    .formatted(Words.length(1000 * needed)),
            sensible ? producer.line(BUFFER, rounded) : "")
        .besides(
            sensible
                ? ""
                : ("No buffer should hold %s: write records to a database or a file first (an"
                        + " outbox), and send them from there.")
                    .formatted(Words.bytes(bytes)));
  }

  static @Nullable SettingFinding block(Client producer, Circumstances given) {
    long millis = producer.number(BLOCK, BLOCK_MILLIS);
    if (millis < BLOCK_MILLIS_LEAST) {
      return producer.slowOrBrittle(
          BLOCK,
          ("send() throws if it gets no room in the buffer, or does not know the topic's"
                  + " leaders, within %s.")
              .formatted(Words.length(millis)),
          "The first send after a start, and any short pause of a broker, fails.",
          BLOCK_MILLIS);
    }
    return millis > BLOCK_MILLIS_MOST
        ? producer.slowOrBrittle(
            BLOCK,
            "send() waits that long for room in the buffer, or for the topic's leaders.",
            "In an outage every thread that sends stands still in the end, those that answer"
                + " requests included.",
            BLOCK_MILLIS)
        : null;
  }

  static @Nullable SettingFinding recordSize(Client producer, Circumstances given) {
    long most = producer.number(REQUEST_SIZE, 1 << 20);
    Bytes size = given.recordSize();
    return size == null || size.count() <= most
        ? null
        : producer
            .losesData(
                REQUEST_SIZE,
                "A record may have " + Words.bytes(most) + ", before it is compressed.",
                "Records of %s are refused by the producer (RecordTooLargeException)."
                    .formatted(Words.bytes(size.count())),
                size.count() + (1 << 10))
            .besides(
                "Topics have a limit of their own, max.message.bytes. Better are light"
                    + " records that name where the rest is.");
  }

  static @Nullable SettingFinding batchSize(Client producer, Circumstances given) {
    long batch = producer.number(BATCH, BATCH_BYTES);
    if (batch > producer.number(BUFFER, BUFFER_BYTES)) {
      return producer.slowOrBrittle(
          BATCH, "A batch is larger than all of buffer.memory.", "Every send fails.", BATCH_BYTES);
    }
    return batch == 0
        ? producer.slowOrBrittle(
            BATCH,
            "Every record is a batch of its own.",
            "Throughput is a fraction of what it could be, and after an outage the backlog takes"
                + " as much longer.",
            BATCH_BYTES)
        : null;
  }

  static @Nullable SettingFinding linger(Client producer, Circumstances given) {
    long linger = producer.number(LINGER, LINGER_MILLIS);
    if (linger > LINGER_MILLIS_MOST) {
      return producer.slowOrBrittle(
          LINGER,
          "A batch that is not full waits that long.",
          "Each record may be late by %s, and what waits dies with the process."
              .formatted(Words.length(linger)),
          LINGER_MILLIS);
    }
    return linger == 0
        ? producer.note(
            LINGER,
            "A batch is sent as soon as it can be, however small it is.",
            "Under light load there are nearly as many requests as records. The default has been "
                + LINGER_MILLIS
                + " ms since Kafka 4.0.",
            LINGER_MILLIS)
        : null;
  }

  static @Nullable SettingFinding compression(Client producer, Circumstances given) {
    double perSecond = given.bytesPerSecond();
    return perSecond >= BYTES_PER_SECOND_MANY && producer.is(COMPRESSION, "none")
        ? producer.note(
            COMPRESSION,
            "Records go uncompressed: " + Words.bytes(perSecond) + " a second.",
            "Network, disks and buffer.memory carry all of it, and so does every replica.",
            "lz4")
        : null;
  }
}
