package dev.rebound.workload;

import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Description of a workload: plain values only, so that it travels to every process as properties.
 *
 * @param name of its kind
 * @param seed decides whatever is drawn: matches, payloads
 * @param options by {@link WorkloadOption#property}, as they travel
 */
public record WorkloadSpec(String name, long seed, Map<String, String> options) {
  /** Prefix of every property of a workload. */
  public static final String PREFIX = "workload.";

  /** Copies the options. */
  public WorkloadSpec {
    options = Collections.unmodifiableMap(new TreeMap<>(options));
  }

  /** {@link WorkloadKind#pipeline} of its kind. */
  public String pipeline() {
    return Workloads.kind(name).pipeline();
  }

  /** An option as text; {@link IllegalArgumentException} if it is not given. */
  public String text(String property) {
    String value = options.get(property);
    if (value == null) {
      throw new IllegalArgumentException(PREFIX + property + " is missing");
    }
    return value;
  }

  /** An option as a whole number; {@link IllegalArgumentException} if it is none. */
  public int whole(String property) {
    try {
      return Integer.parseInt(text(property));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          PREFIX + property + " is '" + text(property) + "'; give a whole number", e);
    }
  }

  /** An option as a number; {@link IllegalArgumentException} if it is none. */
  public double decimal(String property) {
    try {
      return Double.parseDouble(text(property));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          PREFIX + property + " is '" + text(property) + "'; give a number such as 0.5", e);
    }
  }

  /** How large the option {@code state} makes each state; 0 where it says nothing. */
  public long stateBytes() {
    return Long.parseLong(options.getOrDefault(RuleState.SIZE.property(), "0"));
  }

  /** The same with another value of one option. */
  public WorkloadSpec with(String property, Object value) {
    Map<String, String> changed = new TreeMap<>(options);
    changed.put(property, value.toString());
    return new WorkloadSpec(name, seed, changed);
  }

  /** This description as properties that start with {@link #PREFIX}. */
  public Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty(PREFIX + "name", name);
    properties.setProperty(PREFIX + "seed", Long.toString(seed));
    options.forEach((property, value) -> properties.setProperty(PREFIX + property, value));
    return properties;
  }

  /**
   * Reads a description; what is not there takes its default, and properties of other workloads are
   * left aside. Throws {@link IllegalArgumentException} saying what a value should be.
   */
  public static WorkloadSpec fromProperties(Properties properties) {
    String name = properties.getProperty(PREFIX + "name", Workloads.kinds().get(0).name());
    Map<String, String> options = new TreeMap<>();
    for (WorkloadOption option : Workloads.kind(name).options()) {
      String value = properties.getProperty(PREFIX + option.property(), option.byDefault());
      options.put(option.property(), option.checked(value));
    }
    return new WorkloadSpec(name, seed(properties), options);
  }

  private static long seed(Properties properties) {
    String value = properties.getProperty(PREFIX + "seed", "42");
    try {
      return Long.parseLong(value.trim());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          PREFIX + "seed is '" + value + "'; give a whole number", e);
    }
  }

  /** A workload with all its defaults. */
  public static WorkloadSpec of(WorkloadKind kind, long seed) {
    Map<String, String> options = new TreeMap<>();
    kind.options().forEach(option -> options.put(option.property(), option.byDefault()));
    return new WorkloadSpec(kind.name(), seed, options);
  }

  /** The thesis's job: 1,000 rules, half a match per record, records of 1 KB. */
  public static WorkloadSpec ruleMatch(long seed) {
    return of(RuleMatch.KIND, seed);
  }
}
