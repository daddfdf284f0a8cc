package dev.rebound.advise;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values that Spring puts in from outside: {@code ${KAFKA_ACKS:all}}. */
final class Placeholder {
  private static final Pattern FORM = Pattern.compile("\\$\\{([^{}:]+)(:([^{}]*))?}");
  private static final Pattern OF_BUILD = Pattern.compile(".*@[A-Za-z][\\w.-]*@.*");

  private Placeholder() {}

  /** The value with the defaults of its placeholders; null if one of them has none. */
  static @Nullable String resolved(String written) {
    if (written.contains("#{") || OF_BUILD.matcher(written).matches()) {
      return null;
    }
    String value = written;
    while (value.contains("${")) {
      Matcher placeholder = FORM.matcher(value);
      if (!placeholder.find() || placeholder.group(3) == null) {
        return null;
      }
      value =
          value.substring(0, placeholder.start())
              + placeholder.group(3)
              + value.substring(placeholder.end());
    }
    return value;
  }
}
