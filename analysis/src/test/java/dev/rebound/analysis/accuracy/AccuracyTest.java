package dev.rebound.analysis.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

@Tag("thorough")
class AccuracyTest {
  @TempDir Path folder;

  @Test
  void aRunIsItsScenarioAndItsSeed() throws IOException {
    List<String> first = SimulatedRun.measure(Scenario.MIXED, 3, folder).lines();
    assertThat(SimulatedRun.measure(Scenario.MIXED, 3, folder).lines()).isEqualTo(first);
    assertThat(SimulatedRun.measure(Scenario.MIXED, 4, folder).lines()).isNotEqualTo(first);
  }

  @Test
  void anOutageIsTrueUntilTheLastServerIsBack() {
    for (long seed = 1; seed <= 20; seed++) {
      SimulatedScenario world = Scenario.APPEND.world(seed);
      long back = world.stops().stream().mapToLong(Standstill::to).max().orElseThrow();
      double millis = (back - world.faults().get(0).signal()) / 1e3;
      assertThat(truth(world).processing(0)).isEqualTo(TrueLength.of(millis));
      assertThat(truth(world).resumed(0)).isEqualTo(TrueLength.of(millis));
      assertThat(truth(world).disrupted(0).least()).isEqualTo(millis);
    }
  }

  @Test
  void whatWasDoneBeforeIsDoneAgainBeforeAnythingNew() {
    SimulatedScenario world = Scenario.REPLAY.world(1);
    Simulation course = Simulation.of(world);
    assertThat(course.again).isNotEmpty();
    assertThat(truth(world).processing(0).least()).isGreaterThan(truth(world).resumed(0).least());
  }

  @Test
  void lanesThatComeUpSlowlyAreBackWhenTheyKeepUp() {
    for (Scenario scenario : List.of(Scenario.LONG_WARM_UP, Scenario.SLOWED)) {
      for (long seed = 1; seed <= 10; seed++) {
        SimulatedScenario world = scenario.world(seed);
        long warm = world.stops().stream().mapToLong(Standstill::to).max().orElseThrow();
        double millis = (warm - world.faults().get(0).signal()) / 1e3;
        assertThat(millis).isGreaterThan(10_000);
        assertThat(truth(world).resumed(0)).isEqualTo(TrueLength.of(millis));
        assertThat(truth(world).disrupted(0).least()).isEqualTo(millis);
      }
    }
  }

  @Test
  void harmThatBeginsLateIsTheFaultsFromItsSignalOn() {
    SimulatedScenario world = Scenario.LATE_HARM.world(1);
    Standstill stop = world.stops().get(0);
    long signal = world.faults().get(0).signal();
    assertThat(stop.from() - signal).isGreaterThan(world.holdMicros());
    assertThat(truth(world).resumed(0)).isEqualTo(TrueLength.of((stop.to() - signal) / 1e3));
    assertThat(truth(world).disrupted(0)).isEqualTo(TrueLength.of((stop.to() - stop.from()) / 1e3));
  }

  @Test
  void whatIsLeftOfAFaultAtItsHealingIsTrueFromThenOn() {
    for (long seed = 1; seed <= 10; seed++) {
      SimulatedScenario world = Scenario.HEALED_LATE.world(seed);
      long healed = world.faults().get(0).healed();
      long back = world.stops().stream().mapToLong(Standstill::to).max().orElseThrow();
      assertThat(back).isGreaterThan(healed);
      assertThat(truth(world).recoveryFromHealing(0).least())
          .isGreaterThanOrEqualTo((back - healed) / 1e3);
      assertThat(truth(world).recovery(0).least())
          .isGreaterThan(truth(world).recoveryFromHealing(0).least());
    }
  }

  @Test
  void aFaultOfWhichNothingIsSaidIsPrintedAsNotNoticed() throws IOException {
    for (long seed = 1; seed <= 10; seed++) {
      assertThat(SimulatedRun.measure(Scenario.NEVER_NOTICED, seed, folder).noticed())
          .extracting(Span::state)
          .containsExactly(SpanState.UNENDED);
    }
    assertThat(SimulatedRun.measure(Scenario.ONE_WAY, 1, folder).noticed()).hasSize(1);
    assertThat(SimulatedRun.measure(Scenario.APPEND, 1, folder).noticed()).isEmpty();
  }

  @Test
  void intervalsOfFaultsThatLastHoldTheTruth() throws Exception {
    List<Scenario> lasting =
        List.of(
            Scenario.SLOW_FOR_LONG, Scenario.ONE_WAY, Scenario.HEALED_LATE, Scenario.NEVER_NOTICED);
    Accuracy accuracy = measure(lasting, 60);
    assertThat(accuracy.missed(3)).as(() -> String.join("\n", accuracy.table())).isEmpty();
    ScenarioTally healed =
        accuracy.quantities().stream()
            .filter(t -> t.name.equals("recovery healed"))
            .findFirst()
            .orElseThrow();
    assertThat(healed.known).isGreaterThan(50);
    assertThat(healed.heldShare()).isGreaterThan(0.95);
  }

