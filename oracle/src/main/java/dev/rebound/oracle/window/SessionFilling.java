package dev.rebound.oracle.window;

import dev.rebound.oracle.due.FilledTable;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.SessionWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Fills a table with the sessions that are due for the visits that are stored, a row for each, and
 * tells which visits may belong to them or not.
 *
 * <p>A visit is surely taken if it lies no further back than {@code lateness} behind the newest one
 * that stands before it in its partition: no watermark can have passed it. All others are in doubt:
 * an engine that still has a session for them open may take them. So are visits that the brokers
 * lost, that are stored twice, or whose sends have no known outcome. Sessions are made of what is
 * surely taken. Memory while it works: 24 bytes per visit; then 8 per visit in doubt.
 */
final class SessionFilling {
  /** Engines close windows a millisecond sooner or later; visits so close to it are in doubt. */
  private static final long CLOSE_MILLIS = 2;

  private final SessionWindow workload;
  private final Ledger ledger;
  private final FilledTable table;
  private final Inputs[] sure;
  private final Inputs[] doubted;
  private long storedDoubted;

  /** A growing list. */
  private static final class Inputs {
    private long[] values = new long[4];
    private int count;

    void add(long value) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = value;
    }

    long[] all() {
      return Arrays.copyOf(values, count);
    }
  }

  /** A session: a stretch of the visits of an address. */
  private record Session(int address, int from, int to, long dueMicros) {}

  SessionFilling(SessionWindow workload, Ledger ledger) {
    this.workload = workload;
    this.ledger = ledger;
    WindowFilling.requireFew(ledger);
    this.table =
        FilledTable.perGroup(
            ledger, RecordFormat.lanes(workload.addresses(), ledger.lanes()), true);
    this.sure = inputs(workload.addresses());
    this.doubted = inputs(workload.addresses());
    tellApart();
    fill();
  }

  private static Inputs[] inputs(int addresses) {
    Inputs[] inputs = new Inputs[addresses];
    Arrays.setAll(inputs, address -> new Inputs());
    return inputs;
  }

  FilledTable table() {
    return table;
  }

  /** How many of the visits in doubt are stored. */
  long storedDoubted() {
    return storedDoubted;
  }

  /** The visits in doubt of each address, in the order of time; one that is stored twice, twice. */
  long[][] doubted() {
    long[][] all = new long[doubted.length][];
    Arrays.setAll(all, address -> inOrder(doubted[address].all()));
    return all;
  }

  private long micros(long visit) {
    return workload.visitMicros(
        RecordId.generator(visit), RecordId.sequence(visit), ledger.intendedMicros(visit));
  }

  private long[] inOrder(long[] visits) {
    return Ledger.byOffset(Arrays.stream(visits).map(this::micros).toArray(), visits);
  }

  private void tellApart() {
    for (long[] lane : ledger.inOrderOfOffsets(ledger.lanes(), ledger::lane)) {
      long newest = Long.MIN_VALUE;
      for (long visit : lane) {
        long millis = SessionWindow.millis(micros(visit));
        boolean behind =
            newest != Long.MIN_VALUE && millis < newest - workload.latenessMillis() + CLOSE_MILLIS;
        newest = Math.max(newest, millis);
        int generator = RecordId.generator(visit);
        long sequence = RecordId.sequence(visit);
        int address = workload.address(generator, sequence);
        if (!behind && !ledger.uncertain(generator, sequence)) {
          sure[address].add(visit);
          continue;
        }
        for (int copy = 0; copy < ledger.copies(generator, sequence); copy++) {
          doubted[address].add(visit);
          storedDoubted++;
        }
      }
    }
    ledger.eachUncertain(
        (generator, sequence) -> {
          if (ledger.offset(generator, sequence) < 0) {
            doubted[workload.address(generator, sequence)].add(RecordId.of(generator, sequence));
          }
        });
  }

  private void fill() {
    long last = Long.MIN_VALUE;
    List<Session> sessions = new ArrayList<>();
    long[][] inOrder = new long[sure.length][];
    for (int address = 0; address < sure.length; address++) {
      long[] visits = inOrder(sure[address].all());
      inOrder[address] = visits;
      sure[address] = new Inputs();
      int from = 0;
      for (int to = 1; to <= visits.length; to++) {
        long newest = micros(visits[to - 1]);
        last = Math.max(last, ledger.intendedMicros(visits[to - 1]));
        if (to == visits.length || !workload.together(newest, micros(visits[to]))) {
          sessions.add(new Session(address, from, to, dueMicros(newest)));
          from = to;
        }
      }
    }
    sessions.sort(Comparator.comparingLong(Session::dueMicros));
    table.strand();
    boolean closing = false;
    for (Session session : sessions) {
      if (!closing && session.dueMicros() > last) {
        closing = true;
        table.closing();
      }
      table.group(Math.min(session.dueMicros(), last));
      for (int i = session.from(); i < session.to(); i++) {
        long visit = inOrder[session.address()][i];
        table.add(RecordId.generator(visit), RecordId.sequence(visit), session.address());
      }
    }
    if (!closing) {
      table.closing();
    }
  }

  private long dueMicros(long newestMicros) {
    return newestMicros + 1000 * (workload.gapMillis() + workload.latenessMillis());
  }
}
