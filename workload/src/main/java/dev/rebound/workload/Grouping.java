package dev.rebound.workload;

import java.io.Serializable;

/**
 * The workload {@code grouping}: records with a key, which are counted by key (the stream record
 * grouping job of Tzoumas et al. 2015). Each record comes out with the count of its key so far, or
 * one in so many, drawn by the seed: the others are held in the key's count and checksum, which are
 * read out in the end.
 *
 * <p>A record's partition has nothing to do with its key, so that every record passes the shuffle.
 * Its value begins with the key, 4 bytes big-endian; the rest is random bytes.
 */
public final class Grouping extends KeyedWorkload {
  private static final String OUTPUT_EVERY = "output-every";

  /** The options that it takes. */
  public static final WorkloadKind KIND =
      WorkloadKind.of("grouping", WorkloadKind.Shape.KEYED, Grouping::new)
          .check(WorkloadKind.Check.enough("keys"))
          .logic(GroupingLogic::of)
          .options(
              WorkloadOption.whole("keys", 1, 10_000_000, "1200", "1200")
                  .meaning("grouping: how many keys there are."),
              WorkloadOption.of("skew", KeyDistribution.FORM, "uniform", "zipf:1.2")
                  .meaning("grouping: how records are spread over the keys."),
              WorkloadOption.whole(OUTPUT_EVERY, 1, 1_000_000, "1", "100")
                  .meaning(
                      "grouping: one record in so many, drawn by the seed, comes out with the count of"
                          + " its key; each is counted."),
              RuleMatch.RECORD,
              RuleState.SIZE);

  private static final long STREAM = 0x7A1D_0008L;
  private static final long PAYLOAD_STREAM = 0x7A1D_0009L;

  private final KeyDistribution spread;
  private final long drawKey;
  private final DrawnOutputs drawn;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public Grouping(WorkloadSpec spec) {
    super(spec, "keys", PAYLOAD_STREAM);
    this.spread = KeyDistribution.of(rules(), spec.text("skew"));
    this.drawKey = SplitMix.mix(SplitMix.mix(spec.seed()) + STREAM);
    this.drawn = DrawnOutputs.of(spec);
  }

  /** Which records come out: of all, those that the seed draws. */
  record DrawnOutputs(int every, long key) implements Serializable {
    private static final long OUTPUT_STREAM = 0x7A1D_0010L;

    static DrawnOutputs of(WorkloadSpec spec) {
      // Evidence of earlier versions has no such option.
      String every = spec.options().getOrDefault(OUTPUT_EVERY, "1");
      return new DrawnOutputs(
          Integer.parseInt(every), SplitMix.mix(SplitMix.mix(spec.seed()) + OUTPUT_STREAM));
    }

    boolean has(int generator, long sequence) {
      return every == 1
          || Long.remainderUnsigned(SplitMix.mix(SplitMix.key(key, generator, sequence)), every)
              == 0;
    }
  }

  @Override
  public String describe() {
    return "grouping by " + rules() + " keys";
  }

  @Override
  public double outputsPerRecord() {
    return 1.0 / drawn.every();
  }

  @Override
  public double shuffledPerRecord() {
    return 1;
  }

  @Override
  public ExpectedOutputs owed() {
    return (generator, sequence, sink) -> {
      if (drawn.has(generator, sequence)) {
        sink.accept(keyOf(generator, sequence));
      }
    };
  }

  /** True if every record comes out. */
  public boolean emitsAll() {
    return drawn.every() == 1;
  }

  @Override
  public int keyOf(int generator, long sequence) {
    return spread.of(SplitMix.mix(SplitMix.key(drawKey, generator, sequence)));
  }
}
