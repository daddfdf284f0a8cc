package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.compare.Regression.ComparedCell;
import dev.rebound.analysis.compare.Regression.RegressionOutcome;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RegressionTest {
  private static final double SPEED = 400 << 20;
  private static final String MACHINE = "A processor, 2 cores, 8 GiB, Linux, Java 17";

  private final Made made = new Made();

  @Test
  void aRecoveryThatTakesTwiceAsLongHasBecomeSlower() {
    ComparedCell held = only(made.runs(5, 2000, 1), made.runs(5, 4000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.SLOWER);
    assertThat(held.outcome().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(held.sentence())
        .matches(
            "kill on flink \\(quick, exactly-once\\): recovery has become slower: it takes 1\\.\\d to 2\\.\\d times as long as"
                + " in the baseline \\(95 % interval; 5 runs with 10 faults against 5 runs with 10"
                + " faults\\); the means are .* s and .* s\\.");
    assertThat(held.notes()).isEmpty();
  }

  @Test
  void secondStopsThatTheRecoveryDoesNotCountAreARegressionToo() {
    List<ComparedRun> stopping =
        made.runs(5, 2000, 2).stream().map(run -> disrupted(run, 4000)).toList();
    List<ComparedRun> then =
        made.runs(5, 2000, 1).stream().map(run -> disrupted(run, 1000)).toList();
    ComparedCell held = only(then, stopping);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.SLOWER);
    assertThat(held.sentence())
        .contains("all time disrupted has become slower: it takes 2.9 to 4.7");
    List<ComparedRun> more =
        made.runs(12, 2000, 1).stream().map(run -> disrupted(run, 1000)).toList();
    assertThat(only(more, more.stream().map(run -> renamed(run)).toList()).outcome())
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  @Test
  void whatTheBaselineDoesNotKnowOfSecondStopsIsNotHeldAgainstLaterRuns() {
    List<ComparedRun> then = new ArrayList<>();
    for (ComparedRun run : made.runs(5, 2000, 1)) {
      then.add(then.size() < 2 ? unknownDisrupted(run) : disrupted(run, 1000));
    }
    List<ComparedRun> stopping =
        made.runs(5, 2000, 2).stream().map(run -> disrupted(run, 4000)).toList();
    ComparedCell held = only(then, stopping);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(held.sentence())
        .contains(
            "whether all time disrupted has become slower is not known: in the baseline 4 of 10"
                + " values are unknown, more than 10 %");
  }

  @Test
  void aBaselineThatKnowsOfSecondStopsInFewRunsOrNoneIsNotPassed() {
    List<ComparedRun> stopping =
        made.runs(5, 2000, 2).stream().map(run -> disrupted(run, 4000)).toList();
    for (int known : List.of(0, 2)) {
      List<ComparedRun> then = new ArrayList<>();
      for (ComparedRun run : made.runs(5, 2000, 1)) {
        then.add(then.size() < known ? disrupted(run, 1000) : unknownDisrupted(run));
      }
      ComparedCell held = only(then, stopping);
      assertThat(held.outcome()).as("known in %s", known).isEqualTo(RegressionOutcome.UNKNOWN);
      assertThat(held.sentence())
          .contains("whether all time disrupted has become slower is not known: in the baseline ");
    }
  }

  private static ComparedRun unknownDisrupted(ComparedRun run) {
    return changed(run, f -> f.toBuilder().disrupted(Results.Span.unknown("why")).build());
  }

  private static ComparedRun disrupted(ComparedRun run, long millis) {
    return changed(
        run,
        fault ->
            fault.toBuilder()
                .disrupted(
                    new Results.Span(
                        SpanState.ENDED, fault.recovery().millis() * millis / 2000, 1000, ""))
                .build());
  }

  private static ComparedRun renamed(ComparedRun run) {
    return with(run, run.results().toBuilder().runId(run.results().runId() + "-later").build());
  }

  private static ComparedRun with(ComparedRun run, Results results) {
    return ComparedRunBuilder.builder(run).results(results).copy();
  }

  @Test
  void whatTheIntervalsExplainIsNotSlower() {
    assertThat(only(made.runs(12, 2000, 1), made.runs(12, 2050, 2)).outcome())
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(only(made.runs(5, 2000, 1), made.runs(3, 1000, 2)).outcome())
        .as("faster is no failure")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  @Test
  void whereNothingChangedFewComparisonsFail() {
    int slower = 0;
    for (int i = 0; i < 400; i++) {
      ComparedCell held = only(made.runs(5, 2000, 2 * i + 1), made.runs(5, 2000, 2 * i + 2));
      slower += held.outcome() == RegressionOutcome.SLOWER ? 1 : 0;
    }
    assertThat(slower / 400.0).as("one in forty by chance").isLessThan(0.05);
  }

  @Test
  void fewerThanThreeRunsASideSayNothing() {
    assertThatThrownBy(() -> Baseline.of(made.runs(2, 2000, 1)))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> {
              assertThat(problem).hasMessageContaining("needs 3 runs");
              assertThat(problem.remedy()).contains("repetitions");
            });
    ComparedCell held = only(made.runs(3, 2000, 1), made.runs(2, 9000, 2));
    assertThat(held.outcome())
        .as("as for any other number that is too small")
        .isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(held.sentence())
        .contains(
            "whether recovery has become slower is not known: now it needs 3 runs whose recovery is"
                + " known, and has 2; ");
  }

  @Test
  void machinesOfDifferentSpeedAreNotComparable() {
    List<ComparedRun> then = made.runs(12, 2000, 1);
    ComparedCell near = only(then, made.with(SPEED * 1.09).runs(12, 2000, 2));
    assertThat(near.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    ComparedCell far = only(then, made.with(SPEED * 1.12).runs(3, 9000, 2));
    assertThat(far.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    assertThat(far.sentence()).contains("different speed", "448 MiB/s now and 400 MiB/s");
    ComparedCell unknown = only(then, made.with(Double.NaN).runs(3, 9000, 2));
    assertThat(unknown.sentence()).contains("speed of the machine was not measured now");
    ComparedCell cores =
        only(then, made.on(MACHINE.replace("2 cores", "8 cores")).runs(3, 9000, 2));
    assertThat(cores.sentence()).contains("other machines: 8 cores now, 2 in the baseline");
  }

  @Test
  void aSideOfWhichOneRunDoesNotTellItsMachineOrIsOfAnotherIsNotComparable() {
    List<ComparedRun> then = made.runs(12, 2000, 1);
    for (boolean later : List.of(true, false)) {
      String when = later ? "now" : "in the baseline";
      assertThat(withOneOf(made.on(""), later, then))
          .contains("number of cores of the machine is not known of each run " + when);
      assertThat(withOneOf(made.with(Double.NaN), later, then))
          .contains("speed of the machine was not measured in each run " + when);
      assertThat(withOneOf(made.on(MACHINE.replace("2 cores", "8 cores")), later, then))
          .contains("other machines: ", "2 and 8")
          .contains(" cores now, ");
    }
  }

  /** What is said where one run more of another kind is there, later or in the baseline. */
  private String withOneOf(Made other, boolean later, List<ComparedRun> then) {
    List<ComparedRun> mixed = new ArrayList<>(made.runs(12, 2000, 2));
    mixed.addAll(other.runs(1, 2000, 3));
    ComparedCell held = later ? only(then, mixed) : only(mixed, then);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    return held.sentence();
  }

  @Test
  void machinesWhoseCoresAreNotKnownAreNotComparable() {
    List<ComparedRun> runs = made.runs(3, 2000, 1);
    List<ComparedRun> unknown = made.on("").runs(3, 2000, 2);
    assertThat(only(runs, unknown).sentence()).contains("number of cores", "is not known now");
    assertThat(only(unknown, runs).sentence()).contains("is not known in the baseline");
  }

  @Test
  void shortenedRunsAreComparableWithThoseThatWereShortenedAlike() {
    Made whole = made.shorter("", "120s");
    Made shorter = made.shorter("warmup 40 s instead of 120 s", "40s");
    ComparedCell held = only(whole.runs(3, 2000, 1), shorter.runs(3, 9000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    assertThat(held.sentence())
        .contains("shortened otherwise: (warmup 40 s instead of 120 s) now, nothing in");
    assertThat(only(shorter.runs(12, 2000, 1), shorter.runs(12, 2000, 2)).outcome())
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> mixed = new ArrayList<>(whole.runs(3, 2000, 3));
    mixed.addAll(shorter.runs(3, 2000, 4));
    assertThat(only(mixed, whole.runs(3, 2000, 5)).sentence()).contains("shortened otherwise");
  }

  @Test
  void phasesOfOtherLengthsAreNoted() {
    ComparedCell held =
        only(made.shorter("", "60s").runs(12, 2000, 1), made.shorter("", "20s").runs(12, 2000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(held.notes())
        .contains("Phases are not of one length: warmup 20s now, 60s in the baseline.");
  }

  @Test
  void aMachineThatDiffersInWordsOnlyIsNoted() {
    ComparedCell held =
        only(
            made.runs(12, 2000, 1),
            made.on(MACHINE.replace("Java 17", "Java 21")).runs(12, 2000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(held.notes()).anyMatch(note -> note.contains("Java 21"));
  }

  @Test
  void aCollectorAndAJdkThatDifferAreNoted() {
    Means then = Means.of(Map.of("collector", "Serial", "jdk", "17", "heap", "1GB"));
    Means now = Means.of(Map.of("collector", "G1", "jdk", "21", "heap", "1GB", "spares", "1"));
    ComparedCell held =
        only(
            made.runs(3, 2000, 1).stream().map(run -> run.having(then)).toList(),
            made.runs(3, 2000, 2).stream().map(run -> run.having(now)).toList());
    assertThat(held.notes())
        .containsExactly(
            "It had otherwise: collector G1 now, Serial in the baseline.",
            "It had otherwise: JDK 21 now, 17 in the baseline.");
  }

  @Test
  void otherSettingsAreNotComparableButTheProgramUnderTestMayDiffer() {
    List<ComparedRun> then = made.runs(3, 2000, 1);
    ComparedCell rate = only(then, made.setting("load.rate", "2000/s").runs(3, 9000, 2));
    assertThat(rate.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    assertThat(rate.sentence())
        .contains("set up otherwise: load.rate 2000/s now, 1000/s in the baseline");
    ComparedCell version = only(then, made.setting("engine.version", "9.9").runs(3, 9000, 2));
    assertThat(version.outcome()).isEqualTo(RegressionOutcome.SLOWER);
    assertThat(version.notes())
        .contains("Under test: engine.version 9.9 now, 1.0 in the baseline.");
  }

  @Test
  void whatOnlyOneSideHasIsSaid() {
    List<ComparedRun> both = new ArrayList<>(made.runs(12, 2000, 1));
    both.addAll(made.named("pause").runs(3, 2000, 3));
    List<ComparedCell> held = Regression.judge(Baseline.of(both), made.runs(12, 2000, 2), 1.25);
    assertThat(held)
        .extracting(ComparedCell::outcome)
        .containsExactly(RegressionOutcome.NOT_SLOWER, RegressionOutcome.UNKNOWN);
    assertThat(held.get(1).sentence()).contains("pause on flink", "none was named");
    ComparedCell without = only(made.runs(3, 2000, 1), made.named("pause").runs(3, 2000, 3), 2);
    assertThat(without.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(without.sentence()).contains("the baseline has no runs of it");
  }

  @Test
  void runsThatWereSetUpInSeveralWaysMakeNoBaseline() {
    List<ComparedRun> mixed = new ArrayList<>(made.runs(3, 2000, 1));
    mixed.addAll(made.setting("load.rate", "2000/s").runs(3, 2000, 3));
    assertThatThrownBy(() -> Baseline.of(mixed))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("differ in their settings");
    ComparedCell held = Regression.judge(Baseline.of(made.runs(3, 2000, 5)), mixed, 1.25).get(0);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    assertThatThrownBy(() -> Baseline.of(List.of())).hasMessageContaining("no run with faults");
  }

  @Test
  void threeCopiesOfOneRunAreNoBaseline() {
    ComparedRun run = made.runs(1, 2000, 1).get(0);
    assertThatThrownBy(() -> Baseline.of(List.of(run, copy(run, "b"), copy(run, "c"))))
        .isInstanceOfSatisfying(
            ReboundException.class,
            problem -> assertThat(problem.remedy()).contains("Leave one of them out"))
        .hasMessageContaining("kill-1-0")
        .hasMessageContaining("runs/copies/b")
        .hasMessageContaining("runs/kill/1/0");
  }

  @Test
  void aRunThatIsCheckedTwiceIsRefused() {
    Baseline baseline = Baseline.of(made.runs(5, 2000, 1));
    List<ComparedRun> now = new ArrayList<>(made.runs(3, 2000, 2));
    now.add(copy(now.get(0), "again"));
    assertThatThrownBy(() -> Regression.judge(baseline, now, 1.25))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("runs/copies/again");
  }

  @Test
  void runsOfTheBaselineAreNoLaterOnes() {
    List<ComparedRun> then = made.runs(5, 2000, 1);
    Baseline baseline = Baseline.of(then);
    List<ComparedRun> both = new ArrayList<>(then.subList(0, 1));
    both.addAll(made.runs(5, 6000, 2));
    for (List<ComparedRun> own : List.of(then, both, List.of(copy(then.get(0), "moved")))) {
      assertThatThrownBy(() -> Regression.judge(baseline, own, 1.25))
          .isInstanceOfSatisfying(
              ReboundException.class,
              problem -> assertThat(problem.remedy()).contains("made later"))
          .hasMessageContaining("is a run that the baseline was made of");
    }
  }

  /** An id names a second; the first signal tells apart what two machines began in it. */
  @Test
  void runsOfOneIdOfTwoMachinesAreTwo() {
    List<ComparedRun> then = made.runs(12, 2000, 1);
    List<ComparedRun> now =
        then.stream().map(run -> signalled(copy(run, run.results().runId()), 2)).toList();
    assertThat(only(then.stream().map(run -> signalled(run, 1)).toList(), now).outcome().verdict())
        .isEqualTo(Verdict.PASS);
  }

  @Test
  void aCopyWithAnotherMachinesWordsIsTheSameRun() {
    List<ComparedRun> then = new ArrayList<>();
    made.runs(12, 2000, 1).forEach(run -> then.add(signalled(run, 5)));
    ComparedRun copy =
        ComparedRunBuilder.builder(copy(then.get(0), "b"))
            .machine(MACHINE.replace("A processor", "Another processor"))
            .copy();
    then.add(copy);
    assertThatThrownBy(() -> Baseline.of(then)).hasMessageContaining("runs/copies/b is the same");
  }

  private static ComparedRun copy(ComparedRun run, String folder) {
    return ComparedRunBuilder.builder(run).folder(Path.of("runs/copies", folder)).copy();
  }

  private static ComparedRun signalled(ComparedRun run, long atMicros) {
    return changed(run, fault -> fault.toBuilder().atMicros(atMicros).build());
  }

  @Test
  void anotherBuildOfAJarIsWhatIsUnderTest() {
    Made before = made.setting("engine.jar", "my.jar").setting(Variants.JAR_HASH, "a1");
    ComparedCell held =
        only(before.runs(5, 2000, 1), before.setting(Variants.JAR_HASH, "b2").runs(5, 4000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.SLOWER);
    assertThat(held.notes()).singleElement().asString().contains("b2 now, a1 in the baseline");
    String setup = "engine.setup.1";
    assertThat(
            only(
                    made.setting(setup, "make").runs(5, 2000, 1),
                    made.setting(setup, "make -O").runs(5, 4000, 2))
                .outcome())
        .isEqualTo(RegressionOutcome.SLOWER);
  }

  private List<String> notes(String key, String then, String now) {
    Made before = made.setting("engine.run", "./run.sh").setting(key, then);
    ComparedCell held = only(before.runs(5, 2000, 1), before.setting(key, now).runs(5, 2000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    return held.notes();
  }

  @Test
  void aProgramOfWhichNotAllWasSeenMayBeAnotherBuildOfTheSameHash() {
    String partly = "a1, not all was seen: job.py imports confluent_kafka";
    assertThat(notes(Variants.RUN_HASH, partly, partly))
        .containsExactly(
            "Whether the program is the same as in the baseline is not known: job.py imports"
                + " confluent_kafka.");
    assertThat(notes(Variants.RUN_HASH, "unknown, not all was seen: x is found on the PATH", "a1"))
        .singleElement()
        .asString()
        .contains("is not known: x is found on the PATH");
    assertThat(notes(Variants.RUN_HASH, "a1", "a1")).isEmpty();
    assertThat(notes(Variants.RUN_HASH, "a1", partly))
        .as("an earlier run, of which nobody told what was not seen")
        .singleElement()
        .asString()
        .contains("is not known: job.py");
    assertThat(notes(Variants.RUN_HASH, partly, "b2, not all was seen: job.py imports y"))
        .as("what was seen is another one")
        .singleElement()
        .asString()
        .startsWith("Under test: engine.run.sha256 b2");
  }

  @Test
  void aReferenceOfWhichNotAllWasSeenIsNoOtherSetup() {
    String partly = "a1, not all was seen: what reference.py loads or starts is not followed";
    assertThat(notes(Variants.DATA_HASH, "a1", partly))
        .containsExactly(
            "Whether the reference program is the same as in the baseline is not known: what"
                + " reference.py loads or starts is not followed.");
  }

  @Test
  void aBaselineSaysWhichProgramsLaterRunsWillNotBeKnownToBeOf() {
    Made partly =
        made.setting(Variants.RUN_HASH, "a1, not all was seen: docker may start another one");
    assertThat(Baseline.of(partly.runs(3, 2000, 1)).lines())
        .singleElement()
        .asString()
        .endsWith(
            "; whether later runs are of the same program will not be known: docker may start"
                + " another one");
  }

  @Test
  void filesInAnotherFolderAreNoOtherSetup() {
    Made here = made.setting("engine.run", "./run.sh").setting("engine.files.1", "/here/a.conf");
    ComparedCell held =
        only(
            here.setting(Variants.RUN_HASH, "a1").runs(12, 2000, 1),
            here.setting(Variants.RUN_HASH, "a1")
                .setting("engine.files.1", "/there/a.conf")
                .runs(12, 2000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(held.notes())
        .containsExactly(
            "Under test: engine.files.1 /there/a.conf now, /here/a.conf in the baseline.");
  }

  @Test
  void aReferenceThatIsGivenOtherWordsIsAnotherOne() {
    String reference = "workload.reference";
    Made strict =
        made.setting(Variants.DATA_HASH, "a1")
            .setting(reference, "java -jar /here/ref.jar --strict --url http://here/rules");
    List<ComparedRun> then = strict.runs(12, 2000, 1);
    assertThat(
            only(
                    then,
                    strict
                        .setting(
                            reference, "java -jar /there/ref.jar --strict --url http://here/rules")
                        .runs(12, 2000, 2))
                .outcome())
        .as("moved")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    for (String other :
        List.of(
            "java -jar /here/ref.jar --lenient --url http://here/rules",
            "java -jar /here/ref.jar --strict --url http://there/rules",
            "java -jar /here/ref.jar --strict")) {
      ComparedCell held = only(then, strict.setting(reference, other).runs(12, 2000, 2));
      assertThat(held.outcome()).as(other).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
      assertThat(held.sentence()).contains("set up otherwise: workload.reference " + other);
    }
  }

  @Test
  void whatIsNotKnownToBeSetUpAlikeIsNotComparable() {
    Made unknown = new Made("kill", SPEED, MACHINE, Map.of(), "", Map.of());
    Baseline baseline = Baseline.of(unknown.runs(5, 2000, 1));
    List<ComparedRun> now = unknown.setting("load.rate", "10/s").runs(5, 2000, 2);
    assertThat(Regression.judge(baseline, now, 1.25).get(0).sentence())
        .contains("how it was set up is not known in the baseline");
  }

  @Test
  void faultsOfWhichNobodyTellsWhetherTheyHitAreUnknownAndNotLeftOut() {
    List<ComparedRun> now = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Results.FaultResult untold =
          Made.fault(2, 90_000).toBuilder().impact(Impact.NOT_KNOWN).build();
      now.add(made.run(i, List.of(Made.fault(1, 2000), untold)));
    }
    ComparedCell held = only(made.runs(5, 2000, 1), now);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(held.sentence()).contains("now 5 of 10 values are unknown");
  }

  @Test
  void recoveriesThatNeverEndedAreSlowerThanNoDip() {
    Results.Span calm = Results.Span.noDip(300, "");
    Results.Span cut = Results.Span.unended(20_000, 300, "");
    List<ComparedRun> then = new ArrayList<>();
    List<ComparedRun> now = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      then.add(made.run(i, List.of(Made.fault(1, 0).toBuilder().recovery(calm).build())));
      now.add(made.run(i + 5, List.of(Made.fault(1, 0).toBuilder().recovery(cut).build())));
    }
    assertThat(only(then, now).outcome()).isEqualTo(RegressionOutcome.SLOWER);
  }

  @Test
  void aSideOfWhichTwoOfFiveNeverEndIsNeverNotSlower() {
    ComparedCell three = only(ofFive(3, 0, 1), ofFive(3, 2, 2));
    assertThat(three.outcome()).as(three.sentence()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(three.sentence())
        .contains(
            "whether recovery has become slower is not known: after 6 of 15 faults no end was seen,"
                + " in the baseline after 0 of 15; it takes at least ",
            "; 4 runs a side would decide, if runs go on to differ as these do");
    ComparedCell five = only(ofFive(5, 0, 1), ofFive(5, 2, 2));
    assertThat(five.outcome())
        .as("each of five runs has some, and none of the baseline's")
        .isEqualTo(RegressionOutcome.SLOWER);
    assertThat(five.sentence()).contains("after 10 of 25 faults no end was seen");
    ComparedCell asBefore = only(ofFive(5, 2, 1), ofFive(5, 2, 2));
    assertThat(asBefore.outcome())
        .as("as many never end as before")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(asBefore.sentence()).contains("in the baseline after 10 of 25");
    assertThat(only(ofFive(5, 2, 1), ofFive(5, 1, 2)).outcome())
        .as("fewer than before")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  /** Runs of five faults of which so many never end; the others take 1.9 s, and differ little. */
  private List<ComparedRun> ofFive(int runs, int unended, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<ComparedRun> five = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      double millis = 1900 * Math.exp(0.02 * random.nextGaussian());
      List<Results.FaultResult> faults = new ArrayList<>();
      for (int fault = 1; fault <= 5; fault++) {
        faults.add(fault <= unended ? neverEnding(fault) : Made.fault(fault, millis));
      }
      five.add(made.run(100 * (int) seed + i, faults));
    }
    return five;
  }

  private static Results.FaultResult neverEnding(int number) {
    Results.Span unended = Results.Span.unended(60_000, 300, "");
    return Results.FaultResult.hit(number, "kill", "worker", List.of("worker-1"), unended, unended)
        .build();
  }

  @Test
  void aWatchThatWasShorterShowsNoMoreFaultsWithoutAnEnd() {
    List<ComparedRun> then = made.runs(5, 30_000, 1);
    List<ComparedRun> now = new ArrayList<>();
    Results.Span cut = Results.Span.unended(20_000, 300, "");
    for (int i = 0; i < 5; i++) {
      Results.FaultResult one = Made.fault(1, 30_000).toBuilder().recovery(cut).build();
      now.add(made.run(i + 5, List.of(one, Made.fault(2, 30_000))));
    }
    assertThat(only(then, now).outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
  }

  @Test
  void aRunThatNeverRecoversIsNotPassedOver() {
    List<ComparedRun> now = new ArrayList<>(ofFive(4, 0, 2));
    now.addAll(ofFive(1, 5, 3));
    assertThat(only(ofFive(5, 0, 1), now).outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
  }

  @Test
  void runsOfWhichNobodyKnowsWhetherTheyAreSlowerDoNotPass() {
    List<ComparedRun> then = taking(1, 1900, 1900, 1900);
    ComparedCell held = only(then, taking(2, 1900, 6000, 19_000));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(held.outcome().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(held.sentence())
        .contains(
            "whether recovery has become slower is not known: it takes 0.7",
            ", of 1.25 times that may pass (95 % interval; 3 runs with 3 faults against",
            "runs a side would decide, if runs go on to differ as these do");
  }

  /** Runs of one fault each. */
  private List<ComparedRun> taking(int number, double... millis) {
    List<ComparedRun> runs = new ArrayList<>();
    for (double one : millis) {
      runs.add(made.run(100 * number + runs.size(), List.of(Made.fault(1, one))));
    }
    return runs;
  }

  @Test
  void aSlowdownWithinTheMarginPassesAndIsSaid() {
    List<ComparedRun> then = taking(1, twelve(2000));
    List<ComparedRun> now = taking(2, twelve(2240));
    ComparedCell held = only(then, now);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(held.sentence())
        .contains("recovery is slower within the margin: it takes 1.0", ", of 1.25 times that may");
    assertThat(Regression.judge(Baseline.of(then), now, 1.05).get(0).outcome())
        .isEqualTo(RegressionOutcome.SLOWER);
  }

  private static double[] twelve(double millis) {
    return IntStream.range(0, 12).mapToDouble(run -> millis * (0.995 + 0.001 * run)).toArray();
  }

  @Test
  void singleLengthsThatAreKnownRoughlyPassByTheirFits() {
    List<ComparedRun> then = rough(made.runs(12, 2000, 1));
    List<ComparedRun> now = rough(made.runs(12, 2000, 2));
    assertThat(only(then, now).outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    List<Baseline.BaselineCell> old =
        Baseline.of(then).cells().stream().map(RegressionTest::withoutFits).toList();
    ComparedCell held = Regression.judge(new Baseline(old), now, 1.25).get(0);
    assertThat(held.outcome())
        .as("a file that keeps bounds alone")
        .isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(held.notes()).anyMatch(note -> note.contains("lengths by their bounds alone"));
  }

  @Test
  void runsWhoseIntervalsAreWiderThanThoseOfTheBaselineDoNotPassByTheirFits() {
    List<ComparedRun> then = made.runs(12, 2000, 1);
    List<ComparedRun> now = made.runs(12, 2000, 2);
    assertThat(only(then, rough(now, 1.2)).outcome())
        .as("within the margin")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    ComparedCell held = only(then, rough(now, 20));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(held.sentence()).contains("whether recovery has become slower is not known");
    assertThat(held.notes())
        .containsExactly(
            "Of recovery bounds are compared: it may have taken 20.0 times as long as fits best now,"
                + " 1.0 times in the baseline.");
    assertThat(only(rough(then, 19), rough(now, 20)).outcome())
        .as("as wide in the baseline")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> disrupted =
        now.stream()
            .map(
                run -> changed(run, f -> f.toBuilder().disrupted(rough(f.disrupted(), 20)).build()))
            .toList();
    assertThat(only(then, disrupted).sentence())
        .contains("whether all time disrupted has become slower is not known");
  }

  @Test
  void disruptionMayGrowToTwiceTheMarginAtMostHoweverLongTheRecovery() {
    List<ComparedRun> then = disruptedFor(500, made.runs(12, 30_000, 1));
    ComparedCell held = only(then, disruptedFor(7000, made.runs(12, 30_000, 2)));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.SLOWER);
    assertThat(held.sentence()).contains("all time disrupted has become slower: it takes 1");
    assertThat(only(then, disruptedFor(1200, made.runs(12, 30_000, 2))).outcome())
        .as("by less than a second")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> longer = disruptedFor(5000, made.runs(12, 30_000, 1));
    assertThat(only(longer, disruptedFor(10_000, made.runs(12, 30_000, 2))).outcome())
        .as("by as much as recovery may, and twice as long")
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  private static List<ComparedRun> disruptedFor(long millis, List<ComparedRun> runs) {
    return runs.stream()
        .map(
            run ->
                changed(
                    run,
                    fault ->
                        fault.toBuilder()
                            .disrupted(new Results.Span(SpanState.ENDED, millis, 100, ""))
                            .build()))
        .toList();
  }

  /** Each may have taken nearly twice as long: {@code 1.8 s (1.7 – 3.9 s)}. */
  private static List<ComparedRun> rough(List<ComparedRun> runs) {
    return rough(runs, 2);
  }

  /** Each may have taken so many times as long. */
  private static List<ComparedRun> rough(List<ComparedRun> runs, double times) {
    return runs.stream()
        .map(run -> changed(run, f -> f.toBuilder().recovery(rough(f.recovery(), times)).build()))
        .toList();
  }

  private static Results.Span rough(Results.Span span, double times) {
    long millis = span.millis();
    return Results.Span.ended(millis, millis * 9 / 10, Math.round(millis * times), 1000, "");
  }

  private static ComparedRun changed(ComparedRun run, UnaryOperator<Results.FaultResult> change) {
    return with(run, faults(run, run.results().faults().stream().map(change).toList()));
  }

  private static Baseline.BaselineCell withoutFits(Baseline.BaselineCell cell) {
    return new Baseline.BaselineCell(
        cell.cell(),
        cell.settings(),
        cell.machines(),
        cell.builds(),
        cell.runIds(),
        cell.signals(),
        cell.speeds(),
        cell.shortened(),
        cell.phases(),
        cell.means(),
        cell.recovery(),
        cell.outage(),
        cell.disrupted(),
        null,
        null,
        0);
  }

  @Test
  void whatIsTooShortToBeSeenOnBothSidesPasses() {
    Results.Span calm = Results.Span.noDip(300, "");
    List<ComparedRun> then = new ArrayList<>();
    List<ComparedRun> now = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Results.FaultResult fault =
          Results.FaultResult.hit(1, "kill", "worker", List.of("worker-1"), calm, calm).build();
      then.add(made.run(i, List.of(fault)));
      now.add(made.run(i + 5, List.of(fault)));
    }
    ComparedCell held = only(then, now);
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(held.sentence()).contains("recovery is too short to be seen, as in the baseline");
    assertThat(only(then, taking(2, 1900, 1900, 1900, 1900, 1900)).outcome())
        .as("seen now, and before shorter than could be seen")
        .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  @Test
  void aDisruptionThatMayBeNoneCountsAsOneThatIsTooShortToBeSeen() {
    Results.Span none = Results.Span.ended(0, 0, 2700, 1800, "");
    List<ComparedRun> then =
        new ArrayList<>(made.runs(12, 2000, 1).stream().map(run -> disrupted(run, 2000)).toList());
    ComparedRun first = then.get(0);
    List<Results.FaultResult> faults = new ArrayList<>(first.results().faults());
    faults.set(1, faults.get(1).toBuilder().disrupted(none).build());
    then.set(0, with(first, faults(first, faults)));
    List<ComparedRun> now =
        made.runs(12, 2000, 2).stream().map(run -> disrupted(run, 2000)).toList();
    assertThat(Baseline.of(then).lines().get(0)).contains("passes in four of five checks with");
    assertThat(only(then, now).outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(only(now, then).outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
  }

  @Test
  void aBaselineWhoseDisruptionsMayBeNoneIsNoLongerThanItFitsBest() {
    Results.Span maybe = Results.Span.ended(400, 0, 1900, 1800, "");
    Results.Span other = Results.Span.ended(500, 10, 1900, 1800, "");
    List<ComparedRun> then = new ArrayList<>();
    for (ComparedRun run : made.runs(12, 2000, 1)) {
      List<Results.FaultResult> faults = new ArrayList<>(run.results().faults());
      faults.set(0, faults.get(0).toBuilder().disrupted(then.isEmpty() ? other : maybe).build());
      faults.set(1, faults.get(1).toBuilder().disrupted(other).build());
      then.add(with(run, faults(run, faults)));
    }
    List<ComparedRun> now =
        made.runs(12, 2000, 2).stream().map(run -> disrupted(run, 1050)).toList();
    assertThat(only(then, now).outcome()).isEqualTo(RegressionOutcome.SLOWER);
  }

  @Test
  void runsAndFaultsThatAreMissingAreUnknown() {
    List<ComparedRun> then = made.runs(12, 2000, 1);
    List<ComparedRun> planned = numbered(made.runs(12, 2000, 2));
    assertThat(only(then, planned).outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    ComparedCell dropped = only(then, planned.subList(0, 11));
    assertThat(dropped.outcome()).isEqualTo(RegressionOutcome.UNKNOWN);
    assertThat(dropped.sentence())
        .contains("1 of 12 runs that were to be made are not there: name all of them");
    assertThat(only(numbered(then).subList(1, 12), planned).sentence())
        .contains("1 of 12 runs that were to be made are not in the baseline: make it of all");
    List<ComparedRun> less = new ArrayList<>(planned);
    less.set(
        0,
        with(
            planned.get(0),
            faults(planned.get(0), planned.get(0).results().faults().subList(0, 1))));
    assertThat(only(then, less).sentence())
        .contains("a run has 1 fault that hit, where others have 2");
  }

  /** As one call makes them. */
  private static List<ComparedRun> numbered(List<ComparedRun> runs) {
    return IntStream.range(0, runs.size())
        .mapToObj(i -> repetition(runs.get(i), i + 1, runs.size()))
        .toList();
  }

  private static ComparedRun repetition(ComparedRun run, int number, int of) {
    return ComparedRunBuilder.builder(run)
        .repetition(number)
        .made(new ComparedRun.Made(0, 0, 0, List.of(), of))
        .copy();
  }

  private static Results faults(ComparedRun run, List<Results.FaultResult> faults) {
    return run.results().toBuilder().faults(faults).build();
  }

  @Property(tries = 150)
  void noChangeForTheWorseBettersAnOutcome(
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed,
      @ForAll @DoubleRange(min = 0.5, max = 1.6) double ratio,
      @ForAll @DoubleRange(min = 0.01, max = 0.3) double spread,
      @ForAll @DoubleRange(min = 1, max = 5) double longer) {
    SplittableRandom random = new SplittableRandom(seed);
    List<ComparedRun> then = spread(0, 6, 2000, spread, random);
    List<ComparedRun> now = spread(6, 3 + random.nextInt(6), 2000 * ratio, spread, random);
    RegressionOutcome before = only(then, now).outcome();
    int one = random.nextInt(now.size());
    for (Results.FaultResult worse :
        List.of(
            Made.fault(1, now.get(one).results().faults().get(0).recovery().millis() * longer),
            neverEnding(1))) {
      List<ComparedRun> changed = new ArrayList<>(now);
      changed.set(
          one,
          with(
              now.get(one),
              faults(now.get(one), List.of(worse, now.get(one).results().faults().get(1)))));
      assertThat(goodness(only(then, changed).outcome()))
          .as("%s", only(then, changed).sentence())
          .isLessThanOrEqualTo(goodness(before));
    }
    if (before != RegressionOutcome.NOT_SLOWER) {
      assertThat(only(then, rough(now, longer)).outcome())
          .as("known less well")
          .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
    }
    List<ComparedRun> fewer = new ArrayList<>(now);
    fewer.set(
        one,
        with(now.get(one), faults(now.get(one), List.of(now.get(one).results().faults().get(1)))));
    assertThat(only(then, fewer).outcome())
        .as("a fault less")
        .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> more = new ArrayList<>(now);
    List<Results.FaultResult> faults = new ArrayList<>(now.get(one).results().faults());
    faults.add(neverEnding(3));
    more.set(one, with(now.get(one), faults(now.get(one), faults)));
    assertThat(only(then, more).outcome())
        .as("a fault more, without an end")
        .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> old = new ArrayList<>(numbered(then));
    old.remove(random.nextInt(old.size()));
    assertThat(only(old, now).outcome())
        .as("a run of the baseline less")
        .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> planned = numbered(now);
    if (now.size() > 3) {
      fewer = new ArrayList<>(planned);
      fewer.remove(one);
      assertThat(only(then, fewer).outcome())
          .as("a run less")
          .isNotEqualTo(RegressionOutcome.NOT_SLOWER);
    }
    RegressionOutcome stricter =
        Regression.judge(Baseline.of(then), now, 1 + 0.25 * random.nextDouble()).get(0).outcome();
    assertThat(goodness(stricter)).as("a stricter margin").isLessThanOrEqualTo(goodness(before));
  }

  private static int goodness(RegressionOutcome outcome) {
    return switch (outcome) {
      case SLOWER -> 0;
      case UNKNOWN, NOT_COMPARABLE -> 1;
      case NOT_SLOWER -> 2;
    };
  }

  /** Runs of two faults, numbered from somewhere on, that spread from run to run. */
  private List<ComparedRun> spread(
      int from, int count, double millis, double spread, SplittableRandom random) {
    List<ComparedRun> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double run = millis * Math.exp(spread * random.nextGaussian());
      runs.add(made.run(from + i, List.of(Made.fault(1, run), Made.fault(2, run * 1.1))));
    }
    return runs;
  }

  @Test
  void aBaselineTellsWhatItHolds() {
    assertThat(Baseline.of(made.runs(5, 2000, 1)).lines())
        .singleElement()
        .asString()
        .matches(
            "kill on flink \\(quick, exactly-once\\): recovery .* s \\(95 % interval .* to .* s\\), 5 runs with 10 faults;"
                + " the same build passes in four of five checks with \\d+ runs a side"
                + " \\(--slower-than 1.25\\)");
    assertThat(Baseline.of(ofFive(5, 2, 1)).lines().get(0))
        .contains(
            ", of which 10 did not end in recovery, outage or disruption",
            "; the same build may not pass with any number of runs");
  }

  @Test
  void aBuildThatTakesHalfAsLongAgainFails() {
    for (int seed = 1; seed <= 20; seed++) {
      ComparedCell held = only(made.runs(10, 2000, seed), made.runs(10, 3000, 100 + seed));
      assertThat(held.outcome()).as(held.sentence()).isEqualTo(RegressionOutcome.SLOWER);
    }
  }

  private static ComparedCell only(List<ComparedRun> then, List<ComparedRun> now) {
    return only(then, now, 1);
  }

  private static ComparedCell only(List<ComparedRun> then, List<ComparedRun> now, int cells) {
    List<ComparedCell> held = Regression.judge(Baseline.of(then), now, 1.25);
    assertThat(held).hasSize(cells);
    return held.get(0);
  }

  /** Makes runs of two faults each, whose recoveries spread by a tenth from run to run. */
  private record Made(
      String name,
      double speed,
      String machine,
      Map<String, String> settings,
      String shortened,
      Map<String, String> phases) {
    Made() {
      this(
          "kill",
          SPEED,
          MACHINE,
          Map.of("load.rate", "1000/s", "engine.version", "1.0"),
          "",
          Map.of());
    }

    Made with(double other) {
      return new Made(name, other, machine, settings, shortened, phases);
    }

    Made on(String other) {
      return new Made(name, speed, other, settings, shortened, phases);
    }

    Made shorter(String what, String warmup) {
      return new Made(name, speed, machine, settings, what, Map.of("warmup", warmup));
    }

    Made named(String other) {
      return new Made(other, speed, machine, settings, shortened, phases);
    }

    Made setting(String key, String value) {
      Map<String, String> changed = new TreeMap<>(settings);
      changed.put(key, value);
      return new Made(name, speed, machine, changed, shortened, phases);
    }

    List<ComparedRun> runs(int count, double millis, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      List<ComparedRun> runs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        double run = millis * Math.exp(0.1 * random.nextGaussian());
        runs.add(run(seed + "/" + i, List.of(fault(1, run), fault(2, run * 1.02))));
      }
      return runs;
    }

    private ComparedRun run(int number, List<Results.FaultResult> faults) {
      return run(Integer.toString(number), faults);
    }

    private ComparedRun run(String which, List<Results.FaultResult> faults) {
      Results results =
          Results.of(name, "flink", settings.getOrDefault("engine.version", ""))
              .runId(name + "-" + which.replace('/', '-'))
              .name(name)
              .guarantee("exactly-once")
              .profile("quick")
              .verdict(Verdict.PASS)
              .faults(faults)
              .metrics(Double.isNaN(speed) ? Map.of() : Map.of(Metrics.SPEED_IN_BASELINE, speed))
              .build();
      return new ComparedRun(
          Path.of("runs", name, which),
          name,
          results,
          1,
          shortened,
          settings,
          phases,
          machine,
          "a-build",
          null,
          Map.of(),
          Map.of(),
          ComparedRun.Made.UNKNOWN,
          Means.UNKNOWN);
    }

    private static Results.FaultResult fault(int number, double millis) {
      return Results.FaultResult.hit(
              number,
              "kill",
              "worker",
              List.of("worker-1"),
              new Results.Span(SpanState.ENDED, Math.round(millis / 2), 1000, ""),
              new Results.Span(SpanState.ENDED, Math.round(millis), 100, ""))
          .build();
    }
  }
}