  @Test
  void whatHasToBeSeenDoesNotDependOnWhatIsPrinted() {
    for (Scenario scenario : Scenario.values()) {
      SimulatedScenario world = scenario.world(1);
      assertThat(world.floorMicros()).isGreaterThanOrEqualTo(1_000_000);
      assertThat(world.floorMicros())
          .isGreaterThanOrEqualTo(world.commits().visible() ? world.rhythmMicros() : 0);
    }
  }

  @Test
  void aFaultThatStopsNothingTakesNoTime() {
    SimulatedScenario world = Scenario.HARMLESS.world(1);
    assertThat(truth(world).processing(0)).isEqualTo(TrueLength.of(0));
    assertThat(truth(world).recovery(0)).isEqualTo(TrueLength.of(0));
  }

  @Test
  void lanesThatNeverComeBackHaveNoTrueEnd() {
    for (long seed = 1; seed <= 10; seed++) {
      SimulatedScenario world = Scenario.NEVER.world(seed);
      double watched = (world.loadEnd() - world.faults().get(0).signal()) / 1e3;
      assertThat(truth(world).processing(0).endless()).isTrue();
      assertThat(truth(world).recovery(0).endless()).isTrue();
      assertThat(truth(world).recovery(0).least()).isEqualTo(watched);
    }
  }

  @Test
  void recordsAreCaughtUpWithAfterTheServersAreBackAndSoonerWithMoreCapacity() {
    SimulatedScenario world = Scenario.APPEND.world(2);
    double outage = truth(world).processing(0).least();
    double recovery = truth(world).recovery(0).least();
    // The delay of the first record falls by (capacity - 1) seconds each second.
    double expected = outage * (1 + 1 / (world.capacity() - 1));
    assertThat(recovery).isBetween(outage, expected * 1.1);
    assertThat(recovery).isGreaterThan(expected * 0.7);
  }

  private static ScenarioTruth truth(SimulatedScenario world) {
    return ScenarioTruth.of(world, Simulation.of(world), record -> true);
  }

  @Test
  void anIntervalHoldsATrueLengthOrMissesItByHowFarItIsOff() {
    Span span = Span.ended(1000, 900, 1100, 0, "");
    assertThat(TrueLength.of(1000).within(span)).isTrue();
    assertThat(TrueLength.of(1200).within(span)).isFalse();
    assertThat(TrueLength.of(1200).missedBy(span)).isEqualTo(100);
    assertThat(TrueLength.of(500).missedBy(span)).isEqualTo(400);
    assertThat(new TrueLength(List.of(500.0, 1000.0), null).within(span)).isTrue();
    assertThat(new TrueLength(List.of(500.0, 1500.0), null).within(span)).isFalse();
  }

  @Test
  void whatWasCutOffIsHeldOnlyByWhatNamesNoEnd() {
    TrueLength cutOff = new TrueLength(List.of(), 5000.0);
    assertThat(cutOff.within(Span.unended(4900, 0, ""))).isTrue();
    assertThat(cutOff.within(Span.unended(5100, 0, ""))).isFalse();
    assertThat(cutOff.within(Span.ended(6000, 4000, 7000, 0, ""))).isFalse();
    assertThat(cutOff.within(Span.noDip(1000, ""))).isFalse();
  }

  @Test
  void aTargetThatIsMissedIsNamed() {
    Accuracy accuracy = new Accuracy();
    Span narrow = Span.ended(1000, 990, 1010, 0, "");
    accuracy.add(
        score(
            new ScoredLength(
                Scenario.APPEND,
                1,
                1,
                LengthKind.RECOVERY,
                narrow,
                TrueLength.of(1000),
                1000,
                500,
                false)));
    assertThat(accuracy.missed()).isEmpty();
    TrueLength cutOff = new TrueLength(List.of(), 5000.0);
    accuracy.add(
        score(
            new ScoredLength(
                Scenario.APPEND,
                2,
                1,
                LengthKind.RECOVERY,
                narrow,
                TrueLength.of(3000),
                3000,
                500,
                false)));
    accuracy.add(
        score(
            new ScoredLength(
                Scenario.NEVER, 3, 1, LengthKind.RECOVERY, narrow, cutOff, 5000, 500, true)));
    Span wide = Span.ended(1000, 0, 5000, 0, "");
    accuracy.add(
        score(
            new ScoredLength(
                Scenario.APPEND,
                4,
                1,
                LengthKind.RECOVERY,
                wide,
                TrueLength.of(1000),
                1000,
                500,
                false)));
    accuracy.add(
        new Accuracy.Score(
            Scenario.APPEND,
            5,
            List.of(),
            List.of(new JudgedBound("recovery.max", true, 700, 200)),
            List.of(),
            List.of(),
            DipCount.NONE));
    assertThat(accuracy.missed())
        .anyMatch(line -> line.contains("50.00 % of intervals hold the truth"))
        .anyMatch(line -> line.contains("66.7 % of ordinary ones are narrow"))
        .anyMatch(line -> line.contains("ordinary recovery is -667 ms off"))
        .anyMatch(line -> line.contains("100.00 % of bounds pass wrongly"))
        .anyMatch(line -> line.contains("by 500 ms more than the tolerance: append 5"))
        .anyMatch(line -> line.contains("1 ends are printed of what never ended"));
    assertThat(accuracy.table()).anyMatch(l -> l.contains("--scenario append --seed 2"));
  }

