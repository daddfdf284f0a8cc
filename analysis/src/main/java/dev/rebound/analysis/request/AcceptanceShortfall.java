package dev.rebound.analysis.request;

import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.request.AcceptanceGaps.Length;
import dev.rebound.analysis.request.RequestFates.Fate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToDoubleFunction;

/**
 * The stretches in which fewer requests were accepted than before. One begins with a request that
 * failed, if more of those within the hold from then on failed than may, and lasts until a request
 * is accepted from which on no more fail than may. It ends when the first of these has its answer.
 */
final class AcceptanceShortfall {
  /** For how long requests must be accepted as before until that is over, as outputs must flow. */
  static final long HOLD_MICROS = 5_000_000;

  private final RequestFates requests;
  private final boolean hopeful;
  private final LongToDoubleFunction mayFail;
  private final List<Long> signals;

  /** Of the requests below a number, those that failed. */
  private final int[] failedBelow;

  /** When the first answer came that accepts one of a number or above. */
  private final long[] acceptedFrom;

  private final List<TimeRange> stretches = new ArrayList<>();

  /**
   * @param hopeful whether what is not known speaks for the service: what was not sent, or comes
   *     late, counts as accepted, and the hold ends where the next fault comes, or the load's end
   * @param mayFail of so many requests
   * @param signals of all faults, in order
   */
  AcceptanceShortfall(
      RequestFates requests, boolean hopeful, LongToDoubleFunction mayFail, List<Long> signals) {
    this.requests = requests;
    this.hopeful = hopeful;
    this.mayFail = mayFail;
    this.signals = signals;
    int size = requests.size();
    failedBelow = new int[size + 1];
    acceptedFrom = new long[size + 1];
    acceptedFrom[size] = Long.MAX_VALUE;
    for (int n = 0; n < size; n++) {
      failedBelow[n + 1] = failedBelow[n] + (accepted(n) ? 0 : 1);
    }
    for (int n = size - 1; n >= 0; n--) {
      acceptedFrom[n] =
          accepted(n) ? Math.min(acceptedFrom[n + 1], requests.overAtBest(n)) : acceptedFrom[n + 1];
    }
    find();
  }

  private boolean accepted(int number) {
    Fate fate = requests.fate(number);
    return fate == Fate.ACCEPTED || (hopeful && fate != Fate.FAILED);
  }

  private void find() {
    long begun = -1;
    int end = 0;
    int signal = 0;
    for (int n = 0; n < requests.size(); n++) {
      long due = requests.due(n);
      while (signal < signals.size() && signals.get(signal) <= due) {
        signal++;
      }
      long held = due + HOLD_MICROS;
      long until = hopeful && signal < signals.size() ? Math.min(held, signals.get(signal)) : held;
      end = until < held ? requests.from(until) : past(end, held);
      boolean asBefore = failedBelow[end] - failedBelow[n] <= mayFail.applyAsDouble(end - n);
      if (begun >= 0 && accepted(n) && asBefore && (hopeful || end < requests.size())) {
        stretches.add(new TimeRange(begun, acceptedFrom[n]));
        begun = -1;
      } else if (begun < 0 && !accepted(n) && !asBefore) {
        begun = due;
      }
    }
    if (begun >= 0) {
      stretches.add(new TimeRange(begun, Long.MAX_VALUE));
    }
  }

  /** Number of the first request from one on that is due no earlier than this. */
  private int past(int from, long micros) {
    int number = from;
    while (number < requests.size() && requests.due(number) < micros) {
      number++;
    }
    return number;
  }

  /** All those together that are under way between two times. */
  Length between(long fromMicros, long untilMicros, long loadEndMicros) {
    long sum = 0;
    long reached = fromMicros;
    boolean ended = true;
    for (TimeRange stretch : stretches) {
      if (stretch.startMicros() >= untilMicros) {
        break;
      }
      boolean open = stretch.endMicros() == Long.MAX_VALUE;
      long start = Math.max(reached, stretch.startMicros());
      long end = open ? Math.max(loadEndMicros, start) : stretch.endMicros();
      if (end > start) {
        sum += end - start;
        reached = end;
      }
      ended &= !open || (hopeful && end - start < AcceptanceGaps.SHORT_MICROS);
    }
    return new Length(sum, ended);
  }
}
