package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import dev.rebound.oracle.Oracles;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.FilledTable;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Ledger.Fate;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two other meanings than a record and its matches, judged and measured like that one. */
class OracleTest {
  private static final long START = 1_700_000_000_000_000L;
  private static final int PARTITIONS = 4;
  private static final int KEYS = 8;
  private static final int WINDOW = 5;
  private static final long RATE = 400;
  private static final long RECORDS = 60 * RATE;

  @TempDir Path folder;

  private final Map<Long, Long> fates = new HashMap<>();

  /** A workload, as far as an analysis asks for it. */
  private record Meaning(WorkloadSpec spec, Function<Ledger, Due> oracle)
      implements Workload, Oracle {
    @Override
    public int recordBytes() {
      return 0;
    }

    @Override
    public void write(int generator, long sequence, long intendedMicros, RecordSink sink) {}

    @Override
    public Due due(Ledger ledger) {
      return oracle.apply(ledger);
    }
  }

  /** Holds the first word of what outputs say against what it must be. */
  private record Says(ToLongFunction<Observation> must, FindingSink diverged)
      implements StateAudit {
    @Override
    public boolean first(Observation seen) {
      return must.applyAsLong(seen) == seen.evidenceHigh();
    }

    @Override
    public void wrong(Observation seen, OutputLookup at, Supplier<String> words) {
      diverged.add(
          at.inputLane(), at.inputOffset(), () -> seen.evidenceHigh() + " in " + words.get());
    }

    @Override
    public void readout(Observation seen) {
      throw new IllegalStateException("nothing is read out");
    }
  }

  /**
   * Every {@link #WINDOW} records of a key owe their sum; a window is due with its last record. Its
   * identity is its number and its key.
   */
  private static final class CountWindows implements Due {
    private final FilledTable table;
    private final long[] sums;

    CountWindows(Ledger ledger) {
      int[] lanes = IntStream.range(0, KEYS).map(key -> key % ledger.lanes()).toArray();
      table = FilledTable.perGroup(ledger, lanes, true);
      for (int key = 0; key < KEYS; key++) {
        table.strand();
        fill(ledger, key);
      }
      sums = new long[table.groups()];
      for (int window = 0; window < sums.length; window++) {
        int at = window;
        table.eachInput(window, input -> sums[at] += RecordId.sequence(input));
      }
    }

    private void fill(Ledger ledger, int key) {
      List<Long> open = new ArrayList<>();
      for (long n = key; n < ledger.records(0); n += KEYS) {
        if (ledger.fate(0, n) == Fate.STORED) {
          open.add(n);
        }
        if (open.size() == WINDOW) {
          table.group(ledger.intendedMicros(0, n));
          open.forEach(sequence -> table.add(0, sequence, key));
          open.clear();
        }
      }
    }

    @Override
    public DueTable table() {
      return table;
    }

    @Override
    public long find(Observation seen) {
      long row = table.firstOf(seen.key()) + seen.sequence();
      return seen.sequence() >= 0 && row < table.firstOf(seen.key() + 1) ? row : NOT_DUE;
    }

    @Override
    public long input(Observation seen, long row) {
      return row < 0 ? Ledger.NONE : table.input(row);
    }

    @Override
    public StateAudit stateAudit(boolean exact, FindingSink diverged) {
      return new Says(seen -> sums[(int) find(seen)], diverged);
    }
  }

  /** Every request owes one response; there are no partitions, and no order. */
  private record Responses(FilledTable table) implements Due {
    Responses(Ledger ledger) {
      this(FilledTable.perInput(ledger, new int[0], false));
      table.strand();
      ledger.eachInOrderOfTimes(
          (generator, sequence) -> {
            table.group(ledger.intendedMicros(generator, sequence));
            table.add(generator, sequence, 0);
          });
    }

    @Override
    public long find(Observation seen) {
      return table.find(seen);
    }

    @Override
    public StateAudit stateAudit(boolean exact, FindingSink diverged) {
      return new Says(seen -> 200, diverged);
    }
  }

