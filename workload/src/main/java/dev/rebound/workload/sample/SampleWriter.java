package dev.rebound.workload.sample;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Writes records as a sample has them, in the format that the name of its file says. */
public final class SampleWriter {
  private final SampleFormat format;
  private final SampleMask mask;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long records;

  /** A {@link SampleProblem} says if a file of this name cannot be written, or not masked. */
  public SampleWriter(String file, SampleMask mask) {
    this.format = SampleFormat.of(SampleFormat.BY_NAME, file);
    this.mask = mask;
    if (format == SampleFormat.CSV) {
      throw new SampleProblem(
          "to",
          file + ": the columns of what is in a topic have no names",
          "Write it to a .txt, and put a line with the names before the first.");
    }
    if (mask.any() && format != SampleFormat.JSON) {
      throw new SampleProblem(
          "mask", file + ": only fields of JSON can be masked", "Write it to a .jsonl.");
    }
  }

  /**
   * Adds a record; a {@link SampleProblem} says if the format cannot hold it.
   *
   * @param place where it was read, in words
   */
  public void add(byte[] value, String place) {
    if (format == SampleFormat.BYTES) {
      bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value.length).array());
      bytes.writeBytes(value);
    } else {
      byte[] line = format == SampleFormat.JSON ? json(value, place) : value;
      for (byte b : line) {
        if (b == '\n') {
          throw new SampleProblem(
              "to", place + " has several lines", "Write it to a .bin, which takes any bytes.");
        }
      }
      bytes.writeBytes(line);
      bytes.write('\n');
    }
    records++;
  }

  private byte[] json(byte[] value, String place) {
    String wrong = JsonFields.complaint(value);
    if (wrong != null) {
      throw new SampleProblem(
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
    if (records == 0) {
      throw new SampleProblem(
          "topic", "topic " + topic + " holds no record", "Name one that does.");
    }
    mask.requireUsed();
    if (bytes.size() > SampleFiles.BYTES_MAX) {
      throw new SampleProblem(
          "count",
          records
              + " records have "
              + bytes.size()
              + " bytes, more than the "
              + SampleFiles.BYTES_MAX
              + " of a sample",
          "Ask for fewer: --count "
              + records * SampleFiles.BYTES_MAX / bytes.size() * 9 / 10
              + ".");
    }
    return bytes.toByteArray();
  }
}
