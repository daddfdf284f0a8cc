package dev.rebound.workload;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The header by which a record is known where its value is its own: {@code generator:sequence:
 * intended time in microseconds since the epoch}, in decimal digits. Jobs copy it from an input to
 * what they make of it.
 */
public final class RecordIdHeader {
  /** Name of the header. */
  public static final String HEADER = "rebound-id";

  /** The checksum of an output whose header and value say that it is of different records. */
  public static final long CONTRADICTION = -1;

  private static final int FIELDS = 3;
  private static final byte[] ID = "\"id\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] COUNT = "\"count\":".getBytes(StandardCharsets.US_ASCII);
  private static final int GENERATOR_MAX = 0xFFFF;

  private RecordIdHeader() {}

  /** The header's value. */
  public static byte[] of(int generator, long sequence, long intendedMicros) {
    byte[] tag = new byte[FIELDS * (AsciiNumbers.MAX + 1)];
    int end = AsciiNumbers.decimal(generator, tag, 0);
    tag[end++] = ':';
    end = AsciiNumbers.decimal(sequence, tag, end);
    tag[end++] = ':';
    return Arrays.copyOf(tag, AsciiNumbers.decimal(intendedMicros, tag, end));
  }

  /**
   * The output that a tag is of, as {@link OutputRecord} lays it out: of rule 0, and without a
   * state; null if these bytes are no tag.
   */
  public static byte @Nullable [] output(byte @Nullable [] tag) {
    return output(tag, null);
  }

  /**
   * The same of an output whose value may say what its header does not: the tag, as {@code
   * "id":"…"}, and a count, as {@code "count":…}, which becomes that of the output record. Where
   * the value has a tag that is not the header's, the checksum is {@link #CONTRADICTION}.
   */
  public static byte @Nullable [] output(byte @Nullable [] tag, byte @Nullable [] value) {
    byte[] inValue = after(value, ID, (byte) '"');
    long[] fields = fields(tag == null ? inValue : tag);
    boolean contradiction = tag != null && inValue != null && isOfAnother(fields, fields(inValue));
    return fields == null
        ? null
        : OutputRecord.of(
                OutputRecord.OutputKind.MATCH,
                (int) fields[0],
                0,
                fields[1],
                fields[2],
                count(value),
                contradiction ? CONTRADICTION : 0)
            .encode();
  }

  private static boolean isOfAnother(long @Nullable [] one, long @Nullable [] other) {
    return one != null && other != null && !Arrays.equals(one, other);
  }

  private static long count(byte @Nullable [] value) {
    int at = value == null ? -1 : indexAfter(value, COUNT);
    if (value == null || at < 0) {
      return 0;
    }
    while (at < value.length && value[at] == ' ') {
      at++;
    }
    long count = 0;
    for (int digits = 0; at < value.length && isDigit(value[at]) && digits < 18; digits++) {
      count = count * 10 + (value[at++] - '0');
    }
    return count;
  }

  /** The bytes between a word and an ending; null if these are not there. */
  private static byte @Nullable [] after(byte @Nullable [] value, byte[] word, byte ending) {
    int from = value == null ? -1 : indexAfter(value, word);
    if (value == null || from < 0) {
      return null;
    }
    int to = from;
    while (to < value.length && value[to] != ending) {
      to++;
    }
    return to == value.length ? null : Arrays.copyOfRange(value, from, to);
  }

  /** Place behind the first occurrence of a word; −1 if there is none. */
  private static int indexAfter(byte[] value, byte[] word) {
    for (int at = 0; at + word.length <= value.length; at++) {
      if (Arrays.equals(value, at, at + word.length, word, 0, word.length)) {
        return at + word.length;
      }
    }
    return -1;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /**
   * The header of the input record that a tag is of, as {@link RecordFormat} lays it out; null if
   * these bytes are no tag.
   */
  public static byte @Nullable [] input(byte @Nullable [] tag) {
    long[] fields = fields(tag);
    if (fields == null) {
      return null;
    }
    byte[] header = new byte[RecordFormat.HEADER_BYTES];
    RecordFormat.header(
        header, RecordFormat.RecordKind.DATA, (int) fields[0], 0, fields[1], fields[2]);
    return header;
  }

  private static long @Nullable [] fields(byte @Nullable [] tag) {
    if (tag == null) {
      return null;
    }
    long[] fields = new long[FIELDS];
    int field = 0;
    int digits = 0;
    for (byte b : tag) {
      if (b == ':' && digits > 0 && field + 1 < FIELDS) {
        field++;
        digits = 0;
      } else if (isDigit(b) && digits < 18) {
        fields[field] = fields[field] * 10 + (b - '0');
        digits++;
      } else {
        return null;
      }
    }
    return field + 1 == FIELDS && digits > 0 && fields[0] <= GENERATOR_MAX ? fields : null;
  }
}
