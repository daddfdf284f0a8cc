package dev.rebound.analysis.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.request.MadeUpService.Answers;
import dev.rebound.analysis.request.MadeUpService.Said;
import dev.rebound.analysis.request.MadeUpService.Shown;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Verdict;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

/**
 * What a change of one thing alone may do to a verdict on a service, and to how long it is away.
 */
@Tag("thorough")
class ServicePropertiesTest {
  private static final int TRIES = 60;

  /** A service that is made up at random, and the bound on how long it may be away. */
  private record Drawn(MadeUpService service, Answers answers, double bound, int requests) {
    Shown shown() {
      return service.run(answers);
    }

    /** The same with another answer to each request of a set that was answered by this outcome. */
    Drawn but(BitSet some, RequestOutcome was, Said said) {
      return new Drawn(
          service,
          (n, t, i) -> {
            Said before = answers.of(n, t, i);
            return some.get(n) && before.outcome() == was ? said : before;
          },
          bound,
          requests);
    }

    Drawn allowing(double share) {
      return new Drawn(service.allowing(share), answers, bound, requests);
    }

    /** Number of the first request that is due from a time on, of any generator. */
    int at(double second) {
      return (int) (second * requests / service.endsAt()) + 2;
    }

    /** Requests between two that are chosen at random, in one stretch or all over. */
    BitSet some(SplittableRandom random, int first, int last) {
      BitSet chosen = new BitSet();
      double share = Math.pow(10, -3 * random.nextDouble());
      boolean all = random.nextBoolean();
      int from = all ? first : first + random.nextInt(last - first);
      int until = all ? last : Math.min(last, from + random.nextInt(200));
      for (int n = from; n < until; n++) {
        chosen.set(n, random.nextDouble() < share);
      }
      return chosen;
    }
  }

  private static Drawn drawn(SplittableRandom random) {
    boolean large = random.nextInt(4) == 0;
    int instances = large ? 4 + random.nextInt(17) : 1 + random.nextInt(3);
    double rate = large ? 50 + random.nextInt(150) : 10 + random.nextInt(30);
    MadeUpService service = new MadeUpService(instances, rate).generators(1 + random.nextInt(2));
    if (random.nextInt(3) == 0) {
      service.settle(2 + 10 * random.nextDouble());
    }
    if (random.nextInt(3) == 0) {
      service.allowing(0.01 + 0.1 * random.nextDouble());
    }
    Said silence = new Said(RequestOutcome.UNKNOWN, 5 + 40 * Math.pow(random.nextDouble(), 3));
    int faults = random.nextInt(3);
    double at = 32 + 10 * random.nextDouble();
    double[] struck = new double[faults];
    int[] whom = new int[faults];
    double[] lasts = new double[faults];
    for (int f = 0; f < faults; f++) {
      struck[f] = at;
      whom[f] = random.nextInt(instances + 1) - 1;
      lasts[f] = 40 * Math.pow(random.nextDouble(), 3);
      if (whom[f] < 0) {
        service.killed(at);
      } else if (random.nextInt(4) == 0) {
        service.killedForGood(at, whom[f]);
      } else {
        service.killed(at, whom[f]);
      }
      at += 2 + 50 * random.nextDouble();
    }
    double always = random.nextInt(3) == 0 ? 0.02 * random.nextDouble() : 0;
    double inTheEnd = random.nextInt(3) == 0 ? 0.04 * random.nextDouble() : 0;
    double partly = random.nextBoolean() ? 1 : Math.pow(random.nextDouble(), 3);
    double notSent = random.nextInt(4) == 0 ? 0.02 * random.nextDouble() : 0;
    double slow = random.nextInt(4) == 0 ? random.nextDouble() : 0;
    long seed = random.nextLong();
    Answers answers =
        (n, t, i) -> {
          SplittableRandom own = new SplittableRandom(seed + n);
          double luck = own.nextDouble();
          boolean down = false;
          for (int f = 0; f < struck.length; f++) {
            down |= (whom[f] < 0 || whom[f] == i) && t >= struck[f] && t < struck[f] + lasts[f];
          }
          if (own.nextDouble() < notSent) {
            return Said.LEFT_OUT;
          }
          if (luck < always || (t > 130 && luck < inTheEnd) || (down && luck < partly)) {
            return own.nextBoolean() ? Said.NO : silence;
          }
          return new Said(
              RequestOutcome.ACCEPTED,
              t > 40 && own.nextDouble() < slow ? 0.5 : 0.01 + 0.01 * own.nextDouble());
        };
    int requests = (int) (service.endsAt() * rate);
    return new Drawn(service, answers, 500 + 20_000 * random.nextDouble(), requests);
  }

  private static int rank(Verdict verdict) {
    return switch (verdict) {
      case PASS -> 0;
      case UNKNOWN -> 1;
      case FAIL -> 2;
    };
  }

  private static void assertNoPass(List<Verdict> before, List<Verdict> after) {
    for (int i = 0; i < before.size(); i++) {
      if (before.get(i) != Verdict.PASS) {
        assertThat(after.get(i)).as("%s %s", before, after).isNotEqualTo(Verdict.PASS);
      }
    }
  }

  private static void assertNoFail(List<Verdict> before, List<Verdict> after) {
    for (int i = 0; i < before.size(); i++) {
      if (before.get(i) == Verdict.PASS) {
        assertThat(after.get(i)).as("%s %s", before, after).isNotEqualTo(Verdict.FAIL);
      }
    }
  }

