package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows that list their visits: a record of the output topic delivers many inputs at once. */
class WindowsTest {
  private static final long START = 1_700_000_000_000_000L;
  private static final int PARTITIONS = 3;
  private static final int RECORDS = 600;
  private static final double RATE = 100;
  private static final int VISITS = 5;

  @TempDir Path folder;

  private FixedWindow workload =
      new FixedWindow(
          WorkloadSpec.of(FixedWindow.KIND, 1).with("addresses", 12).with("visits", VISITS));
  private long droppedLate;
  private long unknown = -1;
  private final List<Written> live = new ArrayList<>();
  private final List<Written> again = new ArrayList<>();

  /** A record of the output topic. */
  private record Written(int partition, long offset, long atMicros, WindowRecord window) {}

  private static long intended(long n) {
    return START + (long) (n * 1e6 / RATE);
  }

  /** The windows that a job without a fault writes, each 5 ms after its last visit was sent. */
  private void job(int without, boolean early) {
    job(without, early, Set.of());
  }

  /**
   * @param twice visits that windows take once more when they come
   */
  private void job(int without, boolean early, Set<Long> twice) {
    Map<Integer, WindowRecord> open = new HashMap<>();
    long[] ends = new long[PARTITIONS];
    for (long n = 0; n < RECORDS; n++) {
      int address = workload.address(0, n);
      WindowInput visit = new WindowInput(false, 0, address, n, intended(n));
      WindowRecord window =
          n == without ? open.get(address) : WindowRecord.with(open.get(address), visit, true);
      if (twice.contains(n)) {
        window = WindowRecord.with(window, visit, true);
      }
      open.put(address, window);
      boolean full = window != null && window.count() == (early && n > 300 ? 4 : VISITS);
      if (full) {
        write(ends, window, true, intended(n) + 5_000);
        open.remove(address);
        early = early && n <= 300;
      }
    }
    for (WindowRecord window : open.values()) {
      if (window != null) {
        write(ends, window, false, intended(RECORDS) + 3_000_000);
      }
    }
    again.addAll(live);
  }

  /** The windows of a second that a job writes which closes them without some of their visits. */
  private void jobByTime(Set<Long> without) {
    workload = new FixedWindow(workload.spec().with("window", "time"));
    Map<Integer, WindowRecord> open = new TreeMap<>();
    long[] ends = new long[PARTITIONS];
    for (long n = 0; n <= RECORDS; n++) {
      if (n == RECORDS || intended(n) % 1_000_000 == 0) {
        long closes = intended(n) + 200_000;
        open.values().forEach(window -> write(ends, window, true, closes));
        open.clear();
      }
      int address = workload.address(0, n);
      if (n < RECORDS && !without.contains(n)) {
        WindowInput visit = new WindowInput(false, 0, address, n, intended(n));
        open.put(address, WindowRecord.with(open.get(address), visit, workload.listed()));
      }
    }
    again.addAll(live);
  }

  private void write(long[] ends, WindowRecord window, boolean full, long micros) {
    int p = window.address() % PARTITIONS;
    WindowRecord closed = WindowRecord.of(window.closed(full, micros, 1, 1));
    live.add(new Written(p, ends[p]++, micros, closed));
  }

