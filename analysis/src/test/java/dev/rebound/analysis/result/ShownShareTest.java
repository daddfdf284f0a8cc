package dev.rebound.analysis.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.result.Results.RigDoubt;
import dev.rebound.analysis.result.Results.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ShownShareTest {
  @Test
  void aSingleRunTellsNoShare() {
    ShownShare shown = shown("recovery.max", "< 30s", ended(6, 2000)).orElseThrow();
    assertThat(shown.share()).isLessThan(0.05);
    assertThat(shown.words())
        .isEqualTo("6 of 6 surely kept it; how many of such faults do, only several runs show");
  }

  @Test
  void sixtyOfSixtyInTenRunsShowWhatTenRunsDo() {
    ShownShare shown = ofAll(Collections.nCopies(10, ofSix(List.of(), 2000))).orElseThrow();
    // One bet on each run, most of the stake on the boldest: not 95 %, as of sixty alike.
    assertThat(shown.share()).isBetween(0.7, Math.pow(0.05, 1.0 / 10));
    assertThat(shown.words())
        .isEqualTo(
            "shown for at least 72 % of such faults: 60 of 60 in 10 runs surely kept it (95 %"
                + " confidence; runs decide, as faults of one run are not independent)");
  }

  @Test
  void whatADoubtOfTheFaultsOwnMakesUnknownCountsAsAbove() {
    RigDoubt gone = new RigDoubt("not-healed", "gone", "", List.of("recovery"), false);
    List<Results> runs = new ArrayList<>(Collections.nCopies(7, ofSix(List.of(), 2000)));
    runs.addAll(Collections.nCopies(3, ofSix(List.of(gone), 2000)));
    ShownShare shown = ofAll(runs).orElseThrow();
    assertThat(shown.below()).isEqualTo(42);
    assertThat(shown.faults()).isEqualTo(60);
    assertThat(shown.share()).isLessThan(0.42);
  }

  @Test
  void aRunInDoubtBeforeItsFirstFaultIsLeftOut() {
    RigDoubt late = new RigDoubt("late-start", "late", "", List.of("recovery"), false);
    List<Results> runs = new ArrayList<>(Collections.nCopies(7, ofSix(List.of(), 2000)));
    runs.addAll(Collections.nCopies(3, ofSix(List.of(late), 2000)));
    assertThat(ofAll(runs).orElseThrow().runs()).isEqualTo(7);
  }

  @Test
  void faultsThatAnInterruptedRunLeftOutAreNotKnown() {
    Results whole = ofSix(List.of(), 2000);
    Results part = whole.toBuilder().faults(whole.faults().subList(0, 2)).interrupted(true).build();
    ShownShare shown = ofAll(List.of(whole, part)).orElseThrow();
    assertThat(shown.below()).isEqualTo(8);
    assertThat(shown.faults()).isEqualTo(12);
  }

  @Test
  void whatWasAboveTheBoundOrMayHaveBeenDoesNotCountAsBelow() {
    List<Span> spans = new ArrayList<>(ended(8, 2000));
    spans.add(Span.ended(29_000, 28_000, 31_000, 100, ""));
    spans.add(Span.unended(4000, 100, "the load ended"));
    spans.add(Span.unknown("two faults at once"));
    ShownShare shown = shown("recovery.max", "< 30s", spans).orElseThrow();
    assertThat(shown.below()).isEqualTo(8);
    assertThat(shown.faults()).isEqualTo(11);
  }

  @Test
  void noDipCountsByTheLongestThatCouldHaveBeenMissed() {
    assertThat(shown("outage.max", "< 2s", List.of(Span.noDip(3000, ""))).orElseThrow().below())
        .isZero();
    assertThat(shown("outage.max", "< 4s", List.of(Span.noDip(3000, ""))).orElseThrow().below())
        .isOne();
    assertThat(shown("outage.max", "<= 3s", List.of(Span.noDip(3000, ""))).orElseThrow().below())
        .isOne();
  }

  @Test
  void otherBoundsAndRunsInDoubtShowNothing() {
    assertThat(shown("lost", "0", ended(6, 2000))).isEmpty();
    assertThat(shown("recovery.median", "< 30s", ended(6, 2000))).isEmpty();
    assertThat(shown("recovery.max", ">= 1s", ended(6, 2000))).isEmpty();
    assertThat(shown("recovery.max", "< 30s", List.of())).isEmpty();
    RigDoubt doubt = new RigDoubt("observer-lag", "late", "", List.of("recovery"), false);
    assertThat(shown("recovery.max", "< 30s", ended(6, 2000), List.of(doubt))).isEmpty();
  }

  @Test
  void theBoundsOfAShareAreExact() {
    assertThat(ClopperPearson.lower(59, 59, 0.95)).isGreaterThanOrEqualTo(0.95);
    assertThat(ClopperPearson.lower(58, 58, 0.95)).isLessThan(0.95);
    assertThat(ClopperPearson.lower(0, 5, 0.95)).isZero();
    assertThat(ClopperPearson.upper(5, 5, 0.95)).isEqualTo(1);
    assertThat(ClopperPearson.upper(0, 6, 0.95))
        .isCloseTo(1 - Math.pow(0.05, 1.0 / 6), Offset.offset(1e-9));
  }

  private static List<Span> ended(int count, long millis) {
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      spans.add(Span.ended(millis, millis - 100, millis + 100, 100, ""));
    }
    return spans;
  }

  private static Optional<ShownShare> ofAll(List<Results> runs) {
    List<ShownShare> shown = ShownShare.ofAll(runs);
    assertThat(shown).hasSizeLessThan(2);
    return shown.stream().findFirst();
  }

  private static Results ofSix(List<RigDoubt> warnings, long millis) {
    return results(ended(6, millis), warnings).toBuilder()
        .judgements(List.of(new Judgement("recovery.max", "< 30s", 1.0, Verdict.PASS, "")))
        .build();
  }

  private static Optional<ShownShare> shown(String metric, String bound, List<Span> spans) {
    return shown(metric, bound, spans, List.of());
  }

  private static Optional<ShownShare> shown(
      String metric, String bound, List<Span> spans, List<RigDoubt> warnings) {
    return ShownShare.of(
        new Judgement(metric, bound, 1.0, Verdict.PASS, ""), results(spans, warnings));
  }

  private static Results results(List<Span> spans, List<RigDoubt> warnings) {
    List<FaultResult> faults = new ArrayList<>();
    for (Span span : spans) {
      faults.add(
          FaultResult.hit(faults.size() + 1, "kill", "worker", List.of("worker-1"), span, span)
              .build());
    }
    return Results.of("r", "flink", "1")
        .verdict(Verdict.PASS)
        .faults(faults)
        .warnings(warnings)
        .build();
  }
}
