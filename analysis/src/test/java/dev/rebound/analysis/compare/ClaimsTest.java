package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.statistics.BoundedValue;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

/** Bounds of counts: of false alerts one is too many, however few there are on average. */
class ClaimsTest {
  private static final BoundedValue NONE = new BoundedValue(Double.NEGATIVE_INFINITY, 1);
  private static final BoundedValue SOME = new BoundedValue(0, Double.POSITIVE_INFINITY);

  private static String judged(BoundedValue bounds, double... counts) {
    return Claims.ofEach(bounds, DoubleStream.of(counts).mapToObj(BoundedValue::of).toList());
  }

  @Test
  void noneIsHeldOnlyIfNoRunHasOne() {
    assertThat(judged(NONE, 0, 0, 0)).isEqualTo(Claims.HELD);
    assertThat(judged(NONE, 5, 0, 0)).isEqualTo(Claims.NOT_HELD);
    assertThat(judged(NONE, oneInTen())).isEqualTo(Claims.NOT_HELD);
  }

  /** Their mean is surely below 1 by its t-interval. */
  private static double[] oneInTen() {
    double[] counts = new double[10];
    counts[3] = 1;
    return counts;
  }

  @Test
  void someAreHeldOnlyIfEachRunHasSome() {
    assertThat(judged(SOME, 1, 40, 3)).isEqualTo(Claims.HELD);
    assertThat(judged(SOME, 0, 0, 0)).isEqualTo(Claims.NOT_HELD);
    assertThat(judged(SOME, 0, 40, 3)).isEqualTo(Claims.NOT_SHOWN);
  }

  @Test
  void aCountThatIsNotKnownDecidesNothing() {
    List<BoundedValue> unknown = Collections.nCopies(3, new BoundedValue(0, 2));
    assertThat(Claims.ofEach(NONE, unknown)).isEqualTo(Claims.NOT_SHOWN);
  }

  @Property(tries = 300)
  void aWiderIntervalNeverHoldsAClaimMoreEasily(
      @ForAll @DoubleRange(min = -50, max = 100) double low,
      @ForAll @DoubleRange(min = 0, max = 100) double width,
      @ForAll @DoubleRange(min = 0, max = 100) double moreBelow,
      @ForAll @DoubleRange(min = 0, max = 100) double moreAbove) {
    BoundedValue narrow = new BoundedValue(low, low + width);
    BoundedValue wide = new BoundedValue(low - moreBelow, low + width + moreAbove);
    if (!Claims.verdict(30, narrow).equals(Claims.HELD)) {
      assertThat(Claims.verdict(30, wide)).isNotEqualTo(Claims.HELD);
    }
    if (!Claims.verdict(30, narrow).equals(Claims.NOT_HELD)) {
      assertThat(Claims.verdict(30, wide)).isNotEqualTo(Claims.NOT_HELD);
    }
  }

  @Test
  void aClaimedAmountIsHeldOnlyWithoutItsHalfAndItsDouble() {
    assertThat(Claims.verdict(30, new BoundedValue(16, 59))).isEqualTo(Claims.HELD);
    assertThat(Claims.verdict(30, new BoundedValue(14, 40))).isEqualTo(Claims.NOT_SHOWN);
    assertThat(Claims.verdict(30, new BoundedValue(20, 61))).isEqualTo(Claims.NOT_SHOWN);
    assertThat(Claims.verdict(30, new BoundedValue(1, 14))).isEqualTo(Claims.NOT_HELD);
    assertThat(Claims.verdict(30, new BoundedValue(61, 90))).isEqualTo(Claims.NOT_HELD);
  }
}