  private Path written(String name, List<Written> records) throws IOException {
    Path file = folder.resolve(name);
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (Written record : records) {
        List<byte[]> outputs = new ArrayList<>();
        workload.outputs(header -> null, record.window.bytes(), outputs::add);
        for (byte[] output : outputs) {
          writer.append(
              record.partition, record.offset, record.atMicros / 1000, record.atMicros, output);
        }
      }
    }
    return file;
  }

  private boolean readAgain = true;
  private boolean undrained;

  private Map<FindingKind, Long> counts(Guarantee guarantee) throws IOException {
    return PlantedAnomalies.counts(findings(guarantee).audits().get(0));
  }

  private AnalysisResult findings(Guarantee guarantee) throws IOException {
    Path log = folder.resolve("send.log");
    long[] ends = new long[PARTITIONS];
    try (SendLog sends = SendLog.create(log, 0, PARTITIONS, START, RATE)) {
      for (long n = 0; n < RECORDS; n++) {
        int p = workload.placement().partition(0, n, PARTITIONS);
        sends.set(n, n == unknown ? SendLog.UNKNOWN : SendLog.ACKNOWLEDGED + ends[p]++);
      }
    }
    Evidence evidence =
        Evidence.of(
                workload,
                DeliveryGuarantee.of(guarantee, 1000),
                PARTITIONS,
                List.of(log),
                written("live.bin", live))
            .reread(readAgain ? written("again.bin", again) : null)
            .droppedLate(droppedLate)
            .unfinished(new UnfinishedWork(List.of(), List.of(), undrained))
            .phases(
                List.of(
                    new Evidence.PhaseTimes("baseline", START, START + 4_000_000),
                    new Evidence.PhaseTimes("faults", START + 4_000_000, START + 4_500_000),
                    new Evidence.PhaseTimes("drain", intended(RECORDS), intended(2 * RECORDS))))
            .build();
    return Analyst.analyse(evidence);
  }

  @Test
  void aJobWithoutAFaultIsWithoutAFinding() throws IOException {
    job(-1, false);

    assertThat(counts(Guarantee.EXACTLY_ONCE)).isEmpty();
    assertThat(counts(Guarantee.AT_LEAST_ONCE)).isEmpty();
  }

  @Test
  void aWindowThatCameTwiceIsDuplicatedOnceForEachVisit() throws IOException {
    job(-1, false);
    Written one = live.get(10);
    Written twice =
        new Written(
            one.partition,
            live.stream().filter(w -> w.partition == one.partition).count(),
            one.atMicros + 9_000,
            one.window);
    live.add(twice);
    again.add(twice);

    assertThat(counts(Guarantee.EXACTLY_ONCE))
        .isEqualTo(Map.of(FindingKind.DUPLICATED, (long) VISITS));
  }

  @Test
  void aWindowThatOnlyOneOfTheReadingsHasIsFound() throws IOException {
    job(-1, false);
    again.remove(20);
    live.remove(30);

    assertThat(counts(Guarantee.EXACTLY_ONCE))
        .isEqualTo(
            Map.of(
                FindingKind.UNCOMMITTED, (long) VISITS,
                FindingKind.LOST, (long) VISITS,
                FindingKind.MISSED_LIVE, (long) VISITS));
  }

  @Test
  void aVisitTakenTwiceShiftsTheLaterWindowsOfItsAddressForGood() throws IOException {
    job(-1, false);
    assertThat(findings(Guarantee.AT_LEAST_ONCE).metrics()).containsEntry("excess", 0.0);
    live.clear();
    again.clear();
    job(-1, false, firstVisitsOfTwo());

    AnalysisResult shifted = findings(Guarantee.AT_LEAST_ONCE);
    assertThat(shifted.metrics()).containsEntry("excess", 2.0);
    assertThat(PlantedAnomalies.counts(shifted.audits().get(0)))
        .as("nothing but the visits that came twice")
        .isEqualTo(Map.of(FindingKind.DUPLICATED, 2L));
  }

  @Test
  void aShiftIsToldUnderExactlyOnceToo() throws IOException {
    job(-1, false, firstVisitsOfTwo());
    assertThat(findings(Guarantee.EXACTLY_ONCE).metrics()).containsEntry("excess", 2.0);
  }

  @Test
  void windowsByTimeHaveNoExcessAndNotOneOfNothing() throws IOException {
    jobByTime(Set.of());
    assertThat(findings(Guarantee.AT_LEAST_ONCE).metrics()).doesNotContainKey("excess");
    assertThat(findings(Guarantee.EXACTLY_ONCE).metrics()).doesNotContainKey("excess");
  }

  @Test
  void anAddressOfWhichAVisitIsInDoubtTellsNoShift() throws IOException {
    unknown = 300;
    job(-1, false, firstVisitsOfTwo());
    AnalysisResult found = findings(Guarantee.AT_LEAST_ONCE);
    assertThat(found.unjudged().get("excess")).contains("of 1 addresses", "may have been stored");
    assertThat(found.metrics().get("excess")).as("of the others").isBetween(1.0, 2.0);
  }

  @Test
  void aVisitThatNeverCameIsNotManyTakenTwice() throws IOException {
    job(200, false);
    AnalysisResult found = findings(Guarantee.NONE);
    assertThat(found.metrics()).containsEntry("excess", 0.0);
    assertThat(found.unjudged().get("excess")).contains("of 1 addresses", "never came");
  }

  /** Of two addresses, visits that do not fill a window if they are taken twice. */
  private Set<Long> firstVisitsOfTwo() {
    Map<Integer, Long> first = new TreeMap<>();
    for (long n = 0; n < RECORDS; n++) {
      first.putIfAbsent(workload.address(0, n), n);
    }
    Set<Long> two = new HashSet<>();
    first.values().stream().limit(2).forEach(two::add);
    return two;
  }

  @Test
  void aVisitThatIsInNoWindowIsLostAndShiftsTheWindowsThatFollow() throws IOException {
    job(200, false);

    Map<FindingKind, Long> counts = counts(Guarantee.EXACTLY_ONCE);
    assertThat(counts).containsEntry(FindingKind.LOST, 1L).containsKey(FindingKind.DIVERGED);
    assertThat(counts(Guarantee.AT_LEAST_ONCE)).isEqualTo(Map.of(FindingKind.LOST, 1L));
  }

  @Test
  void whatTheEngineSaysItDroppedAsLateIsNotLostAndNoMoreThanThat() throws IOException {
    jobByTime(Set.of(3L, 200L, 201L, 480L));

    assertThat(counts(Guarantee.AT_LEAST_ONCE)).isEqualTo(Map.of(FindingKind.LOST, 4L));
    droppedLate = 3;
    assertThat(counts(Guarantee.AT_LEAST_ONCE))
        .isEqualTo(Map.of(FindingKind.DROPPED_LATE, 3L, FindingKind.LOST, 1L));
    assertThat(counts(Guarantee.EXACTLY_ONCE))
        .isEqualTo(Map.of(FindingKind.DROPPED_LATE, 3L, FindingKind.LOST, 1L));
    droppedLate = 9; // replays are dropped, too
    assertThat(counts(Guarantee.AT_LEAST_ONCE)).isEqualTo(Map.of(FindingKind.DROPPED_LATE, 4L));
  }

  /**
   * Windows that are not full are read out once all has come, and never if the drain ends first.
   */
  @Test
  void whatOnlyAClosingRoundBringsIsNotLostWhereTheDrainWasCutShortBeforeIt() throws IOException {
    job(-1, false);
    long due = visits(live);
    live.removeIf(written -> written.window.bytes()[1] == 1);
    again.clear();
    again.addAll(live);
    long missing = due - visits(live);
    assertThat(counts(Guarantee.EXACTLY_ONCE)).isEqualTo(Map.of(FindingKind.LOST, missing));

    undrained = true;
    AnalysisResult cut = findings(Guarantee.EXACTLY_ONCE);
    assertThat(PlantedAnomalies.counts(cut.audits().get(0)))
        .isEqualTo(Map.of(FindingKind.PENDING, missing));
    assertThat(cut.unjudged()).containsKey(FindingKind.LOST.toString());
    Written full = live.remove(5);
    again.remove(full);
    assertThat(counts(Guarantee.EXACTLY_ONCE))
        .containsEntry(FindingKind.LOST, full.window.count())
        .containsEntry(FindingKind.PENDING, missing);
  }

  private static long visits(List<Written> records) {
    return records.stream().mapToLong(written -> written.window.count()).sum();
  }

  @Test
  void withoutASecondReadingWhatWasDroppedAsLateIsNotKnown() throws IOException {
    jobByTime(Set.of(3L));
    droppedLate = 1;
    readAgain = false;
    assertThat(findings(Guarantee.AT_LEAST_ONCE).unjudged())
        .containsEntry(
            FindingKind.DROPPED_LATE.toString(),
            "the output topic was not read again after the drain");
  }

  /** One window lacks a visit, another one all of its visits, so that it never came. */
  @Test
  void whatWindowsLackThatCameIsTakenOffWhatTheEngineSaysItDropped() throws IOException {
    workload = new FixedWindow(workload.spec().with("members", "sum"));
    Set<Long> without = new HashSet<>();
    for (long n = 0; n < 100; n++) {
      if (workload.address(0, n) == workload.address(0, 0)) {
        without.add(n);
      }
    }
    long whole = without.size();
    without.add(250L);
    jobByTime(without);

    droppedLate = whole + 1;
    assertThat(counts(Guarantee.AT_LEAST_ONCE))
        .isEqualTo(Map.of(FindingKind.DROPPED_LATE, 1L, FindingKind.DIVERGED, 1L));
    droppedLate = whole;
    assertThat(counts(Guarantee.AT_LEAST_ONCE))
        .isEqualTo(Map.of(FindingKind.LOST, 1L, FindingKind.DIVERGED, 1L));
  }

  @Test
  void windowsThatEndByCountKnowNoLateness() throws IOException {
    job(200, false);
    droppedLate = 9;

    assertThat(counts(Guarantee.AT_LEAST_ONCE)).isEqualTo(Map.of(FindingKind.LOST, 1L));
  }

  @Test
  void howLongWindowsTookIsCountedFromTheirNewestAndFromTheirOldestVisit() throws IOException {
    job(-1, false);
    AnalysisResult findings = findings(Guarantee.AT_LEAST_ONCE);
    Map<String, Double> metrics = findings.metrics();

    List<WindowRecord> due =
        live.stream()
            .map(Written::window)
            .filter(w -> w.count() == VISITS && w.newestMicros() < START + 4_000_000)
            .toList();
    assertThat(metrics.get("baseline.window.newest.p99")).isBetween(4.0, 5.2);
    assertThat(metrics.get("baseline.window.newest.mean")).isBetween(4.0, 5.2);
    assertThat(metrics.get("window.rate.baseline"))
        .isBetween((due.size() - 2) / 4.0, due.size() / 4.0);
    double mean =
        due.stream()
            .mapToLong(w -> w.newestMicros() + 5_000 - w.oldestMicros())
            .average()
            .orElseThrow();
    assertThat(metrics.get("baseline.window.oldest.mean")).isCloseTo(mean / 1000, within(1.0));
    assertThat(findings.timeline().windows())
        .hasSizeGreaterThan(4)
        .first()
        .satisfies(
            second -> assertThat(second.oldest().p50()).isGreaterThan(second.newest().max()));
    assertThat(
            findings.timeline().windows().stream()
                .mapToLong(second -> second.newest().count())
                .sum())
        .isEqualTo(live.stream().filter(w -> w.window.count() == VISITS).count());
  }

  @Test
  void thePeakIsTheWindowsOfTheSecondInWhichMostCame() throws IOException {
    job(-1, false);
    Map<Long, Long> came = new TreeMap<>();
    live.forEach(written -> came.merge((written.atMicros - START) / 1_000_000, 1L, Long::sum));
    double most =
        LongStream.range(0, 4).map(second -> came.getOrDefault(second, 0L)).max().orElse(0);

    AnalysisResult findings = findings(Guarantee.AT_LEAST_ONCE);
    assertThat(findings.metrics()).containsEntry("baseline.window.peak-rate", most);
    assertThat(most).isGreaterThan(findings.metrics().get("window.rate.baseline"));
    assertThat(findings.metrics()).doesNotContainKey("faults.window.peak-rate");
    assertThat(findings.unjudged())
        .containsEntry("faults.window.peak-rate", "the phase is shorter than a second");
  }

  @Test
  void aWindowThatNeverCameTookForever() throws IOException {
    job(-1, false);
    live.remove(3);
    again.remove(3);

    AnalysisResult findings = findings(Guarantee.AT_LEAST_ONCE);
    Map<String, Double> metrics = findings.metrics();

    assertThat(metrics.get("baseline.window.newest.max")).isInfinite();
    assertThat(metrics.get("baseline.window.newest.p50")).isBetween(4.0, 5.2);
    assertThat(metrics).doesNotContainKey("baseline.window.newest.mean");
    assertThat(findings.unjudged().get("baseline.window.newest.mean"))
        .contains("never came: a mean is of the others alone");
  }

  @Test
  void aWindowThatClosedEarlyIsFoundWhateverIsPromised() throws IOException {
    job(-1, true);

    assertThat(counts(Guarantee.EXACTLY_ONCE)).containsOnlyKeys(FindingKind.DIVERGED);
    assertThat(counts(Guarantee.AT_LEAST_ONCE)).containsOnlyKeys(FindingKind.DIVERGED);
  }
}
