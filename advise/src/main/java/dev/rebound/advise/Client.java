package dev.rebound.advise;

import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one client, or of what stands around clients, written or by default.
 *
 * @param owner whose it is: the file, and the profile
 * @param written by Kafka's name; of what is none of Kafka's clients, by its own
 */
public record Client(
    Role role, Dialect dialect, Style style, String owner, Map<String, Setting> written)
    implements Configured {
  @Override
  public String subject() {
    return dialect.word(role) + " of " + owner;
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

  /** A setting keeps the name that it is written under. */
  @Override
  public String line(String key, Object value) {
    Setting setting = written.get(key);
    return setting == null ? style.line(key, value) : style.form().line(setting.name(), value);
  }

  private Setting byDefault(String key) {
    @Nullable String value = dialect.defaultOf(role, key);
    return new Setting(
        key,
        style.name().apply(key),
        value == null || value.isEmpty() ? "not set" : value,
        value,
        "",
        0,
        dialect.originOf(role, key));
  }

  /** What its dialect says of its settings under the name of a check. */
  Stream<SettingFinding> ruled(String check) {
    return dialect.rules().stream()
        .filter(rule -> rule.check().equals(check))
        .filter(rule -> rule.role() == role || (rule.role() == null && role == Role.RUNTIME))
        .flatMap(rule -> rule.look(this).stream());
  }
}
