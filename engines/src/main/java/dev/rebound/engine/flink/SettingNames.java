package dev.rebound.engine.flink;

import dev.rebound.engine.adapter.EngineVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a version of Flink calls what the newest one sets. Pure.
 *
 * @param renamed by name, or by {@code name=value}: another name, or another {@code name=value}, or
 *     empty where there is no such setting
 * @param millis names of settings whose times have no unit
 */
record SettingNames(Map<String, String> renamed, List<String> millis) {
  private static final Pattern TIME = Pattern.compile("(\\d{1,12})\\s*(ms|s|min|m|h|d)");

  static SettingNames of(EngineVersion version) {
    return new SettingNames(version.pairs("renamed"), version.texts("millis"));
  }

  /** The same settings as this version reads them; what is there by its own name stays. */
  Map<String, String> in(Map<String, String> settings) {
    Map<String, String> named = new LinkedHashMap<>();
    settings.forEach(
        (name, value) -> {
          String whole = renamed.getOrDefault(name + "=" + value, renamed.getOrDefault(name, name));
          int end = whole.indexOf('=');
          String its = end < 0 ? whole : whole.substring(0, end);
          if (its.equals(name) || !(its.isEmpty() || settings.containsKey(its))) {
            named.put(its, end < 0 ? value(its, value) : whole.substring(end + 1));
          }
        });
    return named;
  }

  private String value(String name, String value) {
    if (!millis.contains(name)) {
      return value;
    }
    Matcher time = TIME.matcher(value);
    if (!time.matches()) {
      return value; // as it is written: a number, perhaps
    }
    long count = Long.parseLong(time.group(1));
    return Long.toString(
        switch (time.group(2)) {
          case "ms" -> count;
          case "s" -> TimeUnit.SECONDS.toMillis(count);
          case "min", "m" -> TimeUnit.MINUTES.toMillis(count);
          case "h" -> TimeUnit.HOURS.toMillis(count);
          default -> TimeUnit.DAYS.toMillis(count);
        });
  }
}
