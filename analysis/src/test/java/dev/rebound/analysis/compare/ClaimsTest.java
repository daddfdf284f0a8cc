package dev.rebound.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Bounds of counts: of false alerts one is too many, however few there are on average. */
class ClaimsTest {
  private static final Value NONE = new Value(Double.NEGATIVE_INFINITY, 1);
  private static final Value SOME = new Value(0, Double.POSITIVE_INFINITY);

  private static String judged(Value bounds, double... counts) {
    return Claims.ofEach(bounds, DoubleStream.of(counts).mapToObj(Value::of).toList());
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
    List<Value> unknown = Collections.nCopies(3, new Value(0, 2));
    assertThat(Claims.ofEach(NONE, unknown)).isEqualTo(Claims.NOT_SHOWN);
  }
}
