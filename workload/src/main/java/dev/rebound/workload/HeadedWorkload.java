package dev.rebound.workload;

/** A workload whose records begin with a header, as {@link RecordFormat} lays it out. */
public interface HeadedWorkload extends RuleWorkload {
  /** Length of the payload of record (generator, sequence) in bytes. */
  default int payloadBytes(int generator, long sequence) {
    return payloadBytesMax();
  }

  /** Upper bound of {@link #payloadBytes}. */
  int payloadBytesMax();

  /**
   * Writes the payload of record (generator, sequence), of {@link #payloadBytes}, into {@code
   * target} at {@code offset}; returns its length.
   */
  int payload(int generator, long sequence, byte[] target, int offset);

  @Override
  default int recordBytes() {
    return RecordFormat.HEADER_BYTES + payloadBytesMax();
  }

  @Override
  default void write(int generator, long sequence, long intendedMicros, RecordSink sink) {
    int length = payloadBytes(generator, sequence);
    byte[] value = sink.value(RecordFormat.HEADER_BYTES + length);
    RecordFormat.header(
        value, RecordFormat.RecordKind.DATA, generator, length, sequence, intendedMicros);
    payload(generator, sequence, value, RecordFormat.HEADER_BYTES);
  }
}