  @Test
  void aTargetThatIsMissedByOffsetsAloneIsNamed() {
    Accuracy accuracy = new Accuracy();
    ScoredLength off =
        new ScoredLength(
            Scenario.POLL_LOOP,
            1,
            1,
            LengthKind.OUTAGE_BY_OFFSETS,
            Span.ended(1500, 1400, 1600, 0, ""),
            new TrueLength(List.of(1000.0, 1500.0), null),
            1000,
            500,
            false);
    assertThat(off.holds()).isTrue();
    assertThat(off.beginsInTime()).as("a later end is as true, the first one is earlier").isFalse();
    ScoredLength missed =
        new ScoredLength(
            Scenario.POLL_LOOP, 2, 1, off.quantity(), off.printed(), TrueLength.of(9), 9, 9, false);
    JudgedBound passed = new JudgedBound(off.quantity().word(), false, 700, 900);
    accuracy.add(
        new Accuracy.Score(
            Scenario.POLL_LOOP,
            1,
            List.of(),
            List.of(),
            List.of(off, missed),
            List.of(passed),
            DipCount.NONE));
    assertThat(accuracy.missed())
        .contains(
            "50.00 % of intervals by offsets hold the truth, not 99 %",
            "50.00 % of intervals of consumers by offsets hold the truth, not 99 %")
        .noneMatch(line -> line.contains("pass wrongly"));
    assertThat(accuracy.markdown())
        .contains(
            "| consumers' outage by offsets | 2 | 0.0 % | 50.00 % | 0.00 % | 50.0 % | 0 of 1 |");
  }

  @Test
  void aSecondConsumerIsKilledWhileTheFirstOnesBacklogIsWorkedOff() {
    int behind = 0;
    for (long seed = 1; seed <= 20; seed++) {
      SimulatedScenario world = Scenario.SECOND_KILL.world(seed);
      Simulation course = Simulation.of(world);
      assertThat(world.faults()).hasSize(2);
      long second = world.faults().get(1).signal();
      boolean any = false;
      for (int n = 0; n < course.done.length; n++) {
        any |= course.done[n] > second && world.intended(n) < second - 1_000_000;
      }
      behind += any ? 1 : 0;
    }
    assertThat(behind).isGreaterThan(10);
  }

  private static Accuracy.Score score(ScoredLength scored) {
    return new Accuracy.Score(
        scored.scenario(),
        scored.seed(),
        List.of(scored),
        List.of(),
        List.of(),
        List.of(),
        DipCount.NONE);
  }

  @Test
  void thePictureIsXmlWithABarAndADotForEachLength() throws Exception {
    SimulatedRun run = SimulatedRun.measure(Scenario.APPEND, 1, folder);
    String svg = AccuracyPicture.of(run.lengths());
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertThat(document.getElementsByTagName("circle").getLength()).isEqualTo(3);
    assertThat(run.lengths())
        .allSatisfy(
            s ->
                assertThat(AccuracyCsv.of(s).split(","))
                    .hasSize(AccuracyCsv.HEADER.split(",").length));
  }

  @Test
  void intervalsOfOrdinaryOutagesHoldTheTruth() throws Exception {
    List<Scenario> ordinary = Arrays.stream(Scenario.values()).filter(Scenario::ordinary).toList();
    Accuracy accuracy = measure(ordinary, 60);
    ScenarioTally processing =
        accuracy.quantities().stream()
            .filter(t -> t.name.equals("processing"))
            .findFirst()
            .orElseThrow();
    assertThat(processing.known).isEqualTo(60);
    assertThat(processing.heldShare()).isGreaterThan(0.95);
    assertThat(processing.narrowShare()).isGreaterThan(0.9);
  }

  @Test
  void aFewHundredRunsReachTheTargets() throws Exception {
    Accuracy accuracy = measure(List.of(Scenario.values()), 10 * Scenario.values().length);
    assertThat(accuracy.missed(3)).as(() -> String.join("\n", accuracy.table())).isEmpty();
  }

  private Accuracy measure(List<Scenario> scenarios, int runs)
      throws IOException, InterruptedException {
    Accuracy accuracy = new Accuracy();
    new SimulatedRuns(scenarios, runs, 1, accuracy::add).measure(folder);
    assertThat(accuracy.all().runs).isEqualTo(runs);
    return accuracy;
  }

  @Test
  void aScenarioIsWrittenAsPeopleWriteIt() {
    assertThat(Scenario.SECOND_STOP.word()).isEqualTo("second-stop");
    assertThat(Scenario.values()).allMatch(s -> s.word().equals(s.word().toLowerCase(Locale.ROOT)));
  }
}