  private static void assertNoShorter(Shown worse, Shown better) {
    for (String metric : List.of("away.max", "away.instance.max", "away.wholly.max")) {
      Bounds least = better.measures().bounds().get(metric);
      Bounds most = worse.measures().bounds().get(metric);
      if (least != null) {
        assertThat(most.low()).as(metric).isGreaterThanOrEqualTo(least.low());
        assertThat(most.high()).as(metric).isGreaterThanOrEqualTo(least.high());
      }
    }
    assertThat(worse.metric("requests.failed"))
        .isGreaterThanOrEqualTo(better.metric("requests.failed"));
  }

  @Property(tries = TRIES)
  void refusingWhatWasAcceptedNeverMakesAPass(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Drawn drawn = drawn(random);
    BitSet some = drawn.some(random, 0, drawn.requests());
    Shown worse = drawn.but(some, RequestOutcome.ACCEPTED, Said.NO).shown();
    assertNoPass(
        drawn.shown().withUndisturbed(drawn.bound()), worse.withUndisturbed(drawn.bound()));
  }

  /** What is as before is told by the baseline, which stays. */
  @Property(tries = TRIES)
  void refusingWhatWasAcceptedAfterTheBaselineNeverMakesAPassOfABoundNorShortensAnAbsence(
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Drawn drawn = drawn(random);
    BitSet some = drawn.some(random, drawn.at(MadeUpService.BASE), drawn.requests());
    Shown better = drawn.shown();
    Shown worse = drawn.but(some, RequestOutcome.ACCEPTED, Said.NO).shown();
    assertNoPass(better.verdicts(drawn.bound()), worse.verdicts(drawn.bound()));
    assertNoShorter(worse, better);
  }

  @Property(tries = TRIES)
  void whatIsNotSentNeverConvictsNorAcquits(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Drawn drawn = drawn(random);
    RequestOutcome was =
        random.nextInt(3) > 0
            ? RequestOutcome.ACCEPTED
            : random.nextBoolean() ? RequestOutcome.REFUSED : RequestOutcome.UNKNOWN;
    BitSet some = drawn.some(random, drawn.at(MadeUpService.BASE), drawn.requests());
    Shown sent = drawn.shown();
    Shown notSent = drawn.but(some, was, Said.LEFT_OUT).shown();
    assertNoPass(sent.verdicts(drawn.bound()), notSent.verdicts(drawn.bound()));
    assertNoFail(sent.verdicts(drawn.bound()), notSent.verdicts(drawn.bound()));
  }

  @Property(tries = TRIES)
  void whatIsNotSentInTheBaselineNeverConvictsNorAcquits(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Drawn drawn = drawn(random);
    BitSet some = drawn.some(random, 0, drawn.at(MadeUpService.BASE));
    Shown sent = drawn.shown();
    Shown notSent = drawn.but(some, RequestOutcome.ACCEPTED, Said.LEFT_OUT).shown();
    assertNoPass(sent.withUndisturbed(drawn.bound()), notSent.withUndisturbed(drawn.bound()));
    assertNoFail(sent.verdicts(drawn.bound()), notSent.verdicts(drawn.bound()));
  }

  @Property(tries = TRIES)
  void aBaselineThatRefusesMoreExcusesNothing(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Drawn drawn = drawn(random);
    BitSet some = new BitSet();
    double share = 0.012 * random.nextDouble();
    for (int n = drawn.at(MadeUpService.WARM); n < drawn.at(MadeUpService.BASE); n++) {
      some.set(n, random.nextDouble() < share);
    }
    Shown worse = drawn.but(some, RequestOutcome.ACCEPTED, Said.NO).shown();
    assertNoPass(drawn.shown().verdicts(drawn.bound()), worse.verdicts(drawn.bound()));
  }

  /** The bound of the file says how many may fail, where no fault is and in the end. */
  @Property(tries = TRIES)
  void aFileThatAllowsLessNeverPassesWhatOneThatAllowsMoreFails(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0, max = 0.12) double first,
      @ForAll @DoubleRange(min = 0, max = 0.12) double second) {
    Drawn drawn = drawn(new SplittableRandom(seed));
    Shown stricter = drawn.allowing(Math.min(first, second)).shown();
    Shown weaker = drawn.allowing(Math.max(first, second)).shown();
    assertNoPass(weaker.verdicts(drawn.bound()), stricter.verdicts(drawn.bound()));
  }

  @Property(tries = TRIES)
  void aLongerRefusalNeverRanksBelowAShorterOne(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 60_000) int first,
      @ForAll @IntRange(min = 0, max = 60_000) int second) {
    SplittableRandom random = new SplittableRandom(seed);
    int instances = 1 + random.nextInt(3);
    int oneIn = 1 + random.nextInt(10);
    MadeUpService service = new MadeUpService(instances, 50).killed(40, 0);
    double bound = 500 + 20_000 * random.nextDouble();
    Shown shorter = service.run(refused(Math.min(first, second), oneIn));
    Shown longer = service.run(refused(Math.max(first, second), oneIn));
    assertNoShorter(longer, shorter);
    assertThat(rank(longer.verdict(bound))).isGreaterThanOrEqualTo(rank(shorter.verdict(bound)));
  }

  private static Answers refused(int millis, int oneIn) {
    return (n, t, i) ->
        i == 0 && t >= 40 && t < 40 + millis / 1e3 && n % 10 < oneIn ? Said.NO : Said.YES;
  }

  @Property(tries = TRIES)
  void aStricterBoundNeverPassesWhatAWeakerOneFails(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 60_000) int first,
      @ForAll @IntRange(min = 0, max = 60_000) int second) {
    Shown shown = drawn(new SplittableRandom(seed)).shown();
    assertThat(rank(shown.verdict(Math.min(first, second))))
        .isGreaterThanOrEqualTo(rank(shown.verdict(Math.max(first, second))));
  }
}
