package dev.rebound.advise;

import org.jspecify.annotations.Nullable;

/**
 * Whether brokers know a batch that they have already, by the client's own rules: on by default,
 * off if {@code acks} or {@code retries} do not go with it and nobody asked for it, refused if
 * somebody did. Pure.
 */
final class Idempotence {
  static final String ENABLE = "enable.idempotence";
  static final String TRANSACTIONAL_ID = "transactional.id";
  static final String IN_FLIGHT = "max.in.flight.requests.per.connection";
  private static final String ACKS = DeliveryChecks.ACKS;
  private static final String RETRIES = DeliveryChecks.RETRIES;
  private static final long IN_FLIGHT_MAX = 5;

  private Idempotence() {}

  /** True if acknowledgement does not go with it. */
  private static boolean acksAgainst(Client producer) {
    return producer.is(ACKS, "0") || producer.is(ACKS, "1");
  }

  /** The setting that it is off by, where a send may be made again; null if it is on, or none. */
  private static @Nullable String offBy(Client producer) {
    if (DeliveryChecks.unacknowledged(producer) || producer.number(RETRIES, 1) <= 0) {
      return null;
    }
    if (producer.wrote(TRANSACTIONAL_ID)) {
      return null; // on, or refused
    }
    return producer.is(ENABLE, "false")
        ? ENABLE
        : !producer.wrote(ENABLE) && acksAgainst(producer) ? ACKS : null;
  }

  static @Nullable SettingFinding off(Client producer, Circumstances given) {
    String by = offBy(producer);
    return by == null
        ? null
        : producer.repeatsData(
            by,
            by.equals(ENABLE)
                ? "Brokers do not know a batch that they have already stored."
                : "This switches enable.idempotence off, so that brokers do not know a batch"
                    + " that they have already stored.",
            "If the answer to a send is lost, it is made again, and its records are stored"
                + " twice.",
            by.equals(ENABLE) ? "true" : "all");
  }

  static @Nullable SettingFinding order(Client producer, Circumstances given) {
    return offBy(producer) == null || producer.number(IN_FLIGHT, IN_FLIGHT_MAX) <= 1
        ? null
        : producer
            .finding(
                Severity.SLOW_OR_BRITTLE,
                producer.get(IN_FLIGHT),
                "Several requests are on their way at once, and idempotence, which would keep them"
                    + " in order, is off.",
                "If one fails and is made again, its records come after those of the next one.",
                producer.line(ENABLE, "true"))
            .besides(
                "It needs acks=all. Or allow one request at a time: "
                    + producer.line(IN_FLIGHT, 1));
  }

  static @Nullable SettingFinding acks(Client producer, Circumstances given) {
    return acksAgainst(producer) ? wanted(producer, ACKS, "all") : null;
  }

  static @Nullable SettingFinding retries(Client producer, Circumstances given) {
    return producer.number(RETRIES, 1) == 0 ? wanted(producer, RETRIES, Integer.MAX_VALUE) : null;
  }

  /** What does not go with it is refused where somebody asked for it. */
  private static @Nullable SettingFinding wanted(Client producer, String key, Object write) {
    boolean asked = producer.is(ENABLE, "true") && producer.wrote(ENABLE);
    return asked || producer.wrote(TRANSACTIONAL_ID)
        ? refused(
            producer,
            key,
            (asked ? "enable.idempotence=true" : "A transactional.id")
                + " needs acks=all and retries.",
            write)
        : null;
  }

  static @Nullable SettingFinding transactional(Client producer, Circumstances given) {
    return producer.wrote(TRANSACTIONAL_ID)
            && producer.wrote(ENABLE)
            && producer.is(ENABLE, "false")
        ? refused(producer, ENABLE, "A transactional.id needs enable.idempotence.", "true")
        : null;
  }

  static @Nullable SettingFinding inFlight(Client producer, Circumstances given) {
    return producer.is(ENABLE, "true")
            && producer.wrote(IN_FLIGHT)
            && producer.number(IN_FLIGHT, IN_FLIGHT_MAX) > IN_FLIGHT_MAX
        ? refused(
            producer,
            IN_FLIGHT,
            "An idempotent producer may have " + IN_FLIGHT_MAX + " requests on their way.",
            IN_FLIGHT_MAX)
        : null;
  }

  private static SettingFinding refused(Client producer, String key, String why, Object write) {
    return producer.slowOrBrittle(
        key,
        why,
        "The producer refuses these settings and does not start; clients before 4.0 switch"
            + " idempotence off in silence if they were not asked for it.",
        write);
  }
}
