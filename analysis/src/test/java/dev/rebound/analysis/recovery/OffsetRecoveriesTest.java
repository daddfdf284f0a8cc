package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.CommitSamples;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.Promise;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.OffsetView;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import dev.rebound.workload.Events;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program whose outputs have no identities, and what is planted in it. */
class OffsetRecoveriesTest {
  private static final long START = 1_700_000_000_000_000L;
  private static final int LANES = 4;
  private static final int RATE = 400;
  private static final long FAULT = 25_000_000;
  private static final long NEVER = Long.MAX_VALUE / 4;

  @TempDir Path folder;

  /** Input partitions stand still for a time. */
  private record Stop(long from, long to, int lanes) {
    boolean holds(int lane, long at) {
      return lane < lanes && from <= at && at < to;
    }
  }

  /** A program that takes a record at a time, at three times the load at most. */
  private static final class Program {
    private final int seconds;
    private final long[] done;
    private final List<Stop> stops = new ArrayList<>();
    private long commitMicros = 1_000_000;
    private boolean commitsAhead;
    private boolean commits = true;
    private int outputs = LANES;
    private long burstMicros;
    private Stop silent = new Stop(0, 0, 0);

    Program(int seconds) {
      this.seconds = seconds;
      this.done = new long[seconds * RATE];
    }

    Program stop(double from, double to, int lanes) {
      stops.add(new Stop((long) (from * 1e6), (long) (to * 1e6), lanes));
      return this;
    }

    private void work() {
      long[] free = new long[LANES];
      for (int n = 0; n < done.length; n++) {
        int lane = n % LANES;
        long at = Math.max(due(n) + 5_000 + n * 7919L % 3_000, free[lane]);
        for (Stop stop : stops) {
          at = stop.holds(lane, at) ? stop.to() : at;
        }
        done[n] = at;
        free[lane] = at + 1_000_000 / (3 * RATE / LANES);
      }
    }

    private static long due(int n) {
      return n * 1_000_000L / RATE;
    }

    private long appended(int n) {
      long at = done[n];
      if (silent.holds(0, at)) {
        at = silent.to() + (at - silent.from()) / 10;
      }
      return burstMicros == 0 ? at : (at / burstMicros + 1) * burstMicros;
    }

    /** The next offset of a lane at a commit. */
    private long committed(int lane, long at) {
      long last = (at / commitMicros) * commitMicros;
      for (Stop stop : stops) {
        last = stop.holds(lane, last) ? stop.from() / commitMicros * commitMicros : last;
      }
      long offset = 0;
      for (int n = lane; n < done.length; n += LANES) {
        if ((commitsAhead ? due(n) + 5_000 : done[n]) >= last) {
          break;
        }
        offset++;
      }
      return offset;
    }
  }

  private Evidence evidence(Program program) throws IOException {
    program.work();
    Path log = folder.resolve("send.log");
    long[] slots = new long[program.done.length];
    Arrays.setAll(slots, n -> n / LANES + SendLog.ACKNOWLEDGED);
    SendLog.write(log, 0, LANES, START, RATE, slots);
    Path observed = folder.resolve("committed.bin");
    long[] next = new long[LANES];
    try (ObservedFile.Writer writer = new ObservedFile.Writer(observed)) {
      for (int n = 0; n < program.done.length; n++) {
        int partition = n / LANES % program.outputs;
        long at = START + program.appended(n);
        if (program.done[n] < NEVER) {
          writer.append(partition, next[partition]++, at / 1000, at + 2_000, null);
        }
      }
    }
    Path commits = folder.resolve("commits.bin");
    try (CommitSamples.Writer writer = new CommitSamples.Writer(commits, LANES)) {
      for (long at = 0; program.commits && at < program.seconds * 1_000_000L; at += 200_000) {
        long[] row = new long[LANES];
        for (int lane = 0; lane < LANES; lane++) {
          row[lane] = program.committed(lane, at);
        }
        writer.append(START + at, START + at + 5_000, row);
      }
    }
    long end = program.seconds * 1_000_000L;
    return Evidence.of(
            workload(), Promise.of(Guarantee.AT_LEAST_ONCE, 0), LANES, List.of(log), observed)
        .commits(commits)
        .faults(
            List.of(FaultTimes.of(1, "kill", "worker", List.of("worker-1"), START + FAULT).build()))
        .phases(
            List.of(
                new PhaseTimes("warmup", START, START + 5_000_000),
                new PhaseTimes("baseline", START + 5_000_000, START + 22_000_000),
                new PhaseTimes("faults", START + 22_000_000, START + end)))
        .build();
  }

