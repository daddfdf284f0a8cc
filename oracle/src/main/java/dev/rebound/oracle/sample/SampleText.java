package dev.rebound.oracle.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rebound.workload.OptionProblem;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text of a file in UTF-8, whatever it is written in there. */
final class SampleText {
  static final String REMEDY =
      "Say what the file is written in: charset: latin1, or windows-1252; it is sent in UTF-8.";

  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final byte[] bytes;
  private final int[] ends;

  /**
   * @param bytes without a mark of UTF-8, which editors put first
   * @param ends where each line ends, before its line feed
   */
  private SampleText(byte[] bytes, int[] ends) {
    this.bytes = bytes;
    this.ends = ends;
  }

  /** Reads it; an {@link OptionProblem} says if it is not in the charset that is named. */
  static SampleText of(String file, byte[] raw, SampleLayout layout) {
    Charset charset = layout.charsetOf();
    byte[] bytes = raw;
    if (!charset.equals(UTF_8)) {
      try {
        CharBuffer text = charset.newDecoder().decode(ByteBuffer.wrap(raw));
        bytes = text.toString().getBytes(UTF_8);
      } catch (CharacterCodingException e) {
        throw new OptionProblem(
            "charset",
            file + " is not in " + layout.charset() + ", as charset says",
            "Write another: " + String.join(", ", SampleLayout.CHARSETS) + ".");
      }
    }
    if (Arrays.mismatch(bytes, MARK) == MARK.length || Arrays.equals(bytes, MARK)) {
      bytes = Arrays.copyOfRange(bytes, MARK.length, bytes.length);
    }
    List<Integer> ends = new ArrayList<>();
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] == '\n') {
        ends.add(at);
      }
    }
    if (bytes.length > 0 && bytes[bytes.length - 1] != '\n') {
      ends.add(bytes.length);
    }
    return new SampleText(bytes, ends.stream().mapToInt(end -> end).toArray());
  }

  int lines() {
    return ends.length;
  }

  private int start(int line) {
    return line == 1 ? 0 : ends[line - 2] + 1;
  }

  /** A line, counted from 1, without its end. */
  byte[] line(int number) {
    int start = start(number);
    int end = ends[number - 1];
    return Arrays.copyOfRange(bytes, start, end > start && bytes[end - 1] == '\r' ? end - 1 : end);
  }

  /** Why a line is no text; null if it is one. */
  @Nullable String wrong(int number) {
    if (number > ends.length) {
      return null;
    }
    int start = start(number);
    ByteBuffer line = ByteBuffer.wrap(bytes, start, ends[number - 1] - start);
    try {
      var unused = UTF_8.newDecoder().decode(line);
      return null;
    } catch (CharacterCodingException e) {
      return "not in UTF-8: byte %02X behind '%s'"
          .formatted(bytes[line.position()], before(line, start));
    }
  }

  private String before(ByteBuffer line, int start) {
    int from = Math.max(start, line.position() - 12);
    return new String(bytes, from, line.position() - from, UTF_8);
  }

  boolean isUtf8() {
    return isUtf8(bytes);
  }

  static boolean isUtf8(byte[] bytes) {
    try {
      var unused = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** All of it, where lines that are no text have other characters in place of what is none. */
  String all() {
    return new String(bytes, UTF_8);
  }
}
