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
 * The visits that are stored, each due once, when the window that it is in is: see {@link Windows}
 * for their numbers. A chain is an address, where its visits come from one partition; else a visit
 * is in a chain of its own partition and address: within that one order is judged as well.
 *
 * <p>An output's identity is the sequence of its record, then generator and address; what it says
 * of the state is its window's count and checksum, see {@link WindowRecord#outputs}.
 */
final class WindowDue implements Due {
  private final FixedWindow workload;
  private final Ledger ledger;
  private final int partitions;
  private final Placement placement;
  private final Windows windows;

  WindowDue(FixedWindow workload, Ledger ledger, int partitions, Windows windows) {
    this.workload = workload;
    this.ledger = ledger;
    this.partitions = partitions;
    this.placement = workload.placement();
    this.windows = windows;
  }

  @Override
  public long size() {
    return windows.size();
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
    long member = windows.member(index);
    return RecordFormat.rulePartition(
        workload.address(WindowRecord.generator(member), WindowRecord.sequence(member)),
        partitions);
  }

  @Override
  public int strands() {
    return windows.strands();
  }

  @Override
  public long firstOf(int strand) {
    return windows.firstOf(strand);
  }

  @Override
  public boolean manyPerRecord() {
    return true;
  }

  @Override
  public boolean dropsLate() {
    return workload.byTime();
  }

  @Override
  public Walk walk(int strand) {
    return new Visits(windows.firstOf(strand), windows.firstOf(strand + 1));
  }

  /** Walks the visits of one strand. */
  private final class Visits implements Walk {
    private final long first;
    private final long until;
    private long at;
    private long window = -1;
    private long windowEnd = -1;

    Visits(long first, long until) {
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

    private int generator() {
      return WindowRecord.generator(windows.member(at));
    }

    private long sequence() {
      return WindowRecord.sequence(windows.member(at));
    }

    @Override
    public int inputLane() {
      return placement.partition(generator(), sequence(), partitions);
    }

    @Override
    public long inputOffset() {
      return ledger.offset(generator(), sequence());
    }

    @Override
    public long dueMicros() {
      if (at >= windowEnd || window < 0) {
        window = windowEnd == at && window >= 0 ? window + 1 : windows.window(at);
        windowEnd = windows.end(window);
      }
      return windows.dueMicros(window);
    }
  }

  @Override
  public Lookup lookup() {
    return new Found();
  }

  private final class Found implements Lookup {
    private int generator;
    private long sequence;
    private int address;
    private long index;

    @Override
    public long find(Observation seen) {
      generator = PerRecordDue.generator(seen);
      sequence = PerRecordDue.sequence(seen);
      address = PerRecordDue.rule(seen);
      index = number();
      return index;
    }

    private long number() {
      if (generator >= ledger.generators()
          || sequence < 0
          || sequence >= ledger.records(generator)
          || workload.address(generator, sequence) != address) {
        return NOT_DUE;
      }
      long number = windows.number(generator, sequence);
      if (number >= 0) {
        return number;
      }
      return switch (ledger.fate(generator, sequence)) {
        case LOST -> LOST_INPUT;
        case UNKNOWN -> UNKNOWN_INPUT;
        case STORED, NOT_STORED -> NOT_DUE;
      };
    }

    @Override
    public int inputLane() {
      return inputOffset() < 0 ? 0 : placement.partition(generator, sequence, partitions);
    }

    @Override
    public long inputOffset() {
      return ledger.knows(generator, sequence) ? ledger.offset(generator, sequence) : -1;
    }

    @Override
    public long dueMicros() {
      return windows.dueMicros(windows.window(index));
    }

    @Override
    public int chain() {
      int lane = placement.partition(generator, sequence, partitions);
      return workload.byKey() ? address : lane * workload.addresses() + address;
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
    return new WindowGroups(windows, true);
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return new WindowAudit(workload, windows, exact, diverged);
  }

  @Override
  public String describe(long index) {
    long member = windows.member(index);
    return describe(WindowRecord.generator(member), WindowRecord.sequence(member));
  }

  @Override
  public String describe(Observation seen) {
    int generator = PerRecordDue.generator(seen);
    long sequence = PerRecordDue.sequence(seen);
    String visit = describe(generator, sequence);
    int address = PerRecordDue.rule(seen);
    return workload.address(generator, sequence) == address
        ? visit
        : visit + ", in a window of address " + Visit.text(address);
  }

  private String describe(int generator, long sequence) {
    String visit =
        "generator "
            + generator
            + ", sequence "
            + sequence
            + ", address "
            + Visit.text(workload.address(generator, sequence));
    if (!ledger.knows(generator, sequence)) {
      return visit;
    }
    long offset = ledger.offset(generator, sequence);
    return visit
        + " (input partition "
        + placement.partition(generator, sequence, partitions)
        + (offset < 0 ? ", not stored" : ", offset " + offset)
        + ", intended "
        + Instant.EPOCH
            .plus(ledger.intendedMicros(generator, sequence), ChronoUnit.MICROS)
            .truncatedTo(ChronoUnit.MILLIS)
        + ")";
  }

  @Override
  public String describeReadout(Observation seen) {
    return "a readout, which windows do not give";
  }

  @Override
  public void close() {}
}