  private static Workload workload() {
    return new Events(WorkloadSpec.of(Events.KIND, 1).with("oracle", "none"));
  }

  private AnalysisResult analyse(Program program) throws IOException {
    return Analyst.analyse(evidence(program));
  }

  private FaultResult fault(Program program) throws IOException {
    return analyse(program).faults().get(0);
  }

  private static void assertHolds(Span span, double seconds, double widest) {
    assertThat(span.state()).as(span.detail()).isEqualTo(SpanState.ENDED);
    assertThat(span.lowMillis()).isLessThanOrEqualTo((long) (seconds * 1000));
    assertThat(span.highOrInfinite()).isGreaterThanOrEqualTo(seconds * 1000);
    assertThat(span.highOrInfinite() - span.lowMillis()).isLessThanOrEqualTo(widest * 1000);
  }

  private static Verdict verdict(AnalysisResult found, String metric, double mostMillis) {
    Expectation bound =
        new Expectation(metric, Expectation.Op.LESS, mostMillis, "< " + mostMillis, 0);
    return Verdicts.judge(List.of(bound), found.metrics(), found.bounds(), found.unjudged())
        .get(0)
        .verdict();
  }

  @Test
  void aStopOfAnInputPartitionIsTold() throws IOException {
    AnalysisResult found = analyse(new Program(80).stop(25, 37, 1));

    FaultResult fault = found.faults().get(0);
    assertThat(fault.by()).isEqualTo(OffsetView.OFFSETS);
    assertThat(fault.impact()).isEqualTo(Impact.HIT);
    assertHolds(fault.outage(), 12, 2.5);
    assertHolds(fault.recovery(), 18, 5);
    assertThat(verdict(found, "outage.max", 11_000)).isNotEqualTo(Verdict.PASS);
    assertThat(verdict(found, "outage.max", 15_000)).isEqualTo(Verdict.PASS);
    assertThat(verdict(found, "outage.max", 5_000)).isEqualTo(Verdict.FAIL);
    assertThat(verdict(found, "recovery.max", 30_000)).isEqualTo(Verdict.PASS);
    // Outputs that nobody could read are none that were unexpected.
    assertThat(found.metrics()).containsEntry("unexpected", 0.0);
    assertThat(verdict(found, "unexpected", 1)).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void halfOfTheOutputForThreeQuartersOfAMinuteIsAnOutage() throws IOException {
    AnalysisResult found = analyse(new Program(130).stop(25, 71, 2));

    FaultResult fault = found.faults().get(0);
    assertHolds(fault.outage(), 46, 2.5);
    assertThat(verdict(found, "outage.max", 20_000)).isEqualTo(Verdict.FAIL);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.recovery().highOrInfinite()).isGreaterThan(60_000);
  }

