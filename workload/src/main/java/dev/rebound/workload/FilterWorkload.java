package dev.rebound.workload;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A workload whose outputs are the records that match, as they were. There is one rule. */
public interface FilterWorkload extends RuleWorkload, TaggedWorkload {
  @Override
  default WorkloadKind.Shape shape() {
    return WorkloadKind.Shape.IN_PLACE;
  }

  @Override
  default int rules() {
    return 1;
  }

  /** The value of record (generator, sequence), which does not depend on when it is sent. */
  byte[] value(int generator, long sequence);

  @Override
  default byte[] value(int generator, long sequence, long intendedMicros) {
    return value(generator, sequence);
  }

  /** The output that a header says it is, with a hash of the value. */
  @Override
  default void outputs(Headers headers, byte @Nullable [] value, Consumer<byte[]> sink) {
    byte[] tagged = RecordIdHeader.output(headers.last(RecordIdHeader.HEADER));
    if (tagged != null) {
      sink.accept(
          OutputRecord.decode(tagged).containing(1, value == null ? 0 : hash(value)).encode());
    }
  }

  /** The hash of a value. */
  static long hash(byte[] value) {
    long hash = value.length;
    for (byte b : value) {
      hash = SplitMix.mix(hash + b + SplitMix.GAMMA);
    }
    return hash;
  }
}
