package dev.rebound.analysis.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.request.MadeUpService.Answers;
import dev.rebound.analysis.request.MadeUpService.Said;
import dev.rebound.analysis.request.MadeUpService.Shown;
import dev.rebound.analysis.result.Expectation.Op;
import dev.rebound.analysis.result.Results.Away;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Verdict;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Services that are away, refuse or are slow in part, at times, or only by the rig's word. */
class ServiceInPartTest {
  private static final double BOUND = 15_000;
  private static final String UNDISTURBED = "requests.failed-share.undisturbed";
  private static final Offset<Double> NEAR = Offset.offset(250.0);

  /** Accepted, half a second later. */
  private static final Said SLOWLY = new Said(RequestOutcome.ACCEPTED, 0.5);

  private static final Said HANGING = new Said(RequestOutcome.UNKNOWN, 30);

  private static boolean within(double second, double from, double until) {
    return second >= from && second < until;
  }

  private static Said no(boolean refused) {
    return refused ? Said.NO : Said.YES;
  }

  private static MadeUpService two() {
    return new MadeUpService(2, 100).killed(40, 0);
  }

  private static MadeUpService one() {
    return new MadeUpService(1, 100).killed(40, 0);
  }

  private static Away away(Shown shown) {
    return Objects.requireNonNull(shown.faults().get(0).away());
  }

