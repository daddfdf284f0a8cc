package dev.rebound.oracle.sample;

import dev.rebound.workload.OptionProblem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the fields of all records, and what is wrong with them. */
final class SampleReading {
  private final Sample.Said said;
  private final Fields fields;
  private final Fields outer;
  private final List<SampleFiles.Raw> records;
  private final @Nullable String doubt;
  private final BrokenRecords broken;
  private final ComposedIds composed = new ComposedIds();
  private final Map<String, Integer> keys = new LinkedHashMap<>();
  private long newest = Long.MIN_VALUE;

  SampleReading(Sample.Said said, SampleFiles files) {
    this.said = said;
    FieldPath value = said.value();
    InnerValues inner =
        value == null
            ? new InnerValues(files.records(), files.fields())
            : InnerValues.of(files, value);
    this.fields = inner.fields();
    this.outer = files.fields();
    this.records = new ArrayList<>(inner.records());
    this.doubt = files.doubt();
    this.broken = files.broken();
  }

  Sample sample() {
    requireAll("key", said.key());
    said.ids().forEach(id -> requireAll("id", id));
    requireAll("time", said.time());
    requireAll("pace", said.pace());
    List<Sample.Row> rows = new ArrayList<>(records.size());
    List<SampleFiles.Raw> sent = new ArrayList<>(records.size());
    for (SampleFiles.Raw record : records) {
      try {
        rows.add(row(record, rows.size()));
        sent.add(record);
      } catch (OptionProblem e) {
        broken.add(e);
      }
    }
    broken.require();
    if (rows.isEmpty()) {
      broken.requireSome();
    }
    if (!said.ids().isEmpty()) {
      requireDifferent(sent);
    }
    return new Sample(
        fields,
        List.copyOf(rows),
        keys,
        turns(sent),
        said.ids().size() > 1 ? composed : null,
        broken);
  }

  /** Times as they are, but never before the one before; a round is one mean gap longer. */
  private double @Nullable [] turns(List<SampleFiles.Raw> records) {
    if (said.pace() == null) {
      return null;
    }
    long[] micros = new long[records.size()];
    for (int row = 0; row < micros.length; row++) {
      long its = time("pace", said.pace(), records.get(row)).micros();
      micros[row] = row == 0 ? its : Math.max(micros[row - 1], its);
    }
    long length = micros[micros.length - 1] - micros[0];
    if (length == 0) {
      throw new OptionProblem(
          "pace",
          said.pace() + " is the same in all records: they have no pace",
          "Remove pace, or name another field.");
    }
    double[] turns = new double[micros.length];
    for (int row = 0; row < turns.length; row++) {
      turns[row] = (double) (micros[row] - micros[0]) / length * (turns.length - 1);
    }
    return turns;
  }

  private EventTime time(String option, FieldPath path, SampleFiles.Raw record) {
    Field field = Objects.requireNonNull(fields.find(record.value, path));
    EventTime time = EventTime.of(field, said.timeForm());
    if (time == null) {
      throw wrong(
          option,
          path,
          record,
          field,
          said.timeForm() == null ? "no time that is known here" : "no time as time-format says",
          "one such as 2026-03-01T12:00:00Z, or seconds or milliseconds since 1970; or say how it is"
              + " written: time-format: dd.MM.yyyy HH:mm in Europe/Berlin");
    }
    return time;
  }

  private void requireAll(String option, @Nullable FieldPath path) {
    if (path == null) {
      return;
    }
    long missing = 0;
    String first = "";
    boolean beside = option.equals("key");
    Set<SampleFiles.Raw> without = new LinkedHashSet<>();
    for (SampleFiles.Raw record : records) {
      if ((beside ? key(record) : find(record, path)) == null) {
        first = missing++ == 0 ? record.place : first;
        without.add(record);
      }
    }
    List<String> names =
        beside ? outer.paths(records.get(0).whole) : fields.paths(records.get(0).value);
    boolean named = names.contains(path.text());
    if (broken.skipped() && missing < records.size()) {
      without.forEach(its -> broken.add(option, its.place + ": " + path + " is missing", ""));
      records.removeIf(without::contains);
      return;
    }
    if (missing == records.size() && doubt != null && !named) {
      throw new OptionProblem(
          option,
          path + " names no column: " + doubt,
          "Name the columns: columns: [id, amount], or put a line with their names before it.");
    }
    if (missing > 0) {
      throw new OptionProblem(
          option,
          "%s is missing in %s of %s records, first in %s"
              .formatted(path, missing, records.size(), first),
          names.isEmpty()
              ? "Records of this format have no fields: remove the key, or write format: json."
              : "Name a field that all have (the first record: %s), take these records out%s."
                  .formatted(
                      String.join(", ", names), broken.skipped() ? "" : ", or write skip: broken"));
    }
  }

