package dev.rebound.workload;

import java.util.function.IntConsumer;

/**
 * The workload {@code rule-match}: N rules, each of which matches a record with a probability of
 * its own, independently of the others.
 *
 * <p>Which rules match is a pure function of (seed, generator, sequence). Two ways to find them,
 * chosen by the option {@code matching}, with the same distribution but different sets:
 *
 * <ul>
 *   <li>{@code indexed}: time in proportion to the matches, whatever N. Rule r owns an interval of
 *       length −ln(1 − p) on a line, and matches if at least one point of a Poisson process of rate
 *       1 falls into it, which has probability p, and is independent of the other rules because the
 *       intervals do not overlap. Points are drawn one exponential distance after the other; after
 *       a hit the walk goes on at the interval's end (the process has no memory). With equal
 *       probabilities this is the geometric skip over rules that do not match. A record without a
 *       match costs one draw.
 *   <li>{@code scan}: every rule is evaluated for every record by a draw of its own, as a rule
 *       engine without an index does.
 * </ul>
 *
 * The payload is random bytes, different in every record, which no codec makes shorter.
 */
public final class RuleMatch implements HeadedWorkload {
  /** How large records are, for workloads whose values are their own. */
  static final WorkloadOption RECORD =
      WorkloadOption.of(
              "record",
              new WorkloadOption.Size(RecordFormat.HEADER_BYTES + 8, 64L << 20),
              "1024",
              "1KB")
          .as("record-bytes")
          .meaning("Size of a whole record, header included.");

  /** The options that it takes. */
  public static final WorkloadKind KIND =
      WorkloadKind.of("rule-match", WorkloadKind.Shape.KEYED, RuleMatch::new)
          .check(RuleMatch::check)
          .options(
              WorkloadOption.whole("rules", 1, 10_000_000, "1000", "1000")
                  .meaning("Number of rules of rule-match."),
              WorkloadOption.of(
                      "selectivity", new WorkloadOption.Decimal(0, 1_000_000), "0.5", "0.5")
                  .meaning("Mean number of matches per record over all rules."),
              WorkloadOption.of("distribution", KeyDistribution.FORM, "uniform", "zipf:1.2")
                  .meaning("How the selectivity is spread over the rules."),
              WorkloadOption.choice("matching", "scan", "indexed", "scan")
                  .meaning(
                      "Looks up the rules that match, or evaluates every rule for every record."),
              RECORD,
              RuleState.SIZE);

  /** Keep the purposes of draws apart. */
  private static final long INDEXED_STREAM = 0x7A1D_0001L;

  private static final long SCAN_STREAM = 0x7A1D_0002L;
  private static final long PAYLOAD_STREAM = 0x7A1D_0003L;

  private final WorkloadSpec spec;
  private final int rules;
  private final double selectivity;
  private final int payloadBytes;
  private final RuleWalk walk;
  private final long payloadKey;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public RuleMatch(WorkloadSpec spec) {
    int recordBytes = spec.whole("record-bytes");
    if (recordBytes < RecordFormat.HEADER_BYTES) {
      throw new IllegalArgumentException(
          ("workload.record-bytes is %s; a record has a header of %s bytes, so choose at least"
                  + " that")
              .formatted(recordBytes, RecordFormat.HEADER_BYTES));
    }
    this.spec = spec;
    this.rules = spec.whole("rules");
    this.selectivity = spec.decimal("selectivity");
    this.payloadBytes = recordBytes - RecordFormat.HEADER_BYTES;
    this.payloadKey = SplitMix.mix(SplitMix.mix(spec.seed()) + PAYLOAD_STREAM);
    RuleProbabilities chances = RuleProbabilities.of(rules, selectivity, spec.text("distribution"));
    long seedKey = SplitMix.mix(spec.seed());
    this.walk =
        switch (spec.text("matching")) {
          case "indexed" ->
              chances.uniform()
                  ? new RuleWalk.Even(
                      SplitMix.mix(seedKey + INDEXED_STREAM), rules, chances.probabilities()[0])
                  : RuleWalk.Uneven.of(
                      SplitMix.mix(seedKey + INDEXED_STREAM), chances.probabilities());
          case "scan" ->
              RuleWalk.Scan.of(SplitMix.mix(seedKey + SCAN_STREAM), chances.probabilities());
          default ->
              throw new IllegalArgumentException(
                  "workload.matching is '" + spec.text("matching") + "'; write indexed or scan");
        };
  }

  private static void check(WorkloadSpec spec, int partitions) {
    OptionProblem.when(
        spec.decimal("selectivity") > spec.whole("rules"),
        "selectivity",
        "more matches per record than there are rules",
        "Write at most " + spec.whole("rules") + ".");
  }

  /** A description with everything said. */
  public static WorkloadSpec spec(
      long seed,
      int rules,
      double selectivity,
      String distribution,
      String matching,
      int recordBytes) {
    return WorkloadSpec.of(KIND, seed)
        .with("rules", rules)
        .with("selectivity", selectivity)
        .with("distribution", distribution)
        .with("matching", matching)
        .with("record-bytes", recordBytes);
  }

  @Override
  public String describe() {
    return "rule-match, " + rules + " rules, selectivity " + selectivity;
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public int rules() {
    return rules;
  }

  @Override
  public double outputsPerRecord() {
    return selectivity;
  }

  @Override
  public int payloadBytesMax() {
    return payloadBytes;
  }

  @Override
  public int payload(int generator, long sequence, byte[] target, int offset) {
    RandomBytes.fill(
        SplitMix.key(payloadKey, generator, sequence), target, offset, offset + payloadBytes);
    return payloadBytes;
  }

  @Override
  public Matcher newMatcher() {
    return new RuleMatcher(walk);
  }

  /** Keeps no state: closing it releases nothing. */
  private record RuleMatcher(RuleWalk walk) implements Matcher {
    @Override
    public void match(byte[] record, IntConsumer sink) {
      walk.walk(RecordFormat.generator(record), RecordFormat.sequence(record), sink);
    }

    @Override
    public void expected(int generator, long sequence, IntConsumer sink) {
      walk.walk(generator, sequence, sink);
    }
  }
}
