package dev.rebound.advise;

import org.jspecify.annotations.Nullable;

/**
 * A setting as it is in force: written in a file, a default, or told by a cluster.
 *
 * @param key Kafka's name of it; of a listener, Spring's
 * @param name what it is called where it stands: {@code spring.kafka.producer.acks}, say
 * @param shown the value as it is written there
 * @param value the value as Kafka takes it; null if there is none, if it comes from outside the
 *     file, or if it cannot be read
 * @param file that it is written in; empty if in none
 * @param line of the file, from 1; 0 if in none
 * @param origin where it comes from if no file says so: {@code default of kafka-clients 4.3.1}
 */
public record Setting(
    String key,
    String name,
    String shown,
    @Nullable String value,
    String file,
    int line,
    String origin) {
  static final String NOT_TOLD = "not told";

  /** One that a cluster tells, or does not. */
  static Setting told(String key, String shown, @Nullable String value, String origin) {
    return new Setting(key, key, shown, value, "", 0, origin);
  }

  /** What is the case now. */
  static Setting now(String key, String value) {
    return told(key, value, value, "now");
  }

  static Setting notTold(String key) {
    return told(key, NOT_TOLD, null, NOT_TOLD);
  }

  /** The same under another of Kafka's names. */
  Setting keyed(String other) {
    return new Setting(other, name, shown, value, file, line, origin);
  }

  /** True if a file says so. */
  public boolean written() {
    return line > 0;
  }

  /** {@code producer.properties:4}, or what it is a default of. */
  public String where() {
    return written() ? file + ":" + line : origin;
  }

  /** True if the value is put in from outside: an environment variable, a build, a vault. */
  boolean fromOutside() {
    return value == null
        && (shown.contains("${")
            || shown.contains("{{")
            || shown.contains("#{")
            || shown.contains("@"));
  }
}
