package dev.rebound.lab.observe;

import dev.rebound.workload.Tag;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Reads the {@link Tag} of a record from its headers. */
final class Tagged {
  private Tagged() {}

  /** The header of the input that the record is; null if it has no tag, or a wrong one. */
  static byte @Nullable [] input(Headers headers) {
    return Tag.input(tag(headers));
  }

  /**
   * The output that the record is, as {@link dev.rebound.workload.OutputRecord} lays it out; null
   * if it has no tag, or a wrong one. Where no header has it, the value may.
   */
  static byte @Nullable [] output(Headers headers, byte @Nullable [] value) {
    return Tag.output(tag(headers), value);
  }

  /** The last one counts, as where a job adds its own to those that it copies. */
  private static byte @Nullable [] tag(Headers headers) {
    Header header = headers.lastHeader(Tag.HEADER);
    return header == null ? null : header.value();
  }
}
