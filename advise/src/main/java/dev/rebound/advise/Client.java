package dev.rebound.advise;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one client, written or by default.
 *
 * @param owner whose it is: the file, and the profile
 * @param written by Kafka's name; of a listener, by Spring's
 */
public record Client(Role role, SettingsDialect dialect, String owner, Map<String, Setting> written)
    implements Configured {
  boolean spring() {
    return dialect.spring();
  }

  @Override
  public String subject() {
    return role.word() + " of " + owner;
  }

  @Override
  public Setting get(String key) {
    Setting setting = written.get(key);
    return setting == null ? byDefault(key) : setting;
  }

  /** True if the file has it, whatever its value. */
  boolean wrote(String key) {
    return written.containsKey(key);
  }

  @Override
  public String line(String key, Object value) {
    return dialect.line(dialect.name(role, key), value);
  }

  private Setting byDefault(String key) {
    String springs = dialect.spring() ? SpringKeys.defaultOf(role, key) : null;
    @Nullable String value = springs == null ? KafkaSettings.defaultOf(role, key) : springs;
    return new Setting(
        key,
        dialect.name(role, key),
        value == null ? "not set" : value,
        value,
        "",
        0,
        springs == null
            ? "default of kafka-clients " + KafkaSettings.VERSION
            : "default of Spring Kafka");
  }
}
