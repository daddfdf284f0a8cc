package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.workload.RecordSink;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that end with a gap: what is found of each mistake, under either guarantee. */
class SessionWindowsTest {
  private static final long START = 1_700_000_000_000_000L;
  private static final int PARTITIONS = 3;
  private static final int RECORDS = 4_000;
  private static final double RATE = 200;
  private static final long GAP = 400;
  private static final long LATENESS = 100;
  private static final int SOME = 60;

  @TempDir Path folder;

  /** Three sessions at a time: visits are 15 ms apart, and addresses rest for 0.9 s. */
  private final SessionWindow workload =
      new SessionWindow(
          WorkloadSpec.of(SessionWindow.KIND, 1)
              .with("addresses", 12)
              .with("gap-ms", GAP)
              .with("lateness-ms", LATENESS)
              .with("late", 0));

  private final long[] ends = new long[PARTITIONS];
  private final List<Written> topic = new ArrayList<>();
  private long droppedLate;

  /** A record of the output topic. */
  private record Written(int partition, long offset, long atMicros, WindowRecord session) {}

  private static long intended(long n) {
    return START + (long) (n * 1e6 / RATE);
  }

  /** The sessions of a job without a fault, in the order in which they end. */
  private List<List<WindowInput>> sessions() {
    Map<Integer, List<WindowInput>> visits = new TreeMap<>();
    for (long n = 0; n < RECORDS; n++) {
      WindowInput visit = sent(n);
      visits.computeIfAbsent(visit.address(), none -> new ArrayList<>()).add(visit);
    }
    List<List<WindowInput>> sessions = new ArrayList<>();
    for (List<WindowInput> ofAddress : visits.values()) {
      ofAddress.sort(Comparator.comparingLong(WindowInput::micros));
      int from = 0;
      for (int to = 1; to <= ofAddress.size(); to++) {
        if (to == ofAddress.size()
            || !workload.together(ofAddress.get(to - 1).micros(), ofAddress.get(to).micros())) {
          sessions.add(ofAddress.subList(from, to));
          from = to;
        }
      }
    }
    sessions.sort(Comparator.comparingLong(SessionWindowsTest::newest));
    return sessions;
  }

  private static long newest(List<WindowInput> session) {
    return session.get(session.size() - 1).micros();
  }

  private WindowInput sent(long n) {
    byte[][] sent = new byte[2][];
    workload.write(
        0,
        n,
        intended(n),
        new RecordSink() {
          @Override
          public byte[] value(int length) {
            sent[0] = new byte[length];
            return sent[0];
          }

          @Override
          public void key(byte[] key) {}

          @Override
          public void header(String name, byte[] bytes) {
            sent[1] = bytes;
          }
        });
    List<WindowInput> inputs = new ArrayList<>();
    workload.inputs(sent[1], sent[0], 0, PARTITIONS, inputs::add);
    return inputs.get(0);
  }

  @BeforeEach
  void job() {
    sessions().forEach(this::write);
  }

  private void write(List<WindowInput> visits) {
    WindowRecord session = null;
    for (WindowInput visit : visits) {
      session = WindowRecord.with(session, visit, false);
    }
    long micros = newest(visits) + 1000 * (GAP + LATENESS) + 5_000;
    int partition = visits.get(0).address() % PARTITIONS;
    if (session != null) {
      topic.add(
          new Written(
              partition,
              ends[partition]++,
              micros,
              WindowRecord.of(session.closed(true, micros, 1, 1))));
    }
  }

