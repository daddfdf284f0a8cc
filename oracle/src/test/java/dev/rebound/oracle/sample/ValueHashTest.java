package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ValueHashTest {
  private static ValueHash of(String value) {
    return ValueHash.of(value.getBytes(UTF_8));
  }

  @Test
  void whatMeansTheSameIsEqual() {
    for (List<String> same :
        List.of(
            List.of("1", "1.0", "1e0", " 1 ", "10E-1"),
            List.of("0", "-0", "0.00", "0e7"),
            List.of("{\"a\":1,\"b\":[2, 3]}", "{ \"b\" : [2.0,3],\n \"a\":1.00 }"),
            List.of("\"é\"", "\"\\u00e9\"", "é"),
            List.of("null", " null"),
            List.of("plain words", "\"plain words\""))) {
      assertThat(same)
          .as(same.toString())
          .allSatisfy(v -> assertThat(of(v)).isEqualTo(of(same.get(0))));
    }
    assertThat(ValueHash.of((byte[]) null)).isEqualTo(of("null"));
    assertThat(ValueHash.text("12")).isEqualTo(of("\"12\""));
  }

  @Test
  void whatMeansSomethingElseIsNot() {
    List<String> all =
        List.of(
            "1",
            "\"1\"",
            "10",
            "true",
            "\"true\"",
            "null",
            "\"\"",
            "[]",
            "{}",
            "[[]]",
            "[1,2]",
            "[2,1]",
            "[12]",
            "{\"a\":1}",
            "{\"a\":\"1\"}",
            "{\"b\":1}",
            "{\"a\":1,\"b\":1}",
            "{\"a\":1,\"a\":1}",
            "{\"a\":{\"b\":1}}",
            "NaN",
            "1e400",
            "1E400000000",
            "1 2",
            "{\"a\":1",
            "\u0001");
    Set<ValueHash> different = new HashSet<>();
    all.forEach(value -> different.add(of(value)));
    different.add(ValueHash.of(new byte[] {(byte) 0xFF}));
    different.add(ValueHash.of(new byte[] {(byte) 0xFE}));
    assertThat(different).hasSize(all.size() + 2);
  }

  @Test
  void deepJsonComesToAnEnd() {
    assertThat(of("[".repeat(100_000))).isNotEqualTo(of("[".repeat(99_999)));
  }
}
