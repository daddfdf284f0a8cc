package dev.rebound.service.activation.activation;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Where records go that cannot be carried out. */
interface DeadLetters {
  /**
   * Sets a record aside, with the reason; returned, the broker has it.
   *
   * @throws RuntimeException if it could not be set aside
   */
  void add(ConsumerRecord<byte[], byte[]> record, Exception reason);
}
