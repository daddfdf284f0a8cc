package dev.rebound.oracle.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.oracle.Oracles;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.Placement;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.RecordIdHeader;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WorkloadSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A ledger of visits, a job that gathers them, and what an audit finds in its windows. */
abstract class WindowTesting {
  static final int PARTITIONS = 4;
  static final int RECORDS = 2_000;
  static final int ADDRESSES = 20;
  static final int VISITS = 7;
  static final long START = 1_700_000_000_000_000L;
  static final long EACH_MICROS = 1_000;

  final Map<Long, Long> offsets = new HashMap<>();
  final Set<Long> storedTwice = new HashSet<>();
  final Set<Long> lost = new HashSet<>();

  static FixedWindow workload(String window, String partition) {
    return workload(window, partition, "ids");
  }

  static FixedWindow workload(String window, String partition, String members) {
    return new FixedWindow(
        WorkloadSpec.of(FixedWindow.KIND, 7)
            .with("addresses", ADDRESSES)
            .with("visits", VISITS)
            .with("window", window)
            .with("length-ms", 50)
            .with("lateness-ms", 10)
            .with("members", members)
            .with("partition", partition));
  }

  /** Two generators; record 77 of the first was not stored. */
  final class TwoGenerators implements Ledger {
    private final Placement placement;

    TwoGenerators(Placement placement) {
      this.placement = placement;
    }

    @Override
    public int lanes() {
      return PARTITIONS;
    }

    @Override
    public int lane(int generator, long sequence) {
      return placement.partition(generator, sequence, PARTITIONS);
    }

    @Override
    public int generators() {
      return 2;
    }

    @Override
    public long records(int generator) {
      return RECORDS;
    }

    @Override
    public boolean knows(int generator, long sequence) {
      return generator < 2 && sequence >= 0 && sequence < RECORDS;
    }

    @Override
    public Fate fate(int generator, long sequence) {
      return lost.contains(RecordId.of(generator, sequence))
          ? Fate.LOST
          : offset(generator, sequence) < 0 ? Fate.NOT_STORED : Fate.STORED;
    }

    @Override
    public long offset(int generator, long sequence) {
      long input = RecordId.of(generator, sequence);
      return lost.contains(input) ? -1 : offsets.getOrDefault(input, -1L);
    }

    @Override
    public int copies(int generator, long sequence) {
      return storedTwice.contains(RecordId.of(generator, sequence)) ? 2 : 1;
    }

    @Override
    public long intendedMicros(int generator, long sequence) {
      return START + sequence * EACH_MICROS + generator * EACH_MICROS / 2;
    }
  }

  /** Stores the records as two generators send them in turn. */
  Ledger stored(VisitWindows workload) {
    long[] ends = new long[PARTITIONS];
    for (long n = 0; n < RECORDS; n++) {
      for (int g = 0; g < 2; g++) {
        if (g == 0 && n == 77) {
          continue;
        }
        int p = workload.placement().partition(g, n, PARTITIONS);
        offsets.put(RecordId.of(g, n), ends[p]++);
      }
    }
    return new TwoGenerators(workload.placement());
  }

  record Seen(long identityHigh, long identityLow, long evidenceHigh, long evidenceLow)
      implements Observation {
    /** As the file of what was seen has it. */
    static Seen of(byte[] output) {
      ByteBuffer b = ByteBuffer.wrap(output);
      return new Seen(
          b.getLong(8),
          (long) (b.getShort(2) & 0xFFFF) << 32 | b.getInt(4),
          b.getLong(24),
          b.getLong(32));
    }
  }

  /** The outputs of a job without a fault: a record of the output topic each. */
  List<byte[]> job(FixedWindow workload, Ledger ledger) {
    Map<Object, WindowRecord> open = new HashMap<>();
    List<byte[]> closed = new ArrayList<>();
    for (long n = 0; n < RECORDS; n++) {
      for (int g = 0; g < 2; g++) {
        if (ledger.offset(g, n) < 0) {
          continue;
        }
        WindowInput visit = sent(workload, ledger, g, n);
        Object key =
            workload.byTime()
                ? List.of(visit.address(), visit.micros() / (workload.lengthMillis() * 1000))
                : visit.address();
        for (int copy = 0; copy < ledger.copies(g, n); copy++) {
          WindowRecord window = WindowRecord.with(open.get(key), visit, workload.listed());
          open.put(key, window);
          if (!workload.byTime() && window.count() == VISITS) {
            closed.add(window.closed(true, 1, 2, 3));
            open.remove(key);
          }
        }
      }
    }
    open.values().forEach(w -> closed.add(w.closed(workload.byTime(), 1, 2, 3)));
    return closed;
  }

