package dev.rebound.analysis.promise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.promise.PromiseRule.Conclusion;
import dev.rebound.analysis.promise.PromiseRule.Count;
import dev.rebound.analysis.promise.PromisedLimits.FaultAnswer;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.RigDoubt;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PromiseTest {
  private static final PromisedLimits RECOVERY =
      new PromisedLimits(Map.of("recovery", Duration.ofSeconds(30)), 0.95, 0.95);
  private static final PromisedLimits BOTH =
      new PromisedLimits(
          Map.of("recovery", Duration.ofSeconds(30), "outage", Duration.ofSeconds(10)), 0.95, 0.95);

  @Test
  void itsPriceIsToldInFaultsAndRuns() {
    assertThat(PromiseSearch.price(RECOVERY, 6)).isEqualTo(new PromiseSearch.Price(66, 11));
    PromisedLimits easier = new PromisedLimits(RECOVERY.limits(), 0.5, 0.95);
    assertThat(PromiseSearch.price(easier, 6)).isEqualTo(new PromiseSearch.Price(5, 1));
  }

  @Test
  void aFaultOfWhichNobodyTellsWhetherItHitIsUnknown() {
    Span span = ended(20_000, 29_000);
    FaultResult fault = FaultResult.hit(1, "kill", "worker", List.of("w"), span, span).build();
    for (PromisedLimits limits : List.of(RECOVERY, BOTH)) {
      FaultResult untold = fault.toBuilder().impact(Impact.NOT_KNOWN).build();
      assertThat(limits.of(results(List.of(untold), List.of())))
          .containsExactly(FaultAnswer.UNKNOWN);
      FaultResult idle = fault.toBuilder().impact(Impact.NONE).build();
      assertThat(limits.of(results(List.of(idle), List.of()))).isEmpty();
    }
  }

  @Test
  void aFaultKeepsItByItsUpperBoundAndBreaksItByItsLowerOne() {
    assertThat(RECOVERY.of(run(ended(20_000, 29_000)))).containsExactly(FaultAnswer.KEPT);
    assertThat(RECOVERY.of(run(ended(29_000, 31_000)))).containsExactly(FaultAnswer.UNKNOWN);
    assertThat(RECOVERY.of(run(ended(31_000, 33_000)))).containsExactly(FaultAnswer.BROKEN);
    assertThat(RECOVERY.of(run(Span.unended(31_000, 100, "")))).containsExactly(FaultAnswer.BROKEN);
    assertThat(RECOVERY.of(run(Span.unended(10_000, 100, ""))))
        .containsExactly(FaultAnswer.UNKNOWN);
    assertThat(RECOVERY.of(run(Span.noDip(1000, "")))).containsExactly(FaultAnswer.KEPT);
    assertThat(RECOVERY.of(run(Span.unknown("why")))).containsExactly(FaultAnswer.UNKNOWN);
  }

  @Test
  void ofTwoPromisesEachMustBeKeptAndEitherCanBreak() {
    assertThat(BOTH.of(run(ended(5000, 6000)))).containsExactly(FaultAnswer.KEPT);
    assertThat(BOTH.of(run(ended(12_000, 13_000))))
        .as("outage too")
        .containsExactly(FaultAnswer.BROKEN);
    assertThat(BOTH.of(run(ended(9000, 13_000)))).containsExactly(FaultAnswer.UNKNOWN);
  }

  @Test
  void aSecondStopBreaksAPromisedOutage() {
    FaultResult fault = run(ended(1000, 1100)).faults().get(0);
    Results twice =
        results(List.of(fault.toBuilder().disrupted(ended(60_000, 61_000)).build()), List.of());
    assertThat(BOTH.of(twice)).containsExactly(FaultAnswer.BROKEN);
    assertThat(RECOVERY.of(twice)).containsExactly(FaultAnswer.KEPT);
    assertThat(BOTH.of(inDoubt(run(ended(1000, 1100)), "disrupted", false)))
        .containsExactly(FaultAnswer.UNKNOWN);
  }

  @Test
  void faultsOfARunInDoubtAreUnknownUnlessTheFileAllowsIt() {
    Results kept = run(ended(5000, 6000));
    assertThat(RECOVERY.of(inDoubt(kept, "recovery", false))).containsExactly(FaultAnswer.UNKNOWN);
    assertThat(RECOVERY.of(inDoubt(kept, "recovery", true))).containsExactly(FaultAnswer.KEPT);
    assertThat(RECOVERY.of(inDoubt(kept, "lag", false))).containsExactly(FaultAnswer.KEPT);
  }

  @Test
  void oneMissCostsMoreFaults() {
    PromiseRule rule = new PromiseRule(0.95, 0.95);
    List<FaultAnswer> faults = new ArrayList<>(Collections.nCopies(65, FaultAnswer.KEPT));
    assertThat(rule.judge(faults).state()).isEqualTo(Conclusion.OPEN);
    faults.add(FaultAnswer.KEPT);
    assertThat(rule.judge(faults).state()).isEqualTo(Conclusion.SHOWN);
    faults.set(10, FaultAnswer.BROKEN);
    assertThat(rule.judge(faults).state()).isEqualTo(Conclusion.OPEN);
    faults.addAll(Collections.nCopies(80, FaultAnswer.KEPT));
    assertThat(rule.judge(faults).state()).isEqualTo(Conclusion.SHOWN);
  }

  @Test
  void unknownFaultsCountAsNeitherAndTooManyOfThemShowNothing() {
    PromiseRule rule = new PromiseRule(0.95, 0.95);
    List<FaultAnswer> faults = new ArrayList<>(Collections.nCopies(66, FaultAnswer.KEPT));
    faults.addAll(0, Collections.nCopies(7, FaultAnswer.UNKNOWN));
    assertThat(rule.judge(faults)).isEqualTo(new Count(Conclusion.SHOWN, 66, 0, 7));
    faults.add(FaultAnswer.UNKNOWN);
    assertThat(rule.judge(faults).state()).isEqualTo(Conclusion.OPEN);
  }

  @Test
  void whoLooksAfterEveryFaultErrsNoMoreOftenThanPromised() {
    assertThat(ends(0.9499, Conclusion.SHOWN)).as("shown though just not kept").isLessThan(0.05);
    assertThat(ends(0.95, Conclusion.REFUTED)).as("refuted though just kept").isLessThan(0.05);
    assertThat(ends(0.999, Conclusion.SHOWN)).as("shown where it is well kept").isGreaterThan(0.95);
    assertThat(ends(0.7, Conclusion.REFUTED)).as("refuted where it is not").isGreaterThan(0.95);
    assertThat(ends(0.85, Conclusion.REFUTED)).isGreaterThan(0.8);
  }

  /** Share of sequences of 300 faults that end so, when each keeps the promise so often. */
  private static double ends(double kept, Conclusion state) {
    PromiseRule rule = new PromiseRule(0.95, 0.95);
    SplittableRandom random = new SplittableRandom(11);
    int sequences = 4000;
    int ended = 0;
    for (int i = 0; i < sequences; i++) {
      List<FaultAnswer> faults = new ArrayList<>();
      for (int f = 0; f < 300; f++) {
        faults.add(random.nextDouble() < kept ? FaultAnswer.KEPT : FaultAnswer.BROKEN);
      }
      ended += rule.judge(faults).state() == state ? 1 : 0;
    }
    return ended / (double) sequences;
  }

  @Test
  void itRunsUntilItIsShown() {
    Pretending runs = new Pretending(ended(5000, 6000));
    assertThat(new PromiseSearch(RECOVERY, runs, 99).run().state()).isEqualTo(Conclusion.SHOWN);
    assertThat(runs.executed).isEqualTo(11);
    assertThat(runs.told).last().isEqualTo("After run 11: 66 of 66 faults kept it, 0 broke it");
  }

  @Test
  void itStopsOnceItIsRefuted() {
    Pretending runs = new Pretending(ended(35_000, 36_000));
    Count standing = new PromiseSearch(RECOVERY, runs, 99).run();
    assertThat(standing.state()).isEqualTo(Conclusion.REFUTED);
    assertThat(runs.executed).isOne();
    assertThat(PromiseSearch.sentence(RECOVERY, standing))
        .isEqualTo(
            "refuted at 95 %: not 95 % of faults have a recovery time below 30s (0 of 6 faults"
                + " kept it, 6 broke it)");
  }

  @Test
  void itEndsWithoutAnAnswerAtItsLimit() {
    Pretending runs = new Pretending(ended(5000, 6000));
    Count standing = new PromiseSearch(RECOVERY, runs, 3).run();
    assertThat(standing.state()).isEqualTo(Conclusion.OPEN);
    assertThat(PromiseSearch.sentence(RECOVERY, standing))
        .contains("not shown", "18 of 18 faults", "would show 84 %");
  }

  @Test
  void interruptedItGoesOnFromWhatWasMeasured() {
    Pretending runs = new Pretending(ended(5000, 6000));
    runs.interruptAt = 4;
    assertThat(new PromiseSearch(RECOVERY, runs, 99).run().state()).isEqualTo(Conclusion.OPEN);
    runs.interruptAt = 0;
    assertThat(new PromiseSearch(RECOVERY, runs, 99).run().state()).isEqualTo(Conclusion.SHOWN);
    assertThat(runs.executed).isEqualTo(11);
    assertThat(runs.told)
        .contains("Earlier runs count: 24 of 24 faults kept it, 0 broke it")
        .anyMatch(line -> line.startsWith("After run 5: 30 of 30"));
    new PromiseSearch(RECOVERY, runs, 99).run();
    assertThat(runs.executed).as("it was shown already").isEqualTo(11);
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
    private final List<Results> done = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private int executed;
    private int interruptAt;

    Pretending(Span each) {
      this.each = each;
    }

    @Override
    public List<Results> earlier() {
      return List.copyOf(done);
    }

    @Override
    public Results next(int number) {
      assertThat(number).isEqualTo(done.size() + 1);
      executed++;
      done.add(run(each, each, each, each, each, each));
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