  private Sample.Row row(SampleFiles.Raw record, int number) {
    Field key = key(record);
    if (key != null && key.kind() == Field.FieldKind.NESTED) {
      throw wrong("key", said.key(), record, key, "no single value", "a text or a number");
    }
    Field time = find(record, said.time());
    EventTime at = said.time() == null ? null : time("time", said.time(), record);
    if (said.pace() != null) {
      var unused = time("pace", said.pace(), record);
    }
    Field id = id(record);
    newest = at == null ? newest : Math.max(newest, at.micros());
    return new Sample.Row(
        record,
        key == null ? null : key.text(),
        said.value() == null ? key : null,
        key == null ? -1 : KeyHash.of(key.text().getBytes(StandardCharsets.UTF_8)),
        keyNumber(key),
        id,
        id != null && said.ids().size() > 1 ? composed.first(id.text()) : number,
        time,
        at,
        at == null ? 0 : newest - at.micros());
  }

  private int keyNumber(@Nullable Field key) {
    if (key == null) {
      return -1;
    }
    Integer before = keys.putIfAbsent(key.text(), keys.size());
    return before == null ? keys.size() - 1 : before;
  }

  /** The key is looked for beside the value, where that is a field. */
  private @Nullable Field key(SampleFiles.Raw record) {
    FieldPath path = said.key();
    return path == null ? null : outer.find(record.whole, path);
  }

  private @Nullable Field find(SampleFiles.Raw record, @Nullable FieldPath path) {
    return path == null ? null : fields.find(record.value, path);
  }

  /** The field that is made unique; null for records without an id. */
  private @Nullable Field id(SampleFiles.Raw record) {
    Field first = null;
    for (FieldPath path : said.ids()) {
      Field field = Objects.requireNonNull(find(record, path));
      boolean its = first == null ? UniqueId.look(field) != null : isSingle(field);
      if (!its) {
        throw wrong("id", path, record, field, "no id", "a text or a whole number");
      }
      first = first == null ? field : first;
    }
    return first;
  }

  private static boolean isSingle(Field field) {
    return field.kind() != Field.FieldKind.NESTED;
  }

  /** Which of two that are alike is wrong nobody knows: they are never left out. */
  private void requireDifferent(List<SampleFiles.Raw> sent) {
    BrokenRecords alike = BrokenRecords.kept();
    for (int row = 0; row < sent.size(); row++) {
      SampleFiles.Raw record = sent.get(row);
      List<String> texts = new ArrayList<>();
      for (FieldPath path : said.ids()) {
        texts.add(Objects.requireNonNull(find(record, path)).text());
      }
      int other = composed.add(texts, row);
      if (other >= 0) {
        alike.add(
            "id",
            "%s: %s is %s, as in %s"
                .formatted(
                    record.place,
                    String.join(", ", said.ids().stream().map(FieldPath::text).toList()),
                    String.join(", ", texts),
                    sent.get(other).place),
            "Name a field that no two records have alike (or several, id: [$.trip, $.stop]), or take"
                + " repeated records out.");
      }
    }
    alike.require();
  }

  private static OptionProblem wrong(
      String option,
      @Nullable FieldPath path,
      SampleFiles.Raw record,
      Field field,
      String what,
      String instead) {
    String text = field.kind() == Field.FieldKind.NESTED ? "an object or array" : field.text();
    return new OptionProblem(
        option,
        record.place + ": " + path + " is " + text + ", " + what,
        "Name a field that holds " + instead + ".");
  }
}
