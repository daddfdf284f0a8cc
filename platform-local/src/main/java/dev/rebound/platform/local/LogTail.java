package dev.rebound.platform.local;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the end of a log that another process writes. */
final class LogTail {
  private static final int BYTES_MAX = 64 << 10;

  private LogTail() {}

  private static final Pattern STACK_FRAME =
      Pattern.compile("\\s*(at [\\w.$/@<>-]+\\(.*|\\.\\.\\. \\d+ (more|common frames omitted))");

  /**
   * At most the last {@code count} lines after {@code offset}, frames of stack traces left out;
   * empty if the log cannot be read.
   */
  static List<String> lastLines(Path log, long offset, int count) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(offset, file.length() - BYTES_MAX);
      byte[] bytes = new byte[(int) Math.max(0, Math.min(BYTES_MAX, file.length() - from))];
      file.seek(from);
      file.readFully(bytes);
      List<String> lines =
          new String(bytes, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !STACK_FRAME.matcher(line).matches())
              .toList();
      return List.copyOf(lines.subList(Math.max(0, lines.size() - count), lines.size()));
    } catch (IOException e) {
      return List.of();
    }
  }

  static long length(Path log) {
    try {
      return Files.size(log);
    } catch (IOException e) {
      return 0;
    }
  }

  /** Looks for text in a growing log and remembers how far it has looked. */
  static final class LogSearch {
    private final Path log;

    /** In UTF-8, a letter for each byte. */
    private final String wanted;

    private long offset;

    LogSearch(Path log, long offset, String wanted) {
      this.log = log;
      this.offset = offset;
      this.wanted =
          new String(wanted.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    boolean found() throws IOException {
      try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
        byte[] buffer = new byte[BYTES_MAX];
        while (true) {
          file.seek(offset);
          int n = file.read(buffer);
          if (n < wanted.length()) {
            return false;
          }
          if (new String(buffer, 0, n, StandardCharsets.ISO_8859_1).contains(wanted)) {
            return true;
          }
          offset += n - wanted.length() + 1;
        }
      }
    }
  }
}
