package dev.rebound.advise;

import dev.rebound.lab.experiment.KafkaSpec;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The settings as kafka-clients itself has them: names, defaults, and values that it refuses. */
final class KafkaSettings {
  /** Version of kafka-clients whose names and defaults these are. */
  static final String VERSION = KafkaSpec.DEFAULT_VERSION;

  /** What these are of, in words. */
  static final String ORIGIN = "kafka-clients " + VERSION;

  private static final ConfigDef PRODUCER = ProducerConfig.configDef();
  private static final ConfigDef CONSUMER = ConsumerConfig.configDef();
  private static final ConfigDef NONE = new ConfigDef();

  private KafkaSettings() {}

  /** Names of a role's settings; none of a listener's, which is Spring's. */
  static Set<String> names(Role role) {
    return definition(role).names();
  }

  /** Names of all settings of producers and consumers, sorted. */
  static Set<String> names() {
    Set<String> names = new TreeSet<>(PRODUCER.names());
    names.addAll(CONSUMER.names());
    return names;
  }

  /** True if any kind of client has it, admin clients included. */
  static boolean known(String key) {
    return PRODUCER.names().contains(key)
        || CONSUMER.names().contains(key)
        || AdminClientConfig.configNames().contains(key);
  }

  /** True if producers have it, and consumers do not, or the other way round. */
  static boolean only(Role role, String key) {
    Role other = role == Role.PRODUCER ? Role.CONSUMER : Role.PRODUCER;
    return names(role).contains(key) && !names(other).contains(key);
  }

  /** The default as it would be written; null if there is none. */
  static @Nullable String defaultOf(Role role, String key) {
    ConfigDef.ConfigKey known = definition(role).configKeys().get(key);
    if (known == null || known.defaultValue == ConfigDef.NO_DEFAULT_VALUE) {
      return null;
    }
    return ConfigDef.convertToString(known.defaultValue, known.type);
  }

  /**
   * The client's words on a value that it refuses; empty if it takes it. Classes and lists of them
   * are not looked at, being on somebody else's class path.
   */
  static Optional<String> refusal(Role role, String key, String value) {
    ConfigDef.ConfigKey known = definition(role).configKeys().get(key);
    if (known == null || known.type == ConfigDef.Type.CLASS || known.type == ConfigDef.Type.LIST) {
      return Optional.empty();
    }
    try {
      Object parsed = ConfigDef.parseType(key, value, known.type);
      if (known.validator != null) {
        known.validator.ensureValid(key, parsed);
      }
      return Optional.empty();
    } catch (ConfigException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static ConfigDef definition(Role role) {
    return switch (role) {
      case PRODUCER -> PRODUCER;
      case CONSUMER -> CONSUMER;
      case LISTENER, RUNTIME -> NONE;
    };
  }
}
