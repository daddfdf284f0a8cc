package dev.rebound.analysis.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CountedShareTest {
  @Test
  void theIntervalIsThatOfClopperAndPearson() {
    CountedShare share = CountedShare.of(10, 100);
    assertThat(share.share()).isEqualTo(0.1);
    // as tables give it
    assertThat(share.low()).isCloseTo(0.0490, within(0.0001));
    assertThat(share.high()).isCloseTo(0.1762, within(0.0001));
    assertThat(share.words()).isEqualTo("10 of 100: 10 % (4.9 – 17.7 %)");
    assertThat(CountedShare.of(1_372, 10_000).words())
        .isEqualTo("1,372 of 10,000: 13.7 % (13 – 14.5 %)");
  }

  @Test
  void noneOfManyIsAtMostThreeOfThem() {
    for (long of : new long[] {4, 10, 100, 10_000, 1_000_000}) {
      CountedShare share = CountedShare.of(0, of);
      assertThat(share.low()).isZero();
      assertThat(share.high()).isLessThanOrEqualTo(3.0 / of).isGreaterThan(2.0 / of);
    }
    assertThat(CountedShare.of(0, 10_000).words()).isEqualTo("0 of 10,000");
  }

  @Test
  void allOfThemHasABoundBelowThatIsNotRoundedUp() {
    assertThat(CountedShare.of(6, 6).low()).isCloseTo(0.607, within(0.001));
    assertThat(CountedShare.of(6, 6).words()).isEqualTo("6 of 6: ≥ 60.6 %");
  }

  @Test
  void ofNothingNothingIsKnown() {
    CountedShare share = CountedShare.of(0, 0);
    assertThat(share.share()).isNaN();
    assertThat(share.high() - share.low()).isEqualTo(1);
    assertThat(share.words()).isEqualTo("0 of 0");
    assertThatThrownBy(() -> CountedShare.of(2, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
