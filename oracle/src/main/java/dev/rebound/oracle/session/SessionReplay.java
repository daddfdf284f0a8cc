package dev.rebound.oracle.session;

import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Observation;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.RuleState;
import dev.rebound.workload.SessionLogic;
import dev.rebound.workload.SessionStep;
import dev.rebound.workload.Sessions;
import java.util.Arrays;

/**
 * The stored events of each session, taken in the order in which they lie in its partition: what
 * each owes, and the state after it.
 *
 * <p>From an event on of which nobody knows whether, or how often, a job took it, nothing is known
 * of its place. Memory: 16 bytes per input, two bits per input, and 60 bytes per place.
 */
public final class SessionReplay {
  /** While the replay is made. */
  public static final int BYTES_PER_INPUT = 17;

  private final Sessions sessions;
  private final Ledger ledger;
  private final long[] firstRecord;
  private final long[][] offsets;
  private final long[][] sums;
  private final int[] ends;
  private final long[] doubtedFrom;
  private final LargeArrays.Bits alerts = new LargeArrays.Bits();
  private final LargeArrays.Bits receipts = new LargeArrays.Bits();

  SessionReplay(Sessions sessions, Ledger ledger) {
    this.sessions = sessions;
    this.ledger = ledger;
    int keys = sessions.rules();
    this.firstRecord = new long[ledger.generators()];
    for (int g = 1; g < firstRecord.length; g++) {
      firstRecord[g] = firstRecord[g - 1] + ledger.records(g - 1);
    }
    this.offsets = new long[keys][];
    this.sums = ledger.inOrderOfOffsets(keys, sessions::keyOf);
    this.ends = new int[keys];
    this.doubtedFrom = new long[keys];
    Arrays.fill(doubtedFrom, Long.MAX_VALUE);
    for (int key = 0; key < keys; key++) {
      offsets[key] = ledger.offsets(sums[key]);
      replay(key);
    }
    doubt();
  }

  private void replay(int key) {
    int state = SessionStep.START;
    long sum = 0;
    long[] its = sums[key];
    for (int i = 0; i < its.length; i++) {
      int generator = RecordId.generator(its[i]);
      long sequence = RecordId.sequence(its[i]);
      SessionStep.Event event = sessions.event(generator, sequence);
      int after = SessionStep.after(state, event);
      if (after == SessionStep.INVALID) {
        alerts.add(firstRecord[generator] + sequence);
      } else {
        state = after;
        if (event == SessionStep.Event.LOGOUT
            && SessionLogic.receipt(generator, sequence, key, sessions.receipts())) {
          receipts.add(firstRecord[generator] + sequence);
        }
      }
      sum += RuleState.identityHash(generator, sequence, key);
      its[i] = sum;
    }
    ends[key] = state;
  }

  private void doubt() {
    ledger.eachUncertain(
        (generator, sequence) -> {
          int key = sessions.keyOf(generator, sequence);
          doubtedFrom[key] = Math.min(doubtedFrom[key], sequence);
        });
  }

  /** What an input owes that is stored. */
  SessionLogic.What owes(int generator, long sequence) {
    long place = firstRecord[generator] + sequence;
    if (alerts.contains(place)) {
      return SessionLogic.What.ALERT;
    }
    return receipts.contains(place) ? SessionLogic.What.RECEIPT : SessionLogic.What.NOTHING;
  }

  /** True if nothing is known of an input's session once it came. */
  boolean doubted(int generator, long sequence) {
    return sequence >= doubtedFrom[sessions.keyOf(generator, sequence)];
  }

  /** True if nothing is known of how a place stands in the end. */
  boolean doubted(int key) {
    return doubtedFrom[key] < Long.MAX_VALUE;
  }

  /** How many events the session of an output's input has taken with that one. */
  int count(Observation seen) {
    int key = sessions.keyOf(seen.generator(), seen.sequence());
    long offset = ledger.offset(seen.generator(), seen.sequence());
    return Arrays.binarySearch(offsets[key], offset) + 1;
  }

  /** True if an output says of its state what is right after its input. */
  boolean ofRightState(Observation seen) {
    int count = count(seen);
    return SessionLogic.count(seen.evidenceHigh()) == count
        && seen.evidenceLow() == sums[sessions.keyOf(seen.generator(), seen.sequence())][count - 1];
  }

  /** True if an output says of its state that it took more than there was to take. */
  boolean tookTwice(Observation seen) {
    return SessionLogic.count(seen.evidenceHigh()) > count(seen);
  }

  int keys() {
    return ends.length;
  }

  /** How many events a place has. */
  int due(int key) {
    return sums[key].length;
  }

  /** The checksum of all of them. */
  long sum(int key) {
    return due(key) == 0 ? 0 : sums[key][due(key) - 1];
  }

  /** The word of a place's state in the end. */
  long word(int key) {
    return SessionLogic.word(ends[key], due(key));
  }
}
