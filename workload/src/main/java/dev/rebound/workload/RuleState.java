package dev.rebound.workload;

import java.nio.ByteBuffer;

/**
 * A rule's state: how many records matched, a checksum over their identities, and the first and
 * last intended times.
 *
 * <p>Encoded: count, checksum, first, last (8 bytes each, big-endian), then padding up to the
 * configured state size.
 *
 * @param count matches so far
 * @param checksum sum of {@link #identityHash} over the matches, mod 2^64; the order does not
 *     matter
 * @param firstMicros least intended send time, microseconds since the epoch; {@link Long#MAX_VALUE}
 *     when empty
 * @param lastMicros greatest intended send time; {@link Long#MIN_VALUE} when empty
 */
public record RuleState(long count, long checksum, long firstMicros, long lastMicros) {
  /** The state of a rule that has not matched yet. */
  public static final RuleState EMPTY = new RuleState(0, 0, Long.MAX_VALUE, Long.MIN_VALUE);

  /** Length of the encoded fields in bytes, without padding. */
  public static final int BYTES = 32;

  /** How large it is, for workloads that keep one for each rule, or for each open window. */
  static final WorkloadOption SIZE =
      WorkloadOption.of("state", new WorkloadOption.Size(0, 64L << 20), "0", "1KB")
          .as("state-bytes")
          .meaning("Size up to which the state of each rule, or of each open window, is padded.");

  /** The state after one more match. */
  public RuleState step(int generator, long sequence, int rule, long intendedMicros) {
    return new RuleState(
        count + 1,
        checksum + identityHash(generator, sequence, rule),
        Math.min(firstMicros, intendedMicros),
        Math.max(lastMicros, intendedMicros));
  }

  /**
   * Hash of an output's identity (generator, sequence, rule): SplitMix64's finalizer over a linear
   * mix.
   */
  public static long identityHash(int generator, long sequence, int rule) {
    return SplitMix.mix(
        sequence * SplitMix.GAMMA + SplitMix.mix(((long) generator << 32) | (rule & 0xFFFFFFFFL)));
  }

  /** Encodes into max({@link #BYTES}, {@code stateBytes}) bytes. */
  public byte[] encode(int stateBytes) {
    byte[] bytes = new byte[Math.max(BYTES, stateBytes)];
    ByteBuffer.wrap(bytes)
        .putLong(count)
        .putLong(checksum)
        .putLong(firstMicros)
        .putLong(lastMicros);
    return bytes;
  }

  /** Decodes what {@link #encode} wrote. */
  public static RuleState decode(byte[] bytes) {
    ByteBuffer b = ByteBuffer.wrap(bytes);
    return new RuleState(b.getLong(0), b.getLong(8), b.getLong(16), b.getLong(24));
  }
}
