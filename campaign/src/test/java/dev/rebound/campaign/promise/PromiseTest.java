package dev.rebound.campaign.promise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FaultsOfRun;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.RigDoubt;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.campaign.promise.PromiseSearch.EndedRun;
import dev.rebound.campaign.promise.PromiseStatus.Conclusion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PromiseTest {
  private static final PromisedLimits RECOVERY =
      new PromisedLimits(Map.of("recovery", Duration.ofSeconds(30)), 0.95, 0.95);
  private static final PromisedLimits BOTH =
      new PromisedLimits(
          Map.of("recovery", Duration.ofSeconds(30), "outage", Duration.ofSeconds(10)), 0.95, 0.95);

  private static final FaultsOfRun KEPT = new FaultsOfRun(1, 0, 0);
  private static final FaultsOfRun BROKEN = new FaultsOfRun(0, 1, 0);
  private static final FaultsOfRun SIX = new FaultsOfRun(6, 0, 0);
  private static final FaultsOfRun UNKNOWN = new FaultsOfRun(0, 0, 1);

  @Test
  void aFaultOfWhichNobodyTellsWhetherItHitIsUnknown() {
    Span span = ended(20_000, 29_000);
    FaultResult fault = FaultResult.hit(1, "kill", "worker", List.of("w"), span, span).build();
    for (PromisedLimits limits : List.of(RECOVERY, BOTH)) {
      FaultResult untold = fault.toBuilder().impact(Impact.NOT_KNOWN).build();
      assertThat(limits.of(results(List.of(untold), List.of()), 1)).isEqualTo(UNKNOWN);
      FaultResult idle = fault.toBuilder().impact(Impact.NONE).build();
      assertThat(limits.of(results(List.of(idle), List.of()), 1))
          .isEqualTo(new FaultsOfRun(0, 0, 0));
    }
  }

  @Test
  void aFaultKeepsItByItsUpperBoundAndBreaksItByItsLowerOne() {
    assertThat(RECOVERY.of(run(ended(20_000, 29_000)), 1)).isEqualTo(KEPT);
    assertThat(RECOVERY.of(run(ended(29_000, 31_000)), 1)).isEqualTo(UNKNOWN);
    assertThat(RECOVERY.of(run(ended(31_000, 33_000)), 1)).isEqualTo(BROKEN);
    assertThat(RECOVERY.of(run(Span.unended(31_000, 100, "")), 1)).isEqualTo(BROKEN);
    assertThat(RECOVERY.of(run(Span.unended(10_000, 100, "")), 1)).isEqualTo(UNKNOWN);
    assertThat(RECOVERY.of(run(Span.noDip(1000, "")), 1)).isEqualTo(KEPT);
    assertThat(RECOVERY.of(run(Span.unknown("why")), 1)).isEqualTo(UNKNOWN);
  }

  @Test
  void ofTwoPromisesEachMustBeKeptAndEitherCanBreak() {
    assertThat(BOTH.of(run(ended(5000, 6000)), 1)).isEqualTo(KEPT);
    assertThat(BOTH.of(run(ended(12_000, 13_000)), 1)).as("outage too").isEqualTo(BROKEN);
    assertThat(BOTH.of(run(ended(9000, 13_000)), 1)).isEqualTo(UNKNOWN);
  }

  @Test
  void aSecondStopBreaksAPromisedOutage() {
    FaultResult fault = run(ended(1000, 1100)).faults().get(0);
    Results twice =
        results(List.of(fault.toBuilder().disrupted(ended(20_000, 21_000)).build()), List.of());
    assertThat(BOTH.of(twice, 1)).isEqualTo(BROKEN);
    assertThat(RECOVERY.of(twice, 1)).isEqualTo(KEPT);
    assertThat(BOTH.of(inDoubt(run(ended(1000, 1100)), "disrupted", false), 1)).isEqualTo(UNKNOWN);
  }

  @Test
  void faultsOfARunInDoubtAreUnknownUnlessTheFileAllowsIt() {
    Results kept = run(ended(5000, 6000));
    assertThat(RECOVERY.of(inDoubt(kept, "recovery", false), 1)).isEqualTo(UNKNOWN);
    assertThat(RECOVERY.of(inDoubt(kept, "recovery", true), 1)).isEqualTo(KEPT);
    assertThat(RECOVERY.of(inDoubt(kept, "lag", false), 1)).isEqualTo(KEPT);
  }

  @Test
  void aRecoveryThatIsPromisedIsNoneWithLongStopsAfterIt() {
    FaultResult fault = run(ended(5000, 6000)).faults().get(0);
    Results stopping =
        results(List.of(fault.toBuilder().disrupted(ended(31_000, 33_000)).build()), List.of());
    assertThat(RECOVERY.of(stopping, 1)).isEqualTo(BROKEN);
  }

  @Test
  void whatADoubtLeavesCanBreakIt() {
    Results tooLong = run(ended(12_000, 13_000));
    assertThat(BOTH.of(inDoubt(tooLong, "recovery", false), 1)).isEqualTo(BROKEN);
    assertThat(BOTH.of(inDoubt(tooLong, "*", false), 1)).isEqualTo(UNKNOWN);
  }

  @Test
  void faultsThatARunLeftOutOrThatNobodySawHappenAreUnknown() {
    Span span = ended(5000, 6000);
    assertThat(RECOVERY.of(run(span, span), 6)).isEqualTo(new FaultsOfRun(2, 0, 4));
    FaultResult unseen = run(span).faults().get(0).toBuilder().impact(Impact.NOT_CONFIRMED).build();
    assertThat(RECOVERY.of(results(List.of(unseen), List.of()), 1)).isEqualTo(UNKNOWN);
  }

  @Test
  void aFaultIsWatchedForTheLongestLimitAndAHold() {
    assertThat(BOTH.watch(Duration.ofSeconds(5))).isEqualTo(Duration.ofSeconds(35));
  }

  @Test
  void runsDecideAndAMissCostsMoreOfThem() {
    List<FaultsOfRun> runs = new ArrayList<>(Collections.nCopies(61, SIX));
    assertThat(conclusion(runs)).isEqualTo(Conclusion.OPEN);
    runs.add(SIX);
    assertThat(conclusion(runs)).isEqualTo(Conclusion.SHOWN);
    runs.set(10, new FaultsOfRun(5, 1, 0));
    assertThat(conclusion(runs)).isEqualTo(Conclusion.OPEN);
    runs.addAll(Collections.nCopies(4, SIX));
    assertThat(conclusion(runs)).isEqualTo(Conclusion.SHOWN);
  }

  @Test
  void whatIsUnknownNeitherShowsNorRefutesIt() {
    List<FaultsOfRun> runs = new ArrayList<>(Collections.nCopies(61, SIX));
    runs.add(new FaultsOfRun(0, 0, 6));
    assertThat(conclusion(runs)).isEqualTo(Conclusion.OPEN);
    List<FaultsOfRun> unknown = Collections.nCopies(500, new FaultsOfRun(4, 0, 2));
    assertThat(conclusion(unknown)).isEqualTo(Conclusion.OPEN);
    List<FaultsOfRun> broken = Collections.nCopies(500, new FaultsOfRun(4, 1, 1));
    assertThat(conclusion(broken)).isEqualTo(Conclusion.REFUTED);
  }

  private static Conclusion conclusion(List<FaultsOfRun> runs) {
    return PromiseStatus.of(RECOVERY, runs, 6).conclusion();
  }

  @Test
  void itRunsUntilItIsShown() {
    Pretending runs = new Pretending(ended(5000, 6000));
    assertThat(search(runs, 99).conclusion()).isEqualTo(Conclusion.SHOWN);
    assertThat(runs.executed).isEqualTo(62);
    assertThat(runs.told)
        .last()
        .isEqualTo("After run 62: 372 of 372 faults in 62 runs kept it, 0 broke it");
  }

  @Test
  void itStopsOnceItIsRefuted() {
    Pretending runs = new Pretending(ended(35_000, 36_000));
    PromiseStatus standing = search(runs, 99);
    assertThat(standing.conclusion()).isEqualTo(Conclusion.REFUTED);
    assertThat(runs.executed).isEqualTo(2);
    assertThat(sentence(standing))
        .isEqualTo(
            "refuted at 95 %: not 95 % of faults have a recovery time, and stops in all, below 30s"
                + " (0 of 12 faults in 2 runs kept it, 12 broke it)");
  }

  @Test
  void itEndsWithoutAnAnswerAtItsLimit() {
    Pretending runs = new Pretending(ended(5000, 6000));
    PromiseStatus standing = search(runs, 3);
    assertThat(standing.conclusion()).isEqualTo(Conclusion.OPEN);
    assertThat(sentence(standing))
        .contains("not shown", "18 of 18 faults in 3 runs")
        .endsWith("; shown so far: 35 %");
  }

  @Test
  void interruptedItGoesOnFromWhatWasMeasured() {
    Pretending runs = new Pretending(ended(5000, 6000));
    runs.interruptAt = 4;
    assertThat(search(runs, 99).conclusion()).isEqualTo(Conclusion.OPEN);
    runs.interruptAt = 0;
    assertThat(search(runs, 99).conclusion()).isEqualTo(Conclusion.SHOWN);
    assertThat(runs.executed).isEqualTo(62);
    assertThat(runs.told)
        .contains("Earlier runs count: 24 of 24 faults in 4 runs kept it, 0 broke it")
        .anyMatch(line -> line.startsWith("After run 5: 30 of 30"));
    search(runs, 99);
    assertThat(runs.executed).as("it was shown already").isEqualTo(62);
  }

  @Test
  void runsThatEndedEarlyAreToldAndCount() {
    Pretending runs = new Pretending(ended(5000, 6000));
    Results six = runs.next(1).results().orElseThrow();
    runs.done.clear();
    runs.done.add(ended("killed", Optional.empty(), true));
    runs.done.add(ended("never-began", Optional.empty(), false));
    runs.done.add(
        ended(
            "stopped",
            Optional.of(
                six.toBuilder().faults(six.faults().subList(0, 2)).interrupted(true).build()),
            true));
    runs.done.add(
        ended(
            "starved",
            Optional.of(
                six.toBuilder()
                    .warnings(
                        List.of(
                            new RigDoubt(
                                "generator-starved", "late", "", List.of("recovery"), false)))
                    .build()),
            true));
    runs.done.add(
        ended(
            "not-healed",
            Optional.of(
                six.toBuilder()
                    .warnings(
                        List.of(new RigDoubt("not-healed", "gone", "", List.of("recovery"), false)))
                    .build()),
            true));
    PromiseStatus standing = search(runs, 5);
    assertThat(standing.words())
        .isEqualTo("2 of 18 faults in 3 runs kept it, 0 broke it, 16 are unknown");
    assertThat(sentence(standing)).endsWith("with what is unknown taken as broken");
    assertThat(runs.told)
        .containsSubsequence(
            "killed: 6 of 6 faults unknown: the run left no results",
            "never-began does not count: it ended before its first fault",
            "stopped: 4 of 6 faults unknown: the run was interrupted",
            "starved does not count: generator-starved: late",
            "not-healed: 6 of 6 faults unknown: not-healed: gone");
  }

  @Test
  void thatOutputsWereLostIsToldBesideAnAnswerOfTimes() {
    Pretending runs = new Pretending(ended(5000, 6000));
    Results six = runs.next(1).results().orElseThrow();
    runs.done.clear();
    Results slow = failed(six, "recovery.max");
    runs.done.add(ended("slow", Optional.of(slow), true));
    PromiseSearch times = new PromiseSearch(RECOVERY, runs, 2, 6);
    times.run();
    assertThat(times.failedOtherwise()).as("a share of faults may miss a bound").isFalse();
    assertThat(runs.told).noneMatch(line -> line.contains("times alone"));
    runs.done.clear();
    runs.done.add(ended("lossy", Optional.of(failed(six, "lost")), true));
    PromiseSearch losses = new PromiseSearch(RECOVERY, runs, 2, 6);
    losses.run();
    assertThat(losses.failedOtherwise()).isTrue();
    assertThat(runs.told)
        .last()
        .isEqualTo(
            "The answer is of times alone: of 2 runs, 1 failed by what else was expected, first"
                + " lossy: lost (expected 0)");
    runs.done.clear();
    runs.done.add(ended("early", Optional.of(failed(six, "lost")), false));
    PromiseSearch early = new PromiseSearch(RECOVERY, runs, 2, 6);
    early.run();
    assertThat(early.failedOtherwise()).as("whose times do not count").isTrue();
  }

  @Test
  void lossesThatOneRunOfSixtyTwoKnowsAreNotShown() {
    Pretending runs = new Pretending(ended(5000, 6000));
    Results six = runs.next(1).results().orElseThrow();
    runs.done.clear();
    runs.done.add(ended("whole", Optional.of(judged(six, "lost", Verdict.PASS)), true));
    for (int run = 2; run <= 62; run++) {
      runs.done.add(ended("cut" + run, Optional.of(judged(six, "lost", Verdict.UNKNOWN)), true));
    }
    PromiseSearch untold = new PromiseSearch(RECOVERY, runs, 62, 6);
    PromiseStatus standing = untold.run();
    assertThat(standing.conclusion()).as("of times").isEqualTo(Conclusion.SHOWN);
    assertThat(untold.unknownOtherwise()).isTrue();
    assertThat(untold.sentence(standing))
        .startsWith("shown of times alone, at 95 %: 95 % of faults have a recovery time")
        .endsWith("; lost is known in 1 of 62 runs");
    assertThat(runs.told)
        .last()
        .isEqualTo("lost is known in 1 of 62 runs; not in cut2: expected 0");
  }

  @Test
  void whatIsExpectedBesideTimesMustBeKnownInEachRunThatCounts() {
    Pretending runs = new Pretending(ended(5000, 6000));
    Results six = runs.next(1).results().orElseThrow();
    Results whole = judged(six, "lost", Verdict.PASS);
    Results cut = judged(six, "lost", Verdict.UNKNOWN);
    runs.done.clear();
    runs.done.add(ended("whole", Optional.of(whole), true));
    runs.done.add(
        ended("slow", Optional.of(with(whole, "outage.max", Verdict.UNKNOWN, "cut off")), true));
    runs.done.add(ended("early", Optional.of(cut), false));
    assertThat(unknown(runs)).as("times, and a run that does not count").isFalse();
    runs.done.add(ended("cut", Optional.of(cut), true));
    assertThat(unknown(runs)).isTrue();
    runs.done.remove(3);
    runs.done.add(ended("killed", Optional.empty(), true));
    assertThat(unknown(runs)).as("without results").isTrue();
    runs.done.remove(3);
    runs.done.add(ended("silent", Optional.of(six), true));
    assertThat(unknown(runs)).as("without a word of it").isTrue();
    runs.done.remove(3);
    runs.done.add(
        ended("twice", Optional.of(with(whole, "lost", Verdict.UNKNOWN, "cut off")), true));
    assertThat(unknown(runs)).as("of two bounds on it one is not judged").isTrue();
    assertThat(runs.told).last().isEqualTo("lost is known in 2 of 3 runs; not in twice: cut off");
    runs.done.set(0, ended("lossy", Optional.of(judged(six, "lost", Verdict.FAIL)), true));
    assertThat(unknown(runs)).as("a failure is known").isTrue();
    assertThat(runs.told).anyMatch(line -> line.startsWith("lost is known in 2 of 3 runs"));
  }

  private static boolean unknown(Pretending runs) {
    PromiseSearch search = new PromiseSearch(RECOVERY, runs, runs.done.size(), 6);
    search.run();
    return search.unknownOtherwise();
  }

  private static Results with(Results run, String metric, Verdict verdict, String why) {
    List<Results.Judgement> judgements = new ArrayList<>(run.judgements());
    judgements.add(new Results.Judgement(metric, "0", 3.0, verdict, why));
    return run.toBuilder().judgements(judgements).build();
  }

  private static Results failed(Results run, String metric) {
    return judged(run, metric, Verdict.FAIL);
  }

  private static Results judged(Results run, String metric, Verdict verdict) {
    return run.toBuilder()
        .verdict(verdict)
        .judgements(List.of(new Results.Judgement(metric, "0", 3.0, verdict, "expected 0")))
        .build();
  }

  private static EndedRun ended(String name, Optional<Results> results, boolean faulted) {
    return new EndedRun(name, results, faulted);
  }

  private static String sentence(PromiseStatus standing) {
    return new PromiseSearch(RECOVERY, new Pretending(ended(1, 2)), 0, 6).sentence(standing);
  }

  private static PromiseStatus search(Pretending runs, int runsMax) {
    return new PromiseSearch(RECOVERY, runs, runsMax, 6).run();
  }

  private static Span ended(long low, long high) {
    return Span.ended((low + high) / 2, low, high, 100, "");
  }

  private static Results inDoubt(Results run, String touches, boolean allowed) {
    return results(
        run.faults(),
        List.of(new RigDoubt("cpu-saturated", "busy", "", List.of(touches), allowed)));
  }

  /** A run whose faults have this outage and recovery. */
  private static Results run(Span... spans) {
    List<FaultResult> faults = new ArrayList<>();
    for (Span span : spans) {
      faults.add(
          FaultResult.hit(faults.size() + 1, "kill", "worker", List.of("worker-1"), span, span)
              .build());
    }
    return results(faults, List.of());
  }

  private static Results results(List<FaultResult> faults, List<RigDoubt> warnings) {
    return Results.of("r", "flink", "1")
        .verdict(Verdict.PASS)
        .faults(faults)
        .warnings(warnings)
        .build();
  }

  /** Runs of six faults that all take the same. */
  private static final class Pretending implements PromiseSearch.RunSource {
    private final Span each;
    private final List<EndedRun> done = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private int executed;
    private int interruptAt;

    Pretending(Span each) {
      this.each = each;
    }

    @Override
    public List<EndedRun> earlier() {
      return List.copyOf(done);
    }

    @Override
    public EndedRun next(int number) {
      assertThat(number).isEqualTo(done.size() + 1);
      executed++;
      done.add(ended("r" + number, Optional.of(run(each, each, each, each, each, each)), true));
      return done.get(done.size() - 1);
    }

    @Override
    public boolean interrupted() {
      return executed > 0 && executed == interruptAt;
    }

    @Override
    public void tell(String line) {
      told.add(line);
    }
  }
}
