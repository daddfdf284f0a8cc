package dev.rebound.analysis.recovery;

import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.Walk;
import org.jspecify.annotations.Nullable;

/** Begins a walk in the middle of a strand, without looking at all that comes before. */
final class WalkStart {
  private static final long STRIDE = 4096;

  private WalkStart() {}

  /** A walk that stands at the first input due at a time or later; null if there is none. */
  static @Nullable Walk time(Due outputs, int strand, long micros) {
    long near = outputs.firstOf(strand);
    long end = outputs.firstOf(strand + 1);
    if (near == end) {
      return null;
    }
    Walk ahead = outputs.walk(strand);
    for (long i = near; i < end; i += STRIDE) {
      ahead.seek(i);
      if (ahead.dueMicros() >= micros) {
        break;
      }
      near = i;
    }
    Walk walk = outputs.walk(strand);
    walk.seek(near);
    while (walk.dueMicros() < micros) {
      if (!walk.next()) {
        return null;
      }
    }
    return walk;
  }
}
