package dev.rebound.advise;

import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

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

  static List<SettingFinding> buffer(Client producer, Circumstances given) {
    OptionalDouble perSecond = given.bytesPerSecond();
    if (perSecond.isEmpty() || perSecond.getAsDouble() <= 0) {
      return List.of();
    }
    double seconds = producer.number(BUFFER, BUFFER_BYTES) / perSecond.getAsDouble();
    long delivery = producer.number(DeliveryChecks.DELIVERY, 120_000);
    Duration outage = given.outage();
    double needed = (outage == null ? delivery : outage.toMillis()) / 1000.0;
    if (seconds >= needed) {
      return List.of();
    }
    boolean told = outage != null;
    double bytes = needed * perSecond.getAsDouble();
    boolean sensible = bytes <= BUFFER_BYTES_SENSIBLE;
    long rounded = (long) Math.ceil(bytes / (1L << 20)) << 20;
    String outbox =
        ("No buffer should hold %s: write records to a database or a file first (an outbox),"
                + " and send them from there.")
            .formatted(Words.bytes(bytes));
    return List.of(
        SettingFinding.of(
                producer,
                told ? Severity.LOSES_DATA : Severity.NOTE,
                producer.get(BUFFER),
                "At this rate and record size it holds "
                    + Words.length(1000 * seconds)
                    + ". Then send() waits up to max.block.ms ("
                    + Words.length(producer.number(BLOCK, BLOCK_MILLIS))
                    + ") and throws.",
                told
                    ? ("In an outage of %s the rest is refused, and lost unless the application"
                            + " keeps it. A producer that dies loses all that it holds.")
                        .formatted(Words.length(1000 * needed))
                    : "It is full before delivery.timeout.ms ("
                        + Words.length(delivery)
                        + ") is over, which is then not what bounds the outage that is survived.",
                sensible ? producer.line(BUFFER, rounded) : "")
            .besides(sensible ? "" : outbox));
  }

  static List<SettingFinding> block(Client producer, Circumstances given) {
    long millis = producer.number(BLOCK, BLOCK_MILLIS);
    if (millis < BLOCK_MILLIS_LEAST) {
      return List.of(
          producer.slowOrBrittle(
              BLOCK,
              ("send() throws if it gets no room in the buffer, or does not know the topic's"
                      + " leaders, within %s.")
                  .formatted(Words.length(millis)),
              "The first send after a start, and any short pause of a broker, fails.",
              BLOCK_MILLIS));
    }
    return millis > BLOCK_MILLIS_MOST
        ? List.of(
            producer.slowOrBrittle(
                BLOCK,
                "send() waits that long for room in the buffer, or for the topic's leaders.",
                "In an outage every thread that sends stands still in the end, those that answer"
                    + " requests included.",
                BLOCK_MILLIS))
        : List.of();
  }

  static List<SettingFinding> recordSize(Client producer, Circumstances given) {
    long most = producer.number(REQUEST_SIZE, 1 << 20);
    Bytes size = given.recordSize();
    if (size == null || size.count() <= most) {
      return List.of();
    }
    return List.of(
        producer
            .losesData(
                REQUEST_SIZE,
                "A record may have " + Words.bytes(most) + ", before it is compressed.",
                "Records of %s are refused by the producer (RecordTooLargeException)."
                    .formatted(Words.bytes(size.count())),
                size.count() + (1 << 10))
            .besides(
                "Topics have a limit of their own, max.message.bytes. Better are light"
                    + " records that name where the rest is."));
  }

  static List<SettingFinding> batching(Client producer, Circumstances given) {
    List<SettingFinding> found = new ArrayList<>();
    long batch = producer.number(BATCH, BATCH_BYTES);
    long linger = producer.number(LINGER, LINGER_MILLIS);
    if (batch > producer.number(BUFFER, BUFFER_BYTES)) {
      found.add(
          producer.slowOrBrittle(
              BATCH,
              "A batch is larger than all of buffer.memory.",
              "Every send fails.",
              BATCH_BYTES));
    } else if (batch == 0) {
      found.add(
          producer.slowOrBrittle(
              BATCH,
              "Every record is a batch of its own.",
              "Throughput is a fraction of what it could be, and after an outage the backlog takes"
                  + " as much longer.",
              BATCH_BYTES));
    }
    if (linger > LINGER_MILLIS_MOST) {
      found.add(
          producer.slowOrBrittle(
              LINGER,
              "A batch that is not full waits that long.",
              "Each record may be late by %s, and what waits dies with the process."
                  .formatted(Words.length(linger)),
              LINGER_MILLIS));
    } else if (linger == 0) {
      found.add(
          producer.note(
              LINGER,
              "A batch is sent as soon as it can be, however small it is.",
              "Under light load there are nearly as many requests as records. The default has been "
                  + LINGER_MILLIS
                  + " ms since Kafka 4.0.",
              LINGER_MILLIS));
    }
    return List.copyOf(found);
  }

  static List<SettingFinding> compression(Client producer, Circumstances given) {
    OptionalDouble perSecond = given.bytesPerSecond();
    return perSecond.isPresent()
            && perSecond.getAsDouble() >= BYTES_PER_SECOND_MANY
            && producer.text(COMPRESSION).equals("none")
        ? List.of(
            producer.note(
                COMPRESSION,
                "Records go uncompressed: " + Words.bytes(perSecond.getAsDouble()) + " a second.",
                "Network, disks and buffer.memory carry all of it, and so does every replica.",
                "lz4"))
        : List.of();
  }
}
