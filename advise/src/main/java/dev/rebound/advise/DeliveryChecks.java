package dev.rebound.advise;

import dev.rebound.analysis.units.Words;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Whether a producer's records are stored: acknowledgement, retries, timeouts. Pure. */
final class DeliveryChecks {
  static final String ACKS = "acks";
  static final String RETRIES = "retries";
  static final String DELIVERY = "delivery.timeout.ms";
  private static final String REQUEST = "request.timeout.ms";
  private static final String LINGER = "linger.ms";
  private static final String TRANSACTION = "transaction.timeout.ms";
  private static final long DELIVERY_MILLIS = 120_000;
  private static final long REQUEST_MILLIS = 30_000;

  /** {@code transaction.max.timeout.ms} of brokers, by default. */
  private static final long TRANSACTION_MILLIS_MAX = 900_000;

  private DeliveryChecks() {}

  /** True if nobody tells the producer what became of a record. */
  static boolean unacknowledged(Client producer) {
    return producer.is(ACKS, "0");
  }

  static @Nullable SettingFinding acks(Client producer, Circumstances given) {
    return switch (producer.text(ACKS)) {
      case "0" ->
          producer.losesData(
              ACKS,
              "A record counts as sent once it is in the socket's buffer; no answer is waited"
                  + " for, and retries are never made.",
              "What was on its way to a broker that dies, restarts or gives its leadership away"
                  + " is gone, and nobody is told.",
              "all");
      case "1" ->
          producer.losesData(
              ACKS,
              "The leader acknowledges a record before its followers have it.",
              "If the leader dies, or is changed as planned (a broker that is shut down in order,"
                  + " a preferred leader, a reassignment: KAFKA-20554), before they do, the record"
                  + " is gone although it was acknowledged, and is never sent again.",
              "all");
      default -> null;
    };
  }

  static @Nullable SettingFinding retries(Client producer, Circumstances given) {
    long retries = producer.number(RETRIES, Integer.MAX_VALUE);
    long pauses = pausesMillis(producer, retries);
    return unacknowledged(producer) || pauses >= producer.number(DELIVERY, DELIVERY_MILLIS)
        ? null
        : producer.losesData(
            RETRIES,
            retries == 0
                ? "A send that fails is not tried again."
                : ("A send is tried %s more times. Where brokers answer at once that they are not"
                        + " the leader, that is over after %s.")
                    .formatted(Words.count(retries), Words.length(pauses)),
            "An election of leaders, or a restart of a broker, takes longer: the record is given"
                + " up, and lost unless the application keeps it.",
            Integer.MAX_VALUE);
  }

  /** The pauses before all retries together, without what brokers take to answer. */
  private static long pausesMillis(Client producer, long retries) {
    long most = Math.max(1, producer.number("retry.backoff.max.ms", 1000));
    long pause = Math.min(most, Math.max(1, producer.number("retry.backoff.ms", 100)));
    long all = 0;
    long left = retries;
    while (left > 0 && pause < most) {
      all += pause;
      pause = Math.min(most, pause * 2);
      left--;
    }
    return all + left * most;
  }

  static @Nullable SettingFinding timeout(Client producer, Circumstances given) {
    if (unacknowledged(producer)) {
      return null;
    }
    long request = producer.number(REQUEST, REQUEST_MILLIS) + producer.number(LINGER, 0);
    if (producer.number(DELIVERY, 0) == Integer.MAX_VALUE) {
      return null; // for ever
    }
    // Where it is not written, the client raises it by itself.
    long least = Math.max(DELIVERY_MILLIS, request);
    long delivery =
        producer.wrote(DELIVERY) || !producer.dialect().kafkaDefaults()
            ? producer.number(DELIVERY, DELIVERY_MILLIS)
            : least;
    if (delivery < request && producer.dialect().kafkaDefaults()) {
      return producer.slowOrBrittle(
          DELIVERY,
          "It is shorter than request.timeout.ms and linger.ms together (" + request + ").",
          "The producer refuses these settings and does not start.",
          least);
    }
    String why =
        "A record that is not acknowledged %s after send() is given up, however many retries are left."
            .formatted(Words.length(delivery));
    Duration outage = given.outage();
    if (outage != null && outage.toMillis() > delivery) {
      return producer.losesData(
          DELIVERY,
          why,
          "In an outage of %s records time out, and are lost unless the application keeps them."
              .formatted(Words.length(outage.toMillis())),
          Math.min(Integer.MAX_VALUE, outage.toMillis() + request));
    }
    return outage == null && delivery < DELIVERY_MILLIS
        ? producer.note(
            DELIVERY,
            why,
            "An outage of the brokers that lasts longer loses records, unless the application"
                + " keeps them. --outage holds it against one.",
            DELIVERY_MILLIS)
        : null;
  }

  static @Nullable SettingFinding transactionTimeout(Client producer, Circumstances given) {
    long millis = producer.number(TRANSACTION, 0);
    if (!producer.wrote(Idempotence.TRANSACTIONAL_ID)) {
      return null;
    }
    Duration outage = given.outage();
    // One that has its own default commits later than it writes, once its checkpoint is done.
    boolean later = producer.dialect().ownDefault(Role.PRODUCER, TRANSACTION) != null;
    if (outage != null && given.outlasts(millis) && later) {
      return producer
          .losesData(
              TRANSACTION,
              "Brokers abort a transaction that is not committed within %s."
                  .formatted(Words.length(millis)),
              ("A job that is away for %s comes back to commit what its last checkpoint counts as"
                      + " written, and it is gone.")
                  .formatted(Words.length(outage.toMillis())),
              Math.min(Integer.MAX_VALUE, outage.toMillis() * 2))
          .besides("Brokers have to allow it: transaction.max.timeout.ms (15 min by default).");
    }
    return millis > TRANSACTION_MILLIS_MAX
        ? producer.slowOrBrittle(
            TRANSACTION,
            "Brokers allow %s by default (transaction.max.timeout.ms)."
                .formatted(Words.length(TRANSACTION_MILLIS_MAX)),
            "They refuse the producer; where they take it, a transaction that a dead producer"
                + " left open holds back read-committed readers for as long.",
            later ? TRANSACTION_MILLIS_MAX : 60_000)
        : null;
  }
}
