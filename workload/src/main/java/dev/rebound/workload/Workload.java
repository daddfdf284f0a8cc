package dev.rebound.workload;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The computation of a job: the input records, how they are written and where they are sent, how an
 * output says which it is.
 *
 * <p>Engine-free and pure: the same instance description ({@link WorkloadSpec}) gives the same
 * answers in the load generator, in every engine's job and in the checker. Instances are immutable
 * and safe to share; what they {@link #owed owe} is not. What is due of all inputs, and how outputs
 * are judged, an oracle says.
 */
public interface Workload {
  /** The description that this workload was made from. */
  WorkloadSpec spec();

  /** The computation in a few words. */
  default String describe() {
    return spec().name();
  }

  /** Mean number of outputs per record. */
  default double outputsPerRecord() {
    return 1;
  }

  /** Mean number of what a job shuffles per record, where its {@link #shape} has it shuffle. */
  default double shuffledPerRecord() {
    return outputsPerRecord();
  }

  /**
   * How much state a job holds once it has run for a while, bytes, as the option {@code state}
   * says: about, and of one copy; 0 where it says nothing.
   */
  default long heldBytes() {
    return 0;
  }

  /**
   * The least that every record waits for time to go on before an output that it is part of can be
   * made, milliseconds; 0 if it waits for no time.
   */
  default long waitMillisMin() {
    return 0;
  }

  /**
   * How far apart in time outputs are made, where a window ends for all records at once,
   * milliseconds: so much longer than {@link #waitMillisMin} a record may wait. 0 if outputs are
   * made as records come.
   */
  default long outputsEveryMillis() {
    return 0;
  }

  /** Outputs that one closing round adds to those of the records. */
  default int readouts() {
    return 0;
  }

  /** How a job that computes it is built. */
  default WorkloadKind.Shape shape() {
    return Workloads.kind(spec().name()).shape();
  }

  /**
   * When record {@code sequence} of a generator is due, in records at an even rate: its number,
   * unless records are not spread evenly. Does not decrease, and is off from the number by less
   * than {@link #unevenOver}.
   */
  default double turn(long sequence) {
    return (double) sequence;
  }

  /** Over how many records it evens out how they are spread; 0 if they are spread evenly. */
  default int unevenOver() {
    return 0;
  }

  /** How many input topics there are; all have the same number of partitions. */
  default int inputTopics() {
    return 1;
  }

  /**
   * The output topics, in the order of their lanes, each with the workload that says what is due in
   * it of the same records; empty where there is one.
   */
  default List<OutputTopic> outputTopics() {
    return List.of();
  }

  /** Where its records are sent. */
  default Placement placement() {
    return Placement.IN_TURN;
  }

  /** Length of a whole record in bytes, header included, as far as that can be said of all. */
  int recordBytes();

  /**
   * Writes record (generator, sequence) as it is sent.
   *
   * @param intendedMicros when it is to be sent, microseconds since the epoch
   */
  void write(int generator, long sequence, long intendedMicros, RecordSink sink);

  /**
   * Writes the record that has a job read out what it holds for one input partition, where the
   * {@link #shape} is one with closing records.
   *
   * @param round of closing records, from 1
   * @param partition that it is sent to
   * @param nowMicros microseconds since the epoch
   */
  default void closing(long round, int partition, int partitions, long nowMicros, RecordSink sink) {
    RecordFormat.header(
        sink.value(RecordFormat.HEADER_BYTES),
        RecordFormat.RecordKind.CLOSING,
        0,
        0,
        round,
        nowMicros);
  }

  /**
   * Which record a record of the input topic is, as {@link RecordFormat} lays a header out; what is
   * no record of ours gives bytes that are no header.
   *
   * @param value stands at its first byte; where it stands afterwards does not matter
   */
  default byte[] input(Headers headers, ByteBuffer value) {
    byte[] tagged = RecordIdHeader.input(headers.last(RecordIdHeader.HEADER));
    if (tagged != null) {
      return tagged;
    }
    byte[] header = new byte[Math.min(RecordFormat.HEADER_BYTES, value.remaining())];
    value.get(header);
    return header;
  }

  /**
   * Which outputs a record of the output topic holds, each as {@link OutputRecord} lays one out;
   * none if it is no output. Where a job shuffles, its record has no key, or that of its rule.
   */
  default void outputs(Headers headers, byte @Nullable [] value, Consumer<byte[]> sink) {
    byte[] output =
        shape().tagged()
            ? RecordIdHeader.output(headers.last(RecordIdHeader.HEADER), value)
            : value;
    boolean placed =
        !shape().shuffled()
            || value == null
            || value.length != OutputRecord.BYTES
            || RecordFormat.isKeyOf(ByteBuffer.wrap(value).getInt(4), headers.key());
    if (placed && OutputRecord.is(output)) {
      sink.accept(output);
    }
  }

  /** True if an engine may pass an input over because it came late. */
  default boolean dropsLate() {
    return Workloads.kind(spec().name()).dropsLate().test(spec().options()::get);
  }

  /**
   * The outputs that each record owes by itself; an output of key 0, unless there is more to say.
   */
  default ExpectedOutputs owed() {
    return (generator, sequence, sink) -> sink.accept(0);
  }
}
