package dev.rebound.oracle.sample;

import dev.rebound.workload.OptionProblem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the fields of all records, and what is wrong with them. */
final class SampleReading {
  private final Sample.Said said;
  private final Fields fields;
  private final Fields outer;
  private final List<SampleFiles.Raw> records;
  private final @Nullable String doubt;
  private final Map<String, String> ids = new HashMap<>();
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
    this.records = inner.records();
    this.doubt = files.doubt();
  }

  Sample sample() {
    requireAll("key", said.key());
    requireAll("id", said.id());
    requireAll("time", said.time());
    requireAll("pace", said.pace());
    List<Sample.Row> rows = new ArrayList<>(records.size());
    for (SampleFiles.Raw record : records) {
      rows.add(row(record));
    }
    return new Sample(fields, List.copyOf(rows), keys, turns());
  }

  /** Times as they are, but never before the one before; a round is one mean gap longer. */
  private double @Nullable [] turns() {
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
    EventTime time = EventTime.of(field);
    if (time == null) {
      throw wrong(
          option,
          path,
          record,
          field,
          "no time that is known here",
          "one such as 2026-03-01T12:00:00Z, or whole seconds or milliseconds since 1970");
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
    for (SampleFiles.Raw record : records) {
      if ((beside ? key(record) : find(record, path)) == null) {
        first = missing++ == 0 ? record.place : first;
      }
    }
    List<String> names =
        beside ? outer.names(records.get(0).whole) : fields.names(records.get(0).value);
    boolean named = names.stream().anyMatch(name -> path.text().equals("$." + name));
    if (missing == records.size() && doubt != null && !named) {
      throw new OptionProblem(
          option,
          path + " names no column: " + doubt,
          "Put a line of column names before it (id,amount), or name a column that it has.");
    }
    if (missing > 0) {
      throw new OptionProblem(
          option,
          "%s is missing in %s of %s records, first in %s"
              .formatted(path, missing, records.size(), first),
          names.isEmpty()
              ? "Records of this format have no fields: remove the key, or write format: json."
              : "Name a field that all have (the first record: %s), or take these records out."
                  .formatted(String.join(", ", names)));
    }
  }

  private Sample.Row row(SampleFiles.Raw record) {
    Field key = key(record);
    if (key != null && key.kind() == Field.FieldKind.NESTED) {
      throw wrong("key", said.key(), record, key, "no single value", "a text or a number");
    }
    Field time = find(record, said.time());
    EventTime at = said.time() == null ? null : time("time", said.time(), record);
    newest = at == null ? newest : Math.max(newest, at.micros());
    return new Sample.Row(
        record,
        key == null ? null : key.text(),
        said.value() == null ? key : null,
        key == null ? -1 : KeyHash.of(key.text().getBytes(StandardCharsets.UTF_8)),
        keyNumber(key),
        id(record),
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

  private @Nullable Field id(SampleFiles.Raw record) {
    Field id = find(record, said.id());
    if (id == null) {
      return null;
    }
    if (UniqueId.look(id) == null) {
      throw wrong("id", said.id(), record, id, "no id", "a text or a whole number");
    }
    String before = ids.putIfAbsent(id.text(), record.place);
    if (before != null) {
      throw new OptionProblem(
          "id",
          record.place + ": " + said.id() + " is " + id.text() + ", as in " + before,
          "Name a field that no two records have alike, or take repeated records out.");
    }
    return id;
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
