package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.workload.OptionProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SampleTest {
  private static final long NOW = 1_750_000_000_000_000L;

  @TempDir Path folder;

  private Sample json(String... lines) throws IOException {
    return sample("$.customer", "$.id", "$.at", lines);
  }

  private Sample sample(
      @Nullable String key, @Nullable String id, @Nullable String time, String... lines)
      throws IOException {
    return read("orders.jsonl", key, id, time, String.join("\n", lines));
  }

  private Sample read(
      String file, @Nullable String key, @Nullable String id, @Nullable String time, String text)
      throws IOException {
    Path path = folder.resolve(file);
    Files.writeString(path, text);
    return Sample.read(new Sample.Said(path, "auto", path(key), path(id), path(time), null));
  }

  private static @Nullable FieldPath path(@Nullable String text) {
    return text == null ? null : FieldPath.of(text);
  }

  private static String value(Sample sample, long number, int generator, long micros) {
    return new String(sample.value(number, new UniqueId(generator, number, micros)), UTF_8);
  }

  @Test
  void aFieldIsFoundWhereItsPathLeads() {
    byte[] value =
        "{ \"a\" : { \"x\":[ 1, {\"b\":\"é\\\"q\"} ] }, \"n\": -2.50 ,\"z\":null}".getBytes(UTF_8);
    assertThat(JsonFields.findOnce(value, FieldPath.of("$.a.x[1].b")))
        .isEqualTo(new Field(Field.FieldKind.QUOTED, "é\"q", 24, 31));
    Field number = JsonFields.findOnce(value, FieldPath.of("$.n"));
    assertThat(number.text()).isEqualTo("-2.50");
    assertThat(new String(value, number.start(), number.end() - number.start(), UTF_8))
        .isEqualTo("-2.50");
    assertThat(JsonFields.findOnce(value, FieldPath.of("$.a.x[0]")).text()).isEqualTo("1");
    assertThat(JsonFields.findOnce(value, FieldPath.of("$.a")).kind())
        .isEqualTo(Field.FieldKind.NESTED);
    for (String absent : new String[] {"$.b", "$.a.y", "$.a.x[2]", "$.n.m", "$.z", "$.a[0]"}) {
      assertThat(JsonFields.findOnce(value, FieldPath.of(absent))).as(absent).isNull();
    }
    Field nested = JsonFields.findOnce(value, FieldPath.of("$.a.x[1]"));
    assertThat(new String(value, nested.start(), nested.end() - nested.start(), UTF_8))
        .isEqualTo("{\"b\":\"é\\\"q\"}");
    for (String twice :
        new String[] {
          "{'a':{'b':1},'a':{'b':1}}", "{'a':{'b':1,'b':2}}", "{'a':{'b':1}} x", "{'a':{'b':1}"
        }) {
      byte[] bytes = twice.replace('\'', '"').getBytes(UTF_8);
      assertThat(JsonFields.findOnce(bytes, FieldPath.of("$.a.b"))).as(twice).isNull();
    }
    byte[] odd = "{\"c\":NaN,\"c\":1,\"a\":{\"b\":1}}\n".getBytes(UTF_8);
    assertThat(JsonFields.findOnce(odd, FieldPath.of("$.a.b"))).isNotNull();
    assertThat(JsonFields.findOnce("no json".getBytes(UTF_8), FieldPath.of("$.a"))).isNull();
  }

  @Test
  void columnsMayBeNamedByNumbers() throws IOException {
    String text = "id,2023,2024\na,1,2\nb,3,4\n";
    assertThat(read("years.csv", "$.2024", "$.id", null, text).key(1))
        .isEqualTo("4".getBytes(UTF_8));
    assertThat(read("years.csv", null, null, null, text).rows()).isEqualTo(2);
    assertThat(read("years.csv", null, null, null, "2023,2024\n1,2\n").rows()).isEqualTo(1);
    SampleProposal years = SampleProposal.of(folder.resolve("years.csv"));
    assertThat(years.told().toString())
        .contains("taken for a record", "'2023' is a value", "remove columns");
    assertThat(years.layout().columns()).containsExactly("c1", "c2");
    read("named.csv", null, null, null, "id,sum\n1,2\n");
    assertThat(SampleProposal.of(folder.resolve("named.csv")).told()).isEmpty();
  }

  @Test
  void whatIsNoPathIsRefused() {
    for (String bad : new String[] {"customer", "$", "$.", "$.a..b", "$.a[", "$.a[x]", "", "$a"}) {
      assertThatThrownBy(() -> FieldPath.of(bad))
          .as(bad)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is no path to a field");
    }
  }

  @Test
  void idsAreMadeUniqueAndSayWhichRecordTheyAreOf() throws IOException {
    Sample sample =
        sample(
            null,
            "$.id",
            null,
            "{\"id\":\"A-1\",\"x\":1}",
            "{\"x\":2, \"id\" : 4711 }",
            "{\"id\":\"0042\"}",
            "{\"id\":\"123e4567-e89b-12d3-a456-426614174000\"}");
    assertThat(value(sample, 0, 1, NOW)).isEqualTo("{\"id\":\"A-1-1-0-h8bmwgc7b4\",\"x\":1}");
    assertThat(value(sample, 5, 2, NOW)).isEqualTo("{\"x\":2, \"id\" : 502 }");
    assertThat(value(sample, 6, 3, NOW)).isEqualTo("{\"id\":\"603\"}");
    assertThat(value(sample, 7, 3, NOW)).startsWith("{\"id\":\"00000000-0007-8003-8");
    for (int row = 0; row < 4; row++) {
      long number = row + 4_000_000L;
      Field id =
          sample
              .fields()
              .find(sample.value(number, new UniqueId(7, number, NOW + row)), FieldPath.of("$.id"));
      UniqueId read = UniqueId.read(id.text());
      assertThat(read.generator()).isEqualTo(7);
      assertThat(read.sequence()).isEqualTo(number);
      assertThat(read.intendedMicros()).isEqualTo(row == 1 || row == 2 ? 0 : NOW + row);
    }
    assertThat(UniqueId.read("A-1")).isNull();
    assertThatThrownBy(() -> value(sample, 0, 100, NOW)).hasMessageContaining("100 generators");
    assertThat(UniqueId.read("123e4567-e89b-12d3-a456-426614174000")).isNull();
  }

  @Test
  void timesAreMovedToNowAndStayAsFarOutOfOrder() throws IOException {
    Sample sample =
        sample(
            null,
            null,
            "$.at",
            "{\"at\":\"2020-01-01T00:00:10.500+02:00\"}",
            "{\"at\":\"2020-01-01T00:00:08.250+02:00\"}",
            "{\"at\":\"2020-01-01 00:00:20Z\"}");
    assertThat(value(sample, 0, 0, NOW)).isEqualTo("{\"at\":\"2025-06-15T17:06:40.000+02:00\"}");
    assertThat(value(sample, 1, 0, NOW)).isEqualTo("{\"at\":\"2025-06-15T17:06:37.750+02:00\"}");
    assertThat(value(sample, 2, 0, NOW)).isEqualTo("{\"at\":\"2025-06-15 15:06:40Z\"}");
    Sample numbers =
        sample(null, null, "$.at", "{\"at\":1577836800123}", "{\"at\":\"1577836800\"}");
    assertThat(value(numbers, 0, 0, NOW)).isEqualTo("{\"at\":1750000000000}");
    assertThat(value(numbers, 1, 0, NOW)).isEqualTo("{\"at\":\"1749999999\"}");
  }

  @Test
  void csvHasItsFieldsByHeaderAndKeepsItsQuotes() throws IOException {
    Sample sample =
        read(
            "orders.csv",
            "$.customer",
            "$.id",
            null,
            "id,customer,note\r\nA-1,\"Smith, \"\"J\"\"\",x\r\n\"A-2\",Doe,y\r\n");
    assertThat(sample.rows()).isEqualTo(2);
    assertThat(new String(sample.key(0), UTF_8)).isEqualTo("Smith, \"J\"");
    assertThat(value(sample, 0, 0, 0)).isEqualTo("A-1-0-0-0,\"Smith, \"\"J\"\"\",x");
    assertThat(value(sample, 1, 0, 0)).isEqualTo("\"A-2-0-1-0\",Doe,y");
    assertThat(sample.field(1, FieldPath.of("$[2]")).text()).isEqualTo("y");
  }

  @Test
  void aColumnMayHaveDotsInItsName() throws IOException {
    Sample sample =
        read(
            "o.csv",
            "$.customer.name",
            "$.items[0].sku",
            null,
            "customer.name,items[0].sku\na,1\n");
    assertThat(new String(sample.key(0), UTF_8)).isEqualTo("a");
    assertThat(sample.id(0)).isEqualTo("1");
    assertThat(sample.fields().findInOutput("b,2".getBytes(UTF_8), FieldPath.of("$.customer.name")))
        .extracting(Field::text)
        .isEqualTo("b");
    refused(
        () -> read("o.csv", "$.customer.name", null, null, "customer,name\na,b\n"),
        "key",
        "$.customer.name is missing in 1 of 1 records");
  }

  @Test
  void linesBytesAndFoldersAreReadAsTheyAre() throws IOException {
    Sample lines = read("a.txt", null, null, null, "one\r\n\ntwo\n");
    assertThat(lines.rows()).isEqualTo(3);
    assertThat(value(lines, 5, 0, NOW)).isEqualTo("two");
    Path counted = folder.resolve("a.bin");
    Files.write(
        counted, ByteBuffer.allocate(13).putInt(1).put((byte) 7).putInt(4).putInt(9).array());
    Sample bytes = Sample.read(new Sample.Said(counted, "auto", null, null, null, null));
    assertThat(bytes.value(0, new UniqueId(0, 0, 0))).containsExactly(7);
    assertThat(bytes.value(1, new UniqueId(0, 1, 0))).containsExactly(0, 0, 0, 9);

    Path many = Files.createDirectory(folder.resolve("many"));
    Files.writeString(many.resolve("2.jsonl"), "{\"id\":3}\n");
    Files.writeString(many.resolve("1.jsonl"), "{\"id\":1}\n\n{\"id\":2}");
    Sample all = Sample.read(new Sample.Said(many, "auto", FieldPath.of("$.id"), null, null, null));
    assertThat(all.rows()).isEqualTo(3);
    assertThat(new String(all.key(2), UTF_8)).isEqualTo("3");
    String hash = Sample.hash(many);
    Files.writeString(many.resolve("2.jsonl"), "{\"id\":4}\n");
    assertThat(Sample.hash(many)).isNotEqualTo(hash);
  }

  @Test
  void recordsFollowOneAnotherAsTheyCame() throws IOException {
    Path file = folder.resolve("p.jsonl");
    Files.writeString(
        file, "{\"t\":1700000000}\n{\"t\":1700000000}\n{\"t\":1700000009}\n{\"t\":1700000006}\n");
    Sample sample =
        Sample.read(new Sample.Said(file, "auto", null, null, null, FieldPath.of("$.t")));
    assertThat(new double[] {sample.turn(0), sample.turn(1), sample.turn(2), sample.turn(3)})
        .containsExactly(0, 0, 3, 3);
    assertThat(sample.turn(4)).isEqualTo(4);
    assertThat(sample.turn(7)).isEqualTo(7);
    Files.writeString(file, "{\"t\":1700000000}\n{\"t\":1700000000}\n");
    refused(
        () -> Sample.read(new Sample.Said(file, "auto", null, null, null, FieldPath.of("$.t"))),
        "pace",
        "the same in all records");
  }

  @Test
  void aMarkOfUtf8IsNoPartOfTheFirstLine() throws IOException {
    assertThat(json("\uFEFF{\"customer\":1,\"id\":2,\"at\":1700000000}").rows()).isEqualTo(1);
    Sample csv = read("o.csv", "$.id", null, null, "\uFEFFid,n\nA,1\n");
    assertThat(new String(csv.key(0), UTF_8)).isEqualTo("A");
    assertThat(value(read("o.txt", null, null, null, "\uFEFFone\n"), 0, 0, 0)).isEqualTo("one");
    assertThat(value(read("p.txt", null, null, null, "\uFEFF\none\n"), 1, 0, 0)).isEqualTo("one");
    Path counted = folder.resolve("m.bin");
    Files.write(counted, ByteBuffer.allocate(7).putInt(3).put("\uFEFF".getBytes(UTF_8)).array());
    Sample bytes = Sample.read(new Sample.Said(counted, "auto", null, null, null, null));
    assertThat(bytes.value(0, new UniqueId(0, 0, 0))).hasSize(3);
  }

  private static SampleLayout layout(
      String separator, List<String> columns, String charset, String starts, boolean skips) {
    return new SampleLayout("auto", separator, columns, charset, starts, skips);
  }

  private Sample read(String file, SampleLayout layout, List<String> ids, byte[] text)
      throws IOException {
    Path path = folder.resolve(file);
    Files.write(path, text);
    List<FieldPath> paths = ids.stream().map(FieldPath::of).toList();
    return Sample.read(new Sample.Said(path, layout, null, null, paths, null, null, null));
  }

  @Test
  void aCellMayHaveLinesAndItsRecordIsTheBytesOfTheFile() throws IOException {
    String first = "1;\"a;\r\n\r\n\"\"b\"\"\";ü";
    Sample sample =
        read(
            "o.csv",
            SampleLayout.of("auto"),
            List.of("$.id"),
            ("id;note;x\r\n" + first + "\r\n\r\n2;;\"\"\r\n").getBytes(UTF_8));
    assertThat(sample.rows()).isEqualTo(2);
    assertThat(sample.lines()).isFalse();
    assertThat(sample.found()).isEqualTo(" (columns separated by ;)");
    assertThat(sample.field(0, FieldPath.of("$.note")).text()).isEqualTo("a;\r\n\r\n\"b\"");
    assertThat(value(sample, 0, 0, 0)).isEqualTo("0" + first.substring(1));
    assertThat(sample.place(1)).isEqualTo("o.csv, line 6");
    refused(
        () -> read("q.csv", "$.a", null, null, "a,b\n\"x\"y,2\n\"z,3\n4,5\n6\n"),
        "from",
        "q.csv, line 2: more follows the closing quote of a column\n",
        "q.csv, line 3: a quote is not closed\n",
        "q.csv, line 5: 1 columns, and the header has 2",
        "skip: broken");
  }

  @Test
  void whatIsNotUtf8IsToldAndNeverSentOtherwise() throws IOException {
    byte[] latin = "id,city\n1,Zürich\n2,Bern\n".getBytes(ISO_8859_1);
    SampleLayout plain = SampleLayout.of("auto");
    refused(
        () -> read("l.csv", plain, List.of(), latin),
        "from",
        "l.csv, line 2: not in UTF-8: byte FC behind '1,Z'",
        "charset: latin1");
    refused(
        () -> read("l.jsonl", plain, List.of(), "{\"city\":\"Zürich\"}".getBytes(ISO_8859_1)),
        "from",
        "l.jsonl, line 1: not in UTF-8");
    Sample told = read("l.csv", layout("auto", List.of(), "latin1", "", false), List.of(), latin);
    assertThat(value(told, 0, 0, 0)).isEqualTo("1,Zürich");
    Sample left = read("l.csv", layout("auto", List.of(), "utf-8", "", true), List.of(), latin);
    assertThat(left.rows()).isEqualTo(1);
    assertThat(left.found()).endsWith(", 1 broken left out");
    refused(
        () ->
            read(
                "l.csv", layout("auto", List.of(), "utf-16", "", false), List.of(), new byte[] {1}),
        "charset",
        "is not in utf-16");
  }

  @Test
  void columnsMayBeNamedWhereNoLineDoes() throws IOException {
    Sample sample =
        read(
            "n.csv",
            layout("|", List.of("id", "log.level"), "utf-8", "", false),
            List.of("$.id"),
            "1|info\n2|warn\n".getBytes(UTF_8));
    assertThat(sample.rows()).isEqualTo(2);
    assertThat(sample.field(1, FieldPath.of("$['log.level']")).text()).isEqualTo("warn");
    refused(
        () ->
            read(
                "n.jsonl",
                layout("|", List.of(), "utf-8", "", false),
                List.of(),
                "{}".getBytes(UTF_8)),
        "separator",
        "separator is of csv, and n.jsonl is json");
  }

  @Test
  void whatIsBrokenIsToldTogetherOrLeftOut() throws IOException {
    StringBuilder text = new StringBuilder("{\"id\":1,\"k\":\"a\"}\n{\"id\":2}\n");
    for (int i = 0; i < 12; i++) {
      text.append("x").append(i).append('\n');
    }
    byte[] bytes = text.toString().getBytes(UTF_8);
    refused(
        () -> read("b.jsonl", SampleLayout.of("auto"), List.of(), bytes),
        "from",
        "b.jsonl, line 3: no JSON",
        "b.jsonl, line 12: no JSON",
        "and 2 more");
    Path file = folder.resolve("b.jsonl");
    SampleLayout skipping = layout("auto", List.of(), "utf-8", "", true);
    Sample sample =
        Sample.read(
            new Sample.Said(
                file, skipping, null, FieldPath.of("$.k"), List.of(), null, null, null));
    assertThat(sample.rows()).isEqualTo(1);
    assertThat(sample.keys()).containsExactly("a");
    assertThat(sample.found()).isEqualTo(", 13 broken left out");
    refused(
        () ->
            read("r.jsonl", skipping, List.of("$.id"), "{\"id\":1}\n{\"id\":1}\n".getBytes(UTF_8)),
        "id",
        "r.jsonl, line 2: $.id is 1, as in r.jsonl, line 1");
  }

  @Test
  void aRecordOfALogMayHaveLines() throws IOException {
    String log = "2024-01 a\n at x\n\nCaused by\n2024-02 b\n";
    Sample sample =
        read(
            "a.log",
            layout("auto", List.of(), "utf-8", "^\\d{4}-", false),
            List.of(),
            log.getBytes(UTF_8));
    assertThat(sample.rows()).isEqualTo(2);
    assertThat(value(sample, 0, 0, 0)).isEqualTo("2024-01 a\n at x\n\nCaused by");
    assertThat(sample.place(1)).isEqualTo("a.log, line 5");
    refused(
        () ->
            read(
                "a.log",
                layout("auto", List.of(), "utf-8", "^\\d{4}-", false),
                List.of(),
                (" at y\n" + log).getBytes(UTF_8)),
        "from",
        "a.log, line 1: no record has begun");
    refused(
        () -> read("a.log", layout("auto", List.of(), "utf-8", "[", false), List.of(), new byte[9]),
        "starts",
        "'[' is no pattern");
  }

  @Test
  void idsSurviveCaseAndStayNumbers() throws IOException {
    Sample sample =
        read(
            "i.jsonl",
            SampleLayout.of("auto"),
            List.of("$.id"),
            """
            {"id":1212092628029698048}
            {"id":"1212092628029698049"}
            {"id":"Straße-1"}
            {"id":"18446744073709551615"}
            {"id":"123E4567-e89b-12d3-a456-426614174000"}
            {"id":"00f067aa0ba902b7"}
            {"id":"5B8EFFF798038103D269B633813FC60C"}
            """
                .getBytes(UTF_8));
    assertThat(value(sample, 7, 7, NOW)).isEqualTo("{\"id\":707}");
    assertThat(value(sample, 8, 7, NOW)).isEqualTo("{\"id\":\"807\"}");
    assertThat(value(sample, 10, 7, NOW)).isEqualTo("{\"id\":\"1007\"}");
    assertThat(value(sample, 12, 7, NOW)).matches("\\{\"id\":\"[0-9a-f]{16}\"}");
    assertThat(value(sample, 13, 7, NOW)).matches("\\{\"id\":\"[0-9a-f]{32}\"}");
    assertThat(sample.ofId(sample.id(13, new UniqueId(7, 13, NOW))).intendedMicros())
        .isEqualTo(NOW);
    for (long number = 7; number < 14; number++) {
      String id = sample.id(number, new UniqueId(7, number, NOW));
      for (String its : List.of(id, id.toUpperCase(ROOT), id.toLowerCase(ROOT))) {
        assertThat(sample.ofId(its)).as(its).isNotNull();
        assertThat(sample.ofId(its).sequence()).as(its).isEqualTo(number);
      }
    }
    assertThat(sample.ofId("Strasse-2-7-7-h8bmwgc7b4")).as("another record's").isNull();
  }

  @Test
  void severalFieldsMayBeTheId() throws IOException {
    Sample sample =
        read(
            "t.csv",
            SampleLayout.of("auto"),
            List.of("$.trip", "$.stop"),
            "trip,stop,at\nA,1,x\nA,2,y\nB,1,z\n".getBytes(UTF_8));
    assertThat(value(sample, 3, 0, NOW)).isEqualTo("A-0-2-0,1,x");
    assertThat(value(sample, 4, 0, NOW)).as("of the same trip").isEqualTo("A-0-2-0,2,y");
    assertThat(value(sample, 5, 0, NOW)).isEqualTo("B-0-3-0,1,z");
    for (long number = 0; number < 9; number++) {
      String[] columns = value(sample, number, 3, NOW).split(",", -1);
      UniqueId id = sample.ofId(List.of(columns[0].toUpperCase(ROOT), columns[1]));
      assertThat(id.sequence()).isEqualTo(number);
      assertThat(id.generator()).isEqualTo(3);
    }
    assertThat(sample.ofId(List.of("B-0-3-0", "2"))).isNull();
    assertThat(sample.ofId(List.of("A-0-3-0", "1"))).isNull();
    assertThat(sample.idsTellTimes()).isFalse();
    refused(
        () ->
            read(
                "t.csv",
                SampleLayout.of("auto"),
                List.of("$.trip", "$.stop"),
                "trip,stop\nA,1\nB,1\nA,1\n".getBytes(UTF_8)),
        "id",
        "t.csv, line 4: $.trip, $.stop is A, 1, as in t.csv, line 2");
  }

  @Test
  void timesAreWrittenAsTheyWere() throws IOException {
    String form = "dd.MM.yyyy HH:mm in Europe/Berlin";
    for (String[] row :
        new String[][] {
          {"1577836800.25", "1750000000.00", ""},
          {"11/21/2018 07:20:05 PM", "06/15/2025 03:06:40 PM", ""},
          {"1/2/2018 7:20 AM", "6/15/2025 3:06 PM", ""},
          {"03.12.2024 14:05", "15.06.2025 17:06", form},
          {"05/May/2024:10:00:01 +0200", "15/Jun/2025:17:06:40 +0200", "dd/MMM/yyyy:HH:mm:ss Z"},
          {"2024-05-05", "2025-06-15", "yyyy-MM-dd"},
        }) {
      EventTime time =
          EventTime.of(
              new Field(Field.FieldKind.QUOTED, row[0], 0, 0),
              row[2].isEmpty() ? null : TimeForm.of(row[2]));
      assertThat(time).as(row[0]).isNotNull();
      assertThat(time.written(NOW)).isEqualTo(row[1]);
      assertThat(time.written(time.micros())).isEqualTo(row[0]);
    }
    assertThat(EventTime.of(new Field(Field.FieldKind.QUOTED, "21/11/2018 07:20:05 PM", 0, 0)))
        .isNull();
    assertThatThrownBy(() -> TimeForm.of("dd.MM.yyyy in Mars"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("names no zone");
    assertThatThrownBy(() -> TimeForm.of("yyyy-bb"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no pattern of a date");
  }

  @Test
  void aPathMayNameAMemberWithDots() {
    byte[] value = "{\"log.level\":\"warn\",\"labels\":{\"a/b.c\":{\"x\":7}}}".getBytes(UTF_8);
    assertThat(JsonFields.findOnce(value, FieldPath.of("$['log.level']")).text()).isEqualTo("warn");
    assertThat(JsonFields.findOnce(value, FieldPath.of("$.labels[\"a/b.c\"].x")).text())
        .isEqualTo("7");
    assertThat(FieldPath.of("$['labels']['a/b.c']").text()).isEqualTo("$.labels['a/b.c']");
    assertThat(
            RecordCondition.of("$['log.level'] == warn")
                .holds(
                    JsonFields.findOnce(
                        value, RecordCondition.of("$['log.level'] == warn").path())))
        .isTrue();
    assertThat(RecordCondition.of("$['a == b'] is missing").path())
        .isEqualTo(FieldPath.of("$['a == b']"));
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable reading,
      String option,
      String... words) {
    assertThatThrownBy(reading)
        .isInstanceOfSatisfying(
            OptionProblem.class,
            problem -> {
              assertThat(problem.option()).isEqualTo(option);
              assertThat(problem.problem() + " " + problem.remedy()).contains(words);
            });
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatIsNoFileAndHasNoEndIsRefused() {
    refused(
        () -> SampleFiles.read(Path.of("/dev/zero"), SampleLayout.of("lines")),
        "from",
        "/dev/zero is no ordinary file",
        "into a file first");
  }

  @Test
  void aFieldThatIsMissingInSomeRecordsIsToldWithTheFirst() {
    refused(
        () -> sample("$.customer", null, null, "{\"customer\":1}", "{\"x\":1}", "{\"y\":1}"),
        "key",
        "$.customer is missing in 2 of 3 records, first in orders.jsonl, line 2",
        "the first record: $.customer");
  }

  @Test
  void anIdThatRepeatsIsToldWithBothLines() {
    refused(
        () -> sample(null, "$.id", null, "{\"id\":\"A\"}", "", "{\"id\":\"B\"}", "{\"id\":\"A\"}"),
        "id",
        "orders.jsonl, line 4: $.id is A, as in orders.jsonl, line 1");
    refused(() -> sample(null, "$.id", null, "{\"id\":1.5}"), "id", "line 1: $.id is 1.5, no id");
    refused(() -> sample(null, "$.id", null, "{\"id\":[1]}"), "id", "is an object or array, no id");
  }

  @Test
  void whatDoesNotParseIsToldWithItsLine() {
    refused(
        () -> json("{\"id\":1}", "{\"id\":2"), "from", "orders.jsonl, line 2: no JSON: ", "column");
    refused(() -> json("[{\"id\":1}]"), "from", "line 1: an array", "jq -c");
    refused(
        () -> json("{\"id\":1}", "{\"a\":{\"id\":1,\"id\":2}}"),
        "from",
        "orders.jsonl, line 2: no JSON: ",
        "Duplicate field 'id'");
    refused(() -> json("{} {}"), "from", "more than one JSON object");
    refused(() -> json(""), "from", "orders.jsonl is empty");
    refused(() -> json("\n\n"), "from", "holds no record");
    refused(
        () -> read("o.csv", null, null, null, "a,b\n1,2\n1\n"),
        "from",
        "o.csv, line 3: 1 columns, and the header has 2");
    refused(
        () -> read("o.csv", "$.sensor", null, null, "temp,5\ntemp,9\n"),
        "key",
        "$.sensor names no column: o.csv, line 1: ",
        "looks like a record: '5' is a number",
        "columns: [id, amount], or put a line");
    refused(
        () -> read("o.csv", null, null, null, "a,b\n1,\"2\n"),
        "from",
        "o.csv, line 2: a quote is not closed");
    refused(() -> read("o.csv", null, null, null, "a,b\n"), "from", "holds no record");
    refused(
        () -> read("o.txt", "$.key", null, null, "text"),
        "key",
        "$.key is missing in 1 of 1 records",
        "have no fields");
    refused(
        () -> sample(null, null, "$.at", "{\"at\":\"yesterday\"}"),
        "time",
        "line 1: $.at is yesterday, no time");
    Path counted = folder.resolve("a.bin");
    refused(
        () -> {
          Files.write(counted, new byte[] {0, 0, 0, 9, 1});
          Sample.read(new Sample.Said(counted, "auto", null, null, null, null));
        },
        "from",
        "a.bin, record 1: its length is 9, and 1 bytes are left");
  }
}