  @Test
  void longPausesBetweenCommitsAreNoOutage() throws IOException {
    Program program = new Program(80);
    program.commitMicros = 4_000_000;

    AnalysisResult found = analyse(program);

    FaultResult fault = found.faults().get(0);
    assertThat(fault.outage().state()).isEqualTo(SpanState.NO_DIP);
    assertThat(fault.outage().highOrInfinite()).isBetween(4_000.0, 8_000.0);
    assertThat(verdict(found, "outage.max", 3_000)).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict(found, "outage.max", 10_000)).isEqualTo(Verdict.PASS);
  }

  @Test
  void noDipEndsBeforeItBegins() throws IOException {
    int dips = 0;
    for (int tenths = 6; tenths < 24; tenths += 3) {
      for (int phase = 0; phase < 10; phase += 2) {
        double from = 38 + phase / 10.0;
        Program program = new Program(60).stop(25, 28, 1).stop(from, from + tenths / 10.0, 2);
        program.commitMicros = 1_400_000;
        FaultResult fault = fault(program);
        assertThat(fault.laterDips()).allMatch(dip -> dip.millis() >= 0);
        assertThat(fault.outage().highOrInfinite())
            .isGreaterThanOrEqualTo((double) fault.outage().millis())
            .isGreaterThanOrEqualTo((double) fault.outage().lowMillis());
        dips += fault.laterDips().size();
      }
    }
    assertThat(dips).isPositive();
  }

  @Test
  void outputThatStopsWhileOffsetsGoOnIsAnOutage() throws IOException {
    Program program = new Program(80);
    program.silent = new Stop(25_000_000, 35_000_000, 1);

    assertHolds(fault(program).outage(), 10, 2.5);
  }

  @Test
  void aProgramThatCommitsAheadIsHeldToItsOutput() throws IOException {
    Program program = new Program(80).stop(25, 35, LANES);
    program.commitsAhead = true;

    AnalysisResult found = analyse(program);

    assertHolds(found.faults().get(0).outage(), 10, 3);
    assertThat(found.faults().get(0).recovery().highOrInfinite()).isGreaterThanOrEqualTo(14_500);
    assertThat(verdict(found, "outage.max", 9_000)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void anOutputPartitionWithoutTrafficSaysNothing() throws IOException {
    Program program = new Program(80).stop(25, 37, 1);
    program.outputs = 3;

    FaultResult fault = fault(program);

    assertHolds(fault.outage(), 12, 2.5);
    OffsetView view = fault.byOffsets();
    assertThat(view).isNotNull();
    assertThat(view.note()).contains("1 output partition");
  }

  @Test
  void burstsAreTheRhythm() throws IOException {
    Program calm = new Program(80);
    calm.burstMicros = 3_000_000;
    assertThat(fault(calm).outage().state()).isEqualTo(SpanState.NO_DIP);

    Program stopped = new Program(80).stop(25, 45, LANES);
    stopped.burstMicros = 3_000_000;
    FaultResult fault = fault(stopped);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().highOrInfinite()).isGreaterThanOrEqualTo(20_000);
    assertThat(fault.outage().lowMillis()).isBetween(10_000L, 20_000L);
  }

  @Test
  void appendsAloneCanFailABoundButNotKeepIt() throws IOException {
    Program stopped = new Program(80).stop(25, 37, LANES);
    stopped.commits = false;
    AnalysisResult found = analyse(stopped);
    FaultResult fault = found.faults().get(0);
    assertThat(fault.by()).isEqualTo(OffsetView.APPENDS);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().lowMillis()).isBetween(11_000L, 12_000L);
    assertThat(verdict(found, "outage.max", 10_000)).isEqualTo(Verdict.FAIL);
    assertThat(verdict(found, "outage.max", 60_000)).isEqualTo(Verdict.UNKNOWN);

    Program calm = new Program(80);
    calm.commits = false;
    Span nothing = fault(calm).outage();
    assertThat(nothing.state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(nothing.detail()).contains("REBOUND_GROUP", "rebound-id");
  }

  @Test
  void aBaselineOfTooFewCommitsIsNoRhythm() throws IOException {
    Program program = new Program(80).stop(25, 37, 1);
    program.commitMicros = 9_000_000;

    Span outage = fault(program).outage();

    assertThat(outage.state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(outage.detail()).contains("phases.baseline");
  }

  @Test
  void whatNeverComesBackHasNoEnd() throws IOException {
    AnalysisResult found = analyse(new Program(80).stop(25, 1e6, 1));

    assertThat(found.faults().get(0).outage().state()).isEqualTo(SpanState.UNENDED);
    assertThat(verdict(found, "outage.max", 20_000)).isEqualTo(Verdict.FAIL);
    assertThat(verdict(found, "recovery.max", 20_000)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aLoadWithGapsOfItsOwnIsNoOutageOfTheOutput() throws IOException {
    Program program = new Program(80);
    Evidence evidence = evidence(program);
    Path log = folder.resolve("gaps.log");
    try (SendLog sent = SendLog.create(log, 0, LANES, START, Double.POSITIVE_INFINITY)) {
      for (int n = 0; n < program.done.length; n++) {
        // Nothing is sent for the first half of each ten seconds, and twice as much in the other.
        long ten = Program.due(n) / 10_000_000 * 10_000_000;
        long at = ten + 5_000_000 + (Program.due(n) - ten) / 2;
        sent.handed(n, START + at);
        sent.set(n, n / LANES + SendLog.ACKNOWLEDGED);
      }
    }
    Evidence uneven = EvidenceBuilder.builder(evidence).sendLogs(List.of(log)).build();

    FaultResult fault = Analyst.analyse(uneven).faults().get(0);

    OffsetView view = fault.byOffsets();
    assertThat(view).isNotNull();
    assertThat(view.note()).contains("the load is uneven");
    assertThat(fault.outage().lowMillis()).isZero();
  }

  @Test
  void withoutSamplesNothingChanges() throws IOException {
    Evidence evidence = evidence(new Program(80).stop(25, 37, 1));
    Evidence before = EvidenceBuilder.builder(evidence).commits(null).build();

    FaultResult fault = Analyst.analyse(before).faults().get(0);

    assertThat(fault.by()).isNull();
    assertThat(fault.byOffsets()).isNull();
    assertThat(fault.outage().state()).isEqualTo(SpanState.UNKNOWN);
  }
}