  private Path written(String name) throws IOException {
    Path file = folder.resolve(name);
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (Written record : topic) {
        List<byte[]> outputs = new ArrayList<>();
        workload.outputs(header -> null, record.session.bytes(), outputs::add);
        for (byte[] output : outputs) {
          writer.append(
              record.partition, record.offset, record.atMicros / 1000, record.atMicros, output);
        }
      }
    }
    return file;
  }

  private AnalysisResult findings(Guarantee guarantee) throws IOException {
    Path log = folder.resolve("send.log");
    long[] offsets = new long[PARTITIONS];
    try (SendLog sends = SendLog.create(log, 0, PARTITIONS, START, RATE)) {
      for (long n = 0; n < RECORDS; n++) {
        int p = workload.placement().partition(0, n, PARTITIONS);
        sends.set(n, SendLog.ACKNOWLEDGED + offsets[p]++);
      }
    }
    return Analyst.analyse(
        Evidence.of(
                workload,
                DeliveryGuarantee.of(guarantee, 1000),
                PARTITIONS,
                List.of(log),
                written("live.bin"))
            .reread(written("again.bin"))
            .droppedLate(droppedLate)
            .phases(
                List.of(
                    new Evidence.PhaseTimes("baseline", START, START + 8_000_000),
                    new Evidence.PhaseTimes("drain", intended(RECORDS), intended(2 * RECORDS))))
            .build());
  }

  private Map<FindingKind, Long> counts(Guarantee guarantee) throws IOException {
    return PlantedAnomalies.counts(findings(guarantee).audits().get(0));
  }

  @Test
  void aJobWithoutAFaultIsWithoutAFinding() throws IOException {
    assertThat(topic).hasSizeBetween(190, 215);
    assertThat(counts(Guarantee.EXACTLY_ONCE)).isEmpty();
    assertThat(counts(Guarantee.AT_LEAST_ONCE)).isEmpty();
    assertThat(findings(Guarantee.EXACTLY_ONCE).metrics().get("baseline.latency.p99"))
        .isBetween(4.0, 6.2);
  }

  /** The watermark has passed a session while its visits still came: it comes in two. */
  @Test
  void aWatermarkThatRanAheadIsFound() throws IOException {
    List<WindowInput> session = sessions().get(SOME);
    Written whole = topic.remove(SOME);
    write(session.subList(0, 8));
    write(session.subList(8, session.size()));
    assertThat(topic.get(topic.size() - 1).partition()).isEqualTo(whole.partition);

    assertThat(counts(Guarantee.EXACTLY_ONCE))
        .containsEntry(FindingKind.DUPLICATED, 1L)
        .containsEntry(FindingKind.DIVERGED, 2L);
    assertThat(counts(Guarantee.AT_LEAST_ONCE))
        .containsEntry(FindingKind.DUPLICATED, 1L)
        .containsEntry(FindingKind.DIVERGED, 1L);
  }

  @Test
  void aSessionThatARestoreLostIsFound() throws IOException {
    topic.remove(SOME);
    List<WindowInput> begun = sessions().get(SOME + 1);
    topic.remove(SOME);
    write(begun.subList(12, begun.size()));

    for (Guarantee guarantee : List.of(Guarantee.EXACTLY_ONCE, Guarantee.AT_LEAST_ONCE)) {
      assertThat(counts(guarantee))
          .containsEntry(FindingKind.LOST, 1L)
          .containsEntry(FindingKind.DIVERGED, 1L)
          .doesNotContainKeys(FindingKind.DUPLICATED, FindingKind.UNEXPECTED);
    }
  }

  @Test
  void aCountThatIsOffByOneIsFound() throws IOException {
    for (int by : List.of(-1, 1)) {
      ByteBuffer session = ByteBuffer.wrap(topic.get(SOME).session.bytes());
      session.putLong(8, session.getLong(8) + by);
      assertThat(counts(Guarantee.EXACTLY_ONCE)).isEqualTo(Map.of(FindingKind.DIVERGED, 1L));
      if (by < 0) {
        assertThat(counts(Guarantee.AT_LEAST_ONCE)).isEqualTo(Map.of(FindingKind.DIVERGED, 1L));
      } else {
        AnalysisResult replayed = findings(Guarantee.AT_LEAST_ONCE);
        assertThat(PlantedAnomalies.counts(replayed.audits().get(0))).isEmpty();
        assertThat(replayed.unjudged()).containsKey(FindingKind.LOST.toString());
      }
      session.putLong(8, session.getLong(8) - by);
    }
  }

  @Test
  void aSessionThatCameTwiceIsADuplicate() throws IOException {
    write(sessions().get(SOME));

    assertThat(counts(Guarantee.EXACTLY_ONCE)).containsEntry(FindingKind.DUPLICATED, 1L);
    assertThat(counts(Guarantee.EXACTLY_ONCE)).doesNotContainKey(FindingKind.DIVERGED);
    assertThat(counts(Guarantee.AT_LEAST_ONCE)).doesNotContainKey(FindingKind.DIVERGED);
  }

  @Test
  void aSessionWhoseVisitsTheEngineDroppedAsLateIsToldAsSuch() throws IOException {
    droppedLate = topic.remove(SOME).session.count();
    assertThat(counts(Guarantee.EXACTLY_ONCE)).isEqualTo(Map.of(FindingKind.DROPPED_LATE, 1L));
    droppedLate--;
    assertThat(counts(Guarantee.EXACTLY_ONCE)).isEqualTo(Map.of(FindingKind.LOST, 1L));
  }
}
