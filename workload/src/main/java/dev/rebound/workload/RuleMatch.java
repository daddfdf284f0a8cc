package dev.rebound.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The workload {@code rule-match}: N rules, each of which matches a record with a probability of
 * its own, independently of the others.
 *
 * <p>Which rules match is a pure function of (seed, generator, sequence). Two ways to find them,
 * chosen by {@link WorkloadSpec#matching}, with the same distribution but different sets:
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
public final class RuleMatch implements Workload {
  /** Keep the purposes of draws apart. */
  private static final long INDEXED_STREAM = 0x7A1D_0001L;

  private static final long SCAN_STREAM = 0x7A1D_0002L;
  private static final long PAYLOAD_STREAM = 0x7A1D_0003L;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final WorkloadSpec spec;
  private final int payloadBytes;
  private final RuleWalk walk;
  private final long payloadKey;

  /** Checks the description; {@link IllegalArgumentException} says what is wrong with it. */
  public RuleMatch(WorkloadSpec spec) {
    if (spec.recordBytes() < RecordFormat.HEADER_BYTES) {
      throw new IllegalArgumentException(
          "workload.record-bytes is "
              + spec.recordBytes()
              + "; a record has a header of "
              + RecordFormat.HEADER_BYTES
              + " bytes, so choose at least that");
    }
    if (spec.emitEvery() < 1) {
      throw new IllegalArgumentException(
          "workload.emit-every is " + spec.emitEvery() + "; choose 1 (every match) or more");
    }
    this.spec = spec;
    this.payloadBytes = spec.recordBytes() - RecordFormat.HEADER_BYTES;
    this.payloadKey = SplitMix.mix(SplitMix.mix(spec.seed()) + PAYLOAD_STREAM);
    RuleChances chances = RuleChances.of(spec.rules(), spec.selectivity(), spec.distribution());
    long seedKey = SplitMix.mix(spec.seed());
    this.walk =
        switch (spec.matching()) {
          case "indexed" ->
              chances.uniform()
                  ? new RuleWalk.Even(
                      SplitMix.mix(seedKey + INDEXED_STREAM),
                      spec.rules(),
                      chances.probabilities()[0])
                  : RuleWalk.Uneven.of(
                      SplitMix.mix(seedKey + INDEXED_STREAM), chances.probabilities());
          case "scan" ->
              RuleWalk.Scan.of(SplitMix.mix(seedKey + SCAN_STREAM), chances.probabilities());
          default ->
              throw new IllegalArgumentException(
                  "workload.matching is '" + spec.matching() + "'; write indexed or scan");
        };
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public int rules() {
    return spec.rules();
  }

  @Override
  public double matchesPerRecord() {
    return spec.selectivity();
  }

  @Override
  public int payloadBytes(int generator, long sequence) {
    return payloadBytes;
  }

  @Override
  public int payloadBytesMax() {
    return payloadBytes;
  }

  @Override
  public int payload(int generator, long sequence, byte[] target, int offset) {
    long counter = SplitMix.key(payloadKey, generator, sequence);
    int end = offset + payloadBytes;
    int at = offset;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      LONGS.set(target, at, word(counter));
      counter += SplitMix.GAMMA;
    }
    long rest = word(counter);
    for (; at < end; at++) {
      target[at] = (byte) rest;
      rest >>>= Byte.SIZE;
    }
    return payloadBytes;
  }

  /**
   * One multiplication less than {@link SplitMix#mix}: enough for bytes that nobody may compress.
   */
  private static long word(long counter) {
    long z = (counter ^ (counter >>> 32)) * 0xBF58476D1CE4E5B9L;
    return z ^ (z >>> 29);
  }

  @Override
  public Matcher newMatcher() {
    return new RuleMatcher(walk, spec.rules());
  }

  /** Keeps no state: closing it releases nothing. */
  private record RuleMatcher(RuleWalk walk, int rules) implements Matcher {
    @Override
    public void match(byte[] record, Sink sink) {
      switch (RecordFormat.kind(record)) {
        case DATA -> walk.walk(RecordFormat.generator(record), RecordFormat.sequence(record), sink);
        case CLOSING -> {
          for (int rule = 0; rule < rules; rule++) {
            sink.rule(rule);
          }
        }
      }
    }

    @Override
    public void expected(int generator, long sequence, Sink sink) {
      walk.walk(generator, sequence, sink);
    }

    @Override
    public void close() {}
  }
}
