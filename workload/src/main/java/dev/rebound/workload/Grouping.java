package dev.rebound.workload;

import java.util.List;

/**
 * The workload {@code grouping}: records with a key, which are counted by key (the stream record
 * grouping job of Tzoumas et al. 2015). Each record comes out with the count of its key so far.
 *
 * <p>A record's partition has nothing to do with its key, so that every record passes the shuffle.
 * Its value begins with the key, 4 bytes big-endian; the rest is random bytes.
 */
public final class Grouping extends KeyedWorkload {
  /** The options that it takes. */
  public static final WorkloadKind KIND =
      new WorkloadKind(
          "grouping",
          WorkloadKind.Shape.KEYED,
          List.of(
              WorkloadOption.of(
                  "keys",
                  new WorkloadOption.Whole(1, 10_000_000),
                  "1200",
                  "grouping: how many keys there are.",
                  "1200"),
              WorkloadOption.of(
                  "skew",
                  Spread.FORM,
                  "uniform",
                  "grouping: how records are spread over the keys.",
                  "zipf:1.2"),
              RuleMatch.RECORD,
              RuleState.SIZE),
          (spec, partitions) ->
              WorkloadKind.OptionProblem.ofTooFew("keys", spec.whole("keys"), partitions),
          Grouping::new);

  private static final long STREAM = 0x7A1D_0008L;
  private static final long PAYLOAD_STREAM = 0x7A1D_0009L;

  private final Spread spread;
  private final long drawKey;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public Grouping(WorkloadSpec spec) {
    super(spec, "keys", PAYLOAD_STREAM);
    this.spread = Spread.of(rules(), spec.text("skew"));
    this.drawKey = SplitMix.mix(SplitMix.mix(spec.seed()) + STREAM);
  }

  @Override
  public String describe() {
    return "grouping by " + rules() + " keys";
  }

  @Override
  public double outputsPerRecord() {
    return 1;
  }

  @Override
  int keyOf(int generator, long sequence) {
    return spread.of(SplitMix.mix(SplitMix.key(drawKey, generator, sequence)));
  }
}
