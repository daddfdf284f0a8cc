package dev.rebound.oracle.sample;

import dev.rebound.workload.OptionProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
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
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final String word;
  private @Nullable SampleFormat format;
  private List<String> columns = List.of();
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

  private SampleFiles(String word) {
    this.word = word;
  }

  /**
   * Reads them; an {@link OptionProblem} says what is wrong.
   *
   * @param word of a {@link SampleFormat}, or {@link SampleFormat#BY_NAME}
   */
  static SampleFiles read(Path from, String word) {
    SampleFiles read = new SampleFiles(word);
    for (Path file : files(from)) {
      read.add(file);
    }
    if (read.records.isEmpty()) {
      throw new OptionProblem(
          FROM, from + " holds no record", "Name a file that does: one record a line.");
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

  private void add(Path file) {
    SampleFormat its = SampleFormat.of(word, name(file));
    if (format != null && format != its) {
      throw new OptionProblem(
          FROM,
          file + " is " + its.word() + ", and files before it are " + format.word(),
          "Keep files of one kind in the folder, or write format: " + its.word() + ".");
    }
    format = its;
    try {
      byte[] bytes = Files.readAllBytes(file);
      if (its == SampleFormat.BYTES) {
        addCounted(name(file), bytes);
      } else {
        addLines(name(file), bytes, its);
      }
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

  private void addLines(String file, byte[] bytes, SampleFormat its) {
    int number = 0;
    int start = textStart(bytes);
    boolean header = its == SampleFormat.CSV;
    while (start < bytes.length) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      int stop = end > start && bytes[end - 1] == '\r' ? end - 1 : end;
      byte[] line = new byte[stop - start];
      System.arraycopy(bytes, start, line, 0, line.length);
      start = end + 1;
      String place = file + ", line " + ++number;
      if (its.hasFields() && new String(line, StandardCharsets.UTF_8).isBlank()) {
        continue;
      }
      if (header) {
        header(line, place);
        header = false;
      } else {
        require(line, place, its);
        records.add(new Raw(line, place));
      }
    }
  }

  /** A mark of UTF-8, which editors put first, is no part of the first line. */
  private static int textStart(byte[] bytes) {
    return Arrays.mismatch(bytes, MARK) == MARK.length || Arrays.equals(bytes, MARK)
        ? MARK.length
        : 0;
  }

  private void header(byte[] line, String place) {
    List<Field> found = CsvFields.columns(line);
    List<String> names = found == null ? List.of() : found.stream().map(Field::text).toList();
    if (found == null || (!columns.isEmpty() && !columns.equals(names))) {
      throw new OptionProblem(
          FROM,
          place
              + (found == null
                  ? ": a quoted name does not end on it"
                  : ": other columns than in the file before: " + String.join(", ", names)),
          "Begin each file of CSV with the same line of column names.");
    }
    columns = names;
    if (doubt == null) {
      doubt = doubt(found, place);
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

  private void require(byte[] line, String place, SampleFormat its) {
    if (its == SampleFormat.JSON) {
      String wrong = JsonFields.complaint(line);
      if (wrong != null) {
        throw new OptionProblem(
            FROM,
            place + ": " + wrong,
            "Write one JSON object a line (jq -c . does), or format: lines for what is no JSON.");
      }
    } else if (its == SampleFormat.CSV) {
      List<Field> found = CsvFields.columns(line);
      if (found == null || found.size() != columns.size()) {
        throw new OptionProblem(
            FROM,
            place
                + (found == null
                    ? ": a quoted field does not end on its line"
                    : ": " + found.size() + " columns, and the header has " + columns.size()),
            "Correct the line; a record of CSV is one line.");
      }
    }
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
    return new Fields(format == null ? SampleFormat.LINES : format, columns);
  }
}
