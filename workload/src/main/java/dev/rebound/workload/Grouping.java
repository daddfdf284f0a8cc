package dev.rebound.workload;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The workload {@code grouping}: records with a key, which are counted by key (the stream record
 * grouping job of Tzoumas et al. 2015). Each record comes out with the count of its key so far.
 *
 * <p>A record's partition has nothing to do with its key, so that every record passes the shuffle.
 * Its value begins with the key, 4 bytes big-endian; the rest is random bytes.
 */
public final class Grouping implements RuleWorkload {
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
                  new WorkloadOption.TextForm(
                      "a distribution",
                      "uniform|zipf(:[0-9]*\\.?[0-9]+)?",
                      "Write uniform, zipf, or zipf with its exponent: zipf:1.2."),
                  "uniform",
                  "grouping: how records are spread over the keys.",
                  "zipf:1.2"),
              RuleMatch.RECORD,
              RuleState.SIZE),
          Grouping::complaint,
          Grouping::new);

  private static final long STREAM = 0x7A1D_0008L;
  private static final long PAYLOAD_STREAM = 0x7A1D_0009L;

  private final WorkloadSpec spec;
  private final int keys;
  private final int payloadBytes;
  private final Spread spread;
  private final long drawKey;
  private final long payloadKey;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public Grouping(WorkloadSpec spec) {
    this.spec = spec;
    this.keys = spec.whole("keys");
    this.payloadBytes = spec.whole("record-bytes") - RecordFormat.HEADER_BYTES;
    this.spread = Spread.of(keys, spec.text("skew"));
    this.drawKey = SplitMix.mix(SplitMix.mix(spec.seed()) + STREAM);
    this.payloadKey = SplitMix.mix(SplitMix.mix(spec.seed()) + PAYLOAD_STREAM);
  }

  private static Optional<WorkloadKind.OptionProblem> complaint(WorkloadSpec spec, int partitions) {
    return spec.whole("keys") >= partitions
        ? Optional.empty()
        : Optional.of(
            new WorkloadKind.OptionProblem(
                "keys",
                spec.whole("keys")
                    + " keys on "
                    + partitions
                    + " partitions: some partitions would have no output",
                "Write keys: " + partitions + " or more, or lower kafka.partitions."));
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public WorkloadKind.Shape shape() {
    return KIND.shape();
  }

  @Override
  public String describe() {
    return "grouping by " + keys + " keys";
  }

  /** The keys. */
  @Override
  public int rules() {
    return keys;
  }

  @Override
  public String keyWord() {
    return "key";
  }

  @Override
  public double outputsPerRecord() {
    return 1;
  }

  /** The key of record (generator, sequence). */
  public int keyOf(int generator, long sequence) {
    return spread.of(SplitMix.mix(SplitMix.key(drawKey, generator, sequence)));
  }

  @Override
  public int payloadBytesMax() {
    return payloadBytes;
  }

  @Override
  public int payload(int generator, long sequence, long intendedMicros, byte[] target, int offset) {
    ByteBuffer.wrap(target).putInt(offset, keyOf(generator, sequence));
    Noise.fill(
        SplitMix.key(payloadKey, generator, sequence),
        target,
        offset + Integer.BYTES,
        offset + payloadBytes);
    return payloadBytes;
  }

  @Override
  public Matcher newMatcher() {
    return new KeyReader();
  }

  private final class KeyReader implements Matcher {
    @Override
    public void match(byte[] record, IntConsumer sink) {
      switch (RecordFormat.kind(record)) {
        case DATA -> sink.accept(RecordFormat.key(record, keys));
        case CLOSING -> {
          for (int key = 0; key < keys; key++) {
            sink.accept(key);
          }
        }
      }
    }

    @Override
    public void expected(int generator, long sequence, IntConsumer sink) {
      sink.accept(keyOf(generator, sequence));
    }
  }
}
