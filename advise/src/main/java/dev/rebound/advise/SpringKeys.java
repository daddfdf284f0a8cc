package dev.rebound.advise;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The keys {@code spring.kafka.*} of Spring Boot, and what they are called in Kafka. */
final class SpringKeys {
  static final String PREFIX = "spring.kafka.";

  /**
   * Keys of Spring Boot 4.1 and before that are no setting of a client's or of a listener's; one
   * that ends with a dot stands for all that begin with it.
   */
  private static final List<String> OTHERS =
      Stream.concat(
              Stream.of("", "admin.", "consumer.", "producer.", "streams.")
                  .flatMap(of -> Stream.of(of + "ssl.", of + "security.", of + "properties.")),
              Stream.of("bootstrapservers", "clientid", "jaas.", "retry.topic.", "streams."))
          .toList();

  private static final List<String> OTHERS_NAMED =
      List.of(
          "admin.auto-create",
          "admin.client-id",
          "admin.close-timeout",
          "admin.fail-fast",
          "admin.modify-topic-configs",
          "admin.operation-timeout",
          "template.allow-non-transactional",
          "template.close-timeout",
          "template.default-topic",
          "template.observation-enabled",
          "template.transaction-id-prefix");

  /**
   * A key of a section.
   *
   * @param kafka Kafka's name of it; of a listener, the same as {@code spring}
   */
  record SpringKey(Role role, String spring, String kafka, SpringForm form) {}

  /** Those whose names are not made of Kafka's. */
  private static final Map<String, String> OTHERWISE =
      Map.of("transaction-id-prefix", "transactional.id", "fetch-min-size", "fetch.min.bytes");

  private static final List<SpringKey> ALL =
      Stream.of(
              keys(Role.PRODUCER, SpringForm.TEXT, "acks", "retries", "bootstrap-servers"),
              keys(Role.PRODUCER, SpringForm.TEXT, "client-id", "compression-type"),
              keys(Role.PRODUCER, SpringForm.TEXT, "key-serializer", "value-serializer"),
              keys(Role.PRODUCER, SpringForm.TEXT, "transaction-id-prefix"),
              keys(Role.PRODUCER, SpringForm.SIZE, "batch-size", "buffer-memory"),
              keys(Role.CONSUMER, SpringForm.TEXT, "auto-offset-reset", "bootstrap-servers"),
              keys(Role.CONSUMER, SpringForm.TEXT, "client-id", "group-id", "max-poll-records"),
              keys(Role.CONSUMER, SpringForm.TEXT, "key-deserializer", "value-deserializer"),
              keys(Role.CONSUMER, SpringForm.LENGTH, "auto-commit-interval", "fetch-max-wait"),
              keys(Role.CONSUMER, SpringForm.LENGTH, "heartbeat-interval", "max-poll-interval"),
              keys(Role.CONSUMER, SpringForm.SWITCH, "enable-auto-commit"),
              keys(Role.CONSUMER, SpringForm.SIZE, "fetch-min-size"),
              keys(Role.CONSUMER, SpringForm.WORD, "isolation-level"),
              keys(Role.LISTENER, SpringForm.WORD, "type", "ack-mode"),
              keys(Role.LISTENER, SpringForm.TEXT, "ack-count", "concurrency", "client-id"),
              keys(Role.LISTENER, SpringForm.TEXT, "no-poll-threshold", "monitor-interval"),
              keys(Role.LISTENER, SpringForm.LENGTH, "ack-time", "poll-timeout"),
              keys(Role.LISTENER, SpringForm.LENGTH, "idle-between-polls", "idle-event-interval"),
              keys(Role.LISTENER, SpringForm.LENGTH, "idle-partition-event-interval"),
              keys(Role.LISTENER, SpringForm.LENGTH, "auth-exception-retry-interval"),
              keys(Role.LISTENER, SpringForm.SWITCH, "async-acks", "log-container-config"),
              keys(Role.LISTENER, SpringForm.SWITCH, "only-log-record-metadata"),
              keys(Role.LISTENER, SpringForm.SWITCH, "missing-topics-fatal", "immediate-stop"),
              keys(Role.LISTENER, SpringForm.SWITCH, "auto-startup", "observation-enabled"),
              keys(Role.LISTENER, SpringForm.SWITCH, "change-consumer-thread-name"))
          .flatMap(keys -> keys)
          .toList();

  /** {@code max-poll-interval} is {@code max.poll.interval.ms}; a listener's are Spring's own. */
  private static Stream<SpringKey> keys(Role role, SpringForm form, String... names) {
    return Arrays.stream(names)
        .map(
            name -> {
              String dotted = name.replace('-', '.') + (form == SpringForm.LENGTH ? ".ms" : "");
              String kafka = role == Role.LISTENER ? name : OTHERWISE.getOrDefault(name, dotted);
              return new SpringKey(role, name, kafka, form);
            });
  }

  private SpringKeys() {}

  /** The key of a section, however it is written: {@code ackMode} and {@code ack_mode}, too. */
  static Optional<SpringKey> find(Role role, String written) {
    String plain = plain(written);
    return ALL.stream()
        .filter(key -> key.role() == role && plain(key.spring()).equals(plain))
        .findFirst();
  }

  /** The name of Kafka's setting in a Spring file. */
  static String name(Role role, String kafka) {
    return ALL.stream()
        .filter(key -> key.role() == role && key.kafka().equals(kafka))
        .map(key -> PREFIX + role.word() + "." + key.spring())
        .findFirst()
        .orElse(PREFIX + role.word() + ".properties." + kafka);
  }

  /** All of them in full, sorted. */
  static List<String> names() {
    TreeSet<String> names = new TreeSet<>();
    names.add(PREFIX + "bootstrap-servers");
    names.add(PREFIX + "client-id");
    ALL.forEach(key -> names.add(PREFIX + key.role().word() + "." + key.spring()));
    OTHERS_NAMED.forEach(key -> names.add(PREFIX + key));
    return List.copyOf(names);
  }

  /** True of what follows {@code spring.kafka.} in a key that is none of a client's. */
  static boolean known(String rest) {
    String plain = plain(rest);
    return OTHERS.stream()
            .anyMatch(known -> known.endsWith(".") ? plain.startsWith(known) : plain.equals(known))
        || OTHERS_NAMED.stream().anyMatch(known -> plain(known).equals(plain));
  }

  /**
   * The key that does what a key of a section was meant to, where Kafka has a setting of that name:
   * {@code producer.enable-idempotence} is {@code producer.properties.enable.idempotence}.
   */
  static Optional<String> property(String full) {
    String rest = full.substring(PREFIX.length());
    String bare = plain(rest.substring(rest.indexOf('.') + 1).replace(".", ""));
    return Stream.of(Role.PRODUCER, Role.CONSUMER)
        .filter(role -> plain(rest).startsWith(role.word() + "."))
        .flatMap(
            role ->
                KafkaSettings.names(role).stream()
                    .filter(name -> plain(name.replace(".", "")).equals(bare))
                    .map(name -> name(role, name)))
        .findFirst();
  }

  /** As Spring compares names: without case, hyphens, underscores and an index. */
  static String plain(String written) {
    return written
        .replaceFirst("\\[\\d+]$", "")
        .replace("-", "")
        .replace("_", "")
        .toLowerCase(Locale.ROOT);
  }
}
