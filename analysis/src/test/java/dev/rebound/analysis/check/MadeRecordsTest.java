package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.workload.ExpectedOutputs;
import dev.rebound.workload.FilterWorkload;
import dev.rebound.workload.GeneratedLane;
import dev.rebound.workload.Grep;
import dev.rebound.workload.Grouping;
import dev.rebound.workload.KeyedLogic;
import dev.rebound.workload.Match;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RuleWorkload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job whose source makes the records itself is killed after 150 positions of each lane, and
 * restored where it was at 100: what a source does wrong then is found.
 */
class MadeRecordsTest {
  private static final int LANES = 4;
  private static final long RECORDS = 2_000;
  private static final int SNAPSHOT = 100;
  private static final int KILLED = 150;
  private static final int KEYS = 20;

  @TempDir Path folder;

  private final RuleWorkload grouping =
      RuleWorkload.of(
          Workloads.create(
              WorkloadSpec.of(Grouping.KIND, 42).with("keys", KEYS).with("output-every", 10)));
  private final Grep grep = new Grep(WorkloadSpec.of(Grep.KIND, 42).with("pattern", "ERROR"));

  /** A job that counts by key, or passes on what is found, as it is written in transactions. */
  private final class Job {
    private final RuleWorkload workload;
    private final KeyedLogic logic;
    private final History history;
    private Map<Integer, byte[]> states = new HashMap<>();
    private long now = History.START;

    Job(RuleWorkload workload) {
      this.workload = workload;
      this.logic = Workloads.logic(grouping.spec());
      this.history = History.perfect(workload, LANES, 1000, 0, 0);
    }

    /** Works off the positions of each lane from one on and below another. */
    void run(long from, long until) {
      for (long position = from; position < until; position++) {
        for (int lane = 0; lane < LANES; lane++) {
          GeneratedLane made = new GeneratedLane(lane, LANES, RECORDS);
          if (position < made.length()) {
            take(made.sequence(position));
          }
        }
      }
    }

    private void take(long sequence) {
      now += 1000;
      if (workload == grep) {
        try (ExpectedOutputs owed = workload.owed()) {
          long content = FilterWorkload.hash(grep.value(0, sequence));
          owed.expected(
              0, sequence, key -> history.outs.add(history.out(key, sequence, 1, content, now)));
        }
        return;
      }
      workload
          .newMatcher()
          .expected(
              0,
              sequence,
              key -> apply(new Match(RecordFormat.RecordKind.DATA, 0, key, sequence, 0, 0)));
    }

    private void apply(Match match) {
      OutputRecord output =
          logic.apply(
              states.get(match.rule()),
              match,
              new KeyedLogic.Emitter(1, 1),
              next -> states.put(match.rule(), next));
      if (output != null) {
        (output.kind() == OutputRecord.OutputKind.MATCH ? history.outs : history.readouts)
            .add(
                new Out(
                    output.rule(),
                    output.generator(),
                    output.sequence(),
                    output.rule() % LANES,
                    output.count(),
                    output.checksum(),
                    now,
                    output.kind(),
                    true));
      }
    }

    void readOut() {
      history.readouts.clear();
      for (int key = 0; key < KEYS && workload == grouping; key++) {
        apply(new Match(RecordFormat.RecordKind.CLOSING, 0, key, 1, 0, 0));
      }
    }

    AnalysisResult audit(Guarantee guarantee) throws IOException {
      return audit(guarantee, 1000);
    }

    /**
     * @param perSecond at which they are said to be made
     */
    AnalysisResult audit(Guarantee guarantee, double perSecond) throws IOException {
      history.records = RECORDS;
      Path log = folder.resolve("made.bin");
      SendLog.writeMade(log, GeneratedLane.GENERATOR, LANES, History.START, perSecond, RECORDS);
      history.fault(History.START + 4L * KILLED * 1000);
      Evidence evidence = history.evidence(folder, guarantee);
      return Analyst.analyse(
          EvidenceBuilder.builder(evidence)
              .sendLogs(List.of(log))
              .inputReading(new Evidence.InputReading(Set.of(), 0, 0))
              .build());
    }
  }

  /**
   * What is found of a job whose source goes on at a position once it was restored.
   *
   * @param resumed where it has to be {@value #SNAPSHOT}
   */
  private Map<FindingKind, Long> found(RuleWorkload workload, int resumed) throws IOException {
    Job job = new Job(workload);
    job.run(0, SNAPSHOT);
    Map<Integer, byte[]> kept = new HashMap<>(job.states);
    List<Out> committed = new ArrayList<>(job.history.outs);
    job.run(SNAPSHOT, KILLED);
    job.states = kept;
    job.history.outs.retainAll(committed);
    job.run(resumed, RECORDS / LANES);
    job.readOut();
    return PlantedAnomalies.counts(job.audit(Guarantee.EXACTLY_ONCE).audits().get(0));
  }

