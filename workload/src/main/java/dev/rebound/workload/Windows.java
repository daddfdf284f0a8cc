package dev.rebound.workload;

import dev.rebound.workload.due.Chunks;
import dev.rebound.workload.due.Ledger;
import java.util.Arrays;

/**
 * The windows that are due for the visits that are stored, one after the other; the visits of each
 * are numbered in this order. Strands, within which neither times nor numbers decrease, are the
 * input partitions where visits of an address go to one, else all visits together; the last strand
 * holds the windows that nothing but a closing record ends, due with the last visit of all.
 *
 * <p>Where windows end by count and the visits of an address come from many partitions, which ones
 * are together depends on their arrival: these windows are those in the order of intended times,
 * good for due times alone.
 */
final class Windows {
  private static final int RECORDS_MAX = 1 << 30;

  private final FixedWindow workload;
  private final Ledger ledger;
  private final int partitions;
  private final long[] firstRow;

  /** Number + 1 of each stored visit, by row: first row of the generator + sequence. */
  private final Chunks.Ints numbers;

  private final Chunks.Longs members = new Chunks.Longs();
  private final Chunks.Longs starts = new Chunks.Longs();
  private final Chunks.Longs dueMicros = new Chunks.Longs();
  private final Chunks.Longs strands = new Chunks.Longs();
  private long strandMicros;

  Windows(FixedWindow workload, Ledger ledger, int partitions) {
    this.workload = workload;
    this.ledger = ledger;
    this.partitions = partitions;
    this.firstRow = new long[ledger.generators() + 1];
    for (int g = 0; g < ledger.generators(); g++) {
      firstRow[g + 1] = firstRow[g] + ledger.records(g);
    }
    long rows = firstRow[ledger.generators()];
    if (rows > RECORDS_MAX) {
      throw new IllegalArgumentException(
          rows + " records are more than windows are kept account of; make the run shorter");
    }
    this.numbers = new Chunks.Ints(rows);
  }

  int address(long member) {
    return workload.address(WindowRecord.generator(member), WindowRecord.sequence(member));
  }

  long micros(long member) {
    return ledger.intendedMicros(WindowRecord.generator(member), WindowRecord.sequence(member));
  }

  /** Ends a strand and begins the next. */
  private void strand() {
    strands.add(members.size());
    strandMicros = Long.MIN_VALUE;
  }

  private void window(long[] visits, int from, int to, long micros) {
    starts.add(members.size());
    strandMicros = Math.max(strandMicros, micros);
    dueMicros.add(strandMicros);
    for (int i = from; i < to; i++) {
      members.add(visits[i]);
      long row = firstRow[WindowRecord.generator(visits[i])] + WindowRecord.sequence(visits[i]);
      numbers.set(row, Math.toIntExact(members.size()));
    }
  }

  /** Windows of so many visits, of each partition in the order in which it holds them. */
  void byCountInOrderOfOffsets() {
    long[][] byOffset = new long[partitions][];
    int[] counts = new int[partitions];
    eachStored((member, lane, offset) -> counts[lane] = Math.max(counts[lane], (int) offset + 1));
    for (int p = 0; p < partitions; p++) {
      byOffset[p] = new long[counts[p]];
      Arrays.fill(byOffset[p], -1);
    }
    eachStored((member, lane, offset) -> byOffset[lane][(int) offset] = member);
    Filling filling = new Filling();
    for (int p = 0; p < partitions; p++) {
      strand();
      for (long member : byOffset[p]) {
        if (member >= 0) {
          filling.add(member);
        }
      }
      byOffset[p] = new long[0];
    }
    filling.readOut();
  }

  /** Windows of so many visits, in the order in which these were meant to be sent. */
  void byCountInOrderOfTimes() {
    Filling filling = new Filling();
    strand();
    inOrderOfTimes(filling::add);
    filling.readOut();
  }

  /** Windows of so long. */
  void byTime() {
    long length = workload.lengthMillis() * 1000;
    long lateness = workload.latenessMillis() * 1000;
    strand();
    Gathering gathering = new Gathering(length, lateness);
    inOrderOfTimes(gathering::add);
    gathering.end();
  }

  /** Takes one stored visit. */
  @FunctionalInterface
  private interface Stored {
    void take(long member, int lane, long offset);
  }

  /** Takes one stored visit. */
  @FunctionalInterface
  private interface Visits {
    void add(long member);
  }

  private void eachStored(Stored sink) {
    Placement placement = workload.placement();
    for (int g = 0; g < ledger.generators(); g++) {
      for (long n = 0; n < ledger.records(g); n++) {
        long offset = ledger.offset(g, n);
        if (offset >= 0) {
          sink.take(WindowRecord.member(g, n), placement.partition(g, n, partitions), offset);
        }
      }
    }
  }

