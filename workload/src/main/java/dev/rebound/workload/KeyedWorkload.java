package dev.rebound.workload;

import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

/**
 * A workload of so many keys. A record's value begins with its key, 4 bytes big-endian, and fields
 * of the workload's own; the rest is random bytes. A closing record is for every key.
 */
abstract class KeyedWorkload implements HeadedWorkload {
  private final WorkloadSpec spec;
  private final int keys;
  private final int payloadBytes;
  private final long payloadKey;

  /**
   * A new one.
   *
   * @param keys name of the option that says how many keys there are
   * @param stream keeps draws of random bytes apart from other draws
   */
  KeyedWorkload(WorkloadSpec spec, String keys, long stream) {
    this.spec = spec;
    this.keys = spec.whole(keys);
    this.payloadBytes = spec.whole("record-bytes") - RecordFormat.HEADER_BYTES;
    this.payloadKey = SplitMix.mix(SplitMix.mix(spec.seed()) + stream);
  }

  /** The key of record (generator, sequence). */
  public abstract int keyOf(int generator, long sequence);

  /** Writes the fields that follow the key in the value of record (generator, sequence). */
  void fields(int generator, long sequence, ByteBuffer value) {}

  @Override
  public WorkloadSpec spec() {
    return spec;
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
  public int payloadBytesMax() {
    return payloadBytes;
  }

  @Override
  public int payload(int generator, long sequence, byte[] target, int offset) {
    ByteBuffer value = ByteBuffer.wrap(target, offset, payloadBytes);
    value.putInt(keyOf(generator, sequence));
    fields(generator, sequence, value);
    RandomBytes.fill(
        SplitMix.key(payloadKey, generator, sequence),
        target,
        value.position(),
        offset + payloadBytes);
    return payloadBytes;
  }

  @Override
  public Matcher newMatcher() {
    return new KeyReader();
  }

  /** Gives each record to its key, which owes an output for it. */
  class KeyReader implements Matcher {
    @Override
    public void match(byte[] record, IntConsumer sink) {
      sink.accept(RecordFormat.key(record, keys));
    }

    @Override
    public void expected(int generator, long sequence, IntConsumer sink) {
      sink.accept(keyOf(generator, sequence));
    }
  }
}
