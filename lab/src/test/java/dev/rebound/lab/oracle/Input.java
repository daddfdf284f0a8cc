package dev.rebound.lab.oracle;

import org.jspecify.annotations.Nullable;

/** A record of the input topic, or of the second: its lanes come after those of the first. */
final class Input {
  private final long sequence;
  private final long micros;
  private final int lane;
  private final long offset;
  private final byte @Nullable [] key;
  private final byte @Nullable [] tag;
  private final byte[] value;

  Input(
      long sequence,
      long micros,
      int lane,
      long offset,
      byte @Nullable [] key,
      byte @Nullable [] tag,
      byte[] value) {
    this.sequence = sequence;
    this.micros = micros;
    this.lane = lane;
    this.offset = offset;
    this.key = key;
    this.tag = tag;
    this.value = value;
  }

  long sequence() {
    return sequence;
  }

  /** When it was to be sent, microseconds since the epoch. */
  long micros() {
    return micros;
  }

  int lane() {
    return lane;
  }

  long offset() {
    return offset;
  }

  byte @Nullable [] key() {
    return key;
  }

  byte @Nullable [] tag() {
    return tag;
  }

  byte[] value() {
    return value;
  }
}
