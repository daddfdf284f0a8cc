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
        .contains("all time disrupted has become slower: it takes 3.0 to 4.5");
    assertThat(only(then, then.stream().map(run -> renamed(run)).toList()).outcome())
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
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    assertThat(held.sentence())
        .contains("not known in the baseline: 4 of 10 values are unknown, more than 10 %");
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
      assertThat(held.outcome())
          .as("known in %s", known)
          .isEqualTo(RegressionOutcome.NOT_COMPARABLE);
      assertThat(held.sentence()).contains("how long output was disrupted is not known in the");
    }
  }

  private static ComparedRun unknownDisrupted(ComparedRun run) {
    return with(
        run,
        run.results().toBuilder()
            .faults(
                run.results().faults().stream()
                    .map(fault -> fault.toBuilder().disrupted(Results.Span.unknown("why")).build())
                    .toList())
            .build());
  }

  private static ComparedRun disrupted(ComparedRun run, long millis) {
    return with(
        run,
        run.results().toBuilder()
            .faults(
                run.results().faults().stream()
                    .map(
                        fault ->
                            fault.toBuilder()
                                .disrupted(
                                    new Results.Span(
                                        SpanState.ENDED,
                                        fault.recovery().millis() * millis / 2000,
                                        1000,
                                        ""))
                                .build())
                    .toList())
            .build());
  }

  private static ComparedRun renamed(ComparedRun run) {
    return with(run, run.results().toBuilder().runId(run.results().runId() + "-later").build());
  }

  private static ComparedRun with(ComparedRun run, Results results) {
    return new ComparedRun(
        run.folder(),
        run.scenario(),
        results,
        run.repetition(),
        run.shortened(),
        run.settings(),
        run.phases(),
        run.machine(),
        run.build(),
        null,
        Map.of(),
        Map.of(),
        ComparedRun.Made.UNKNOWN);
  }

  @Test
  void whatTheIntervalsExplainIsNotSlower() {
    assertThat(only(made.runs(5, 2000, 1), made.runs(3, 2050, 2)).outcome())
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
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    assertThat(held.sentence()).contains("needs 3 runs whose recovery is known, and has 2");
  }

  @Test
  void machinesOfDifferentSpeedAreNotComparable() {
    List<ComparedRun> then = made.runs(3, 2000, 1);
    ComparedCell near = only(then, made.with(SPEED * 1.09).runs(3, 2000, 2));
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
    assertThat(only(shorter.runs(3, 2000, 1), shorter.runs(3, 2000, 2)).outcome())
        .isEqualTo(RegressionOutcome.NOT_SLOWER);
    List<ComparedRun> mixed = new ArrayList<>(whole.runs(3, 2000, 3));
    mixed.addAll(shorter.runs(3, 2000, 4));
    assertThat(only(mixed, whole.runs(3, 2000, 5)).sentence()).contains("shortened otherwise");
  }

  @Test
  void phasesOfOtherLengthsAreNoted() {
    ComparedCell held =
        only(made.shorter("", "60s").runs(3, 2000, 1), made.shorter("", "20s").runs(3, 2000, 2));
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_SLOWER);
    assertThat(held.notes())
        .contains("Phases are not of one length: warmup 20s now, 60s in the baseline.");
  }

  @Test
  void aMachineThatDiffersInWordsOnlyIsNoted() {
    ComparedCell held =
        only(
            made.runs(3, 2000, 1), made.on(MACHINE.replace("Java 17", "Java 21")).runs(3, 2000, 2));
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
    List<ComparedRun> both = new ArrayList<>(made.runs(3, 2000, 1));
    both.addAll(made.named("pause").runs(3, 2000, 3));
    List<ComparedCell> held = Regression.judge(Baseline.of(both), made.runs(3, 2000, 2));
    assertThat(held)
        .extracting(ComparedCell::outcome)
        .containsExactly(RegressionOutcome.NOT_SLOWER, RegressionOutcome.NOT_COMPARABLE);
    assertThat(held.get(1).sentence()).contains("pause on flink", "none was named");
    assertThat(only(made.runs(3, 2000, 1), made.named("pause").runs(3, 2000, 3), 2).sentence())
        .contains("the baseline has no runs of it");
  }

  @Test
  void runsThatWereSetUpInSeveralWaysMakeNoBaseline() {
    List<ComparedRun> mixed = new ArrayList<>(made.runs(3, 2000, 1));
    mixed.addAll(made.setting("load.rate", "2000/s").runs(3, 2000, 3));
    assertThatThrownBy(() -> Baseline.of(mixed))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("differ in their settings");
    ComparedCell held = Regression.judge(Baseline.of(made.runs(3, 2000, 5)), mixed).get(0);
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
    assertThatThrownBy(() -> Regression.judge(baseline, now))
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
      assertThatThrownBy(() -> Regression.judge(baseline, own))
          .isInstanceOfSatisfying(
              ReboundException.class,
              problem -> assertThat(problem.remedy()).contains("made later"))
          .hasMessageContaining("is a run that the baseline was made of");
    }
  }

  /** An id names a second; the first signal tells apart what two machines began in it. */
  @Test
  void runsOfOneIdOfTwoMachinesAreTwo() {
    List<ComparedRun> then = made.runs(3, 2000, 1);
    List<ComparedRun> now =
        then.stream().map(run -> signalled(copy(run, run.results().runId()), 2)).toList();
    assertThat(only(then.stream().map(run -> signalled(run, 1)).toList(), now).outcome().verdict())
        .isEqualTo(Verdict.PASS);
  }

  private static ComparedRun copy(ComparedRun run, String folder) {
    return new ComparedRun(
        Path.of("runs/copies", folder),
        run.scenario(),
        run.results(),
        run.repetition(),
        run.shortened(),
        run.settings(),
        run.phases(),
        run.machine(),
        run.build(),
        null,
        Map.of(),
        Map.of(),
        ComparedRun.Made.UNKNOWN);
  }

  private static ComparedRun signalled(ComparedRun run, long atMicros) {
    return with(
        run,
        run.results().toBuilder()
            .faults(
                run.results().faults().stream()
                    .map(fault -> fault.toBuilder().atMicros(atMicros).build())
                    .toList())
            .build());
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
  void whatIsNotKnownToBeSetUpAlikeIsNotComparable() {
    Made unknown = new Made("kill", SPEED, MACHINE, Map.of(), "", Map.of());
    Baseline baseline = Baseline.of(unknown.runs(5, 2000, 1));
    List<ComparedRun> now = unknown.setting("load.rate", "10/s").runs(5, 2000, 2);
    assertThat(Regression.judge(baseline, now).get(0).sentence())
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
    assertThat(held.outcome()).isEqualTo(RegressionOutcome.NOT_COMPARABLE);
    assertThat(held.sentence()).contains("5 of 10");
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
  void aBaselineTellsWhatItHolds() {
    assertThat(Baseline.of(made.runs(5, 2000, 1)).lines())
        .singleElement()
        .asString()
        .matches(
            "kill on flink \\(quick, exactly-once\\): recovery .* s \\(95 % interval .* to .* s\\), 5 runs with 10 faults");
  }

  private static ComparedCell only(List<ComparedRun> then, List<ComparedRun> now) {
    return only(then, now, 1);
  }

  private static ComparedCell only(List<ComparedRun> then, List<ComparedRun> now, int cells) {
    List<ComparedCell> held = Regression.judge(Baseline.of(then), now);
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
          ComparedRun.Made.UNKNOWN);
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
