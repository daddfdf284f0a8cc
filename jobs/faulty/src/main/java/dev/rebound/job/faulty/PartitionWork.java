package dev.rebound.job.faulty;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The work on the records of a worker's partitions. Used by one thread. */
interface PartitionWork extends AutoCloseable {
  /** Takes what is to be written. */
  @FunctionalInterface
  interface OutputSink {
    /**
     * @param rule decides the partition
     */
    void send(int rule, byte[] output);
  }

  /** True of a record that asks for what is held to be read out. */
  boolean closing(ConsumerRecord<byte[], byte[]> record);

  /**
   * Takes a record, one partition's in their order.
   *
   * @param known true if its outputs were written before: it only brings the state back
   */
  void take(ConsumerRecord<byte[], byte[]> record, boolean known, OutputSink sink);

  /**
   * Answers a closing record, by default as any other. All that was written before stands in the
   * output topic.
   */
  default void readOut(ConsumerRecord<byte[], byte[]> record, OutputSink sink) {
    take(record, false, sink);
  }

  /**
   * True if the state of a partition comes back by reading its records from the first on, as it
   * does by default.
   */
  default boolean restoresFromInput() {
    return true;
  }

  /** Forgets the state of a partition, which then comes back. */
  void forget(int partition);

  @Override
  default void close() {}
}
