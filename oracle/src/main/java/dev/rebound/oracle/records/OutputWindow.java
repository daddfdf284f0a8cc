package dev.rebound.oracle.records;

import dev.rebound.oracle.keyed.TumblingKeys;
import dev.rebound.oracle.sample.EventTime;
import dev.rebound.oracle.sample.Field;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.Fields;
import dev.rebound.workload.WorkloadSpec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where an output says which window it is of.
 *
 * @param sizeMicros length of windows
 * @param path of a time in an output; null if the window stands in the record's key, as Kafka
 *     Streams' serializer of time windows writes it: the key, and 8 bytes with the beginning in
 *     milliseconds, big-endian
 * @param byEnd whether that is the end of the window, or any time in it
 */
record OutputWindow(long sizeMicros, @Nullable FieldPath path, boolean byEnd) {
  /** The word for a window in the key of an output record. */
  static final String IN_KEY = "key";

  /** As a workload has it; null if it has no windows. */
  static @Nullable OutputWindow of(WorkloadSpec spec) {
    long size = RecordOptions.micros(spec, RecordOptions.WINDOW);
    FieldPath end = RecordOptions.path(spec, RecordOptions.OUTPUT_END);
    FieldPath path = end == null ? RecordOptions.path(spec, RecordOptions.OUTPUT_START) : end;
    boolean inKey = spec.options().getOrDefault(RecordOptions.OUTPUT_START, "").equals(IN_KEY);
    return size == 0 || (path == null && !inKey) ? null : new OutputWindow(size, path, end != null);
  }

  /** The record's own key: what stands before the window, where that is in it. */
  byte @Nullable [] key(byte @Nullable [] recordKey) {
    return path != null || recordKey == null
        ? recordKey
        : recordKey.length < Long.BYTES
            ? null
            : Arrays.copyOf(recordKey, recordKey.length - Long.BYTES);
  }

  /** The number of the window; null if an output does not say it. */
  @Nullable Long number(byte @Nullable [] recordKey, byte @Nullable [] value, Fields fields) {
    if (path == null) {
      return inKey(recordKey);
    }
    Field field = value == null ? null : fields.findInOutput(value, path);
    EventTime time = field == null ? null : EventTime.of(field);
    if (time == null) {
      return null;
    }
    // Some write the last moment of a window for its end.
    return TumblingKeys.window(byEnd ? time.micros() - 1 : time.micros(), sizeMicros);
  }

  /** Bytes that are not the beginning of a window are of a key without one. */
  private @Nullable Long inKey(byte @Nullable [] recordKey) {
    if (recordKey == null || recordKey.length < Long.BYTES) {
      return null;
    }
    long millis = ByteBuffer.wrap(recordKey).getLong(recordKey.length - Long.BYTES);
    boolean begins =
        millis >= 0 && millis < Long.MAX_VALUE / 1000 && millis * 1000 % sizeMicros == 0;
    return begins ? TumblingKeys.window(millis * 1000, sizeMicros) : null;
  }

  /** What an output that is none may lack, and the remedy. */
  String missing() {
    return path == null
        ? ", or whose key does not end in 8 bytes with the beginning of a window of this length"
            + " (output-window: key)"
        : (", or without a time at %s that says its window (if that stands in the record's key:"
                + " output-window: key)")
            .formatted(path);
  }
}
