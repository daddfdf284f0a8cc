package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RecordConditionTest {
  private static final byte[] ORDER =
      "{\"zip\":\"1234\",\"amount\":12.50,\"status\":\"paid\",\"vip\":true,\"note\":\"a < b\"}"
          .getBytes(UTF_8);

  private static boolean holds(String text) {
    RecordCondition condition = RecordCondition.of(text);
    return condition.holds(Fields.JSON.find(ORDER, condition.path()));
  }

  @Test
  void numbersAreComparedAsNumbers() {
    assertThat(holds("$.amount == 12.5")).isTrue();
    assertThat(holds("$.amount != 12.5")).isFalse();
    assertThat(holds("$.amount > 9")).isTrue();
    assertThat(holds("$.amount>=12.5")).isTrue();
    assertThat(holds("$.amount < 12.5")).isFalse();
    assertThat(holds("$.amount <= 12.5")).isTrue();
  }

  @Test
  void anythingElseIsComparedAsATextWithOrWithoutQuotes() {
    assertThat(holds("$.status == paid")).isTrue();
    assertThat(holds("$.status == 'paid'")).isTrue();
    assertThat(holds("$.status != paid")).isFalse();
    assertThat(holds("$.vip == true")).isTrue();
    assertThat(holds("$.note == \"a < b\"")).isTrue();
    assertThat(holds("$.status > 3")).as("no number is neither more nor less").isFalse();
    assertThat(holds("$.status <= 3")).isFalse();
  }

  @Test
  void aValueInQuotesIsATextThoughItIsANumber() {
    assertThat(holds("$.zip == 01234")).isTrue();
    assertThat(holds("$.zip == '01234'")).isFalse();
    assertThat(holds("$.zip != \"01234\"")).isTrue();
    assertThat(holds("$.zip == '1234'")).isTrue();
    assertThat(holds("$.amount == '12.5'")).isFalse();
    assertThat(holds("$.amount == '12.50'")).isTrue();
    assertThatThrownBy(() -> RecordCondition.of("$.zip > '3'"))
        .hasMessageContaining("'3' is no number");
  }

  @Test
  void aFieldMayBeMissing() {
    assertThat(holds("$.coupon is missing")).isTrue();
    assertThat(holds("$.coupon is  there")).isFalse();
    assertThat(holds("$.amount is there")).isTrue();
    assertThat(holds("$.amount is missing")).isFalse();
    assertThat(holds("$.coupon == x")).isFalse();
    assertThat(holds("$.coupon != x")).isTrue();
    assertThat(holds("$.coupon < 3")).isFalse();
  }

  @Test
  void whatIsNoConditionIsTold() {
    for (String wrong : new String[] {"amount > 3", "$.amount", "$.amount = 3", "$.amount >", ""}) {
      assertThatThrownBy(() -> RecordCondition.of(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> RecordCondition.of("$.amount > much"))
        .hasMessageContaining("much is no number");
  }
}