  private record Seen(long high, int low, long evidence, int lane, long atMicros) {
    Seen at(long micros) {
      return new Seen(high, low, evidence, lane, micros);
    }

    Seen saying(long other) {
      return new Seen(high, low, other, lane, atMicros);
    }

    Seen numbered(long other) {
      return new Seen(other, low, evidence, lane, atMicros);
    }
  }

  private static long intended(long sequence) {
    return START + (long) (sequence * 1e6 / RATE);
  }

  private static List<Seen> allWindows() {
    List<Seen> seen = new ArrayList<>();
    for (long n = 0; n < RECORDS; n++) {
      long ofKey = n / KEYS;
      if (ofKey % WINDOW == WINDOW - 1) {
        long sum = 0;
        for (int i = 0; i < WINDOW; i++) {
          sum += n - (long) i * KEYS;
        }
        int key = (int) (n % KEYS);
        seen.add(new Seen(ofKey / WINDOW, key, sum, key % PARTITIONS, intended(n) + 20_000));
      }
    }
    return seen;
  }

  private static List<Seen> allResponses() {
    List<Seen> seen = new ArrayList<>();
    for (long n = 0; n < RECORDS; n++) {
      seen.add(new Seen(n, 0, 200, 0, intended(n) + 20_000));
    }
    return seen;
  }

