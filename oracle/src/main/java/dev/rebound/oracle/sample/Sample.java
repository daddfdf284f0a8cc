package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rebound.workload.OptionProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records of a user's own, in memory, in the order of their files. Replayed, record n is row n mod
 * {@link #rows}. Immutable.
 */
public final class Sample {
  /** A sample is not larger, in bytes. */
  public static final long BYTES_MAX = SampleFiles.BYTES_MAX;

  private final Fields fields;
  private final List<Row> rows;
  private final Map<String, Integer> keys;
  private final List<String> keyNames;
  private final double @Nullable [] turns;
  private final @Nullable ComposedIds composed;
  private final BrokenRecords broken;
  private final long bytes;
  private final boolean lines;

  /**
   * What is said of a sample's records.
   *
   * @param from a file or a folder
   * @param value the field that is sent as value, with the key beside it; null for all of a record
   * @param key the field that is sent as key
   * @param ids the fields that no two records have alike together; none if records have no id
   * @param time the field with the time of what a record tells
   * @param pace the field with the time by which records follow one another
   * @param timeForm how both are written; null for one of the ways that are known
   */
  public record Said(
      Path from,
      SampleLayout layout,
      @Nullable FieldPath value,
      @Nullable FieldPath key,
      List<FieldPath> ids,
      @Nullable FieldPath time,
      @Nullable FieldPath pace,
      @Nullable TimeForm timeForm) {
    /** Copies the ids. */
    public Said {
      ids = List.copyOf(ids);
    }

    /** Of records that are values as they stand, with one field as id, or none. */
    public Said(
        Path from,
        String format,
        @Nullable FieldPath key,
        @Nullable FieldPath id,
        @Nullable FieldPath time,
        @Nullable FieldPath pace) {
      this(
          from,
          SampleLayout.of(format),
          null,
          key,
          id == null ? List.of() : List.of(id),
          time,
          pace,
          null);
    }
  }

  /**
   * A record, and where its id and its time are.
   *
   * @param key that it is sent with; null for none
   * @param keyField where its value has the key; null where it has none, or stands beside it
   * @param keyHash −1 without a key
   * @param id the field that is made unique; null if records have no id
   * @param number what it is made unique by, in a round
   */
  record Row(
      SampleFiles.Raw raw,
      @Nullable String key,
      @Nullable Field keyField,
      int keyHash,
      int keyNumber,
      @Nullable Field id,
      int number,
      @Nullable Field time,
      @Nullable EventTime at,
      long behindMicros) {
    byte[] value() {
      return raw.value;
    }
  }

  /**
   * @param keys to their numbers, in the order of these
   * @param turns when each row is due, in records at an even rate; null for one after the other
   * @param composed the rows of ids of several fields
   * @param broken what was left out
   */
  Sample(
      Fields fields,
      List<Row> rows,
      Map<String, Integer> keys,
      double @Nullable [] turns,
      @Nullable ComposedIds composed,
      BrokenRecords broken) {
    this.fields = fields;
    this.turns = turns;
    this.rows = rows;
    this.keys = keys;
    this.composed = composed;
    this.broken = broken;
    this.keyNames = List.copyOf(keys.keySet());
    this.bytes = rows.stream().mapToLong(row -> row.value().length).sum();
    this.lines =
        fields.text()
            && rows.stream().noneMatch(row -> new String(row.value(), UTF_8).indexOf('\n') >= 0);
  }

  /** Reads one; an {@link OptionProblem} says what is wrong, and where. */
  public static Sample read(Said said) {
    SampleFiles files = SampleFiles.read(said.from(), said.layout());
    return new SampleReading(said, files).sample();
  }

  /** A hash of a file, or of all files of a folder, which tells whether they are the same later. */
  public static String hash(Path from) {
    return SampleFiles.hash(from);
  }

  /** The file, or all files of a folder that belong to a sample, in order. */
  public static List<Path> files(Path from) {
    return SampleFiles.files(from);
  }

  /** How fields are found in these records. */
  public Fields fields() {
    return fields;
  }

  /** True if each record is one line of text. */
  public boolean lines() {
    return lines;
  }

  /** What was found out of it, and what was left out, in words; empty for nothing. */
  public String found() {
    String separator = fields.separator();
    return (separator == null ? "" : " (columns separated by " + separator + ")")
        + (broken.count() == 0 ? "" : ", " + broken.count() + " broken left out");
  }

  public int rows() {
    return rows.size();
  }

  /** Mean length of a record in bytes. */
  public int bytesPerRecord() {
    return (int) (bytes / rows.size());
  }

  private Row row(long number) {
    return rows.get((int) (number % rows.size()));
  }

  /** When record n is due, in records at an even rate: as the sample's times are spread. */
  public double turn(long number) {
    double[] its = turns;
    if (its == null) {
      return (double) number;
    }
    int row = (int) (number % its.length);
    return (double) (number - row) + its[row];
  }

  /** The key of record n; null if no field is one. */
  public byte @Nullable [] key(long number) {
    String key = row(number).key();
    return key == null ? null : key.getBytes(UTF_8);
  }

  /** The key of record n as it stands in JSON, quotes included; null if no field is one. */
  public byte @Nullable [] keyJson(long number) {
    Row row = row(number);
    Field key = row.keyField();
    return key == null ? null : Arrays.copyOfRange(row.value(), key.start(), key.end());
  }

  /** What decides the partition of record n, by its remainder; −1 if it has no key. */
  public int keyHash(long number) {
    return row(number).keyHash();
  }

  /** The different keys, in the order in which they come first. */
  public List<String> keys() {
    return keyNames;
  }

  /** Number of the key of record n among {@link #keys}; −1 if it has none. */
  public int keyNumber(long number) {
    return row(number).keyNumber();
  }

  /** Number of a key among {@link #keys}; −1 if it is none of them. */
  public int keyNumber(String key) {
    return keys.getOrDefault(key, -1);
  }

  /** Where record n stands, in words. */
  public String place(long number) {
    return row(number).raw().place;
  }

  /** The field of record n as it stands in the sample; null if there is none. */
  public @Nullable Field field(long number, FieldPath path) {
    return fields.find(row(number).value(), path);
  }

  /**
   * Record n as it is sent: with an id of its own, and its time moved to when it is sent, or as far
   * before it as it was behind the records before it in the sample.
   */
  public byte[] value(long number, UniqueId id) {
    return value(number, id, null, id.intendedMicros());
  }

  /**
   * The same with a key that names another record, if that is not null.
   *
   * @param intendedMicros when it is to be sent, microseconds since the epoch
   */
  public byte[] value(long number, UniqueId id, @Nullable UniqueId key, long intendedMicros) {
    Row row = row(number);
    Field time = row.time();
    List<ValueEdit> edits = new ArrayList<>(3);
    if (row.id() != null) {
      edits.add(unique(row.id(), inRound(number, id)));
    }
    if (row.keyField() != null && key != null) {
      edits.add(unique(row.keyField(), key));
    }
    if (time != null && row.at() != null) {
      int quote = time.kind() == Field.FieldKind.QUOTED ? 1 : 0;
      edits.add(
          new ValueEdit(
              time.start() + quote,
              time.textEnd(),
              row.at().written(intendedMicros - row.behindMicros())));
    }
    edits.sort((a, b) -> Integer.compare(a.from(), b.from()));
    return ValueEdit.all(row.value(), edits);
  }

  private static ValueEdit unique(Field field, UniqueId id) {
    UniqueId.Look look = Objects.requireNonNull(UniqueId.look(field));
    int quote = field.kind() == Field.FieldKind.QUOTED ? 1 : 0;
    return new ValueEdit(
        look == UniqueId.Look.TEXT ? field.textEnd() : field.start() + quote,
        field.textEnd(),
        id.written(look));
  }

  /** The id of record n as it stands in the sample. There is one. */
  public String id(long number) {
    return Objects.requireNonNull(row(number).id()).text();
  }

  /** What the field of record n's id is made unique by. */
  private UniqueId inRound(long number, UniqueId id) {
    ComposedIds its = composed;
    return its == null
        ? id
        : new UniqueId(
            id.generator(), number / rows.size() * its.firsts() + row(number).number(), 0);
  }

  /** The id of record n as {@link #value} writes it, the first field of several. There is one. */
  public String id(long number, UniqueId id) {
    return text(Objects.requireNonNull(row(number).id()), inRound(number, id));
  }

  /** The record whose id, as {@link #value} writes it, a text is; null if it is nobody's. */
  public @Nullable UniqueId ofId(String text) {
    return ofId(List.of(text));
  }

  /**
   * The same of an id of several fields.
   *
   * @param texts of these, in their order
   */
  public @Nullable UniqueId ofId(List<String> texts) {
    UniqueId id = UniqueId.read(texts.get(0));
    ComposedIds its = composed;
    if (id == null || its == null) {
      return id == null || texts.size() > 1 ? null : ofId(texts.get(0), id, id.sequence());
    }
    int row = its.row((int) (id.sequence() % its.firsts()), texts.subList(1, texts.size()));
    return row < 0 || ofId(texts.get(0), id, row) == null
        ? null
        : new UniqueId(id.generator(), id.sequence() / its.firsts() * rows.size() + row, 0);
  }

  /**
   * An id, if a text is just as it is written.
   *
   * @param number of the record whose id of the sample it is made of
   */
  public @Nullable UniqueId ofId(String text, UniqueId id, long number) {
    Field field = row(number).id();
    return field != null
            && id.isWritten(Objects.requireNonNull(UniqueId.look(field)), field.text(), text)
        ? id
        : null;
  }

  /** True if any record has a field. */
  public boolean any(FieldPath path) {
    return rows.stream().anyMatch(row -> fields.find(row.value(), path) != null);
  }

  /** True if each id says when its record was to be sent; numbers do not, nor several fields. */
  public boolean idsTellTimes() {
    return composed == null
        && rows.stream()
            .map(row -> row.id() == null ? null : UniqueId.look(row.id()))
            .allMatch(look -> look == null || look.tellsTime());
  }

  /** The key of record n as {@link #value} writes it. There is one. */
  public String key(long number, UniqueId key) {
    return text(Objects.requireNonNull(row(number).keyField()), key);
  }

  private static String text(Field field, UniqueId id) {
    UniqueId.Look look = Objects.requireNonNull(UniqueId.look(field));
    return (look == UniqueId.Look.TEXT ? field.text() : "") + id.written(look);
  }

  /** False if the key of record n can name no other record. */
  public boolean keyNames(long number) {
    Field key = row(number).keyField();
    return key != null && UniqueId.look(key) != null;
  }

  /** The time of record n as it stands in the sample, microseconds since the epoch. It has one. */
  public long micros(long number) {
    return Objects.requireNonNull(row(number).at()).micros();
  }

  /**
   * The time that record n is sent with, as coarse as it is written; without a field of time that
   * of the record itself, milliseconds. Microseconds since the epoch.
   */
  public long sentMicros(long number, long intendedMicros) {
    EventTime at = row(number).at();
    long unit = at == null ? 1000 : at.unitMicros();
    return Math.floorDiv(intendedMicros - row(number).behindMicros(), unit) * unit;
  }

  /** By how much records come behind the newest one before them at most, microseconds. */
  public long outOfOrderMicros() {
    return rows.stream().mapToLong(row -> row.behindMicros()).max().orElse(0);
  }

  /** How far the time of record n is behind when it is sent, microseconds. */
  public long behindMicros(long number) {
    return row(number).behindMicros();
  }
}
