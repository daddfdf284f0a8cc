package dev.rebound.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether brokers know a batch that they have already, by the client's own rules: on by default,
 * off if {@code acks} or {@code retries} do not go with it and nobody asked for it, refused if
 * somebody did. Pure.
 */
final class Idempotence {
  static final String ENABLE = "enable.idempotence";
  static final String TRANSACTIONAL_ID = "transactional.id";
  static final String IN_FLIGHT = "max.in.flight.requests.per.connection";

  private static final long IN_FLIGHT_MAX = 5;

  private Idempotence() {}

  /** The setting that it is off by; empty if it is on, or asked for. */
  private static Optional<Setting> offBy(Client producer) {
    if (producer.text(ENABLE).equals("false")) {
      return Optional.of(producer.get(ENABLE));
    }
    return producer.wrote(ENABLE) ? Optional.empty() : against(producer).stream().findFirst();
  }

  /** Settings that do not go with it. */
  private static List<Setting> against(Client producer) {
    List<Setting> against = new ArrayList<>();
    String acks = producer.text(DeliveryChecks.ACKS);
    if (acks.equals("0") || acks.equals("1")) {
      against.add(producer.get(DeliveryChecks.ACKS));
    }
    if (producer.number(DeliveryChecks.RETRIES, 1) == 0) {
      against.add(producer.get(DeliveryChecks.RETRIES));
    }
    return against;
  }

  /** True if a send may be made again. */
  private static boolean retries(Client producer) {
    return !DeliveryChecks.unacknowledged(producer)
        && producer.number(DeliveryChecks.RETRIES, 1) > 0;
  }

  static List<SettingFinding> off(Client producer, Circumstances given) {
    Optional<Setting> by = offBy(producer);
    return by.isPresent() && retries(producer)
        ? List.of(
            SettingFinding.of(
                producer,
                Severity.REPEATS_DATA,
                by.get(),
                by.get().key().equals(ENABLE)
                    ? "Brokers do not know a batch that they have already stored."
                    : "This switches enable.idempotence off, so that brokers do not know a batch"
                        + " that they have already stored.",
                "If the answer to a send is lost, it is made again, and its records are stored"
                    + " twice.",
                by.get().key().equals(ENABLE)
                    ? producer.line(ENABLE, "true")
                    : producer.line(DeliveryChecks.ACKS, "all")))
        : List.of();
  }

  static List<SettingFinding> order(Client producer, Circumstances given) {
    return offBy(producer).isPresent()
            && retries(producer)
            && producer.number(IN_FLIGHT, IN_FLIGHT_MAX) > 1
        ? List.of(
            SettingFinding.of(
                    producer,
                    Severity.SLOW_OR_BRITTLE,
                    producer.get(IN_FLIGHT),
                    "Several requests are on their way at once, and idempotence, which would keep them"
                        + " in order, is off.",
                    "If one fails and is made again, its records come after those of the next one.",
                    producer.line(ENABLE, "true"))
                .besides(
                    "It needs acks=all. Or allow one request at a time: "
                        + producer.line(IN_FLIGHT, 1)))
        : List.of();
  }

  static List<SettingFinding> conflict(Client producer, Circumstances given) {
    List<SettingFinding> found = new ArrayList<>();
    boolean asked = producer.isTrue(ENABLE) && producer.wrote(ENABLE);
    boolean transactional = producer.wrote(TRANSACTIONAL_ID);
    if (asked || transactional) {
      for (Setting setting : against(producer)) {
        found.add(
            refused(
                producer,
                setting,
                (asked ? "enable.idempotence=true" : "A transactional.id")
                    + " needs acks=all and retries.",
                setting.key().equals(DeliveryChecks.ACKS)
                    ? producer.line(DeliveryChecks.ACKS, "all")
                    : producer.line(DeliveryChecks.RETRIES, Integer.MAX_VALUE)));
      }
    }
    if (transactional && producer.text(ENABLE).equals("false")) {
      found.add(
          refused(
              producer,
              producer.get(ENABLE),
              "A transactional.id needs enable.idempotence.",
              producer.line(ENABLE, "true")));
    }
    if (producer.isTrue(ENABLE) && producer.number(IN_FLIGHT, IN_FLIGHT_MAX) > IN_FLIGHT_MAX) {
      found.add(
          refused(
              producer,
              producer.get(IN_FLIGHT),
              "An idempotent producer may have " + IN_FLIGHT_MAX + " requests on their way.",
              producer.line(IN_FLIGHT, IN_FLIGHT_MAX)));
    }
    return List.copyOf(found);
  }

  private static SettingFinding refused(Client producer, Setting found, String why, String write) {
    return SettingFinding.of(
        producer,
        Severity.SLOW_OR_BRITTLE,
        found,
        why,
        "The producer refuses these settings and does not start; clients before 4.0 switch"
            + " idempotence off in silence if they were not asked for it.",
        write);
  }
}