  @Test
  void aSourceThatGoesOnWhereItWasLosesNothing() throws IOException {
    assertThat(found(grouping, SNAPSHOT)).isEmpty();
    assertThat(found(grep, SNAPSHOT)).isEmpty();
  }

  @Test
  void aSourceThatSkipsARecordAfterItWasRestoredIsFound() throws IOException {
    assertThat(found(grouping, SNAPSHOT + 1))
        .as("the record of each lane that was skipped is in the count of its key alone")
        .containsKey(FindingKind.DIVERGED);
    assertThat(found(grouping, SNAPSHOT + 20)).containsKeys(FindingKind.DIVERGED, FindingKind.LOST);
    assertThat(found(grep, SNAPSHOT + 20)).containsOnlyKeys(FindingKind.LOST);
  }

  /** The first position from one on at which no lane has a record of which an output is due. */
  private static int silent(RuleWorkload workload, int from) {
    int position = from;
    for (boolean[] due = {true}; due[0]; position++) {
      due[0] = false;
      try (ExpectedOutputs owed = workload.owed()) {
        for (int lane = 0; lane < LANES; lane++) {
          owed.expected(
              GeneratedLane.GENERATOR,
              new GeneratedLane(lane, LANES, RECORDS).sequence(position),
              key -> due[0] = true);
        }
      }
    }
    return position - 1;
  }

  @Test
  void aLineWithoutAMatchIsNotMissed() throws IOException {
    Job job = new Job(grep);
    int skipped = silent(grep, KILLED);
    job.run(0, skipped);
    job.run(skipped + 1, RECORDS / LANES);
    assertThat(PlantedAnomalies.counts(job.audit(Guarantee.EXACTLY_ONCE).audits().get(0)))
        .isEmpty();
  }

  @Test
  void underAtLeastOnceWhatCountsTwiceHidesWhatIsSkipped() throws IOException {
    Job job = new Job(grouping);
    job.run(0, KILLED);
    int skipped = silent(grouping, KILLED);
    job.run(SNAPSHOT, skipped);
    job.run(skipped + 1, RECORDS / LANES);
    job.readOut();
    assertThat(PlantedAnomalies.counts(job.audit(Guarantee.AT_LEAST_ONCE).audits().get(0)))
        .doesNotContainKeys(FindingKind.LOST, FindingKind.DIVERGED);
  }

  @Test
  void noFaultIsBlamedForWhatIsFound() throws IOException {
    Job job = new Job(grep);
    job.run(0, KILLED);
    job.run(KILLED + 40, RECORDS / LANES);
    assertThat(job.audit(Guarantee.EXACTLY_ONCE).audits().get(0).findings())
        .filteredOn(finding -> finding.kind() == FindingKind.LOST)
        .allSatisfy(
            finding -> assertThat(finding.byFault()).containsOnlyKeys(Attribution.UNATTRIBUTED));
  }

  @Test
  void aSourceThatMakesARecordAgainAfterItWasRestoredIsFound() throws IOException {
    assertThat(found(grouping, SNAPSHOT - 1)).containsKey(FindingKind.DIVERGED);
    assertThat(found(grep, SNAPSHOT - 20)).containsOnlyKeys(FindingKind.DUPLICATED);
  }

  private static long count(Timeline.@Nullable Percentiles of) {
    return of == null ? 0 : of.count();
  }

  @Test
  void whatCameBeforeItsRecordIsSaidToBeMadeCountsAsWell() throws IOException {
    Job job = new Job(grep);
    job.run(0, RECORDS / LANES);
    List<Timeline.Second> seconds = job.audit(Guarantee.EXACTLY_ONCE, 500).timeline().seconds();
    long outputs = job.history.outs.size();
    assertThat(seconds.stream().mapToLong(Timeline.Second::due).sum()).isEqualTo(outputs);
    assertThat(seconds.stream().mapToLong(second -> count(second.append())).sum())
        .as("they came within two seconds, and are due in four")
        .isEqualTo(outputs);
    assertThat(seconds.stream().mapToLong(second -> count(second.visible())).sum())
        .isEqualTo(outputs);
  }

  @Test
  void whatWasMadeNeedsNoSlots() throws IOException {
    Path log = folder.resolve("made.bin");
    SendLog.writeMade(log, 0, LANES, History.START, 500, 10);
    try (SendLedger ledger =
        new SendLedger(LANES, grep.placement(), List.of(log), Map.of(), List.of(), null)) {
      assertThat(ledger.records(0)).isEqualTo(10);
      for (long n = 0; n < 10; n++) {
        GeneratedLane lane = new GeneratedLane((int) (n % LANES), LANES, 10);
        assertThat(lane.sequence(ledger.offset(0, n))).isEqualTo(n);
        assertThat(ledger.offset(0, n)).isLessThan(lane.length());
        assertThat(ledger.intendedMicros(0, n)).isEqualTo(History.START + n * 2000);
      }
      assertThat(ledger.offset(0, 10)).isEqualTo(-1);
      assertThat(ledger.offset(0, -1)).isEqualTo(-1);
    }
  }
}
