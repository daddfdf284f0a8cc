package dev.rebound.analysis.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Made-up runs of six faults, with a share that is known, looked at after each. */
@Tag("thorough")
class RunBetsTest {
  private static final int FAULTS = 6;
  private static final int RUNS = 200;
  private static final int SEQUENCES = 2000;
  private static final double ERROR = 0.05;

  /** What the faults of a run have in common. */
  enum Likeness {
    NOTHING,
    /** Two faults of a run are correlated by 0.2. */
    SOMETHING,
    /** All of a run keep the bound, or none does. */
    EVERYTHING;

    FaultsOfRun run(double share, boolean breakersUnknown, SplittableRandom random) {
      boolean ofRun = random.nextDouble() < share;
      int kept = 0;
      for (int fault = 0; fault < FAULTS; fault++) {
        boolean alike =
            switch (this) {
              case NOTHING -> false;
              case SOMETHING -> random.nextDouble() < Math.sqrt(0.2);
              case EVERYTHING -> true;
            };
        kept += (alike ? ofRun : random.nextDouble() < share) ? 1 : 0;
      }
      return breakersUnknown
          ? new FaultsOfRun(kept, 0, FAULTS - kept)
          : new FaultsOfRun(kept, FAULTS - kept, 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aShareThatIsNotKeptIsSeldomShown(Likeness likeness) {
    for (double promised : new double[] {0.8, 0.95, 0.99}) {
      for (boolean unknown : new boolean[] {false, true}) {
        assertThat(ends(likeness, promised, promised, unknown, RunBets::isAbove))
            .as("%s of which %s is kept, breakers unknown: %s", promised, promised, unknown)
            .isLessThan(ERROR);
      }
    }
    assertThat(ends(likeness, 0.90, 0.95, true, RunBets::isAbove)).isLessThan(ERROR / 5);
    assertThat(ends(likeness, 0.92, 0.99, true, RunBets::isAbove)).isLessThan(ERROR / 5);
  }

  @ParameterizedTest
  @EnumSource
  void aShareThatIsKeptIsSeldomRefuted(Likeness likeness) {
    for (double promised : new double[] {0.8, 0.95, 0.99}) {
      assertThat(ends(likeness, promised, promised, false, RunBets::isBelow)).isLessThan(ERROR);
      assertThat(ends(likeness, promised / 2, promised, true, RunBets::isBelow))
          .as("what is unknown may have kept it")
          .isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWellKeptIsShownAndWhatIsNotIsRefuted(Likeness likeness) {
    assertThat(ends(likeness, 0.999, 0.95, false, RunBets::isAbove)).isGreaterThan(0.95);
    assertThat(ends(likeness, 0.7, 0.95, false, RunBets::isBelow)).isGreaterThan(0.95);
    assertThat(ends(likeness, 0.85, 0.95, false, RunBets::isBelow)).isGreaterThan(0.8);
  }

  /** The part of sequences of runs after any of which it is so. */
  private static double ends(
      Likeness likeness,
      double share,
      double promised,
      boolean breakersUnknown,
      Predicate<RunBets> so) {
    SplittableRandom random = new SplittableRandom(11);
    int ended = 0;
    for (int i = 0; i < SEQUENCES; i++) {
      RunBets bets = new RunBets(promised, FAULTS, 1 - ERROR);
      boolean any = false;
      for (int run = 0; run < RUNS && !any; run++) {
        bets.add(likeness.run(share, breakersUnknown, random));
        any = so.test(bets);
      }
      ended += any ? 1 : 0;
    }
    return ended / (double) SEQUENCES;
  }

  @ParameterizedTest
  @EnumSource
  void theLeastShareIsSeldomMoreThanTheTrueOne(Likeness likeness) {
    SplittableRandom random = new SplittableRandom(12);
    for (int runs : new int[] {1, 2, 5, 20}) {
      int tooMuch = 0;
      for (int i = 0; i < 500; i++) {
        List<FaultsOfRun> some = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
          some.add(likeness.run(0.9, false, random));
        }
        tooMuch += RunBets.lower(some, FAULTS, 1 - ERROR) > 0.9 ? 1 : 0;
      }
      assertThat(tooMuch / 500.0).as("%s runs", runs).isLessThan(ERROR);
    }
  }

  @Test
  void itsPriceIsInRuns() {
    assertThat(RunBets.least(0.5, 0.95)).isEqualTo(5);
    assertThat(RunBets.least(0.9, 0.95)).isEqualTo(30);
    assertThat(RunBets.least(0.95, 0.95)).isEqualTo(62);
    assertThat(RunBets.least(0.99, 0.95)).isEqualTo(315);
  }

  @Test
  void runsOfFewerFaultsWeighLess() {
    FaultsOfRun whole = new FaultsOfRun(6, 0, 0);
    FaultsOfRun half = new FaultsOfRun(3, 0, 0);
    assertThat(RunBets.lower(List.of(whole, half), 6, 0.95))
        .isBetween(
            RunBets.lower(List.of(whole), 6, 0.95), RunBets.lower(List.of(whole, whole), 6, 0.95));
    assertThat(RunBets.lower(List.of(), 6, 0.95)).isZero();
  }
}
