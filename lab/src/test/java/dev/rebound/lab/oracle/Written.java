package dev.rebound.lab.oracle;

import org.jspecify.annotations.Nullable;

/**
 * A record of an output topic, or a row. Immutable.
 *
 * <p>The live reader may not have been given it, or it may be gone when the topic is read again.
 */
final class Written {
  private final int topic;
  private final int partition;
  private final byte @Nullable [] key;
  private final byte @Nullable [] tag;
  private final byte @Nullable [] value;
  private final boolean live;
  private final boolean stands;

  Written(
      int topic,
      int partition,
      byte @Nullable [] key,
      byte @Nullable [] tag,
      byte @Nullable [] value) {
    this(topic, partition, key, tag, value, true, true);
  }

  private Written(
      int topic,
      int partition,
      byte @Nullable [] key,
      byte @Nullable [] tag,
      byte @Nullable [] value,
      boolean live,
      boolean stands) {
    this.topic = topic;
    this.partition = partition;
    this.key = key;
    this.tag = tag;
    this.value = value;
    this.live = live;
    this.stands = stands;
  }

  int topic() {
    return topic;
  }

  int partition() {
    return partition;
  }

  byte @Nullable [] key() {
    return key;
  }

  byte @Nullable [] tag() {
    return tag;
  }

  byte @Nullable [] value() {
    return value;
  }

  boolean live() {
    return live;
  }

  boolean stands() {
    return stands;
  }

  Written saying(byte @Nullable [] other) {
    return new Written(topic, partition, key, tag, other, live, stands);
  }

  Written keyed(byte @Nullable [] other) {
    return new Written(topic, partition, other, tag, value, live, stands);
  }

  Written tagged(byte @Nullable [] other) {
    return new Written(topic, partition, key, other, value, live, stands);
  }

  Written on(int other) {
    return new Written(topic, other, key, tag, value, live, stands);
  }

  /** Seen by the live reader alone, or by nobody but the second reading. */
  Written seen(boolean bySomeone, boolean inTheEnd) {
    return new Written(topic, partition, key, tag, value, bySomeone, inTheEnd);
  }
}
