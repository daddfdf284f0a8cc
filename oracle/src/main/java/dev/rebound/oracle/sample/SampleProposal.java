package dev.rebound.oracle.sample;

import dev.rebound.workload.OptionProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a sample's records look like they are: a field whose values are all different is an id, one
 * of texts or whole numbers that repeat a key, one of dates a time. A guess, to be looked at.
 *
 * @param value the field with the value, where nothing but a key is beside it
 * @param key null if no field looks like one, and so with the others
 * @param doubt why the first line may be a record instead of column names; null if there is none
 */
public record SampleProposal(
    int records,
    @Nullable String value,
    @Nullable String key,
    @Nullable String id,
    @Nullable String time,
    @Nullable String doubt) {

  private static final FieldPath KEY = FieldPath.of("$.key");
  private static final FieldPath VALUE = FieldPath.of("$.value");

  /** A field that all records have. */
  private record Seen(String path, boolean id, boolean date, int different) {}

  /** Looks at a file or folder; an {@link OptionProblem} says what is wrong with it. */
  public static SampleProposal of(Path from) {
    SampleFiles files = SampleFiles.read(from, SampleFormat.BY_NAME);
    boolean beside = beside(files);
    InnerValues values =
        beside ? InnerValues.of(files, VALUE) : new InnerValues(files.records(), files.fields());
    List<SampleFiles.Raw> records = values.records();
    List<Seen> fields = new ArrayList<>();
    for (String name : values.fields().names(records.get(0).value)) {
      seen("$." + name, values.fields(), records).ifPresent(fields::add);
    }
    Optional<Seen> id =
        fields.stream()
            .filter(field -> field.id() && !field.date() && field.different() == records.size())
            .findFirst();
    Optional<Seen> key =
        fields.stream()
            .filter(field -> field.id() && !field.date())
            .filter(field -> field.different() > 1 && field.different() <= records.size() / 2)
            .max(Comparator.comparingInt(Seen::different));
    return new SampleProposal(
        records.size(),
        beside ? VALUE.text() : null,
        beside ? KEY.text() : key.map(Seen::path).orElse(null),
        records.size() > 1 ? id.map(Seen::path).orElse(null) : null,
        fields.stream().filter(Seen::date).map(Seen::path).findFirst().orElse(null),
        files.doubt());
  }

  /** True if each record is a key and a value, and nothing else. */
  private static boolean beside(SampleFiles files) {
    return files.fields().json()
        && files.records().stream()
            .allMatch(
                record ->
                    List.of("key", "value").equals(files.fields().names(record.value))
                        && files.fields().find(record.value, KEY) != null
                        && files.fields().find(record.value, VALUE) != null);
  }

  private static Optional<Seen> seen(String text, Fields fields, List<SampleFiles.Raw> records) {
    FieldPath path;
    try {
      path = FieldPath.of(text);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    Set<String> values = new HashSet<>();
    boolean id = true;
    boolean date = true;
    for (SampleFiles.Raw record : records) {
      Field field = fields.find(record.value, path);
      if (field == null || field.kind() == Field.FieldKind.NESTED) {
        return Optional.empty();
      }
      values.add(field.text());
      id &= UniqueId.look(field) != null;
      EventTime time = EventTime.of(field);
      date &= time != null && time.pattern() != null;
    }
    return Optional.of(new Seen(text, id, date, values.size()));
  }
}
