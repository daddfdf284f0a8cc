package dev.rebound.lab.observe;

import dev.rebound.workload.Headers;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Headers as Kafka's client gives them, for whoever must not know it. */
record ReadHeaders(org.apache.kafka.common.header.Headers headers) implements Headers {
  @Override
  public byte @Nullable [] last(String name) {
    Header header = headers.lastHeader(name);
    return header == null ? null : header.value();
  }
}
