package dev.rebound.lab.observe;

import dev.rebound.workload.Headers;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Headers as Kafka's client gives them, for whoever must not know it. */
class ReadHeaders implements Headers {
  private final org.apache.kafka.common.header.Headers headers;

  ReadHeaders(org.apache.kafka.common.header.Headers headers) {
    this.headers = headers;
  }

  /** Those of a record, and its key. */
  static Headers of(ConsumerRecord<byte[], byte[]> record) {
    return new ReadHeaders(record.headers()) {
      @Override
      public byte @Nullable [] key() {
        return record.key();
      }
    };
  }

  @Override
  public byte @Nullable [] last(String name) {
    Header header = headers.lastHeader(name);
    return header == null ? null : header.value();
  }
}
