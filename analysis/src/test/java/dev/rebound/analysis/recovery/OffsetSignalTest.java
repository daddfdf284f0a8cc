package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.OffsetView;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program whose outputs have no identities, and what is planted in it. */
class OffsetSignalTest {
  @TempDir Path folder;

  private AnalysisResult analyse(OffsetProgram program) throws IOException {
    return program.analyse(folder);
  }

  private FaultResult fault(OffsetProgram program) throws IOException {
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
    AnalysisResult found = analyse(new OffsetProgram(80).stop(25, 37, 1));

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
    AnalysisResult found = analyse(new OffsetProgram(130).stop(25, 71, 2));

    FaultResult fault = found.faults().get(0);
    assertHolds(fault.outage(), 46, 2.5);
    assertThat(verdict(found, "outage.max", 20_000)).isEqualTo(Verdict.FAIL);
    assertThat(fault.recovery().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.recovery().highOrInfinite()).isGreaterThan(60_000);
  }

  /** What the first fault stopped had begun before the second one's readings do. */
  @ParameterizedTest
  @CsvSource({
    "65, 70, 150", // a backlog is worked off
    "65, 70, 90", // and still is when the load ends
    "75, 70, 150", // the stop goes on
    "110, 115, 240", // so far behind that it is not known since when
    "65, 84, 150" // all but caught up
  })
  void aFaultThatStopsNothingWhileABacklogIsWorkedOffHasNoOutageOfItsOwn(
      double stopped, double signal, int seconds) throws IOException {
    for (int lanes = 1; lanes <= OffsetProgram.LANES; lanes++) {
      OffsetProgram program = new OffsetProgram(seconds).stop(25, stopped, lanes).signal(signal);
      FaultResult second = analyse(program).faults().get(1);
      double outage = program.outage(2) < 1 ? 0 : program.outage(2);
      for (Span span : List.of(second.outage(), second.disrupted())) {
        assertThat((double) span.lowMillis()).isLessThanOrEqualTo(outage * 1000);
        assertThat(span.highOrInfinite()).isBetween(outage * 1000, outage * 1000 + 8_000);
      }
      assertThat((double) second.recovery().lowMillis()).isLessThanOrEqualTo(recovery(program));
      assertThat(second.recovery().highOrInfinite()).isGreaterThanOrEqualTo(recovery(program));
    }
  }

  private static double recovery(OffsetProgram program) {
    return Math.rint(program.recovery(2) * 1000);
  }

  @Test
  void longPausesBetweenCommitsAreNoOutage() throws IOException {
    OffsetProgram program = new OffsetProgram(80);
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
        OffsetProgram program =
            new OffsetProgram(60).stop(25, 28, 1).stop(from, from + tenths / 10.0, 2);
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
    OffsetProgram program = new OffsetProgram(80);
    program.silent = new OffsetProgram.Stop(25_000_000, 35_000_000, 1);

    assertHolds(fault(program).outage(), 10, 2.5);
  }

  @Test
  void aProgramThatCommitsAheadIsHeldToItsOutput() throws IOException {
    OffsetProgram program = new OffsetProgram(80).stop(25, 35, OffsetProgram.LANES);
    program.commitsAhead = true;

    AnalysisResult found = analyse(program);

    assertHolds(found.faults().get(0).outage(), 10, 3);
    assertThat(found.faults().get(0).recovery().highOrInfinite()).isGreaterThanOrEqualTo(14_500);
    assertThat(verdict(found, "outage.max", 9_000)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void anOutputPartitionWithoutTrafficSaysNothing() throws IOException {
    OffsetProgram program = new OffsetProgram(80).stop(25, 37, 1);
    program.outputs = 3;

    FaultResult fault = fault(program);

    assertHolds(fault.outage(), 12, 2.5);
    OffsetView view = fault.byOffsets();
    assertThat(view).isNotNull();
    assertThat(view.note()).contains("1 output partition");
  }

  @Test
  void burstsAreTheRhythm() throws IOException {
    OffsetProgram calm = new OffsetProgram(80);
    calm.burstMicros = 3_000_000;
    assertThat(fault(calm).outage().state()).isEqualTo(SpanState.NO_DIP);

    OffsetProgram stopped = new OffsetProgram(80).stop(25, 45, OffsetProgram.LANES);
    stopped.burstMicros = 3_000_000;
    FaultResult fault = fault(stopped);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().highOrInfinite()).isGreaterThanOrEqualTo(20_000);
    assertThat(fault.outage().lowMillis()).isBetween(10_000L, 20_000L);
  }

  @Test
  void appendsAloneCanFailABoundButNotKeepIt() throws IOException {
    OffsetProgram stopped = new OffsetProgram(80).stop(25, 37, OffsetProgram.LANES);
    stopped.commitsAtAll = false;
    AnalysisResult found = analyse(stopped);
    FaultResult fault = found.faults().get(0);
    assertThat(fault.by()).isEqualTo(OffsetView.APPENDS);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().lowMillis()).isBetween(11_000L, 12_000L);
    assertThat(verdict(found, "outage.max", 10_000)).isEqualTo(Verdict.FAIL);
    assertThat(verdict(found, "outage.max", 60_000)).isEqualTo(Verdict.UNKNOWN);

    OffsetProgram calm = new OffsetProgram(80);
    calm.commitsAtAll = false;
    Span nothing = fault(calm).outage();
    assertThat(nothing.state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(nothing.detail()).contains("REBOUND_GROUP", "rebound-id");
  }

  @Test
  void aBaselineOfTooFewCommitsIsNoRhythm() throws IOException {
    OffsetProgram program = new OffsetProgram(80).stop(25, 37, 1);
    program.commitMicros = 9_000_000;

    Span outage = fault(program).outage();

    assertThat(outage.state()).isEqualTo(SpanState.UNKNOWN);
    assertThat(outage.detail()).contains("phases.baseline");
  }

  @Test
  void whatNeverComesBackHasNoEnd() throws IOException {
    AnalysisResult found = analyse(new OffsetProgram(80).stop(25, 1e6, 1));

    assertThat(found.faults().get(0).outage().state()).isEqualTo(SpanState.UNENDED);
    assertThat(verdict(found, "outage.max", 20_000)).isEqualTo(Verdict.FAIL);
    assertThat(verdict(found, "recovery.max", 20_000)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aLoadWithGapsOfItsOwnIsNoOutageOfTheOutput() throws IOException {
    OffsetProgram program = new OffsetProgram(80);
    Evidence evidence = program.evidence(folder);
    Path log = folder.resolve("gaps.log");
    try (SendLog sent =
        SendLog.create(
            log, 0, OffsetProgram.LANES, OffsetProgram.START, Double.POSITIVE_INFINITY)) {
      for (int n = 0; n < program.done.length; n++) {
        // Nothing is sent for the first half of each ten seconds, and twice as much in the other.
        long ten = OffsetProgram.due(n) / 10_000_000 * 10_000_000;
        long at = ten + 5_000_000 + (OffsetProgram.due(n) - ten) / 2;
        sent.handed(n, OffsetProgram.START + at);
        sent.set(n, n / OffsetProgram.LANES + SendLog.ACKNOWLEDGED);
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
    Evidence evidence = new OffsetProgram(80).stop(25, 37, 1).evidence(folder);
    Evidence before = EvidenceBuilder.builder(evidence).commits(null).build();

    FaultResult fault = Analyst.analyse(before).faults().get(0);

    assertThat(fault.by()).isNull();
    assertThat(fault.byOffsets()).isNull();
    assertThat(fault.outage().state()).isEqualTo(SpanState.UNKNOWN);
  }
}
