package dev.rebound.workload;

import java.util.Properties;

/**
 * Description of a workload: plain values only, so that it travels to every process as properties.
 *
 * @param name {@code rule-match} or {@code log-match}
 * @param seed decides which rules match which record, and the payload
 * @param rules number of rules ({@code rule-match}; ignored by {@code log-match}, whose rules file
 *     says)
 * @param selectivity S, the mean number of matches per record over all rules
 * @param distribution how S is spread over the rules: {@code uniform}, or {@code zipf} or {@code
 *     zipf:1.2} (exponent)
 * @param matching {@code indexed} (time in proportion to matches and distinct probabilities) or
 *     {@code scan} (evaluates every rule for every record)
 * @param recordBytes size of a whole record, header included
 * @param stateBytes size up to which a rule's state is padded; 0 for none
 * @param emitEvery m: every m-th match of a rule emits an output
 * @param rulesFile {@code log-match}: the file of regular expressions, one per line; empty for the
 *     shipped set
 * @param logFile {@code log-match}: the file whose lines are replayed
 */
public record WorkloadSpec(
    String name,
    long seed,
    int rules,
    double selectivity,
    String distribution,
    String matching,
    int recordBytes,
    int stateBytes,
    int emitEvery,
    String rulesFile,
    String logFile) {

  /** Prefix of every property of a workload. */
  public static final String PREFIX = "workload.";

  /** This description as properties that start with {@link #PREFIX}. */
  public Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty(PREFIX + "name", name);
    properties.setProperty(PREFIX + "seed", Long.toString(seed));
    properties.setProperty(PREFIX + "rules", Integer.toString(rules));
    properties.setProperty(PREFIX + "selectivity", Double.toString(selectivity));
    properties.setProperty(PREFIX + "distribution", distribution);
    properties.setProperty(PREFIX + "matching", matching);
    properties.setProperty(PREFIX + "record-bytes", Integer.toString(recordBytes));
    properties.setProperty(PREFIX + "state-bytes", Integer.toString(stateBytes));
    properties.setProperty(PREFIX + "emit-every", Integer.toString(emitEvery));
    properties.setProperty(PREFIX + "rules-file", rulesFile);
    properties.setProperty(PREFIX + "log-file", logFile);
    return properties;
  }

  /**
   * Reads a description; what is not there takes the default of {@link #ruleMatch}. Throws {@link
   * IllegalArgumentException} saying what a value should be.
   */
  public static WorkloadSpec fromProperties(Properties p) {
    WorkloadSpec d = ruleMatch(42);
    return new WorkloadSpec(
        p.getProperty(PREFIX + "name", d.name),
        whole(p, "seed", d.seed, Long.MIN_VALUE, Long.MAX_VALUE),
        (int) whole(p, "rules", d.rules, 1, Integer.MAX_VALUE),
        decimal(p, "selectivity", d.selectivity),
        p.getProperty(PREFIX + "distribution", d.distribution),
        p.getProperty(PREFIX + "matching", d.matching),
        (int) whole(p, "record-bytes", d.recordBytes, 0, Integer.MAX_VALUE),
        (int) whole(p, "state-bytes", d.stateBytes, 0, Integer.MAX_VALUE),
        (int) whole(p, "emit-every", d.emitEvery, 1, Integer.MAX_VALUE),
        p.getProperty(PREFIX + "rules-file", d.rulesFile),
        p.getProperty(PREFIX + "log-file", d.logFile));
  }

  private static long whole(Properties p, String name, long fallback, long least, long most) {
    String value = p.getProperty(PREFIX + name);
    if (value == null) {
      return fallback;
    }
    try {
      long number = Long.parseLong(value.trim());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below, with what would be right
    }
    throw new IllegalArgumentException(
        PREFIX + name + " is '" + value + "'; give a whole number from " + least + " to " + most);
  }

  private static double decimal(Properties p, String name, double fallback) {
    String value = p.getProperty(PREFIX + name);
    try {
      return value == null ? fallback : Double.parseDouble(value.trim());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          PREFIX + name + " is '" + value + "'; give a number such as 0.5", e);
    }
  }

  /** The thesis's job: 1,000 rules, half a match per record, records of 1 KB. */
  public static WorkloadSpec ruleMatch(long seed) {
    return new WorkloadSpec(
        "rule-match", seed, 1000, 0.5, "uniform", "indexed", 1024, 0, 1, "", "");
  }
}
