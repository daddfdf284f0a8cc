package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.rebound.workload.OptionProblem;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes records as a sample has them, in the format that the name of its file says. */
public final class SampleWriter {
  private final SampleFormat format;
  private final SampleMask mask;
  private final boolean keys;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private @Nullable CsvText csv;
  private int columns;
  private long records;

  /**
   * An {@link OptionProblem} says if a file of this name cannot be written, or not masked.
   *
   * @param keys whether each line has the record's key, beside its value
   */
  public SampleWriter(String file, SampleMask mask, boolean keys) {
    this.keys = keys;
    this.format = SampleFormat.of(SampleFormat.BY_NAME, file);
    this.mask = mask;
    OptionProblem.when(
        mask.any() && format != SampleFormat.JSON,
        "mask",
        file + ": only fields of JSON can be masked",
        "Write it to a .jsonl.");
    OptionProblem.when(
        keys && format != SampleFormat.JSON,
        "to",
        file + ": a key has no place beside the value there",
        "Write it to a .jsonl.");
  }

  /**
   * Adds a record; an {@link OptionProblem} says if the format cannot hold it.
   *
   * @param key left out unless keys are written
   * @param place where it was read, in words
   */
  public void add(byte @Nullable [] key, byte[] value, String place) {
    if (format == SampleFormat.BYTES) {
      bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value.length).array());
      bytes.writeBytes(value);
    } else {
      byte[] line =
          keys
              ? mask.hidden(beside(key, value, place), place)
              : format == SampleFormat.JSON ? json(value, place) : value;
      if (format == SampleFormat.CSV) {
        requireColumns(line, place);
      } else {
        for (byte b : line) {
          if (b == '\n') {
            throw new OptionProblem(
                "to", place + " has several lines", "Write it to a .bin, which takes any bytes.");
          }
        }
      }
      bytes.writeBytes(line);
      bytes.write('\n');
    }
    records++;
  }

  /** Columns of what is in a topic have no names, and get some, in a line before the first. */
  private void requireColumns(byte[] record, String place) {
    CsvText its = csv == null ? CsvText.of(new String(record, UTF_8)) : csv;
    List<Field> found = its.columns(record);
    if (csv == null && found != null) {
      columns = found.size();
      String names =
          IntStream.rangeClosed(1, columns)
              .mapToObj(number -> "c" + number)
              .collect(Collectors.joining(String.valueOf(its.separator())));
      bytes.writeBytes((names + "\n").getBytes(UTF_8));
      csv = its;
    }
    boolean text = Arrays.equals(new String(record, UTF_8).getBytes(UTF_8), record);
    if (found == null || found.size() != columns || !text) {
      throw new OptionProblem(
          "to",
          place
              + " is no record of CSV in UTF-8"
              + (csv == null ? "" : " with " + columns + " columns, as the first"),
          "Write it to a .txt, or to a .bin, which takes any bytes.");
    }
  }

  /** A line with both, {@code {"key":"ada","value":{…}}}. */
  private static byte[] beside(byte @Nullable [] key, byte[] value, String place) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes("{\"key\":".getBytes(UTF_8));
    line.writeBytes(key == null ? "null".getBytes(UTF_8) : text(key, place + ": its key"));
    line.writeBytes(",\"value\":".getBytes(UTF_8));
    line.writeBytes(
        JsonFields.complaint(value) == null ? JsonFields.onOneLine(value) : text(value, place));
    line.write('}');
    return line.toByteArray();
  }

  private static byte[] text(byte[] bytes, String what) {
    String text = new String(bytes, UTF_8);
    if (!Arrays.equals(text.getBytes(UTF_8), bytes)) {
      throw new OptionProblem(
          "to", what + " is no text in UTF-8", "Leave keys out, and write it to a .bin.");
    }
    return ("\"" + new String(JsonStringEncoder.getInstance().quoteAsUTF8(text), UTF_8) + "\"")
        .getBytes(UTF_8);
  }

  private byte[] json(byte[] value, String place) {
    String wrong = JsonFields.complaint(value);
    if (wrong != null) {
      throw new OptionProblem(
          "to", place + " is " + wrong, "Write it to a .bin, which takes any bytes.");
    }
    return mask.hidden(JsonFields.onOneLine(value), place);
  }

  public long records() {
    return records;
  }

  /**
   * The bytes of the file.
   *
   * @param topic that records came from
   */
  public byte[] finished(String topic) {
    OptionProblem.when(
        records == 0, "topic", "topic " + topic + " holds no record", "Name one that does.");
    mask.requireUsed();
    if (bytes.size() > SampleFiles.BYTES_MAX) {
      throw new OptionProblem(
          "count",
          "%s records have %s bytes, more than the %s of a sample"
              .formatted(records, bytes.size(), SampleFiles.BYTES_MAX),
          "Ask for fewer: --count %s."
              .formatted(records * SampleFiles.BYTES_MAX / bytes.size() * 9 / 10));
    }
    return bytes.toByteArray();
  }
}