  private AnalysisResult analyse(Function<Ledger, Due> oracle, int partitions, List<Seen> seen)
      throws IOException {
    Path log = folder.resolve("send");
    try (SendLog sends = SendLog.create(log, 0, partitions, START, RATE)) {
      for (long n = 0; n < RECORDS; n++) {
        sends.set(n, fates.getOrDefault(n, n / partitions + SendLog.ACKNOWLEDGED));
      }
    }
    Path observed = folder.resolve("observed");
    long[] offsets = new long[partitions];
    try (ObservedFile.Writer writer = new ObservedFile.Writer(observed)) {
      for (Seen s : seen) {
        byte[] value =
            new OutputRecord(
                    OutputRecord.OutputKind.MATCH, 0, s.low, s.high, 0, s.evidence, 0, 0, 0, 1, 1)
                .encode();
        writer.append(s.lane, offsets[s.lane]++, s.atMicros / 1000, s.atMicros, value);
      }
    }
    return Analyst.analyse(
        Evidence.of(
                new Meaning(WorkloadSpec.ruleMatch(1), oracle),
                DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 0),
                partitions,
                List.of(log),
                observed)
            .reread(observed)
            .faults(List.of(FaultTimes.of(1, "kill", "worker", List.of("w"), at(20)).build()))
            .phases(
                List.of(
                    new PhaseTimes("baseline", at(5), at(18)),
                    new PhaseTimes("faults", at(18), at(50)),
                    new PhaseTimes("settle", at(50), at(60))))
            .build());
  }

  private static long at(double seconds) {
    return START + (long) (seconds * 1e6);
  }

  private static Map<FindingKind, Long> found(AnalysisResult findings) {
    Map<FindingKind, Long> counts = new TreeMap<>();
    for (Finding finding : findings.audits().get(0).findings()) {
      if (finding.count() > 0) {
        counts.put(finding.kind(), finding.count());
      }
    }
    return counts;
  }

  private static void stall(List<Seen> seen, double from, double to) {
    seen.replaceAll(
        s ->
            s.atMicros >= at(from) && s.atMicros < at(to)
                ? s.at(at(to) + (s.atMicros - at(from)) / 100)
                : s);
    seen.sort(Comparator.comparingLong(Seen::atMicros));
  }

  @Test
  void windowsThatAllComeAreFoundToBeRight() throws IOException {
    AnalysisResult findings = analyse(CountWindows::new, PARTITIONS, allWindows());
    assertThat(found(findings)).isEmpty();
    assertThat(findings.audits().get(0).expected()).isEqualTo(RECORDS / WINDOW);
    assertThat(findings.faults().get(0).outage().state()).isEqualTo(SpanState.NO_DIP);
    assertThat(findings.faults().get(0).recovery().state()).isEqualTo(SpanState.NO_DIP);
  }

  @Test
  void whatIsWrongWithWindowsIsFoundAsItself() throws IOException {
    List<Seen> seen = allWindows();
    Seen twice = seen.get(700);
    Seen wrong = seen.get(300);
    seen.set(300, wrong.saying(wrong.evidence + 1));
    // Two windows of one key change places.
    Collections.swap(seen, 400, 400 + KEYS);
    seen.add(twice.at(at(61)));
    seen.add(twice.numbered(5_000_000).at(at(61)));
    seen.remove(200);
    seen.remove(100);
    assertThat(found(analyse(CountWindows::new, PARTITIONS, seen)))
        .isEqualTo(
            Map.of(
                FindingKind.LOST,
                2L,
                FindingKind.DUPLICATED,
                1L,
                FindingKind.DIVERGED,
                1L,
                FindingKind.UNEXPECTED,
                1L,
                FindingKind.REORDERED,
                1L));
  }

  @Test
  void aRecordThatWasNotStoredMovesEveryLaterWindowOfItsKey() throws IOException {
    fates.put(8_000L, SendLog.FAILED);
    AnalysisResult findings = analyse(CountWindows::new, PARTITIONS, allWindows());
    assertThat(found(findings)).containsOnlyKeys(FindingKind.DIVERGED, FindingKind.UNEXPECTED);
    assertThat(found(findings)).containsEntry(FindingKind.UNEXPECTED, 1L);
  }

  @Test
  void aStallOfWindowsIsMeasured() throws IOException {
    List<Seen> seen = allWindows();
    stall(seen, 20, 27);
    FaultResult fault = analyse(CountWindows::new, PARTITIONS, seen).faults().get(0);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().millis()).isBetween(6_900L, 7_200L);
    assertThat(fault.recovery().highMillis()).isBetween(6_900L, 7_400L);
  }

  @Test
  void responsesAreCountedOneForEachRequest() throws IOException {
    List<Seen> seen = allResponses();
    assertThat(found(analyse(Responses::new, 1, seen))).isEmpty();
    seen.add(seen.get(9_000).at(at(61)));
    seen.set(5_000, seen.get(5_000).saying(500));
    seen.remove(4_000);
    fates.put(3_000L, SendLog.UNKNOWN);
    fates.put(3_001L, SendLog.FAILED);
    assertThat(found(analyse(Responses::new, 1, seen)))
        .isEqualTo(
            Map.of(
                FindingKind.LOST,
                1L,
                FindingKind.DUPLICATED,
                1L,
                FindingKind.DIVERGED,
                1L,
                FindingKind.PENDING,
                1L,
                FindingKind.UNEXPECTED,
                1L));
  }

  @Test
  void aServiceThatDoesNotAnswerForAWhileIsDown() throws IOException {
    List<Seen> seen = allResponses();
    stall(seen, 20, 23);
    FaultResult fault = analyse(Responses::new, 1, seen).faults().get(0);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().millis()).isBetween(2_900L, 3_100L);
  }

  @Test
  void whereNothingIsSaidToBeDueNothingIsJudged() throws IOException {
    Workload none =
        Workloads.create(
            new WorkloadSpec(
                "events", 1, Map.of("oracle", "none", "keys", "8", "event-bytes", "200")));
    List<Seen> seen = allResponses();
    seen.subList(4_000, 9_000).clear();
    AnalysisResult findings = analyse(Oracles.of(none)::due, 1, seen);
    assertThat(found(findings)).isEmpty();
    assertThat(findings.unjudged())
        .containsKeys(
            FindingKind.LOST.toString(),
            FindingKind.DUPLICATED.toString(),
            FindingKind.DIVERGED.toString(),
            FindingKind.UNEXPECTED.toString());
    List<Results.Judgement> judgements =
        Verdicts.judge(
            List.of(new Expectation(FindingKind.LOST.toString(), Expectation.Op.EQUAL, 0, "0", 0)),
            findings.metrics(),
            findings.bounds(),
            findings.unjudged());
    assertThat(judgements.get(0).verdict()).isEqualTo(Verdict.UNKNOWN);
  }
}
