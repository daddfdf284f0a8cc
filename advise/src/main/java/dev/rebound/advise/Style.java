package dev.rebound.advise;

import java.util.function.UnaryOperator;

/**
 * How a client's settings are written where they stand.
 *
 * @param name what Kafka's setting is called there
 */
record Style(Form form, UnaryOperator<String> name) {
  /** Kafka's names with something before them: {@code consumer.override.}. */
  static Style prefixed(Form form, String prefix) {
    return new Style(form, key -> prefix + key);
  }

  /** The line that sets this. */
  String line(String key, Object value) {
    return form.line(name.apply(key), value);
  }
}
