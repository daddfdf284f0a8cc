package dev.rebound.advise;

import java.util.Locale;

/** What is configured, and may be found wanting: a client, a topic, or the brokers. */
interface Configured {
  /** {@code producer of application.yaml}, {@code topic orders}. */
  String subject();

  /** The setting as it is in force. */
  Setting get(String key);

  /** The line, or the command, that sets it. */
  String line(String key, Object value);

  /** The value as a whole number, and another one if it is none, or not known. */
  default long number(String key, long otherwise) {
    String value = get(key).value();
    try {
      return value == null ? otherwise : Long.parseLong(value.strip());
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /** The value in small letters; empty if there is none, or it is not known. */
  default String text(String key) {
    String value = get(key).value();
    return value == null ? "" : value.strip().toLowerCase(Locale.ROOT);
  }

  /** True if a setting has this value, which is in small letters. */
  default boolean is(String key, String value) {
    return text(key).equals(value);
  }

  default SettingFinding losesData(String key, String why, String risk, Object write) {
    return finding(Severity.LOSES_DATA, key, why, risk, write);
  }

  default SettingFinding repeatsData(String key, String why, String risk, Object write) {
    return finding(Severity.REPEATS_DATA, key, why, risk, write);
  }

  default SettingFinding slowOrBrittle(String key, String why, String risk, Object write) {
    return finding(Severity.SLOW_OR_BRITTLE, key, why, risk, write);
  }

  default SettingFinding note(String key, String why, String risk, Object write) {
    return finding(Severity.NOTE, key, why, risk, write);
  }

  /**
   * A finding on a setting as it is in force.
   *
   * @param write the value to write in its place
   */
  default SettingFinding finding(
      Severity severity, String key, String why, String risk, Object write) {
    return finding(severity, get(key), why, risk, line(key, write));
  }

  /** A finding whose remedy is another line, or none. */
  default SettingFinding finding(
      Severity severity, Setting found, String why, String risk, String write) {
    return SettingFinding.of(subject(), severity, found, why, risk, write);
  }
}
