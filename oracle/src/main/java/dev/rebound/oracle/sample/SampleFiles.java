package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rebound.workload.OptionProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The records of a file, or of all files of a folder in the order of their names. */
public final class SampleFiles {
  /** More would not fit beside all else in the memory of a load generator. */
  public static final long BYTES_MAX = 32L << 20;

  static final String FROM = "from";
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+([.][0-9]*)?");

  private final SampleLayout layout;
  private final BrokenRecords broken;
  private @Nullable SampleFormat format;
  private @Nullable CsvText csv;
  private List<String> columns;
  private @Nullable String doubt;

  /** The record's bytes, and where it stands, in words. */
  static final class Raw {
    final byte[] value;
    final byte[] whole;
    final String place;

    Raw(byte[] value, String place) {
      this(value, value, place);
    }

    /**
     * @param whole what the value stands in, with its key beside it
     */
    Raw(byte[] value, byte[] whole, String place) {
      this.value = value;
      this.whole = whole;
      this.place = place;
    }
  }

  private final List<Raw> records = new ArrayList<>();

  private SampleFiles(SampleLayout layout) {
    this.layout = layout;
    this.broken = new BrokenRecords(layout.skipsBroken());
    this.csv = layout.csv();
    this.columns = layout.columns();
  }

  /** Reads them; an {@link OptionProblem} says what is wrong. */
  static SampleFiles read(Path from, SampleLayout layout) {
    SampleFiles read = new SampleFiles(layout);
    boolean empty = true;
    for (Path file : files(from)) {
      empty &= read.add(file) == 0;
    }
    read.broken.require();
    if (read.records.isEmpty()) {
      read.broken.requireSome();
      throw new OptionProblem(
          FROM,
          from + (empty ? " is empty" : " holds no record"),
          "Name a file that does: one record a line.");
    }
    return read;
  }

