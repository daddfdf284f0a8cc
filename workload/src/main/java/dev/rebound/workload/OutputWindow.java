package dev.rebound.workload;

import dev.rebound.workload.sample.EventTime;
import dev.rebound.workload.sample.Field;
import dev.rebound.workload.sample.FieldPath;
import dev.rebound.workload.sample.Fields;
import org.jspecify.annotations.Nullable;

/**
 * Where an output says which window it is of.
 *
 * @param sizeMicros length of windows
 * @param path of a time in an output
 * @param byEnd whether that is the end of the window, or any time in it
 */
record OutputWindow(long sizeMicros, FieldPath path, boolean byEnd) {
  /** As a workload has it; null if it has no windows. */
  static @Nullable OutputWindow of(WorkloadSpec spec) {
    long size = RecordOptions.micros(spec, RecordOptions.WINDOW);
    FieldPath end = RecordOptions.path(spec, RecordOptions.OUTPUT_END);
    FieldPath path = end == null ? RecordOptions.path(spec, RecordOptions.OUTPUT_START) : end;
    return size == 0 || path == null ? null : new OutputWindow(size, path, end != null);
  }

  /** The number of the window; null if an output does not say it. */
  @Nullable Long number(byte[] value, Fields fields) {
    Field field = fields.findInOutput(value, path);
    EventTime time = field == null ? null : EventTime.of(field);
    if (time == null) {
      return null;
    }
    // Some write the last moment of a window for its end.
    return TumblingKeys.window(byEnd ? time.micros() - 1 : time.micros(), sizeMicros);
  }
}
