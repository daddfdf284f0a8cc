package dev.rebound.oracle.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.oracle.due.OneGenerator;
import org.junit.jupiter.api.Test;

/** What can hide in a sum of a hundred thousand amounts of 1.00. */
class KeyedInputsTest {
  private static final DecimalAmounts CENTS = new DecimalAmounts(2);

  private static KeyedInputs inputs(boolean floats) {
    return new KeyedInputs(
        Aggregate.SUM,
        1,
        (generator, sequence) -> 0,
        sequence -> 100,
        floats,
        new OneGenerator((generator, sequence, lanes) -> 0, 1, 100_000, 0, 1));
  }

  @Test
  void inFloatsTwoThousandThatAreLostMay() {
    KeyedInputs inputs = inputs(true);
    assertThat(inputs.sumError(0, 9_800_000, false)).isGreaterThan(200_000);
    assertThat(inputs.mayHideOne(0, 9_800_000, false, CENTS)).isTrue();
    assertThat(inputs.mayHideOne(0, 9_999_900, false, CENTS)).as("one").isTrue();
  }

  @Test
  void whatAddingOneAfterTheOtherGivesHidesNothing() {
    assertThat(inputs(true).mayHideOne(0, 10_000_000, false, CENTS)).isFalse();
  }

  @Test
  void inDoublesNoneMay() {
    assertThat(inputs(false).mayHideOne(0, 9_999_900, false, CENTS)).isFalse();
    assertThat(inputs(false).mayHideOne(0, 9_999_900, true, CENTS))
        .as("written as a float")
        .isTrue();
  }
}
