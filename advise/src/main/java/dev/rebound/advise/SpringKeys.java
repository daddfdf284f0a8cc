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
  record SpringKey(Role role, String spring, String kafka, SpringForm form) {
    SpringKey(Role role, String spring, SpringForm form) {
      this(role, spring, spring, form);
    }
  }

  private static final List<SpringKey> ALL =
      List.of(
          new SpringKey(Role.PRODUCER, "acks", SpringForm.TEXT),
          new SpringKey(Role.PRODUCER, "retries", SpringForm.TEXT),
          new SpringKey(Role.PRODUCER, "batch-size", "batch.size", SpringForm.SIZE),
          new SpringKey(Role.PRODUCER, "bootstrap-servers", "bootstrap.servers", SpringForm.TEXT),
          new SpringKey(Role.PRODUCER, "buffer-memory", "buffer.memory", SpringForm.SIZE),
          new SpringKey(Role.PRODUCER, "client-id", "client.id", SpringForm.TEXT),
          new SpringKey(Role.PRODUCER, "compression-type", "compression.type", SpringForm.TEXT),
          new SpringKey(Role.PRODUCER, "key-serializer", "key.serializer", SpringForm.TEXT),
          new SpringKey(Role.PRODUCER, "value-serializer", "value.serializer", SpringForm.TEXT),
          new SpringKey(
              Role.PRODUCER, "transaction-id-prefix", "transactional.id", SpringForm.TEXT),
          new SpringKey(
              Role.CONSUMER, "auto-commit-interval", "auto.commit.interval.ms", SpringForm.LENGTH),
          new SpringKey(Role.CONSUMER, "auto-offset-reset", "auto.offset.reset", SpringForm.TEXT),
          new SpringKey(Role.CONSUMER, "bootstrap-servers", "bootstrap.servers", SpringForm.TEXT),
          new SpringKey(Role.CONSUMER, "client-id", "client.id", SpringForm.TEXT),
          new SpringKey(
              Role.CONSUMER, "enable-auto-commit", "enable.auto.commit", SpringForm.SWITCH),
          new SpringKey(Role.CONSUMER, "fetch-max-wait", "fetch.max.wait.ms", SpringForm.LENGTH),
          new SpringKey(Role.CONSUMER, "fetch-min-size", "fetch.min.bytes", SpringForm.SIZE),
          new SpringKey(Role.CONSUMER, "group-id", "group.id", SpringForm.TEXT),
          new SpringKey(
              Role.CONSUMER, "heartbeat-interval", "heartbeat.interval.ms", SpringForm.LENGTH),
          new SpringKey(Role.CONSUMER, "isolation-level", "isolation.level", SpringForm.WORD),
          new SpringKey(Role.CONSUMER, "key-deserializer", "key.deserializer", SpringForm.TEXT),
          new SpringKey(Role.CONSUMER, "value-deserializer", "value.deserializer", SpringForm.TEXT),
          new SpringKey(Role.CONSUMER, "max-poll-records", "max.poll.records", SpringForm.TEXT),
          new SpringKey(
              Role.CONSUMER, "max-poll-interval", "max.poll.interval.ms", SpringForm.LENGTH),
          new SpringKey(Role.LISTENER, "type", SpringForm.WORD),
          new SpringKey(Role.LISTENER, "ack-mode", SpringForm.WORD),
          new SpringKey(Role.LISTENER, "ack-count", SpringForm.TEXT),
          new SpringKey(Role.LISTENER, "ack-time", SpringForm.LENGTH),
          new SpringKey(Role.LISTENER, "async-acks", SpringForm.SWITCH),
          new SpringKey(Role.LISTENER, "concurrency", SpringForm.TEXT),
          new SpringKey(Role.LISTENER, "client-id", SpringForm.TEXT),
          new SpringKey(Role.LISTENER, "poll-timeout", SpringForm.LENGTH),
          new SpringKey(Role.LISTENER, "no-poll-threshold", SpringForm.TEXT),
          new SpringKey(Role.LISTENER, "idle-between-polls", SpringForm.LENGTH),
          new SpringKey(Role.LISTENER, "idle-event-interval", SpringForm.LENGTH),
          new SpringKey(Role.LISTENER, "idle-partition-event-interval", SpringForm.LENGTH),
          new SpringKey(Role.LISTENER, "monitor-interval", SpringForm.TEXT),
          new SpringKey(Role.LISTENER, "log-container-config", SpringForm.SWITCH),
          new SpringKey(Role.LISTENER, "only-log-record-metadata", SpringForm.SWITCH),
          new SpringKey(Role.LISTENER, "missing-topics-fatal", SpringForm.SWITCH),
          new SpringKey(Role.LISTENER, "immediate-stop", SpringForm.SWITCH),
          new SpringKey(Role.LISTENER, "auto-startup", SpringForm.SWITCH),
          new SpringKey(Role.LISTENER, "change-consumer-thread-name", SpringForm.SWITCH),
          new SpringKey(Role.LISTENER, "observation-enabled", SpringForm.SWITCH),
          new SpringKey(Role.LISTENER, "auth-exception-retry-interval", SpringForm.LENGTH));

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
