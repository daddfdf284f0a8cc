package dev.rebound.oracle.keyed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.Sample;
import dev.rebound.workload.OptionProblem;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DecimalAmountsTest {
  @TempDir Path folder;

  private DecimalAmounts of(boolean texts, String... amounts) throws IOException {
    Path file = folder.resolve("o.jsonl");
    StringBuilder lines = new StringBuilder();
    for (String amount : amounts) {
      lines.append("{\"n\":").append(amount).append("}\n");
    }
    Files.writeString(file, lines);
    Sample sample = Sample.read(new Sample.Said(file, "auto", null, null, null, null));
    FieldPath path = FieldPath.of("$.n");
    DecimalAmounts read = DecimalAmounts.of(sample, path, null, "of", texts);
    for (int row = 0; row < amounts.length; row++) {
      read.of(sample, row, path);
    }
    return read;
  }

  private static byte[] bytes(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }

  private static byte[] bytes(double value) {
    return ByteBuffer.allocate(8).putDouble(value).array();
  }

  private static byte[] bytes(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  private static byte[] bytes(float value) {
    return ByteBuffer.allocate(4).putFloat(value).array();
  }

  private static String marked(byte[] value) {
    Long amount = DecimalAmounts.FINE.read(value);
    return amount == null ? "none" : DecimalAmounts.FINE.words(amount);
  }

  @Test
  @Timeout(5)
  void numbersTooGreatToWriteOutAreNone() {
    for (String text : new String[] {"1E400000000", "-1E2147483647", "1E20", "1E-400000000"}) {
      assertThat(DecimalAmounts.WHOLE.read(text)).as(text).isNull();
      assertThat(DecimalAmounts.FINE.read(text)).as(text).isNotNull();
    }
    assertThat(DecimalAmounts.FINE.read("-1E400000000")).isNegative();
    assertThat(DecimalAmounts.FINE.read("-1E-400000000")).isNegative();
    assertThat(DecimalAmounts.FINE.read("0E400000000")).isZero();
  }

  @Test
  void amountsOfASampleThatAreTooGreatAreToldWithTheirLine() throws IOException {
    for (String great : new String[] {"1e19", "12345678901234567890", "9300000000000000000"}) {
      assertThatThrownBy(() -> of(false, "1", great))
          .as(great)
          .isInstanceOfSatisfying(
              OptionProblem.class,
              problem -> {
                assertThat(problem.option()).isEqualTo("of");
                assertThat(problem.problem()).contains("o.jsonl, line 2: $.n is " + great);
                assertThat(problem.remedy()).isNotEmpty();
              });
      assertThat(of(true, "1", great).words(7)).contains("hash");
    }
    assertThatThrownBy(() -> of(false, "0.01", "100000000000000000"))
        .isInstanceOf(OptionProblem.class)
        .hasMessageContaining("of 2 decimals, as this sample has them, go up to 92233720368547758");
    assertThat(of(false, "9200000000000000000").read("5")).isEqualTo(5);
  }

  @Test
  void invariantsTellSignsOfAnyNumber() {
    for (String text : new String[] {"9300000000000", "9300000000000.5", "1e300", "1e-9", "7"}) {
      assertThat(DecimalAmounts.FINE.read(text)).as(text).isPositive();
      assertThat(DecimalAmounts.FINE.read("-" + text)).as(text).isNegative();
    }
    assertThat(DecimalAmounts.FINE.read("0.000")).isZero();
    assertThat(DecimalAmounts.FINE.read("-0.0")).isZero();
    assertThat(marked("-12.50".getBytes(UTF_8))).isEqualTo("-12.5");
    assertThat(marked("-9300000000000".getBytes(UTF_8))).isEqualTo("-9300000000000");
  }

  @Test
  void invariantsReadBytesAsWhatTheyMustBe() {
    for (long whole : new long[] {5, -5, 0, 9_300_000_000_000L, 1_750_000_000_000_000L, 1L << 60}) {
      assertThat(marked(bytes(whole))).isEqualTo(Long.toString(whole));
      assertThat(marked(bytes((int) whole))).isEqualTo(Integer.toString((int) whole));
    }
    assertThat(marked(bytes(-0.5))).isEqualTo("-0.5");
    assertThat(marked(bytes(1e15))).isEqualTo("1000000000000000");
    assertThat(marked(bytes(-0.0))).isEqualTo("0");
    assertThat(marked(bytes(Double.NaN))).isEqualTo("none");
    assertThat(marked(bytes(Double.NEGATIVE_INFINITY))).isEqualTo("none");
    assertThat(DecimalAmounts.FINE.read(bytes(-2.5f))).isNegative();
  }

  @Test
  void sumsReadBytesAsWhatTheyMustBe() throws IOException {
    assertThat(DecimalAmounts.WHOLE.read(bytes(12.0))).isEqualTo(12);
    assertThat(DecimalAmounts.WHOLE.read(bytes(-5L))).isEqualTo(-5);
    assertThat(DecimalAmounts.WHOLE.read(bytes(1_750_000_000_000_000L)))
        .isEqualTo(1_750_000_000_000_000L);
    assertThat(DecimalAmounts.WHOLE.read(bytes(7))).isEqualTo(7);
    DecimalAmounts cents = of(false, "0.01", "3");
    assertThat(cents.read(bytes(12.25))).isEqualTo(1225);
    assertThat(cents.read(bytes(0.1 + 0.2 - 0.3))).isZero();
    assertThat(cents.read(bytes(12L))).isEqualTo(1200);
    assertThat(cents.read(bytes(-12L))).isEqualTo(-1200);
    assertThat(cents.read(bytes(12.25f))).isEqualTo(1225);
    assertThat(cents.read(bytes(12))).isEqualTo(1200);
    assertThat(cents.read(bytes(Double.NaN))).isNull();
  }

  @Test
  void whatIsRoundedIsKnown() throws IOException {
    DecimalAmounts tenths = of(false, "0.1", "0.2", "700.5");
    for (String right : new String[] {"12", "12.500", "-3.1", "1e2", "x", "1E-400000000"}) {
      assertThat(tenths.off(right)).as(right).isZero();
    }
    assertThat(tenths.off("0.30000000000000004")).isPositive().isLessThan(1e-14);
    assertThat(tenths.off("-12.54")).isEqualTo(0.4);
    assertThat(tenths.off("1E-390")).isPositive();
    assertThat(tenths.off(String.valueOf(tenths.text(bytes(12.54))))).isEqualTo(0.4);
    assertThat(tenths.off(String.valueOf(tenths.text(bytes(0.1f + 0.2f + 16.1f))))).isZero();
    assertThat(DecimalAmounts.WHOLE.off("3.25")).isEqualTo(0.25);
    assertThat(of(true, "\"a\"", "\"b\"").off("0.123")).isZero();
    assertThat(DecimalAmounts.FINE.off("0.123456789")).isZero();
  }

  private record Update(long evidenceHigh, long offset) implements Observation {
    @Override
    public long identityHigh() {
      return 0;
    }

    @Override
    public long identityLow() {
      return 0;
    }

    @Override
    public long evidenceLow() {
      return AggregateAudit.SAID;
    }
  }

  /** What a state of one key finds in its updates. */
  private static List<String> found(Invariant invariant, boolean exact, String... updates) {
    List<String> found = new ArrayList<>();
    InvariantAudit state =
        new InvariantAudit(
            invariant,
            BigDecimal.ZERO,
            key -> "k",
            1,
            exact,
            (lane, offset, words) -> found.add(words.get()));
    for (int i = 0; i < updates.length; i++) {
      Long amount = DecimalAmounts.FINE.read(updates[i]);
      assertThat(amount).as(updates[i]).isNotNull();
      state.readout(new Update(amount, i));
    }
    state.judge(false);
    return found;
  }

  @Test
  void numbersFollowOneAnotherHoweverGreatTheyAre() {
    for (long from : new long[] {-2, 0, 7_999_999_999_998L, -8_000_000_000_002L, 1L << 60}) {
      String[] four = new String[4];
      Arrays.setAll(four, i -> Long.toString(from + i));
      assertThat(found(Invariant.GAPLESS, true, four)).as(four[0]).isEmpty();
      assertThat(found(Invariant.GAPLESS, true, four[0], four[1], four[3]))
          .containsExactly("key k: " + four[3] + " came after " + four[1]);
      assertThat(found(Invariant.GAPLESS, false, four[1], four[0], four[1], four[3])).hasSize(1);
    }
    assertThat(found(Invariant.GAPLESS, false, "1", "1.5", "2"))
        .containsExactly("key k: 1.5 is no whole number");
    assertThat(found(Invariant.GAPLESS, true, "1", "2.0000000001"))
        .containsExactly("key k: 2.000001 is no whole number");
  }

  /** What is found where the log was cut behind the reader: each update stands at its number. */
  private static List<String> foundOfCut(long... numbers) {
    List<String> found = new ArrayList<>();
    InvariantAudit state =
        new InvariantAudit(
            Invariant.GAPLESS,
            BigDecimal.ZERO,
            key -> "k",
            1,
            true,
            (lane, offset, words) -> found.add(words.get()));
    for (long number : numbers) {
      Long amount = DecimalAmounts.FINE.read(Long.toString(number));
      assertThat(amount).isNotNull();
      state.readout(new Update(amount, number));
    }
    assertThat(state.judge(false).unjudged())
        .contains("updates of 1 keys came where others had stood");
    return found;
  }

  @Test
  void aLogThatWasCutExcusesNoGapBeforeThat() {
    assertThat(foundOfCut(1, 3, 2)).isEmpty();
    assertThat(foundOfCut(1, 2, 4, 4)).isEmpty();
    assertThat(foundOfCut(1, 3, 4, 5, 4)).containsExactly("key k: 3 came after 1");
  }

  @Test
  void whatIsLessThanNothingIsFoundHoweverLittle() {
    assertThat(found(Invariant.NOT_NEGATIVE, true, "0", "9300000000000.25", "1e30", "1e-30"))
        .isEmpty();
    for (String less : new String[] {"-1e-30", "-0.4", "-9300000000000.25", "-1e30"}) {
      assertThat(found(Invariant.NOT_NEGATIVE, true, "1", less)).as(less).hasSize(1);
    }
  }
}
