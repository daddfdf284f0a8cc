package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleWriterTest {
  private static SampleWriter writer(String file, String... masked) {
    return new SampleWriter(
        file, new SampleMask(List.of(masked).stream().map(FieldPath::of).toList()), false);
  }

  private static void add(SampleWriter writer, String value) {
    writer.add(null, value.getBytes(UTF_8), "partition 1, offset 7");
  }

  @Test
  void aKeyStandsBesideItsValue() {
    SampleMask mask = new SampleMask(List.of(FieldPath.of("$.value.email")));
    SampleWriter writer = new SampleWriter("o.jsonl", mask, true);
    writer.add("a\"b".getBytes(UTF_8), "{\"n\":1,\n\"email\":\"x\"}".getBytes(UTF_8), "first");
    assertThat(new String(writer.finished("t"), UTF_8))
        .startsWith("{\"key\":\"a\\\"b\",\"value\":{\"n\":1, ")
        .contains("masked-");
    SampleWriter plain = new SampleWriter("o.jsonl", new SampleMask(List.of()), true);
    plain.add(null, "plain".getBytes(UTF_8), "second");
    assertThat(new String(plain.finished("t"), UTF_8))
        .isEqualTo("{\"key\":null,\"value\":\"plain\"}\n");
    assertThatThrownBy(() -> writer.add(new byte[] {-1}, "{}".getBytes(UTF_8), "third"))
        .hasMessageContaining("third: its key is no text");
    assertThatThrownBy(() -> new SampleWriter("o.txt", new SampleMask(List.of()), true))
        .hasMessageContaining("no place beside the value");
  }

  @Test
  void maskedFieldsAreAlikeWhereTheyWereAndSayNothing() {
    SampleWriter writer = writer("o.jsonl", "$.email", "$.card.number");
    add(writer, "{\"email\":\"a@x.org\",\n \"card\":{\"number\":471147114711},\"n\":1}");
    add(writer, "{\"email\":\"b@x.org\",\"card\":{\"number\":471247124712},\"n\":2}");
    add(writer, "{\"email\":\"a@x.org\",\"card\":{\"number\":471147114711},\"n\":3}");
    String[] lines = new String(writer.finished("t"), UTF_8).split("\n", -1);
    assertThat(lines).hasSize(4);
    assertThat(String.join("", lines))
        .doesNotContain("x.org", "471147114711", "471247124712")
        .contains("masked-");
    assertThat(lines[2].replace("\"n\":3", "\"n\":1"))
        .isEqualTo(lines[0].replace(", \"card", ",\"card").replaceFirst(",  *\"card", ",\"card"));
    assertThat(lines[1]).isNotEqualTo(lines[0]);
    assertThat(JsonFields.complaint(lines[0].getBytes(UTF_8))).isNull();
  }

  @Test
  void whatCannotBeWrittenIsToldWithItsPlace() {
    assertThatThrownBy(() -> add(writer("o.jsonl"), "text"))
        .hasMessageContaining("partition 1, offset 7 is no JSON")
        .hasMessageContaining(".bin");
    assertThatThrownBy(() -> add(writer("o.txt"), "two\nlines"))
        .hasMessageContaining("partition 1, offset 7 has several lines");
    assertThatThrownBy(() -> writer("o.bin", "$.email")).hasMessageContaining("fields of JSON");
    assertThatThrownBy(() -> writer("o.jsonl").finished("orders"))
        .hasMessageContaining("topic orders holds no record");
    SampleWriter writer = writer("o.jsonl", "$.mail");
    add(writer, "{\"email\":1}");
    assertThatThrownBy(() -> writer.finished("t"))
        .hasMessageContaining("none of the records has $.mail");
  }

  @Test
  void whatIsToBeMaskedAndMayStandElsewhereIsRefused() {
    assertThatThrownBy(() -> add(writer("o.jsonl", "$.e"), "{\"e\":\"a@x.org\",\"e\":\"b@x.org\"}"))
        .hasMessageContaining("partition 1, offset 7")
        .hasMessageContaining("Duplicate field 'e'");
    for (String other : new String[] {"[{\"number\":4711}]", "\"4711\"", "4711"}) {
      assertThatThrownBy(() -> add(writer("o.jsonl", "$.card.number"), "{\"card\":" + other + "}"))
          .as(other)
          .hasMessageContaining("partition 1, offset 7: $.card is no object")
          .hasMessageContaining("$.card.number");
    }
    assertThatThrownBy(() -> add(writer("o.jsonl", "$.a[0].n"), "{\"a\":{\"n\":4711}}"))
        .hasMessageContaining("$.a is no array");
    assertThatThrownBy(() -> add(writer("o.jsonl", "$.a[0].n"), "{\"a\":[4711]}"))
        .hasMessageContaining("$.a[0] is no object");
    SampleWriter writer = writer("o.jsonl", "$.card.number");
    for (String without : new String[] {"{}", "{\"card\":null}", "{\"card\":{}}"}) {
      add(writer, without);
    }
    assertThat(writer.records()).isEqualTo(3);
  }

  @Test
  void anyBytesAreWrittenBehindTheirNumber() {
    SampleWriter writer = writer("o.bin");
    add(writer, "a\n");
    assertThat(writer.finished("t")).containsExactly(0, 0, 0, 2, 'a', '\n');
  }

  @Test
  void recordsOfCsvGetALineOfNames() {
    SampleWriter writer = writer("o.csv");
    add(writer, "A;\"x\ny\";1");
    add(writer, "B;z;2");
    assertThat(new String(writer.finished("t"), UTF_8))
        .isEqualTo("c1;c2;c3\nA;\"x\ny\";1\nB;z;2\n");
    assertThatThrownBy(() -> add(writer, "C;z"))
        .hasMessageContaining("partition 1, offset 7 is no record of CSV in UTF-8 with 3 columns");
    assertThatThrownBy(() -> writer.add(null, new byte[] {'a', ';', -1, ';', 'c'}, "second"))
        .hasMessageContaining("no record of CSV in UTF-8");
  }
}