  private void inOrderOfTimes(Visits sink) {
    int generators = ledger.generators();
    long[] next = new long[generators];
    while (true) {
      int first = -1;
      long least = Long.MAX_VALUE;
      for (int g = 0; g < generators; g++) {
        while (next[g] < ledger.records(g) && ledger.offset(g, next[g]) < 0) {
          next[g]++;
        }
        if (next[g] < ledger.records(g) && ledger.intendedMicros(g, next[g]) < least) {
          least = ledger.intendedMicros(g, next[g]);
          first = g;
        }
      }
      if (first < 0) {
        return;
      }
      sink.add(WindowRecord.member(first, next[first]++));
    }
  }

  /** Windows that fill, one for each address. */
  private final class Filling {
    private final int size = workload.windowVisits();
    private final long[][] open = new long[workload.addresses()][];
    private final int[] filled = new int[workload.addresses()];
    private long lastMicros = Long.MIN_VALUE;

    void add(long member) {
      int address = address(member);
      long[] visits = open[address];
      if (visits == null) {
        visits = new long[Math.min(size, 4)];
      } else if (filled[address] == visits.length) {
        visits = Arrays.copyOf(visits, Math.min(size, 2 * visits.length));
      }
      open[address] = visits;
      visits[filled[address]++] = member;
      long micros = micros(member);
      lastMicros = Math.max(lastMicros, micros);
      if (filled[address] == size) {
        window(visits, 0, size, micros);
        filled[address] = 0;
      }
    }

    /** What is left, an address after the other. */
    void readOut() {
      strand();
      for (int address = 0; address < open.length; address++) {
        long[] visits = open[address];
        if (visits != null && filled[address] > 0) {
          window(visits, 0, filled[address], lastMicros);
        }
      }
    }
  }

  /** The visits of one stretch of time. */
  private final class Gathering {
    private final long length;
    private final long lateness;
    private long[] visits = new long[1024];
    private int count;
    private long window = Long.MIN_VALUE;
    private long lastMicros = Long.MIN_VALUE;

    Gathering(long length, long lateness) {
      this.length = length;
      this.lateness = lateness;
    }

    void add(long member) {
      long micros = micros(member);
      long at = Math.floorDiv(micros, length);
      if (at != window) {
        emit((window + 1) * length + lateness);
        window = at;
      }
      lastMicros = Math.max(lastMicros, micros);
      if (count == visits.length) {
        visits = Arrays.copyOf(visits, 2 * count);
      }
      visits[count++] = member;
    }

    /** By address, each address's visits in the order in which they came. */
    private void emit(long dueAt) {
      if (count == 0) {
        return;
      }
      Integer[] order = new Integer[count];
      Arrays.setAll(order, i -> i);
      int[] address = new int[count];
      Arrays.setAll(address, i -> address(visits[i]));
      Arrays.sort(order, (a, b) -> Integer.compare(address[a], address[b]));
      long[] sorted = new long[count];
      Arrays.setAll(sorted, i -> visits[order[i]]);
      for (int from = 0; from < count; ) {
        int to = from + 1;
        while (to < count && address[order[to]] == address[order[from]]) {
          to++;
        }
        window(sorted, from, to, dueAt);
        from = to;
      }
      count = 0;
    }

    /** The last windows close when a closing record brings time on. */
    void end() {
      long dueAt = (window + 1) * length + lateness;
      if (dueAt <= lastMicros) {
        emit(dueAt);
      }
      strand();
      emit(lastMicros);
    }
  }

  long size() {
    return members.size();
  }

  int strands() {
    return Math.toIntExact(strands.size());
  }

  long firstOf(int strand) {
    return strand < strands.size() ? strands.get(strand) : members.size();
  }

  /** Number of a stored visit; −1 if it is not stored. */
  long number(int generator, long sequence) {
    return numbers.get(firstRow[generator] + sequence) - 1L;
  }

  /** The visit of a number, packed as {@link WindowRecord#member} does. */
  long member(long number) {
    return members.get(number);
  }

  /** How many windows there are. */
  int count() {
    return Math.toIntExact(starts.size());
  }

  /** The window that a visit is in. */
  long window(long number) {
    long low = 0;
    long high = starts.size() - 1;
    while (low < high) {
      long middle = (low + high + 1) >>> 1;
      if (starts.get(middle) <= number) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Number of a window's first visit. */
  long start(long window) {
    return starts.get(window);
  }

  /** Number after a window's last visit. */
  long end(long window) {
    return window + 1 < starts.size() ? starts.get(window + 1) : members.size();
  }

  /** When a window is due, microseconds since the epoch. */
  long dueMicros(long window) {
    return dueMicros.get(window);
  }

  /** Sum of the hashes of a window's visits. */
  long checksum(long window) {
    long sum = 0;
    for (long i = start(window); i < end(window); i++) {
      long member = members.get(i);
      sum +=
          WindowRecord.hash(
              WindowRecord.generator(member), WindowRecord.sequence(member), address(member));
    }
    return sum;
  }
}
