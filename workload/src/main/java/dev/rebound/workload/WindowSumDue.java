package dev.rebound.workload;

import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.FindingSink;
import dev.rebound.workload.due.Groups;
import dev.rebound.workload.due.Ledger;
import dev.rebound.workload.due.Lookup;
import dev.rebound.workload.due.Observation;
import dev.rebound.workload.due.StateAudit;
import dev.rebound.workload.due.Walk;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The windows of the visits that are stored, each due once, where outputs do not list their visits
 * and it is known which of them are together. See {@link Windows} for the windows' numbers. The
 * input of a window is the last of its visits.
 *
 * <p>An output's identity is the time of its newest visit, then the address: it is that window of
 * the address in whose stretch the time lies, or a neighbour with the same sum. What it says of the
 * state is its count and its {@link WindowRecord#evidence}. Memory beside {@link Windows}: 28 bytes
 * per window.
 */
final class WindowSumDue implements Due {
  /** How far from where its newest visit puts it a window is looked for by its sum. */
  private static final int NEIGHBOURS = 2;

  private final FixedWindow workload;
  private final Ledger ledger;
  private final int partitions;
  private final Placement placement;
  private final Windows windows;

  /** Numbers of windows, those of an address after those of the one before. */
  private final int[] ofAddress;

  /** By address: where its windows begin. */
  private final int[] starts;

  /** By window: the newest time of it and of those of its address before it. */
  private final long[] newest;

  /** By window, see {@link WindowRecord#evidence}. */
  private final long[] sums;

  WindowSumDue(FixedWindow workload, Ledger ledger, int partitions, Windows windows) {
    this.workload = workload;
    this.ledger = ledger;
    this.partitions = partitions;
    this.placement = workload.placement();
    this.windows = windows;
    this.ofAddress = new int[windows.count()];
    this.starts = new int[workload.addresses() + 1];
    this.newest = new long[windows.count()];
    this.sums = new long[windows.count()];
    for (int w = 0; w < windows.count(); w++) {
      starts[address(w) + 1]++;
    }
    for (int address = 0; address < workload.addresses(); address++) {
      starts[address + 1] += starts[address];
    }
    int[] next = starts.clone();
    for (int w = 0; w < windows.count(); w++) {
      int at = next[address(w)]++;
      ofAddress[at] = w;
      sumUp(w, at == starts[address(w)] ? Long.MIN_VALUE : newest[ofAddress[at - 1]]);
    }
  }

  private void sumUp(int window, long before) {
    long oldest = Long.MAX_VALUE;
    newest[window] = before;
    for (long n = windows.start(window); n < windows.end(window); n++) {
      long micros = windows.micros(windows.member(n));
      oldest = Math.min(oldest, micros);
      newest[window] = Math.max(newest[window], micros);
    }
    sums[window] = WindowRecord.evidence(windows.checksum(window), oldest);
  }

  /** Whose window it is. */
  int address(long window) {
    return windows.address(windows.member(windows.start(window)));
  }

  /** Visits in a window. */
  @Override
  public long inputsOf(long window) {
    return windows.end(window) - windows.start(window);
  }

  /** What a window has to say of itself. */
  long sum(long window) {
    return sums[Math.toIntExact(window)];
  }

  /** Time of its newest visit, microseconds since the epoch. */
  long newestMicros(long window) {
    long newest = Long.MIN_VALUE;
    for (long n = windows.start(window); n < windows.end(window); n++) {
      newest = Math.max(newest, windows.micros(windows.member(n)));
    }
    return newest;
  }

  private long last(long window) {
    return windows.member(windows.end(window) - 1);
  }

  private int lane(long window) {
    long member = last(window);
    return placement.partition(
        WindowRecord.generator(member), WindowRecord.sequence(member), partitions);
  }

  private long offset(long window) {
    long member = last(window);
    return ledger.offset(WindowRecord.generator(member), WindowRecord.sequence(member));
  }

  @Override
  public long size() {
    return windows.count();
  }

  /** Each visit is one. */
  @Override
  public long inputs() {
    return windows.size();
  }

  @Override
  public int inputLanes() {
    return partitions;
  }

  @Override
  public int outputLanes() {
    return partitions;
  }

  @Override
  public int outputLane(long index) {
    return RecordFormat.rulePartition(address(index), partitions);
  }

  @Override
  public int strands() {
    return windows.strands();
  }

  @Override
  public long firstOf(int strand) {
    long number = windows.firstOf(strand);
    return number < windows.size() ? windows.window(number) : windows.count();
  }

  @Override
  public boolean dropsLate() {
    return workload.byTime();
  }

  @Override
  public Walk walk(int strand) {
    return new EachWindow(firstOf(strand), firstOf(strand + 1));
  }

  /** Walks the windows of one strand. */
  private final class EachWindow implements Walk {
    private final long first;
    private final long until;
    private long at;

    EachWindow(long first, long until) {
      this.first = first;
      this.until = until;
      this.at = first - 1;
    }

    @Override
    public boolean next() {
      at = Math.min(until, at + 1);
      return at < until;
    }

    @Override
    public void seek(long index) {
      if (index < first || index >= until) {
        throw new IllegalArgumentException("output " + index + " is not of this strand");
      }
      at = Math.max(at, index);
    }

    @Override
    public long start() {
      return at;
    }

    @Override
    public long end() {
      return at + 1;
    }

    @Override
    public int inputLane() {
      return lane(at);
    }

    @Override
    public long inputOffset() {
      return offset(at);
    }

    @Override
    public long dueMicros() {
      return windows.dueMicros(at);
    }
  }

  /** The window that an output is, as far as that can be told; {@link #NOT_DUE} if it is none. */
  long find(Observation seen) {
    int address = PerRecordDue.rule(seen);
    if (PerRecordDue.generator(seen) != 0 || address < 0 || address >= workload.addresses()) {
      return NOT_DUE;
    }
    long micros = PerRecordDue.sequence(seen);
    int from = starts[address];
    int until = starts[address + 1];
    int at = firstUpTo(micros, from, until);
    for (int i = Math.max(from, at - NEIGHBOURS); i < Math.min(until, at + NEIGHBOURS); i++) {
      if (sums[ofAddress[i]] == seen.evidenceLow()) {
        return ofAddress[i];
      }
    }
    if (!workload.byTime()) {
      return at < until ? ofAddress[at] : NOT_DUE;
    }
    for (int i = Math.max(from, at - 1); i < Math.min(until, at + 1); i++) {
      if (stretch(newest[ofAddress[i]]) == stretch(micros)) {
        return ofAddress[i];
      }
    }
    return NOT_DUE;
  }

  private long stretch(long micros) {
    return Math.floorDiv(micros, workload.lengthMillis() * 1000);
  }

  /** The first window of an address up to whose end a time lies. */
  private int firstUpTo(long micros, int from, int until) {
    int low = from;
    int high = until;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (newest[ofAddress[middle]] < micros) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public Lookup lookup() {
    return new Found();
  }

  private final class Found implements Lookup {
    private long index = NOT_DUE;

    @Override
    public long find(Observation seen) {
      index = WindowSumDue.this.find(seen);
      return index;
    }

    @Override
    public int inputLane() {
      return index < 0 ? 0 : lane(index);
    }

    @Override
    public long inputOffset() {
      return index < 0 ? -1 : offset(index);
    }

    @Override
    public long dueMicros() {
      return windows.dueMicros(index);
    }

    @Override
    public int chain() {
      return workload.byKey()
          ? address(index)
          : lane(index) * workload.addresses() + address(index);
    }
  }

  @Override
  public int chains() {
    return workload.byKey()
        ? workload.addresses()
        : Math.multiplyExact(partitions, workload.addresses());
  }

  @Override
  public Groups groups() {
    return new WindowGroups(windows, false);
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return new WindowSumAudit(workload, this, exact, diverged);
  }

  @Override
  public String describe(long index) {
    return "a window of "
        + inputsOf(index)
        + " visits of address "
        + Visit.text(address(index))
        + ", the newest of "
        + time(newest[Math.toIntExact(index)])
        + " (input partition "
        + lane(index)
        + ", offset "
        + offset(index)
        + ")";
  }

  @Override
  public String describe(Observation seen) {
    return "a window of "
        + WindowSumAudit.count(seen)
        + " visits of address "
        + Visit.text(PerRecordDue.rule(seen))
        + ", the newest of "
        + time(PerRecordDue.sequence(seen));
  }

  private static String time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).truncatedTo(ChronoUnit.MILLIS).toString();
  }

  @Override
  public String describeReadout(Observation seen) {
    return "a readout, which windows do not give";
  }

  @Override
  public void close() {}
}