  static List<Path> files(Path from) {
    List<Path> files = List.of(from);
    try {
      if (Files.isDirectory(from)) {
        try (Stream<Path> inside = Files.list(from)) {
          files =
              inside
                  .filter(file -> Files.isRegularFile(file) && !name(file).startsWith("."))
                  .sorted()
                  .toList();
        }
      }
      long bytes = 0;
      for (Path file : files) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
          throw new OptionProblem(
              FROM,
              file + " is no ordinary file: its size is not known beforehand",
              "Write what it gives into a file first.");
        }
        bytes += Files.size(file);
      }
      if (bytes > BYTES_MAX) {
        throw new OptionProblem(
            FROM,
            from + " has " + bytes + " bytes, more than the " + BYTES_MAX + " of a sample",
            "Take a part of it, for example with head -n 50000: it is replayed from its start again.");
      }
    } catch (IOException e) {
      throw unreadable(from, e);
    }
    return files;
  }

  private static OptionProblem unreadable(Path file, IOException e) {
    return new OptionProblem(
        FROM, file + " cannot be read: " + e, "Check that it is there, and its permissions.");
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** The hash of all their bytes, which tells whether they are the same later. */
  static String hash(Path from) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path file : files(from)) {
        digest.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw unreadable(from, e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Gives the number of its bytes. */
  private int add(Path file) {
    SampleFormat its = SampleFormat.of(layout.format(), name(file));
    if (format != null && format != its) {
      throw new OptionProblem(
          FROM,
          file + " is " + its.word() + ", and files before it are " + format.word(),
          "Keep files of one kind in the folder, or write format: " + its.word() + ".");
    }
    format = its;
    layout.requireOf(its, name(file));
    try {
      byte[] bytes = Files.readAllBytes(file);
      ForeignFile.refuse(file.toString(), bytes, layout, its != SampleFormat.BYTES);
      if (its == SampleFormat.BYTES) {
        addCounted(name(file), bytes);
        return bytes.length;
      }
      SampleText text = SampleText.of(name(file), bytes, layout);
      if (its == SampleFormat.CSV) {
        addCsv(name(file), text);
      } else {
        addLines(name(file), text, its);
      }
      return bytes.length;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private void addCounted(String file, byte[] bytes) {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    for (int number = 1; rest.hasRemaining(); number++) {
      String place = file + ", record " + number;
      int length = rest.remaining() < Integer.BYTES ? -1 : rest.getInt();
      if (length < 0 || length > rest.remaining()) {
        throw new OptionProblem(
            FROM,
            place + ": its length is " + length + ", and " + rest.remaining() + " bytes are left",
            "Write each record behind its length, four bytes big-endian.");
      }
      byte[] value = new byte[length];
      rest.get(value);
      records.add(new Raw(value, place));
    }
  }

  private void addLines(String file, SampleText text, SampleFormat its) {
    Pattern starts = layout.startsWith();
    OptionProblem.when(
        its == SampleFormat.JSON
            && text.lines() > 1
            && text.all().strip().matches("(?s)[\\[{]\\s*\\n.*"),
        FROM,
        file + " is JSON that stands over several lines",
        "Write one JSON object a line: jq -c '.[]' does of an array, jq -c . of objects.");
    int begun = 0;
    StringBuilder several = new StringBuilder();
    for (int number = 1; number <= text.lines(); number++) {
      byte[] line = text.line(number);
      if (starts != null) {
        String words = new String(line, UTF_8);
        if (starts.matcher(words).lookingAt()) {
          addStarted(several, file, begun);
          several.append(words);
          begun = number;
        } else if (begun > 0) {
          several.append('\n').append(words);
        } else if (!words.isBlank()) {
          broken.add(
              FROM,
              place(file, number) + ": no record has begun, as starts: " + starts + " says",
              "Let the pattern be true of each record's first line.");
        }
        continue;
      }
      if (its == SampleFormat.JSON && new String(line, UTF_8).isBlank()) {
        continue;
      }
      String wrong = its == SampleFormat.JSON ? text.wrong(number) : null;
      boolean encoded = wrong != null;
      wrong = wrong == null && its == SampleFormat.JSON ? JsonFields.complaint(line) : wrong;
      if (wrong == null) {
        records.add(new Raw(line, place(file, number)));
      } else {
        broken.add(
            FROM,
            place(file, number) + ": " + wrong,
            encoded
                ? SampleText.REMEDY
                : wrong.startsWith("an array")
                    ? "Write one JSON object a line: jq -c '.[]' does."
                    : "Write one JSON object a line (jq -c . does), or format: lines for what is no"
                        + " JSON.");
      }
    }
    addStarted(several, file, begun);
  }

  private void addStarted(StringBuilder several, String file, int begun) {
    if (begun > 0) {
      records.add(new Raw(several.toString().stripTrailing().getBytes(UTF_8), place(file, begun)));
      several.setLength(0);
    }
  }

  private static String place(String file, int line) {
    return file + ", line " + line;
  }

  private void addCsv(String file, SampleText text) {
    String all = text.all();
    CsvText its = csv == null ? CsvText.of(all) : csv;
    csv = its;
    boolean named = !layout.columns().isEmpty();
    List<CsvText.Row> first = its.rows(all, 0, 1);
    if (!named && !first.isEmpty()) {
      header(first.get(0), place(file, first.get(0).line()));
    }
    boolean header = !named;
    for (CsvText.Row row : its.rows(all, columns.size(), Integer.MAX_VALUE)) {
      String place = place(file, row.line());
      String encoded = null;
      for (int line = row.line(); line < row.line() + row.lines() && encoded == null; line++) {
        encoded = text.wrong(line);
      }
      if (encoded == null && row.text().indexOf('\uFFFD') >= 0 && !text.isUtf8()) {
        encoded = "not in UTF-8";
      }
      String wrong = encoded == null ? row.wrong() : encoded;
      if (wrong != null) {
        broken.add(
            FROM,
            place + ": " + wrong,
            encoded != null
                ? SampleText.REMEDY
                : "Correct the line, or say what columns are separated by, which is taken to be '%s':"
                        .formatted(its.word())
                    + " separator: tab.");
      } else if (!header && !CsvText.isBlank(row.columns())) {
        records.add(new Raw(row.text().getBytes(UTF_8), place));
      }
      header = false;
    }
  }

  private void header(CsvText.Row row, String place) {
    List<String> names = row.columns().stream().map(Field::text).toList();
    if (row.wrong() != null || (!columns.isEmpty() && !columns.equals(names))) {
      throw new OptionProblem(
          FROM,
          place
              + ": "
              + (row.wrong() == null
                  ? "other columns than in the file before: " + String.join(", ", names)
                  : row.wrong()),
          "Begin each file of CSV with the same line of column names.");
    }
    columns = names;
    if (doubt == null) {
      doubt = doubt(row.columns(), place);
    }
  }

  /**
   * A file without a header loses its first record, and has fields named by its values. Columns may
   * be named by numbers, such as years, all the same.
   */
  private static @Nullable String doubt(List<Field> found, String place) {
    return found.stream()
        .map(Field::text)
        .filter(name -> NUMBER.matcher(name.strip()).matches())
        .findFirst()
        .map(
            name ->
                ("%s: the first line is taken for column names, and looks like a record: '%s' is a"
                        + " number")
                    .formatted(place, name))
        .orElse(null);
  }

  /** Why the first line may be a record instead of column names; null if it looks like names. */
  @Nullable String doubt() {
    return doubt;
  }

  List<Raw> records() {
    return records;
  }

  /** How fields are found in records, and in outputs that look like them. */
  Fields fields() {
    return csv != null && format == SampleFormat.CSV
        ? new Fields(format, csv, columns)
        : new Fields(format == null ? SampleFormat.LINES : format);
  }

  /** What cannot be read. */
  BrokenRecords broken() {
    return broken;
  }
}