  /** A record on its way, as the first stage of a job reads it. */
  static WindowInput sent(VisitWindows workload, Ledger ledger, int generator, long n) {
    byte[][] value = new byte[1][];
    byte[][] tag = new byte[1][];
    workload.write(
        generator,
        n,
        ledger.intendedMicros(generator, n),
        new RecordSink() {
          @Override
          public byte[] value(int length) {
            value[0] = new byte[length];
            return value[0];
          }

          @Override
          public void key(byte[] key) {}

          @Override
          public void header(String name, byte[] bytes) {
            assertThat(name).isEqualTo(RecordIdHeader.HEADER);
            tag[0] = bytes;
          }
        });
    assertThat(value[0]).hasSize(200);
    List<WindowInput> inputs = new ArrayList<>();
    workload.inputs(tag[0], value[0], 0, PARTITIONS, inputs::add);
    assertThat(inputs).hasSize(1);
    return inputs.get(0);
  }

  static List<Seen> seen(VisitWindows workload, byte[] record) {
    List<Seen> seen = new ArrayList<>();
    workload.outputs(name -> null, record, output -> seen.add(Seen.of(output)));
    return seen;
  }

  /** The findings of an audit in records of the output topic. */
  List<String> findings(VisitWindows workload, Ledger ledger, List<byte[]> records, boolean exact) {
    List<String> findings = new ArrayList<>();
    try (Due due = Oracles.of(workload).due(ledger)) {
      boolean[] delivered = new boolean[(int) due.table().size()];
      OutputLookup lookup = new OutputLookup(due);
      StateAudit audit =
          due.stateAudit(exact, (lane, offset, words) -> findings.add("diverged: " + words.get()));
      for (byte[] record : records) {
        for (Seen seen : seen(workload, record)) {
          long index = lookup.find(seen);
          if (index < 0) {
            findings.add(
                (index == Due.NOT_DUE ? "unexpected: " : "of an input in doubt: ")
                    + due.describe(seen));
          } else if (delivered[(int) index]) {
            findings.add(
                (audit.inDoubt(seen) ? "in doubt: " : "duplicated: ") + due.describe(seen));
            if (!audit.again(seen)) {
              audit.wrong(seen, lookup, () -> due.describe(seen));
            }
          } else {
            delivered[(int) index] = true;
            if (!audit.first(seen)) {
              audit.wrong(seen, lookup, () -> due.describe(seen));
            }
          }
        }
      }
      StateAudit.StateJudgement judged = audit.judge(false);
      if (judged.unjudged() != null) {
        findings.add("unjudged: " + judged.unjudged());
      }
      if (judged.lostUnknown() != null) {
        findings.add("unknown: " + judged.lostUnknown());
      }
      for (int i = 0; i < delivered.length; i++) {
        if (!delivered[i]) {
          findings.add(
              (audit.mayBeElsewhere(i) != null ? "pending: " : "lost: ") + due.describe(i));
        }
      }
    }
    return findings;
  }

  static byte[] closed(List<WindowInput> visits, boolean full) {
    WindowRecord window = null;
    for (WindowInput visit : visits) {
      window = WindowRecord.with(window, visit, true);
    }
    return window == null ? new byte[0] : window.closed(full, 1, 2, 3);
  }

  /** The visits that a window of the job lists, to be put together otherwise. */
  List<WindowInput> visits(FixedWindow workload, Ledger ledger, byte[] record) {
    List<WindowInput> visits = new ArrayList<>();
    for (Seen seen : seen(workload, record)) {
      visits.add(sent(workload, ledger, seen.generator(), seen.sequence()));
    }
    return visits;
  }
}
