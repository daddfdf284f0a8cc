package dev.rebound.campaign.sustain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class RateSearchTest {
  private static final int TRIALS_MAX = 120;

  private final RateSearch search = new RateSearch(1000, 10, 1_000_000, 0.05, 3);

  private static List<Double> run(RateSearch search, DoubleFunction<TrialOutcome> job) {
    List<Double> tried = new ArrayList<>();
    for (Optional<Double> next = search.next();
        next.isPresent() && tried.size() < TRIALS_MAX;
        next = search.next()) {
      tried.add(next.get());
      search.tried(next.get(), job.apply(next.get()));
    }
    return tried;
  }

  private static TrialOutcome exact(double rate, double capacity) {
    return rate <= capacity ? TrialOutcome.SUSTAINED : TrialOutcome.NOT_SUSTAINED;
  }

  @Test
  void itDoublesThenBisectsThenRepeatsAtTheEdge() {
    List<Double> tried = run(search, rate -> exact(rate, 5000));

    assertThat(tried).startsWith(1000.0, 2000.0, 4000.0, 8000.0, 5660.0);
    RateSearch.Bracket bracket = search.bracket();
    assertThat(bracket.complete()).isTrue();
    assertThat(bracket.rate()).isLessThanOrEqualTo(5000).isGreaterThan(5000 / 1.06);
    assertThat(tried.stream().filter(rate -> rate.equals(bracket.rate()))).hasSize(3);
    assertThat(tried.stream().filter(rate -> rate.equals(bracket.high()))).hasSize(3);
  }

  @Test
  void itHalvesWhenTheStartIsTooHigh() {
    assertThat(run(search, rate -> exact(rate, 300))).startsWith(1000.0, 500.0, 250.0);
    assertThat(search.bracket().rate()).isBetween(283.0, 300.0);
  }

  @Test
  void aJobThatSustainsNothingEndsTheSearchWithoutARate() {
    run(search, rate -> TrialOutcome.NOT_SUSTAINED);

    assertThat(search.bracket().rate()).isNull();
    assertThat(search.bracket().complete()).isTrue();
  }

  @Test
  void aJobThatSustainsEverythingEndsAtTheHighestRate() {
    run(search, rate -> TrialOutcome.SUSTAINED);

    assertThat(search.bracket())
        .isEqualTo(new RateSearch.Bracket(1_000_000.0, 1_000_000.0, null, false, true));
  }

  @Test
  void oneWrongFailureFarBelowTheCapacityIsOutvoted() {
    int[] trials = {0};
    run(search, rate -> trials[0]++ == 1 ? TrialOutcome.NOT_SUSTAINED : exact(rate, 5000));

    assertThat(search.bracket().rate()).isBetween(4700.0, 5000.0);
  }

  @Test
  void oneWrongSuccessFarAboveTheCapacityIsOutvoted() {
    int[] trials = {0};
    run(search, rate -> trials[0]++ == 3 ? TrialOutcome.SUSTAINED : exact(rate, 5000));

    assertThat(search.bracket().rate()).isBetween(4700.0, 5000.0);
  }

  @Test
  void aRateThatDoesNotTellIsTriedAgainAndThenCountsAsNotSustained() {
    search.tried(1000, TrialOutcome.UNCLEAR);
    assertThat(search.next()).hasValue(1000.0);
    search.tried(1000, TrialOutcome.UNCLEAR);
    assertThat(search.next()).hasValue(500.0);
  }

  @Test
  void generatorsThatDoNotKeepUpAreToldApartFromAJobThatDoesNot() {
    run(search, rate -> rate <= 5000 ? TrialOutcome.SUSTAINED : TrialOutcome.RIG_LIMIT);

    assertThat(search.bracket().limitedByRig()).isTrue();
  }

  @Test
  void aSearchThatEndsEarlyIsIncompleteAndKnowsItsBracket() {
    search.tried(1000, TrialOutcome.SUSTAINED);
    search.tried(2000, TrialOutcome.NOT_SUSTAINED);

    assertThat(search.bracket())
        .isEqualTo(new RateSearch.Bracket(1000.0, 1000.0, 2000.0, false, false));
  }

  /** Without noise the interval holds the capacity, and it is as narrow as was asked for. */
  @Property(tries = 300)
  void theIntervalHoldsTheCapacity(
      @ForAll @DoubleRange(min = 20, max = 900_000) double capacity,
      @ForAll @DoubleRange(min = 10, max = 1_000_000) double start) {
    RateSearch any = new RateSearch(start, 10, 1_000_000, 0.05, 3);

    List<Double> tried = run(any, rate -> exact(rate, capacity));

    assertThat(tried).hasSizeLessThan(40);
    RateSearch.Bracket bracket = any.bracket();
    assertThat(bracket.low()).isLessThanOrEqualTo(capacity);
    assertThat(bracket.high()).isGreaterThanOrEqualTo(capacity);
    assertThat(bracket.high() / bracket.low()).isLessThan(1.06);
  }

  /** Near the capacity a job now and then does what it should not: the search ends close to it. */
  @Property(tries = 300)
  void withNoiseTheRateIsNearTheCapacityAndTheSearchEnds(
      @ForAll @DoubleRange(min = 100, max = 500_000) double capacity, @ForAll long seed) {
    Random random = new Random(seed);
    RateSearch any = new RateSearch(1000, 10, 1_000_000, 0.05, 3);

    List<Double> tried =
        run(any, rate -> exact(rate, capacity * (1 + 0.04 * random.nextGaussian())));

    assertThat(tried).hasSizeLessThan(TRIALS_MAX);
    assertThat(any.bracket().complete()).isTrue();
    assertThat(any.bracket().rate()).isBetween(capacity * 0.82, capacity * 1.18);
    assertThat(any.bracket().low()).isLessThanOrEqualTo(any.bracket().rate());
    assertThat(any.bracket().high()).isGreaterThan(any.bracket().rate());
  }
}
