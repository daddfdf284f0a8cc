package dev.rebound.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The lines of a log file, held in memory as they are, without their line ends (LF or CR LF).
 * Immutable.
 */
final class LogLines {
  /** Larger files do not fit one array; the sequence of lines repeats long before that. */
  static final long FILE_BYTES_MAX = 1L << 30;

  private final byte[] bytes;

  /** Start of each line in {@link #bytes}, and one more for the end of the last one. */
  private final int[] starts;

  private final int bytesMax;

  private LogLines(byte[] bytes, int[] starts) {
    this.bytes = bytes;
    this.starts = starts;
    int longest = 0;
    for (int line = 0; line < starts.length - 1; line++) {
      longest = Math.max(longest, length(line));
    }
    this.bytesMax = longest;
  }

  /** Reads a file; {@link IllegalArgumentException} names it, the cause and a remedy. */
  static LogLines read(String file) {
    checkPresent(file);
    try {
      return of(file, Files.readAllBytes(Path.of(file)));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "log file " + file + ": cannot be read: " + e + "; check its permissions", e);
    }
  }

  /** Says at once if a file is not there or too large, without reading it. */
  static void checkPresent(String file) {
    if (file.isEmpty()) {
      throw new IllegalArgumentException(
          "log-match needs a log to replay; name a text file as load.file");
    }
    Path path = Path.of(file);
    try {
      if (Files.isDirectory(path)) {
        throw new IllegalArgumentException(
            "log file " + file + ": is a folder; name one text file in it");
      }
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        throw new IllegalArgumentException(
            "log file " + file + ": is no ordinary file; write what it gives into one first");
      }
      long size = Files.size(path);
      if (size > FILE_BYTES_MAX) {
        throw new IllegalArgumentException(
            ("log file %s: has %s bytes, more than the %s that are held in memory; take a part of"
                    + " it, for example with head -n 1000000")
                .formatted(file, size, FILE_BYTES_MAX));
      }
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "log file %s: there is no such file (looked in %s); name a text file as load.file"
              .formatted(file, Path.of("").toAbsolutePath()),
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "log file " + file + ": cannot be read: " + e + "; check its permissions", e);
    }
  }

  static LogLines of(String file, byte[] bytes) {
    int[] starts = new int[1024];
    int lines = 0;
    for (int at = 0; at < bytes.length; ) {
      if (lines + 2 > starts.length) {
        starts = Arrays.copyOf(starts, starts.length * 2);
      }
      starts[lines++] = at;
      while (at < bytes.length && bytes[at] != '\n') {
        at++;
      }
      at++;
      starts[lines] = at;
    }
    if (lines == 0) {
      throw new IllegalArgumentException("log file " + file + ": is empty; name one with lines");
    }
    return new LogLines(bytes, Arrays.copyOf(starts, lines + 1));
  }

  int count() {
    return starts.length - 1;
  }

  /** Length of the longest line in bytes. */
  int bytesMax() {
    return bytesMax;
  }

  /** Length of a line in bytes. */
  int length(int line) {
    int end = Math.min(bytes.length, starts[line + 1] - 1);
    return end > starts[line] && bytes[end - 1] == '\r'
        ? end - 1 - starts[line]
        : end - starts[line];
  }

  /** The bytes of a line. */
  byte[] line(int line) {
    return Arrays.copyOfRange(bytes, starts[line], starts[line] + length(line));
  }

  /** Copies a line to {@code target}; returns its length. */
  int copy(int line, byte[] target, int offset) {
    int length = length(line);
    System.arraycopy(bytes, starts[line], target, offset, length);
    return length;
  }
}
