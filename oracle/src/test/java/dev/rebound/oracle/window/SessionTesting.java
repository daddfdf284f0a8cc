package dev.rebound.oracle.window;

import dev.rebound.oracle.due.Ledger;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WorkloadSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Jobs that gather sessions in event time, as engines do, or wrongly. */
abstract class SessionTesting extends WindowTesting {
  static final int SESSION_VISITS = 20;
  static final long GAP = 30;
  static final long LATENESS = 10;

  static SessionWindow sessions(double disorder, double late) {
    return sessions(GAP, disorder, late);
  }

  static SessionWindow sessions(long gapMillis, double disorder, double late) {
    return new SessionWindow(
        WorkloadSpec.of(SessionWindow.KIND, 7)
            .with("addresses", 40)
            .with("generators", 2)
            .with("session-events", SESSION_VISITS)
            .with("gap-ms", gapMillis)
            .with("lateness-ms", LATENESS)
            .with("disorder", disorder)
            .with("late", late));
  }

  /** How an engine tells that a visit comes too late. */
  enum Late {
    /** Its session, with those that it joins, has ended: Flink, Kafka Streams. */
    SESSION,
    /** It lies behind the watermark: Jet. */
    VISIT
  }

  /** A job that closes sessions by the slowest partition's watermark. */
  static final class SessionJob {
    private final SessionWindow workload;
    private final Ledger ledger;
    private final Late late;
    private final List<WindowRecord> open = new ArrayList<>();
    private final List<byte[]> closed = new ArrayList<>();
    private final long[] newest = new long[PARTITIONS];

    /** By how much the watermark runs ahead. */
    long aheadMillis;

    /** When it forgets the sessions of an address: the number of records. */
    long forgetsAt = -1;

    int forgotten;

    int dropped;

    SessionJob(SessionWindow workload, Ledger ledger, Late late) {
      this.workload = workload;
      this.ledger = ledger;
      this.late = late;
      Arrays.fill(newest, Long.MIN_VALUE / 2);
    }

    List<byte[]> run() {
      for (long n = 0; n < RECORDS; n++) {
        for (int g = 0; g < 2; g++) {
          if (n == forgetsAt && g == 0) {
            open.removeIf(session -> session.address() == forgotten);
          }
          for (int copy = 0; ledger.offset(g, n) >= 0 && copy < ledger.copies(g, n); copy++) {
            take(sent(workload, ledger, g, n), ledger.lane(g, n));
          }
        }
      }
      closeUntil(Long.MAX_VALUE);
      return closed;
    }

    private long watermark() {
      return Arrays.stream(newest).min().orElseThrow() - LATENESS - 1 + aheadMillis;
    }

    private void take(WindowInput visit, int lane) {
      long millis = visit.micros() / 1000;
      WindowRecord session = WindowRecord.with(null, visit, false);
      List<WindowRecord> joined = new ArrayList<>();
      for (WindowRecord other : open) {
        if (other.address() == visit.address()
            && workload.together(other.newestMicros(), session.oldestMicros())
            && workload.together(session.newestMicros(), other.oldestMicros())) {
          joined.add(other);
        }
      }
      for (WindowRecord other : joined) {
        session = WindowRecord.merged(other, session);
      }
      if (late == Late.VISIT ? millis <= watermark() : end(session) <= watermark()) {
        dropped++;
        return;
      }
      open.removeAll(joined);
      open.add(session);
      newest[lane] = Math.max(newest[lane], millis);
      closeUntil(watermark());
    }

    private long end(WindowRecord session) {
      return session.newestMicros() / 1000 + workload.gapMillis() - 1;
    }

    private void closeUntil(long watermark) {
      for (WindowRecord session : List.copyOf(open)) {
        if (end(session) <= watermark) {
          closed.add(session.closed(true, 1, 2, 3));
          open.remove(session);
        }
      }
    }
  }
}
