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

  /** Reads a description; what is not there takes the default of {@link #ruleMatch}. */
  public static WorkloadSpec fromProperties(Properties p) {
    WorkloadSpec d = ruleMatch(42);
    return new WorkloadSpec(
        p.getProperty(PREFIX + "name", d.name),
        Long.parseLong(p.getProperty(PREFIX + "seed", Long.toString(d.seed))),
        Integer.parseInt(p.getProperty(PREFIX + "rules", Integer.toString(d.rules))),
        Double.parseDouble(p.getProperty(PREFIX + "selectivity", Double.toString(d.selectivity))),
        p.getProperty(PREFIX + "distribution", d.distribution),
        p.getProperty(PREFIX + "matching", d.matching),
        Integer.parseInt(p.getProperty(PREFIX + "record-bytes", Integer.toString(d.recordBytes))),
        Integer.parseInt(p.getProperty(PREFIX + "state-bytes", Integer.toString(d.stateBytes))),
        Integer.parseInt(p.getProperty(PREFIX + "emit-every", Integer.toString(d.emitEvery))),
        p.getProperty(PREFIX + "rules-file", d.rulesFile),
        p.getProperty(PREFIX + "log-file", d.logFile));
  }

  /** The thesis's job: 1,000 rules, half a match per record, records of 1 KB. */
  public static WorkloadSpec ruleMatch(long seed) {
    return new WorkloadSpec(
        "rule-match", seed, 1000, 0.5, "uniform", "indexed", 1024, 0, 1, "", "");
  }
}
