package dev.rebound.lab.load;

import dev.rebound.workload.RecordSink;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * A record on its way to a producer, which copies what it is given before its {@code send} returns:
 * one array serves all values of one length.
 */
final class OutgoingRecord implements RecordSink {
  private final List<Header> headers = new ArrayList<>();
  private byte[] value = new byte[0];
  private byte @Nullable [] key;
  private long timestamp;

  /**
   * Starts a record.
   *
   * @param millis its timestamp, milliseconds since the epoch
   */
  void begin(long millis) {
    headers.clear();
    key = null;
    timestamp = millis;
  }

  @Override
  public byte[] value(int length) {
    if (value.length != length) {
      value = new byte[length];
    }
    return value;
  }

  @Override
  public void key(byte[] bytes) {
    key = bytes;
  }

  @Override
  public void header(String name, byte[] bytes) {
    headers.add(new RecordHeader(name, bytes));
  }

  /** The record written since {@link #begin}, for a partition. */
  ProducerRecord<byte[], byte[]> to(String topic, int partition) {
    return new ProducerRecord<>(topic, partition, timestamp, key, value, headers);
  }
}
