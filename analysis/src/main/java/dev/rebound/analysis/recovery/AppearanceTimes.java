package dev.rebound.analysis.recovery;

import dev.rebound.analysis.check.FirstTimes;

/** When each output due appeared first, on one axis of time, microseconds since the epoch. */
interface AppearanceTimes {
  boolean seen(long index);

  /** {@link FirstTimes#NEVER} if it was not seen. */
  long micros(long index);

  /** When outputs were appended to the output topic; 1 ms resolution. */
  static AppearanceTimes append(FirstTimes times) {
    return new AppearanceTimes() {
      @Override
      public boolean seen(long index) {
        return times.seen(index);
      }

      @Override
      public long micros(long index) {
        return times.appendMicros(index);
      }
    };
  }

  /** When the reader received outputs. */
  static AppearanceTimes receipt(FirstTimes times) {
    return new AppearanceTimes() {
      @Override
      public boolean seen(long index) {
        return times.seen(index);
      }

      @Override
      public long micros(long index) {
        return times.receiptMicros(index);
      }
    };
  }
}
