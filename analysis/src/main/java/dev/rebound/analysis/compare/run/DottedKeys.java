package dev.rebound.analysis.compare.run;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A run's settings, by their dotted names, as far as they tell of a key that runs are compared by.
 */
public final class DottedKeys {
  /** How keys of faults begin. */
  public static final String FAULTS = "faults.";

  /** How many records are sent a second. */
  public static final String RATE = "load.rate";

  /** Whether all of them are sent before the job starts. */
  public static final String BACKLOG = "load.backlog";

  private DottedKeys() {}

  /**
   * The value of a key among settings by their dotted names; of a key of faults, that of all of
   * them. {@code not set} if there is none.
   */
  public static String value(String dotted, Map<String, String> settings) {
    if (!dotted.startsWith(FAULTS)) {
      return settings.getOrDefault(dotted, "not set");
    }
    Set<String> values = new TreeSet<>();
    settings.forEach(
        (key, value) -> {
          if (names(dotted, key)) {
            values.add(value);
          }
        });
    return values.isEmpty() ? "not set" : String.join(" and ", values);
  }

  /** Whether a key is the one of this name: {@code faults.count} is {@code faults.2.count}, too. */
  public static boolean names(String dotted, String key) {
    return key.equals(dotted)
        || (dotted.startsWith(FAULTS)
            && key.replaceFirst("^faults\\.[0-9]+\\.", FAULTS).equals(dotted));
  }
}
