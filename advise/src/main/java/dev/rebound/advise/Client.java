package dev.rebound.advise;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The settings of one client, written or by default. Immutable. */
public final class Client {
  private final Role role;
  private final Dialect dialect;
  private final String owner;
  private final Map<String, Setting> written;

  /**
   * Made of what is written.
   *
   * @param owner whose it is: the file, and the profile
   * @param written by Kafka's name; of a listener, by Spring's
   */
  Client(Role role, Dialect dialect, String owner, Map<String, Setting> written) {
    this.role = role;
    this.dialect = dialect;
    this.owner = owner;
    this.written = new LinkedHashMap<>(written);
  }

  Role role() {
    return role;
  }

  boolean spring() {
    return dialect.spring();
  }

  /** {@code producer of application.yaml}. */
  public String subject() {
    return role.word() + " of " + owner;
  }

  /** The setting as it is in force. */
  public Setting get(String key) {
    Setting setting = written.get(key);
    return setting == null ? byDefault(key) : setting;
  }

  Collection<Setting> written() {
    return written.values();
  }

  /** True if the file has it, whatever its value. */
  boolean wrote(String key) {
    return written.containsKey(key);
  }

  /** The value as a whole number; empty if it is none, or not known. */
  OptionalLong number(String key) {
    String value = get(key).value();
    try {
      return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** The value as a whole number, and another one if it is none, or not known. */
  long number(String key, long otherwise) {
    return number(key).orElse(otherwise);
  }

  /** The value in small letters; empty if there is none, or it is not known. */
  String text(String key) {
    String value = get(key).value();
    return value == null ? "" : value.strip().toLowerCase(Locale.ROOT);
  }

  boolean isTrue(String key) {
    return text(key).equals("true");
  }

  /** The line that sets it in this client's file. */
  String line(String key, String value) {
    return dialect.line(role, key, value);
  }

  String line(String key, long value) {
    return line(key, Long.toString(value));
  }

  SettingFinding losesData(String key, String why, String risk, Object write) {
    return finding(Severity.LOSES_DATA, key, why, risk, write);
  }

  SettingFinding repeatsData(String key, String why, String risk, Object write) {
    return finding(Severity.REPEATS_DATA, key, why, risk, write);
  }

  SettingFinding slowOrBrittle(String key, String why, String risk, Object write) {
    return finding(Severity.SLOW_OR_BRITTLE, key, why, risk, write);
  }

  SettingFinding note(String key, String why, String risk, Object write) {
    return finding(Severity.NOTE, key, why, risk, write);
  }

  /**
   * A finding on a setting as it is in force.
   *
   * @param write the value to write in its place
   */
  SettingFinding finding(Severity severity, String key, String why, String risk, Object write) {
    return SettingFinding.of(this, severity, get(key), why, risk, line(key, write.toString()));
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