  @Test
  void aServiceOfWhichOneOfTwoWorkersComesBackFromItsKillPassesWithTheTimeThatItTook() {
    Shown shown = two().run((n, t, i) -> no(i == 0 && within(t, 40, 44)));
    assertThat(shown.metric("away.max")).isCloseTo(4_000, NEAR);
    assertThat(shown.metric("away.instance.max")).isCloseTo(4_000, NEAR);
    assertThat(shown.metric("away.wholly.max")).isEqualTo(20);
    assertThat(shown.verdict(BOUND)).isEqualTo(Verdict.PASS);
    assertThat(shown.verdict(3_000)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aServiceOfWhichOneOfTwoWorkersRefusesForAMinuteAfterItsKillIsAwayForAMinute() {
    Shown shown = two().run((n, t, i) -> no(i == 0 && within(t, 40, 100)));
    assertThat(shown.metric("away.max")).isCloseTo(60_000, NEAR);
    assertThat(shown.metric("away.instance.max")).isCloseTo(60_000, NEAR);
    assertThat(away(shown).instance()).extracting(Span::detail).isEqualTo("worker-1");
    assertThat(shown.verdict(BOUND)).isEqualTo(Verdict.FAIL);
    assertThat(shown.metric(UNDISTURBED)).as("half a minute after its start").isGreaterThan(0.1);
    assertThat(shown.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aServiceThatRefusesNineOfTenRequestsForAMinuteIsAwayForAMinute() {
    Shown shown = one().run((n, t, i) -> no(n % 10 != 0 && within(t, 40, 100)));
    assertThat(shown.metric("away.max")).isCloseTo(60_000, NEAR);
    assertThat(shown.metric("away.wholly.max")).isEqualTo(100);
    assertThat(shown.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void anInstanceThatNoFaultHoldsMustNotRefuse() {
    Answers bystander = (n, t, i) -> no(within(t, 40, 44) || (i == 1 && within(t, 44, 50)));
    assertThat(two().run(bystander).metric(UNDISTURBED)).isGreaterThan(0.02);
    assertThat(two().run(bystander).verdict()).isEqualTo(Verdict.FAIL);
    MadeUpService behind = new MadeUpService(2, 100).killed(40);
    assertThat(behind.run(bystander).verdict())
        .as("what both need was hit")
        .isEqualTo(Verdict.PASS);
  }

  @Test
  void oneOfTwoHundredInstancesThatStaysDeadIsFoundThoughTheServiceIsAsBefore() {
    Shown shown = new MadeUpService(200, 400).killed(40, 7).run((n, t, i) -> no(i == 7 && t >= 40));
    assertThat(shown.metric("never-back")).isEqualTo(40);
    assertThat(away(shown).instance()).extracting(Span::detail).isEqualTo("worker-8");
    assertThat(shown.metric("away.instance.max")).isInfinite();
    assertThat(shown.metric("away.max")).as("one in two hundred").isLessThan(100);
    assertThat(shown.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aSecondStopCountsWithTheFirst() {
    Shown shown = one().run((n, t, i) -> no(within(t, 40, 50) || within(t, 56, 66)));
    assertThat(shown.metric("away.max")).isCloseTo(20_000, NEAR);
    assertThat(shown.verdict(BOUND)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aStopWithoutAnEndIsOneThoughALongerOneEnded() {
    Shown shown = one().run((n, t, i) -> no(within(t, 40, 60) || t >= 165));
    assertThat(shown.metric("away.wholly.max")).isInfinite();
    assertThat(away(shown)).returns(false, Away::ended).returns(20_010L, Away::millis);
  }

  @Test
  void halfAServiceThatLetsWaitMayBeAwayForAsLong() {
    Answers paused =
        (n, t, i) ->
            i == 0 && within(t, 40, 48) ? new Said(RequestOutcome.ACCEPTED, 48.01 - t) : Said.YES;
    Shown shown = two().run(paused);
    assertThat(shown.measures().bounds().get("away.max"))
        .extracting(Bounds::high)
        .satisfies(high -> assertThat(high).isBetween(6_900.0, 8_000.0));
    assertThat(shown.verdict(5_000)).isEqualTo(Verdict.UNKNOWN);
    assertThat(shown.metric("away.instance.max")).isCloseTo(8_000, NEAR);
  }

  @Test
  void aHoldThatTheNextFaultOrTheEndCutsShortLeavesTheLengthUnknown() {
    Shown shown = one().killed(46, 0).run((n, t, i) -> no(within(t, 40, 43) || within(t, 46, 48)));
    assertThat(away(shown).service())
        .returns(3_010L, Span::lowMillis)
        .returns(8_010L, Span::highMillis);
    Shown late = one().run((n, t, i) -> no(within(t, 164, 167)));
    assertThat(away(late).service())
        .returns(3_010L, Span::lowMillis)
        .returns(null, Span::highMillis);
    assertThat(late.verdict(BOUND)).isEqualTo(Verdict.FAIL);
    assertThat(late.verdict("away.max", Op.LESS, BOUND)).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aServiceThatRefusesNineInAHundredInItsBaselineAlreadyFails() {
    Shown shown = one().run((n, t, i) -> no(n % 11 == 0));
    assertThat(shown.metric(UNDISTURBED)).isEqualTo(0.091, Offset.offset(0.0005));
    assertThat(shown.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(one().run((n, t, i) -> no(n % 200 == 0)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aServiceThatMayRefuseInItsBaselineIsHeldToThat() {
    Shown shown = one().allowing(0.06).run((n, t, i) -> no(n % 20 == 0));
    assertThat(shown.verdict(UNDISTURBED, Op.AT_MOST, 0.06)).isEqualTo(Verdict.PASS);
    assertThat(shown.verdict("never-back", Op.EQUAL, 0)).isEqualTo(Verdict.PASS);
    assertThat(shown.verdict("away.max", Op.LESS, 1_000)).isEqualTo(Verdict.PASS);
    Shown worse = one().allowing(0.06).run((n, t, i) -> no(n % (t < 40 ? 20 : 8) == 0));
    assertThat(worse.verdict("never-back", Op.EQUAL, 0)).isEqualTo(Verdict.FAIL);
    assertThat(worse.verdict("away.max", Op.LESS, BOUND)).isEqualTo(Verdict.FAIL);
  }

  /** What hangs is over only when its time is up, by when a fault holds the service. */
  @Test
  void aBaselineOfWhichNineInAHundredHangFails() {
    Answers hanging = (n, t, i) -> n % 11 == 0 && t < 32 ? HANGING : Said.YES;
    Shown shown = new MadeUpService(1, 100).killed(32, 0).run(hanging);
    assertThat(shown.metric(UNDISTURBED)).isEqualTo(0.091, Offset.offset(0.0005));
    assertThat(shown.verdict()).isEqualTo(Verdict.FAIL);
    MadeUpService often = new MadeUpService(1, 100).killed(33, 0).killed(66, 0).killed(99, 0);
    Shown throughout = often.run((n, t, i) -> n % 11 == 0 ? HANGING : Said.YES);
    assertThat(throughout.metric(UNDISTURBED)).isEqualTo(0.091, Offset.offset(0.0005));
    MadeUpService wholly = new MadeUpService(1, 100).killed(32, 0);
    assertThat(wholly.run((n, t, i) -> t < 32 ? HANGING : Said.YES).verdict())
        .isEqualTo(Verdict.FAIL);
  }

  @Test
  void aBaselineThatFailsMoreExcusesNothingThatTheFileDoesNotAllow() {
    for (int before : new int[] {111, 83}) {
      Answers some = (n, t, i) -> no(n % (t < 40 ? before : t < 150 ? 1_000_000 : 55) == 0);
      assertThat(one().run(some).measures().unjudged().get("never-back"))
          .contains(" % of requests failed in the end, and no more than failed before");
      assertThat(one().allowing(0.05).run(some).metric("never-back")).isZero();
    }
  }

  @Test
  void halfAServiceThatIsDeadForGoodDoesNotPassThoughNextToNothingIsAskedOfIt() {
    Shown shown =
        new MadeUpService(2, 1)
            .killedForGood(40, 0)
            .settle(4)
            .run((n, t, i) -> no(i == 0 && t > 40));
    assertThat(shown.measures().unjudged().get("never-back"))
        .isEqualTo("none of 1 request to worker-1 in the end was accepted");
    assertThat(shown.verdict()).isEqualTo(Verdict.UNKNOWN);
    MadeUpService many = new MadeUpService(200, 1).killed(40, 0).settle(4);
    assertThat(many.run((n, t, i) -> Said.YES).verdict())
        .as("most were not asked")
        .isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aReasonIsThatOfTheWorkerAndOfTheFigure() {
    Answers slowed =
        (n, t, i) ->
            t < 150 ? Said.YES : n % 20 == 1 ? Said.LEFT_OUT : n % 20 < 11 ? SLOWLY : Said.YES;
    assertThat(one().run(slowed).measures().unjudged().get("requests.still-slow"))
        .startsWith("100 requests of the end had not been sent");
    Answers refused =
        (n, t, i) ->
            n == 15_555 ? Said.LEFT_OUT : no(t < 40 ? n % 111 == 0 : n % 55 == 0 && t > 150);
    assertThat(one().run(refused).measures().unjudged().get("never-back"))
        .contains(" % of requests failed in the end");
    Answers unsent = (n, t, i) -> within(t, 10, 30) && n % 5 == 0 ? Said.LEFT_OUT : Said.YES;
    assertThat(one().run(unsent).measures().unjudged().get("never-back"))
        .startsWith("20 % of requests were not sent in baseline");
  }

  @Test
  void aServiceThatRefusesAllButNothingWithoutAnyFaultFails() {
    Shown shown = new MadeUpService(1, 100).run((n, t, i) -> no(n % 5_000 != 1_500));
    assertThat(shown.metric(UNDISTURBED)).isGreaterThan(0.999);
    assertThat(shown.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(new MadeUpService(1, 100).run((n, t, i) -> Said.YES).verdict())
        .isEqualTo(Verdict.PASS);
  }

  @Test
  void aMinuteInWhichAnInstanceRefusesIsNotHiddenByAnHourInWhichItDoesNot() {
    Shown shown =
        new MadeUpService(4, 40)
            .faultsUntil(3_600)
            .run((n, t, i) -> no(i == 2 && t < 2_010 && t >= 2_000));
    assertThat(shown.metric("requests.failed-share")).isLessThan(0.001);
    assertThat(shown.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(shown.whyUndisturbed())
        .startsWith("expected <= 0.01; most failed of those to worker-3 from ");
  }

  @Test
  void oneOfTwentyInstancesThatRefusesFromTheStartIsFound() {
    Shown shown = new MadeUpService(20, 100).run((n, t, i) -> no(i == 7));
    assertThat(shown.metric(UNDISTURBED)).isGreaterThan(0.9);
    assertThat(shown.verdict()).isEqualTo(Verdict.FAIL);
  }

  /** The machine may have kept the answers. */
  @Test
  void whatFailsInABaselineOfWhichTheMachineWasFullIsNotKnownToBeTheServices() {
    Answers timeouts = (n, t, i) -> within(t, 15, 18) ? Said.SILENCE : Said.YES;
    assertThat(one().run(timeouts).verdict()).isEqualTo(Verdict.FAIL);
    Shown busy = one().busy(14, 24).run(timeouts);
    assertThat(busy.metric(UNDISTURBED)).isZero();
    assertThat(busy.verdict()).isEqualTo(Verdict.UNKNOWN);
    Answers refusals = (n, t, i) -> no(within(t, 15, 18));
    assertThat(one().busy(14, 24).run(refusals).verdict()).as("it said so").isEqualTo(Verdict.FAIL);
    assertThat(one().busy(10, 30).run((n, t, i) -> Said.YES).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void oneRequestInTwelveThatWasNotSentConvictsNobody() {
    Shown shown =
        new MadeUpService(1, 40)
            .killed(40, 0)
            .run((n, t, i) -> t >= 150 && n % 12 == 0 ? Said.LEFT_OUT : Said.YES);
    assertThat(shown.measures().unjudged().get("never-back")).startsWith("67 requests");
    assertThat(shown.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatWasNotSentIsNeitherAwayNorUnavailable() {
    Shown shown =
        one().run((n, t, i) -> within(t, 50, 110) ? Said.LEFT_OUT : no(within(t, 40, 42)));
    assertThat(shown.verdict("away.max", Op.LESS, BOUND)).isEqualTo(Verdict.UNKNOWN);
    assertThat(shown.verdict("away.wholly.max", Op.LESS, BOUND)).isEqualTo(Verdict.UNKNOWN);
    assertThat(shown.verdict("away.wholly.max", Op.LESS, 1_000)).isEqualTo(Verdict.FAIL);
    assertThat(shown.verdict("unavailable.faults", Op.LESS, 0.1)).isEqualTo(Verdict.UNKNOWN);
    assertThat(shown.verdict("unavailable.faults", Op.LESS, 0.001)).isEqualTo(Verdict.FAIL);
    assertThat(shown.verdict("availability.faults", Op.AT_LEAST, 0.9)).isEqualTo(Verdict.UNKNOWN);
    assertThat(shown.verdict("requests.failed-share", Op.LESS, 0.1)).isEqualTo(Verdict.UNKNOWN);
    assertThat(shown.verdict("requests.rate.faults", Op.AT_LEAST, 90)).isEqualTo(Verdict.UNKNOWN);
    assertThat(shown.verdict("requests.failed", Op.LESS, 1_000)).isEqualTo(Verdict.UNKNOWN);
    assertThat(shown.verdict("requests.failed", Op.LESS, 100)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aServiceThatAcceptsNothingOfWhatIsSentIsNotSpared() {
    Shown shown =
        one().run((n, t, i) -> t < 40 ? Said.YES : n % 2 == 0 ? Said.LEFT_OUT : Said.SILENCE);
    assertThat(shown.metric("never-back")).isEqualTo(1_000);
    assertThat(shown.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void halfAServiceThatStaysSlowIsFound() {
    Shown shown = two().run((n, t, i) -> i == 0 && t >= 40 ? SLOWLY : Said.YES);
    assertThat(shown.metric("requests.still-slow")).isEqualTo(1_000);
    assertThat(shown.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void whoRefusesWhatItWouldBeSlowWithIsNoFaster() {
    Answers slow = (n, t, i) -> t >= 40 && n % 1_000 < 501 ? SLOWLY : Said.YES;
    Answers refused = (n, t, i) -> t >= 150 && n % 200 == 0 ? Said.NO : slow.of(n, t, i);
    assertThat(one().run(slow).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(one().run(refused).metric("never-back")).isZero();
    assertThat(one().run(refused).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aPercentileOfWhatWasAcceptedIsTheLeastThatAllHave() {
    Shown shown =
        one().run((n, t, i) -> within(t, 40, 130) && n % 12 == 0 ? Said.SILENCE : Said.YES);
    assertThat(shown.verdict("requests.latency.p99", Op.LESS, 200)).isEqualTo(Verdict.UNKNOWN);
    assertThat(shown.verdict("requests.latency.p99", Op.LESS, 5)).isEqualTo(Verdict.FAIL);
    assertThat(shown.verdict("requests.latency.p90", Op.LESS, 200)).isEqualTo(Verdict.PASS);
    assertThat(shown.verdict("requests.latency.max", Op.LESS, 200)).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whereAnEarlierVersionDidNotNoteWhoWasAskedIsNotKnownWhomAFaultHeld() {
    Answers half = (n, t, i) -> no(i == 1 && within(t, 50, 70));
    Shown shown = two().withoutNames().run(half);
    assertThat(shown.measures().unjudged().get(UNDISTURBED)).startsWith("an earlier version");
    assertThat(shown.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(away(shown).instance()).extracting(Span::detail).isEqualTo("instance 2");
    assertThat(one().withoutNames().run((n, t, i) -> no(within(t, 40, 44))).verdict())
        .isEqualTo(Verdict.PASS);
  }

  @Test
  void severalGeneratorsAreOneLoad() {
    Answers dead = (n, t, i) -> no(i == 0 && within(t, 40, 100));
    Shown shown = two().generators(3).run(dead);
    assertThat(shown.metric("away.max")).isCloseTo(60_000, NEAR);
    assertThat(shown.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aBackendThatIsDeadBehindAFrontIsTimeInWhichTheServiceIsAway() {
    Shown shown =
        new MadeUpService(1, 100)
            .killed(40)
            .run((n, t, i) -> within(t, 40, 70) && n % 4 == 0 ? Said.SILENCE : Said.YES);
    assertThat(shown.metric("away.max")).isCloseTo(30_000, NEAR);
    assertThat(shown.verdict(BOUND)).isEqualTo(Verdict.FAIL);
  }
}
