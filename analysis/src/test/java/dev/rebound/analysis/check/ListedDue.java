package dev.rebound.analysis.check;

import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.FindingSink;
import dev.rebound.workload.due.Lookup;
import dev.rebound.workload.due.Observation;
import dev.rebound.workload.due.StateAudit;
import dev.rebound.workload.due.Walk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Outputs that are due, each an entry of a list: for small oracles in tests. */
final class ListedDue implements Due {
  /**
   * One output.
   *
   * @param evidence what its first word of evidence must be
   */
  record Entry(
      long high,
      long low,
      long dueMicros,
      int inputLane,
      long inputOffset,
      int outputLane,
      int chain,
      long evidence) {}

  /** An identity. */
  private record Id(long high, long low) {}

  private final List<Entry> entries;
  private final Map<Id, Integer> numbers = new HashMap<>();
  private final Map<Id, Long> undecided;
  private final int inputLanes;
  private final int outputLanes;
  private final int chains;

  /**
   * @param undecided identities that are not due for a reason, with the reason
   */
  ListedDue(List<Entry> due, Map<Long, Long> undecided, int inputs, int outputs, int chains) {
    this.entries = new ArrayList<>(due);
    entries.sort(Comparator.comparingLong(Entry::dueMicros));
    for (int i = 0; i < entries.size(); i++) {
      numbers.put(new Id(entries.get(i).high(), entries.get(i).low()), i);
    }
    this.undecided = new HashMap<>();
    undecided.forEach((high, why) -> this.undecided.put(new Id(high, 0), why));
    this.inputLanes = inputs;
    this.outputLanes = outputs;
    this.chains = chains;
  }

  private static Id id(Observation seen) {
    return new Id(seen.identityHigh(), seen.identityLow());
  }

  @Override
  public long size() {
    return entries.size();
  }

  @Override
  public long inputs() {
    return entries.size();
  }

  @Override
  public int inputLanes() {
    return inputLanes;
  }

  @Override
  public int outputLanes() {
    return outputLanes;
  }

  @Override
  public int outputLane(long index) {
    return entries.get((int) index).outputLane();
  }

  @Override
  public int strands() {
    return 1;
  }

  @Override
  public long firstOf(int strand) {
    return strand == 0 ? 0 : size();
  }

  @Override
  public Walk walk(int strand) {
    return new Walk() {
      private int at = -1;

      @Override
      public boolean next() {
        at = Math.min(at + 1, entries.size());
        return at < entries.size();
      }

      @Override
      public void seek(long index) {
        at = (int) index;
      }

      @Override
      public long start() {
        return at;
      }

      @Override
      public long end() {
        return at + 1L;
      }

      @Override
      public int inputLane() {
        return entries.get(at).inputLane();
      }

      @Override
      public long inputOffset() {
        return entries.get(at).inputOffset();
      }

      @Override
      public long dueMicros() {
        return entries.get(at).dueMicros();
      }
    };
  }

  @Override
  public Lookup lookup() {
    return new Lookup() {
      private Entry found = new Entry(0, 0, 0, 0, -1, 0, 0, 0);

      @Override
      public long find(Observation seen) {
        Integer number = numbers.get(id(seen));
        if (number == null) {
          found = new Entry(0, 0, 0, 0, -1, 0, 0, 0);
          return undecided.getOrDefault(id(seen), NOT_DUE);
        }
        found = entries.get(number);
        return number;
      }

      @Override
      public int inputLane() {
        return found.inputLane();
      }

      @Override
      public long inputOffset() {
        return found.inputOffset();
      }

      @Override
      public long dueMicros() {
        return found.dueMicros();
      }

      @Override
      public int chain() {
        return found.chain();
      }
    };
  }

  @Override
  public int chains() {
    return chains;
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return new StateAudit() {
      @Override
      public boolean first(Observation seen) {
        Integer number = numbers.get(id(seen));
        return number != null && entries.get(number).evidence() == seen.evidenceHigh();
      }

      @Override
      public void wrong(Observation seen, Lookup at, Supplier<String> words) {
        diverged.add(
            at.inputLane(), at.inputOffset(), () -> seen.evidenceHigh() + " in " + words.get());
      }

      @Override
      public void readout(Observation seen) {
        throw new IllegalStateException("nothing is read out");
      }

      @Override
      public Judged judge() {
        return new Judged(0, null);
      }
    };
  }

  @Override
  public String describe(long index) {
    Entry entry = entries.get((int) index);
    return "output " + entry.high() + " of " + entry.low();
  }

  @Override
  public String describe(Observation seen) {
    return "output " + seen.identityHigh() + " of " + seen.identityLow();
  }

  @Override
  public String describeReadout(Observation seen) {
    return "a readout";
  }

  @Override
  public void close() {}
}
