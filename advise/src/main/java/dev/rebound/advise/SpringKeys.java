package dev.rebound.advise;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The keys {@code spring.kafka.*} of Spring Boot, and what they are called in Kafka. */
final class SpringKeys {
  static final String PREFIX = "spring.kafka.";

  /** Sections whose keys are not looked at: security, and clients of other kinds. */
  static final List<String> SECTIONS_LEFT_OUT =
      List.of("ssl", "security", "jaas", "admin", "streams", "template", "retry");

  /** Settings that a listener has where the file says nothing. */
  private static final String ACK_MODE = "batch";

  /**
   * A key of a section.
   *
   * @param kafka Kafka's name of it; of a listener, the same as {@code spring}
   */
  record Key(Role role, String spring, String kafka, SpringForm form) {
    Key(Role role, String spring, SpringForm form) {
      this(role, spring, spring, form);
    }
  }

  private static final List<Key> ALL =
      List.of(
          new Key(Role.PRODUCER, "acks", SpringForm.TEXT),
          new Key(Role.PRODUCER, "retries", SpringForm.TEXT),
          new Key(Role.PRODUCER, "batch-size", "batch.size", SpringForm.SIZE),
          new Key(Role.PRODUCER, "bootstrap-servers", "bootstrap.servers", SpringForm.TEXT),
          new Key(Role.PRODUCER, "buffer-memory", "buffer.memory", SpringForm.SIZE),
          new Key(Role.PRODUCER, "client-id", "client.id", SpringForm.TEXT),
          new Key(Role.PRODUCER, "compression-type", "compression.type", SpringForm.TEXT),
          new Key(Role.PRODUCER, "key-serializer", "key.serializer", SpringForm.TEXT),
          new Key(Role.PRODUCER, "value-serializer", "value.serializer", SpringForm.TEXT),
          new Key(Role.PRODUCER, "transaction-id-prefix", "transactional.id", SpringForm.TEXT),
          new Key(
              Role.CONSUMER, "auto-commit-interval", "auto.commit.interval.ms", SpringForm.LENGTH),
          new Key(Role.CONSUMER, "auto-offset-reset", "auto.offset.reset", SpringForm.TEXT),
          new Key(Role.CONSUMER, "bootstrap-servers", "bootstrap.servers", SpringForm.TEXT),
          new Key(Role.CONSUMER, "client-id", "client.id", SpringForm.TEXT),
          new Key(Role.CONSUMER, "enable-auto-commit", "enable.auto.commit", SpringForm.SWITCH),
          new Key(Role.CONSUMER, "fetch-max-wait", "fetch.max.wait.ms", SpringForm.LENGTH),
          new Key(Role.CONSUMER, "fetch-min-size", "fetch.min.bytes", SpringForm.SIZE),
          new Key(Role.CONSUMER, "group-id", "group.id", SpringForm.TEXT),
          new Key(Role.CONSUMER, "heartbeat-interval", "heartbeat.interval.ms", SpringForm.LENGTH),
          new Key(Role.CONSUMER, "isolation-level", "isolation.level", SpringForm.WORD),
          new Key(Role.CONSUMER, "key-deserializer", "key.deserializer", SpringForm.TEXT),
          new Key(Role.CONSUMER, "value-deserializer", "value.deserializer", SpringForm.TEXT),
          new Key(Role.CONSUMER, "max-poll-records", "max.poll.records", SpringForm.TEXT),
          new Key(Role.CONSUMER, "max-poll-interval", "max.poll.interval.ms", SpringForm.LENGTH),
          new Key(Role.LISTENER, "type", SpringForm.WORD),
          new Key(Role.LISTENER, "ack-mode", SpringForm.WORD),
          new Key(Role.LISTENER, "ack-count", SpringForm.TEXT),
          new Key(Role.LISTENER, "ack-time", SpringForm.LENGTH),
          new Key(Role.LISTENER, "async-acks", SpringForm.SWITCH),
          new Key(Role.LISTENER, "concurrency", SpringForm.TEXT),
          new Key(Role.LISTENER, "client-id", SpringForm.TEXT),
          new Key(Role.LISTENER, "poll-timeout", SpringForm.LENGTH),
          new Key(Role.LISTENER, "no-poll-threshold", SpringForm.TEXT),
          new Key(Role.LISTENER, "idle-between-polls", SpringForm.LENGTH),
          new Key(Role.LISTENER, "idle-event-interval", SpringForm.LENGTH),
          new Key(Role.LISTENER, "idle-partition-event-interval", SpringForm.LENGTH),
          new Key(Role.LISTENER, "monitor-interval", SpringForm.TEXT),
          new Key(Role.LISTENER, "log-container-config", SpringForm.SWITCH),
          new Key(Role.LISTENER, "only-log-record-metadata", SpringForm.SWITCH),
          new Key(Role.LISTENER, "missing-topics-fatal", SpringForm.SWITCH),
          new Key(Role.LISTENER, "immediate-stop", SpringForm.SWITCH),
          new Key(Role.LISTENER, "auto-startup", SpringForm.SWITCH),
          new Key(Role.LISTENER, "change-consumer-thread-name", SpringForm.SWITCH),
          new Key(Role.LISTENER, "observation-enabled", SpringForm.SWITCH),
          new Key(Role.LISTENER, "auth-exception-retry-interval", SpringForm.LENGTH));

  private SpringKeys() {}

  /** The key of a section, however it is written: {@code ackMode} and {@code ack_mode}, too. */
  static Optional<Key> find(Role role, String written) {
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
    return List.copyOf(names);
  }

  /** Where Spring Kafka has a default of its own; null where Kafka's holds. */
  static @Nullable String defaultOf(Role role, String key) {
    return switch (role) {
      case PRODUCER -> null;
      case CONSUMER -> key.equals("enable.auto.commit") ? "false" : null;
      case LISTENER ->
          switch (key) {
            case "ack-mode" -> ACK_MODE;
            case "concurrency" -> "1";
            default -> null;
          };
    };
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
