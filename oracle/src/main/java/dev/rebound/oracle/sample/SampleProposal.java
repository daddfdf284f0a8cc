package dev.rebound.oracle.sample;

import dev.rebound.workload.OptionProblem;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a sample's records look like they are: a field whose values are all different is an id, or
 * two fields that are all different together; one of texts or whole numbers that repeat a key, one
 * of dates a time. A guess, to be looked at.
 *
 * @param layout how they lie in their files
 * @param value the field with the value, where nothing but a key is beside it
 * @param key null if no field looks like one
 * @param ids empty if no fields look like one
 * @param time null if no field looks like one
 * @param timeFormat how it is written; null where that is known without a word
 * @param told what was found out or guessed of the files, in sentences
 */
public record SampleProposal(
    int records,
    SampleLayout layout,
    @Nullable String value,
    @Nullable String key,
    List<String> ids,
    @Nullable String time,
    @Nullable String timeFormat,
    List<String> told) {

  private static final FieldPath KEY = FieldPath.of("$.key");
  private static final FieldPath VALUE = FieldPath.of("$.value");

  /** So many fields are tried two by two. */
  private static final int PAIRED_MAX = 12;

  private static final Pattern NAMED_ID =
      Pattern.compile("(?i).*(id|uuid|guid|key|number|nr|no)\\W*");

  /** A number within what another field names. */
  private static final Pattern NAMED_PLACE =
      Pattern.compile("(?i).*(seq|sequence|line|item|position|index|offset|number|nr|no)\\W*");

  private static final Pattern NAMED_TIME =
      Pattern.compile("(?i).*(time|date|stamp|created|updated|epoch|_at\\W*$|[._']ts(_|\\W|$)).*");

  /** Dates that are written otherwise than what is known; of those that fit, there must be one. */
  private static final List<String> TIME_FORMATS =
      List.of(
          "MM/dd/yyyy HH:mm:ss",
          "dd/MM/yyyy HH:mm:ss",
          "MM/dd/yyyy HH:mm",
          "dd/MM/yyyy HH:mm",
          "dd.MM.yyyy HH:mm:ss",
          "dd.MM.yyyy HH:mm",
          "yyyy/MM/dd HH:mm:ss",
          "yyyy-MM-dd HH:mm:ss Z",
          "dd/MMM/yyyy:HH:mm:ss Z",
          "EEE MMM dd HH:mm:ss Z yyyy",
          "EEE, dd MMM yyyy HH:mm:ss z");

  /** Copies the lists. */
  public SampleProposal {
    ids = List.copyOf(ids);
    told = List.copyOf(told);
  }

  /**
   * A field that all records have.
   *
   * @param texts of all records, in their order
   * @param formats that all of them are written in, if they are dates that must be told how
   */
  private record Seen(
      String path, boolean id, boolean date, List<String> formats, List<String> texts) {
    int different() {
      return new HashSet<>(texts).size();
    }

    boolean isTime() {
      return date || !formats.isEmpty();
    }

    boolean isNamed(Pattern pattern) {
      return pattern.matcher(path).matches();
    }
  }

  /** Looks at a file or folder; an {@link OptionProblem} says what is wrong with it. */
  public static SampleProposal of(Path from) {
    LayoutGuess guess = LayoutGuess.of(from);
    SampleFiles files = SampleFiles.read(from, guess.layout());
    List<String> told = new ArrayList<>(guess.told());
    SampleLayout layout = guess.layout().skipping(files.broken().count() > 0);
    if (files.broken().count() > files.records().size()) {
      throw new OptionProblem(
          SampleFiles.FROM,
          "most of it is broken: " + files.broken().words(),
          "Name the format that it has, or correct it.");
    }
    if (files.broken().count() > 0) {
      told.add(files.broken().count() + " broken: " + files.broken().words());
    }
    boolean beside = beside(files);
    InnerValues values =
        beside ? InnerValues.of(files, VALUE) : new InnerValues(files.records(), files.fields());
    List<SampleFiles.Raw> records = values.records();
    List<Seen> fields = new ArrayList<>();
    for (String path : values.fields().paths(records.get(0).value)) {
      seen(path, values.fields(), records).ifPresent(fields::add);
    }
    List<Seen> named = fields.stream().filter(field -> field.id() && !field.isTime()).toList();
    Optional<Seen> key =
        named.stream()
            .filter(field -> field.different() > 1 && field.different() <= records.size() / 2)
            .max(Comparator.comparingInt(Seen::different));
    Optional<Seen> time = time(fields);
    time.filter(its -> its.formats().size() > 1)
        .ifPresent(
            its ->
                told.add(
                    its.path()
                        + " is a time, and nobody can tell how it is written: time-format: "
                        + String.join(", or ", its.formats())));
    boolean known = time.isPresent() && time.get().formats().size() <= 1;
    return new SampleProposal(
        records.size(),
        layout,
        beside ? VALUE.text() : null,
        beside ? KEY.text() : key.map(Seen::path).orElse(null),
        records.size() > 1 ? ids(named, records.size()) : List.of(),
        known ? time.get().path() : null,
        known && !time.get().formats().isEmpty() ? time.get().formats().get(0) : null,
        told);
  }

  private static Optional<Seen> time(List<Seen> fields) {
    return fields.stream()
        .filter(Seen::isTime)
        .min(Comparator.comparing(field -> field.formats().size() > 1));
  }

  private static List<String> ids(List<Seen> fields, int records) {
    List<Seen> all = fields.stream().filter(field -> field.different() == records).toList();
    Optional<Seen> one =
        all.stream()
            .filter(field -> field.isNamed(NAMED_ID))
            .findFirst()
            .or(() -> all.stream().findFirst());
    if (one.isPresent()) {
      return List.of(one.get().path());
    }
    List<Seen> tried = fields.subList(0, Math.min(PAIRED_MAX, fields.size()));
    List<List<Seen>> pairs = new ArrayList<>();
    for (int i = 0; i < tried.size(); i++) {
      for (Seen second : tried.subList(i + 1, tried.size())) {
        if (differ(tried.get(i), second)) {
          pairs.add(List.of(tried.get(i), second));
        }
      }
    }
    return pairs.stream()
        .min(
            Comparator.comparing((List<Seen> pair) -> !pair.get(1).isNamed(NAMED_PLACE))
                .thenComparing(pair -> pair.get(1).different()))
        .map(pair -> pair.stream().map(Seen::path).toList())
        .orElse(List.of());
  }

  private static boolean differ(Seen first, Seen second) {
    Set<List<String>> both = new HashSet<>();
    for (int row = 0; row < first.texts().size(); row++) {
      if (!both.add(List.of(first.texts().get(row), second.texts().get(row)))) {
        return false;
      }
    }
    return true;
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
    List<String> texts = new ArrayList<>(records.size());
    List<String> formats = TIME_FORMATS;
    boolean id = true;
    boolean date = true;
    for (SampleFiles.Raw record : records) {
      Field field = fields.find(record.value, path);
      if (field == null || field.kind() == Field.FieldKind.NESTED) {
        return Optional.empty();
      }
      texts.add(field.text());
      BigDecimal number = Field.number(field.text());
      id &= UniqueId.look(field) != null && (number == null || number.scale() <= 0);
      EventTime time = EventTime.of(field);
      date &=
          time != null
              && (time.form() != null || time.decimals() > 0 || NAMED_TIME.matcher(text).matches());
      formats =
          date
              ? formats
              : formats.stream()
                  .filter(format -> EventTime.of(field, TimeForm.of(format)) != null)
                  .collect(Collectors.toList());
    }
    return Optional.of(new Seen(text, id, date, date ? List.of() : formats, texts));
  }
}
