package dev.rebound.analysis.request;

import dev.rebound.analysis.request.RequestFates.Fate;
import java.util.Arrays;

/**
 * The longest stretch in which nothing was accepted, though requests were due: from the first time
 * that one was due and not accepted any more until the next answer that accepts. One that waits for
 * its answer is due, too, however long ago it was sent: users who all wait send nothing that would
 * be due later.
 */
final class AcceptanceGaps {
  /** What is refused so shortly before the load ends tells no absence without an end. */
  static final long SHORT_MICROS = 500_000;

  private final RequestFates requests;
  private final long[] accepted;
  private final long[] over;
  private final long loadEndMicros;

  /** How long something was, and whether it ended. */
  record Length(long micros, boolean ended) {
    static final Length NONE = new Length(0, true);

    /** The greater of both, without an end if either has none. */
    Length or(Length other) {
      return new Length(Math.max(micros, other.micros), ended && other.ended);
    }
  }

  /**
   * @param hopeful whether what was not sent counts as accepted
   */
  AcceptanceGaps(RequestFates requests, boolean hopeful, long loadEndMicros) {
    this.requests = requests;
    this.loadEndMicros = loadEndMicros;
    long[] times = new long[requests.size()];
    long[] ends = new long[requests.size()];
    int answers = 0;
    for (int n = 0; n < requests.size(); n++) {
      Fate fate = requests.fate(n);
      ends[n] = hopeful ? requests.overAtBest(n) : requests.over(n);
      if (fate == Fate.ACCEPTED || fate == Fate.LATE || (hopeful && fate == Fate.NOT_SENT)) {
        times[answers++] = ends[n];
      }
    }
    accepted = Arrays.copyOf(times, answers);
    over = ends;
    Arrays.sort(accepted);
    Arrays.sort(over);
  }

  /** The longest that is under way between two times. */
  Length between(long fromMicros, long untilMicros) {
    Length longest = Length.NONE;
    int next = RequestFates.from(accepted, accepted.length, fromMicros);
    long before = next == 0 ? 0 : accepted[next - 1];
    for (; before < untilMicros; next++) {
      int due = requests.from(before);
      if (!anyWaits(before) && due == requests.size()) {
        break;
      }
      long start = Math.max(anyWaits(before) ? before : requests.due(due), fromMicros);
      boolean open = next == accepted.length;
      long length = (open ? requests.lastMicros(loadEndMicros) : accepted[next]) - start;
      if (start < untilMicros && length > 0) {
        longest = longest.or(new Length(length, !open || length < SHORT_MICROS));
      }
      if (open) {
        break;
      }
      before = accepted[next];
    }
    return longest;
  }

  /** Whether a request that was due before a time had no outcome yet. */
  private boolean anyWaits(long at) {
    return requests.from(at) > RequestFates.from(over, over.length, at + 1);
  }
}
