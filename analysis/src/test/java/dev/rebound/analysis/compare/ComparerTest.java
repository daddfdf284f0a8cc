package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.PairOutcome;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.ComparedRunBuilder;
import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.compare.run.CurveBand;
import dev.rebound.analysis.compare.run.Samples;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.MetricWords;
import dev.rebound.analysis.compare.statistics.Sample;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.result.Results.RigDoubt;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.ShownShare;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComparerTest extends MadeUpComparison {
  private static final Map<String, String> SETTINGS = Map.of("load.rate", "1000/s");

  @Test
  void runsAreSortedIntoCellsByScenarioEngineAndProfile() {
    Comparison comparison =
        compare(
            MadeUp.run("kill", "flink", "quick", 2000, 2100),
            MadeUp.run("kill", "flink", "quick", 2200),
            MadeUp.run("kill", "flink", "stock", 9000),
            MadeUp.run("kill", "kafka-streams", "quick", 4000));
    assertThat(comparison.cells())
        .extracting(CellFigures::label)
        .containsExactly("Flink, stock", "Flink, quick", "Kafka Streams, quick");
    assertThat(comparison.cells().get(1).runs()).hasSize(2);
    assertThat(comparison.cells().get(1).recovery().value().low()).isBetween(2120.0, 2130.0);
  }

  @Test
  void aMatrixOverEnginesAndAnotherKeyIsOneScenario() {
    for (String engine : List.of("flink", "kafka-streams")) {
      assertThat(
              ComparedRun.scenario(
                  MadeUp.results(
                      "demo-" + engine + "-guarantee=none-control", engine, "quick", List.of())))
          .isEqualTo("demo-guarantee=none");
    }
    assertThat(ComparedRun.scenario(MadeUp.results("flink", "flink", "quick", List.of())))
        .isEqualTo("flink");
  }

  @Test
  void runsWithOtherSettingsAreNotCountedTogether() {
    Comparison comparison =
        compare(
            MadeUp.run(
                "kill",
                "flink",
                "quick",
                Map.of("load.rate", "1000/s", "engine.spares", "0"),
                2000),
            MadeUp.run(
                "kill",
                "flink",
                "quick",
                Map.of("load.rate", "1000/s", "engine.spares", "1"),
                1000));
    assertThat(comparison.cells())
        .extracting(cell -> cell.cell().variant())
        .containsExactly("spares 0", "spares 1");
    assertThat(comparison.differences()).isNotEmpty();
  }

  @Test
  void aControlBelongsToTheCellOfItsRun() {
    ComparedRun control =
        MadeUp.run(
            MadeUp.results("kill-flink-quick-control", "flink", "quick", List.of()),
            Map.of("load.rate", "1000/s"));
    Comparison comparison = compare(MadeUp.run("kill", "flink", "quick", 2000), control);
    assertThat(comparison.cells()).hasSize(1);
    assertThat(comparison.cells().get(0).controls()).hasSize(1);
    assertThat(comparison.cells().get(0).overhead())
        .extracting(Comparison.Overhead::metric)
        .containsExactly("cpu.seconds-per-million");
  }

  @Test
  void aPlantedFactorIsSaid() {
    Difference recovery = recovery(three("flink", 2000), three("kafka-streams", 6000));
    assertThat(recovery.outcome()).isEqualTo(PairOutcome.SMALLER);
    assertThat(recovery.first().engine()).isEqualTo("flink");
    assertThat(recovery.sentence())
        .startsWith("kill, quick: Flink recovers ")
        .contains("times faster than Kafka Streams", "3 runs, 18 faults each");
  }

  @Test
  void whatIsAlikeIsNotToldApart() {
    Difference recovery = recovery(three("flink", 2000), three("kafka-streams", 2000));
    assertThat(recovery.outcome()).isEqualTo(PairOutcome.NO_DIFFERENCE_SHOWN);
    assertThat(recovery.sentence()).contains("no difference can be shown");
  }

  @Test
  void outagesThatDidNotShowAreNotToldApartFromShortOnes() {
    List<ComparedRun> runs = new ArrayList<>(three("flink", 2400));
    for (ComparedRun run : three("kafka-streams", 2000)) {
      List<FaultResult> unseen =
          run.results().faults().stream()
              .map(f -> MadeUp.withOutage(f, Span.noDip(1500, "")))
              .toList();
      runs.add(
          MadeUp.run(
              MadeUp.results(run.results().name(), "kafka-streams", "quick", unseen), Map.of()));
    }
    Difference outage = compare(runs).differences().get(1);
    assertThat(outage.metric()).isEqualTo("outage");
    assertThat(outage.outcome()).isEqualTo(PairOutcome.NO_DIFFERENCE_SHOWN);
  }

  @Test
  void twoRunsASideAreTooFewHoweverManyFaultsTheyHave() {
    List<ComparedRun> runs = new ArrayList<>(three("flink", 2000).subList(0, 2));
    runs.addAll(three("kafka-streams", 9000));
    Difference recovery = compare(runs).differences().get(0);
    assertThat(recovery.outcome()).isEqualTo(PairOutcome.TOO_FEW);
    assertThat(recovery.sentence())
        .contains("2 and 3 runs; needs 3 runs a side", "2.0 s and 9.0 s");
    assertThat(compare(runs).cells().get(0).recovery().interval()).isNull();
  }

  @Test
  void unendedRecoveriesGiveOnlyALowerBound() {
    List<FaultResult> faults = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      faults.add(MadeUp.fault(i, MadeUp.span(SpanState.UNENDED, 30_000), Impact.HIT));
    }
    ComparedRun unended =
        MadeUp.run(
            MadeUp.results("kill-kafka-streams-quick", "kafka-streams", "quick", faults), Map.of());
    List<ComparedRun> runs = new ArrayList<>(three("flink", 2000));
    runs.addAll(List.of(unended, unended, unended));
    Comparison comparison = compare(runs);
    BoundedValue value = comparison.cells().get(1).recovery().value();
    assertThat(value.low()).isBetween(29_999.0, 30_001.0);
    assertThat(value.bounded()).isFalse();
    assertThat(comparison.cells().get(1).unended().words()).isEqualTo("18 of 18");
    assertThat(comparison.differences().get(0).sentence()).contains("recovers at least", "faster");
  }

  @Test
  void aStepThatHadNotComeWhenWatchingEndedCountsAsLonger() {
    List<FaultResult> faults = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      FaultResult fault =
          MadeUp.fault(
              i, MadeUp.span(i == 1 ? SpanState.ENDED : SpanState.UNENDED, 30_000), Impact.HIT);
      faults.add(i == 1 ? MadeUp.reaching(fault, "restored", 4000) : fault);
    }
    ComparedRun run =
        MadeUp.run(MadeUp.results("kill-flink-quick", "flink", "quick", faults), Map.of());
    Comparison.StepFigure step = compare(run, run).cells().get(0).steps().get(0);
    assertThat(step.step()).isEqualTo("restored");
    assertThat(step.median()).isEqualTo(BoundedValue.atLeast(30_000));
    assertThat(step.known()).isEqualTo(2);
  }

  @Test
  void aDipThatDidNotShowIsShorterThanWhatCanBeSeen() {
    List<FaultResult> faults = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      faults.add(MadeUp.fault(i + 1, new Span(SpanState.NO_DIP, 0, 1400, ""), Impact.HIT));
    }
    ComparedRun run =
        MadeUp.run(MadeUp.results("kill-flink-quick", "flink", "quick", faults), Map.of());
    CellFigures cell = compare(run, run).cells().get(0);
    assertThat(cell.recovery().value()).isEqualTo(new BoundedValue(0, 1400));
    assertThat(cell.unended().none()).isTrue();
    assertThat(MetricWords.figure(FaultFigure.RECOVERY, cell.recovery().value()))
        .isEqualTo("< 1.4 s");
  }

  @Test
  void aCountThatIsTheLeastThatThereIsInARunIsNoSumOfAllRuns() {
    Results known =
        MadeUp.run("kill", "flink", "quick", 2000).results().toBuilder()
            .audits(
                List.of(
                    new Results.Audit(
                        "read-committed",
                        true,
                        100,
                        97,
                        97,
                        List.of(
                            new Results.Finding(
                                FindingKind.LOST, 3, false, Map.of(), List.of(), Map.of())),
                        null,
                        List.of())))
            .build();
    Results least =
        known.toBuilder()
            .bounds(Map.of("lost", new Results.Bounds(3, Double.POSITIVE_INFINITY)))
            .build();
    for (Results other : List.of(known, least)) {
      CellFigures cell =
          compare(MadeUp.run(known, SETTINGS), MadeUp.run(other, SETTINGS)).cells().get(0);
      assertThat(cell.findings())
          .filteredOn(finding -> finding.kind() == FindingKind.LOST)
          .singleElement()
          .satisfies(finding -> assertThat(finding.count()).isEqualTo(6))
          .satisfies(
              finding ->
                  assertThat(finding.unknown().isEmpty()).isEqualTo(other.bounds().isEmpty()));
    }
  }

  @Test
  void faultsThatDidNotHitAreLeftOutAndCounted() {
    ComparedRun run =
        MadeUp.run(
            MadeUp.results(
                "kill-flink-quick",
                "flink",
                "quick",
                List.of(
                    MadeUp.fault(1, MadeUp.span(SpanState.ENDED, 2000), Impact.HIT),
                    MadeUp.fault(2, MadeUp.span(SpanState.NO_DIP, 0), Impact.NONE),
                    MadeUp.fault(3, MadeUp.span(SpanState.UNKNOWN, 0), Impact.HIT))),
            Map.of());
    CellFigures cell = compare(run, run).cells().get(0);
    assertThat(cell.leftOut()).containsEntry("no impact", 2).hasSize(2);
  }

  @Test
  void moreThanATenthOfFaultsUnknownLeavesNoFigure() {
    assertThat(withUnknown(1).recovery()).isNotNull();
    assertThat(withUnknown(1).doubts()).isEmpty();
    CellFigures cell = withUnknown(2);
    assertThat(cell.recovery()).isNull();
    assertThat(cell.outage()).as("of which all are known").isNotNull();
    assertThat(cell.doubts())
        .containsExactly(
            "no figure of the recovery time: 2 of 18 values are unknown, more than 10 %");
  }

  private static CellFigures withUnknown(int unknown) {
    List<ComparedRun> runs = new ArrayList<>(three("flink", 2000));
    for (int i = 0; i < unknown; i++) {
      List<FaultResult> faults = new ArrayList<>(runs.get(i).results().faults());
      faults.set(3, MadeUp.withRecovery(faults.get(3), Span.unknown("the machine stood still")));
      runs.set(
          i, MadeUp.run(MadeUp.results("kill-flink-quick", "flink", "quick", faults), SETTINGS));
    }
    return compare(runs).cells().get(0);
  }

  @Test
  void aRunInDoubtDoesNotCountForWhatTheDoubtTouches() {
    CellFigures cell = withDoubt(List.of("recovery"), false).cells().get(0);
    assertThat(cell.recovery()).as("a third of all faults are unknown").isNull();
    assertThat(cell.outage().runs()).isEqualTo(3);
    assertThat(cell.doubts())
        .containsExactly(
            "recovery time: kill-flink-quick is left out (cpu-saturated: all cores were busy)",
            "no figure of the recovery time: 6 of 18 values are unknown, more than 10 %");
    assertThat(withDoubt(List.of("*"), false).cells().get(0).outage()).isNull();
    assertThat(withDoubt(List.of("*"), false).cells().get(0).costSeconds().values()).isEqualTo(2);
    assertThat(withDoubt(List.of("outage.max"), false).cells().get(0).doubts()).isEmpty();
  }

  @Test
  void aPeakThatWasNotSampledIsUnknown() {
    CurveBand.Trace seen = new CurveBand.Trace(-1, List.of(1.0, 5.0, 2.0));
    CurveBand.Trace gap = new CurveBand.Trace(-1, List.of(9.0, Double.NaN, Double.NaN));
    Sample sample = Samples.of("lag.peak", List.of(withLag(seen, gap)));
    assertThat(sample.runs()).containsExactly(List.of(BoundedValue.of(5)));
    assertThat(sample.noFigure()).hasValue("1 of 2 values are unknown, more than 10 %");
    assertThat(Samples.of("lag.peak", List.of(withLag())).measured()).as("no curve").isFalse();
  }

  private static ComparedRun withLag(CurveBand.Trace... traces) {
    ComparedRun run = MadeUp.run("kill", "flink", "quick", 2000, 2000);
    return ComparedRunBuilder.builder(run).curves(Map.of(Curve.LAG, List.of(traces))).copy();
  }

  @Test
  void ofARunThatBrokeWithAFaultThoseThatWereToFollowAreUnknownToo() {
    RigDoubt broken = new RigDoubt("run-broken", "the observer died", "", List.of("*"), false);
    List<ComparedRun> runs = new ArrayList<>(three("flink", 2000));
    runs.add(MadeUp.inDoubt(MadeUp.run("kill", "flink", "quick", 2000, 9000), broken));
    CellFigures cell = compare(runs).cells().get(0);
    assertThat(cell.recovery()).as("the other runs have six faults each").isNull();
    assertThat(cell.doubts())
        .contains(
            "no figure of the outage, the recovery time: 6 of 24 values are unknown, more than"
                + " 10 %");
    runs.set(3, MadeUp.inDoubt(MadeUp.run("kill", "flink", "quick"), broken));
    assertThat(compare(runs).cells().get(0).recovery()).as("no fault broke it").isNotNull();
  }

  @Test
  void whatOneDoubtLeavesOutIsOneSentence() {
    RigDoubt closed =
        new RigDoubt("flat-out", "no schedule", "", List.of("outage", "recovery"), false);
    List<ComparedRun> runs =
        three("flink", 2000).stream().map(run -> MadeUp.inDoubt(run, closed)).toList();
    assertThat(compare(runs).cells().get(0).doubts())
        .as("and no word of values that are unknown for it")
        .containsExactly("outage, recovery time: all 3 runs are left out (flat-out: no schedule)");
    assertThat(compare(runs.get(0), three("flink", 2000).get(0)).cells().get(0).doubts())
        .contains(
            "outage, recovery time: kill-flink-quick is left out (flat-out: no schedule)",
            "no figure of the outage, the recovery time: 6 of 12 values are unknown, more than"
                + " 10 %");
  }

  @Test
  void aDoubtThatTheFileAllowsCountsAndIsSaid() {
    Comparison comparison = withDoubt(List.of("*"), true);
    assertThat(comparison.cells().get(0).recovery().runs()).isEqualTo(3);
    assertThat(MadeUp.conditions(comparison))
        .containsExactly("cpu-saturated, allowed by the file, in 1 of 1 runs");
  }

  private static Comparison withDoubt(List<String> touches, boolean allowed) {
    List<ComparedRun> runs = new ArrayList<>(three("flink", 2000));
    runs.set(
        0,
        MadeUp.inDoubt(
            runs.get(0),
            new RigDoubt("cpu-saturated", "all cores were busy", "", touches, allowed)));
    return compare(runs);
  }

  @Test
  void aBoundSaysWhatItShowsOverAllRuns() {
    List<ComparedRun> runs =
        three("flink", 2000).stream()
            .map(
                run ->
                    MadeUp.judged(
                        run, new Judgement("recovery.max", "< 30s", 1.0, Verdict.PASS, "")))
            .toList();
    assertThat(compare(runs).cells().get(0).shown())
        .extracting(ShownShare::words)
        .containsExactly(
            "shown for at least 35 % of such faults: 18 of 18 in 3 runs surely kept it (95 %"
                + " confidence; runs decide, as faults of one run are not independent)");
  }

  @Test
  void claimsAreHeldNotHeldOrNotShown() {
    CellSelector flink = new CellSelector("", "flink", "", "");
    CellSelector streams = new CellSelector("", "kafka-streams", "", "");
    Comparison comparison =
        COMPARER.compare(
            Stream.concat(three("flink", 2000).stream(), three("kafka-streams", 6000).stream())
                .toList(),
            new ComparisonRequest(
                "t",
                "",
                "",
                "",
                List.of(),
                List.of(),
                List.of(),
                List.of(
                    claim("recovery", flink, streams, null),
                    claim("recovery", streams, flink, null),
                    claim("recovery", flink, streams, 4000.0),
                    claim("recovery", flink, streams, 60_000.0),
                    claim("lost", flink, streams, null),
                    claim("cpu.seconds-per-million", flink, streams, null))),
            List.of());
    assertThat(comparison.claims())
        .extracting(Comparison.JudgedClaim::verdict)
        .containsExactly(
            "held", "not held", "held", "not held", "not shown here", "not shown here");
  }

  private static List<Comparison.JudgedClaim> claimed(Study.Claim... claims) {
    return COMPARER
        .compare(
            Stream.concat(three("flink", 2000).stream(), three("kafka-streams", 6000).stream())
                .toList(),
            new ComparisonRequest(
                "t", "", "", "", List.of(), List.of(), List.of(), List.of(claims)),
            List.of())
        .claims();
  }

  @Test
  void aClaimedFactorIsHeldIfTheWholeIntervalLiesWithin() {
    CellSelector flink = new CellSelector("", "flink", "", "");
    CellSelector streams = new CellSelector("", "kafka-streams", "", "");
    List<Comparison.JudgedClaim> claims =
        claimed(
            times(flink, streams, 2, Double.POSITIVE_INFINITY),
            times(flink, streams, 2, 4),
            times(flink, streams, 4, Double.POSITIVE_INFINITY),
            times(flink, streams, 0.8, 1.25),
            times(flink, streams, 2.999, 3.001),
            times(flink, streams, 3, Double.POSITIVE_INFINITY));
    assertThat(claims)
        .extracting(Comparison.JudgedClaim::verdict)
        .containsExactly(
            "held", "held", "not held", "not held", "not shown here", "not shown here");
    assertThat(claims.get(4).why()).endsWith("too wide: it must lie within 2.999 to 3.001");
    assertThat(claims.get(5).why()).endsWith("too wide: it must be 3 or more");
  }

  @Test
  void aBoundIsHeldIfTheWholeIntervalOfEachCellLiesWithin() {
    CellSelector flink = new CellSelector("", "flink", "", "");
    CellSelector both = new CellSelector("kill", "", "", "");
    CellSelector none = new CellSelector("", "storm", "", "");
    double least = Double.NEGATIVE_INFINITY;
    double most = Double.POSITIVE_INFINITY;
    List<Comparison.JudgedClaim> claims =
        claimed(
            bounds(flink, least, 3000),
            bounds(flink, 1000, most),
            bounds(flink, 3000, most),
            bounds(flink, least, 2000),
            bounds(both, least, 3000),
            bounds(both, least, 9000),
            bounds(none, least, 9000));
    assertThat(claims)
        .extracting(Comparison.JudgedClaim::verdict)
        .containsExactly(
            "held", "held", "not held", "not shown here", "not held", "held", "not shown here");
    assertThat(claims.get(0).why()).startsWith("kill, Flink, quick: recovery time ");
    assertThat(claims.get(5).why().split("; ", -1)).as("a figure for each").hasSize(2);
    assertThat(claims.get(6).why()).isEqualTo(Comparison.JudgedClaim.NO_RUNS);
  }

  @Test
  void whatIsJustTheBoundIsNeitherAboveNorBelowIt() {
    CellSelector flink = new CellSelector("", "flink", "", "");
    Results none =
        MadeUp.results("kill-flink-quick", "flink", "quick", List.of(), Map.of("lost", 0.0));
    List<Study.Claim> claims =
        Stream.of(
                BoundedValue.atLeast(0),
                new BoundedValue(Double.NEGATIVE_INFINITY, 0),
                new BoundedValue(Double.NEGATIVE_INFINITY, 1))
            .map(b -> new Study.Claim("c", "", "", "lost", flink, flink, null, null, b))
            .toList();
    ComparisonRequest brief =
        new ComparisonRequest("t", "", "", "", List.of(), List.of(), List.of(), claims);
    List<ComparedRun> runs = Collections.nCopies(3, MadeUp.run(none, Map.of()));
    assertThat(COMPARER.compare(runs, brief, List.of()).claims())
        .extracting(Comparison.JudgedClaim::verdict)
        .containsExactly("not held", "not held", "held");
  }

  @Test
  void aBoundThatEveryRunMustKeepIsNotHeldWhereOneIsUnknown() {
    assertThat(lost(1, 0))
        .satisfies(claim -> assertThat(claim.verdict()).isEqualTo("held"))
        .satisfies(claim -> assertThat(claim.why()).endsWith(" 0.0, 0.0 to 0.0 in 10 runs"));
    assertThat(lost(1, 1))
        .satisfies(claim -> assertThat(claim.verdict()).isEqualTo("not shown here"))
        .satisfies(claim -> assertThat(claim.why()).endsWith("; unknown in 1 run"));
    assertThat(lost(0, 1).verdict()).as("whatever the unknown one lost").isEqualTo("not held");
  }

  /** That none of ten runs lost as much, of which one is in doubt or not. */
  private static Comparison.JudgedClaim lost(double below, int doubted) {
    CellSelector all = new CellSelector("", "", "", "");
    Study.Claim claim =
        new Study.Claim(
            "c",
            "",
            "",
            "lost",
            all,
            all,
            null,
            null,
            new BoundedValue(Double.NEGATIVE_INFINITY, below));
    RigDoubt doubt = new RigDoubt("not-drained", "output came", "", List.of("lost"), false);
    List<ComparedRun> runs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ComparedRun run =
          MadeUp.run(
              MadeUp.results("kill-flink-quick", "flink", "quick", List.of(), Map.of("lost", 0.0)),
              SETTINGS);
      runs.add(i < doubted ? MadeUp.inDoubt(run, doubt) : run);
    }
    ComparisonRequest brief =
        new ComparisonRequest("t", "", "", "", List.of(), List.of(), List.of(), List.of(claim));
    return COMPARER.compare(runs, brief, List.of()).claims().get(0);
  }

  @Test
  void aBoundIsNotShownByTwoRuns() {
    Study.Claim claim =
        bounds(new CellSelector("", "flink", "", ""), Double.NEGATIVE_INFINITY, 1_000_000);
    ComparisonRequest brief =
        new ComparisonRequest("t", "", "", "", List.of(), List.of(), List.of(), List.of(claim));
    assertThat(COMPARER.compare(three("flink", 2000).subList(0, 2), brief, List.of()).claims())
        .extracting(Comparison.JudgedClaim::verdict)
        .containsExactly("not shown here");
  }

  @Test
  void aMachineOfUnevenSpeedIsSaid() {
    assertThat(MadeUp.conditions(atSpeeds(300, 280))).isEmpty();
    assertThat(MadeUp.conditions(atSpeeds(300, 150)))
        .containsExactly(
            "one core of the machine was up to 2.0 times as fast in some runs as in others"
                + " (SHA-256, 150 to 300 MiB/s)");
    assertThat(MadeUp.conditions(compare(inBaseline("flink", 300), six("faulty", 2000))))
        .as("one run does not say")
        .isEmpty();
  }

  @Test
  void aBacklogBesideAFullBrokerIsSaid() {
    assertThat(MadeUp.conditions(compare(besideRig("flink", 0.97), besideRig("faulty", 0.6))))
        .containsExactly(
            "the cores of brokers and observer were 90 % or more in use while the backlog was"
                + " worked off, in 1 of 2 runs: their engines may take more");
    assertThat(MadeUp.conditions(compare(besideRig("flink", 0.5), besideRig("faulty", 0.6))))
        .isEmpty();
  }

  private static ComparedRun besideRig(String engine, double share) {
    return MadeUp.run(
        MadeUp.results(
            "kill-" + engine + "-quick",
            engine,
            "quick",
            List.of(),
            Map.of(Metrics.BACKLOG_RIG, share)),
        Map.of());
  }

  @Test
  void aControlThatStandsForTwoScenariosIsCountedOnceAmongTheRuns() {
    Comparison comparison =
        compare(
            six("flink", 2000),
            six("faulty", 2000),
            MadeUp.interruptedControl("kill", "flink"),
            MadeUp.interruptedControl("kill all", "flink"));
    assertThat(MadeUp.conditions(comparison)).containsExactly("1 of 3 runs interrupted");
  }

  private static Comparison atSpeeds(double one, double other) {
    return compare(inBaseline("flink", one), inBaseline("faulty", other));
  }

  private static ComparedRun inBaseline(String engine, double speed) {
    Map<String, Double> metrics = Map.of(Metrics.SPEED_IN_BASELINE, speed * (1 << 20));
    return MadeUp.run(
        MadeUp.results("kill-" + engine + "-quick", engine, "quick", List.of(), metrics), Map.of());
  }

  @Test
  void oneRunIsNothingToCompare() {
    assertThatThrownBy(() -> compare(six("flink", 2000)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("only one run");
  }

  @Test
  void whatWasLeftOutIsToldWhereTooFewRunsAreLeft() {
    ComparisonRequest brief = ComparisonRequest.of("kill");
    assertThatThrownBy(() -> new Comparer().compare(List.of(), brief, List.of("a: was made again")))
        .hasMessage("no run to compare; left out: a: was made again");
    List<ComparedRun> one = List.of(six("flink", 2000));
    assertThatThrownBy(() -> new Comparer().compare(one, brief, List.of("a", "b", "c", "d", "e")))
        .hasMessageStartingWith("only one run: ")
        .hasMessageEndingWith("; left out: a; b; c; and 2 more");
  }
}
