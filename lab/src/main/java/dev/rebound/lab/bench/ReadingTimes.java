package dev.rebound.lab.bench;

import dev.rebound.analysis.evidence.ObservedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** When an observer began to read and when it received its last record. */
final class ReadingTimes {
  private static final Pattern START = Pattern.compile("#\\[StartTime: ([0-9.]+) ");

  private ReadingTimes() {}

  /** Start of the observer's latency log, microseconds since the epoch. */
  static long startMicros(Path latencyLog) throws IOException {
    for (String line : Files.readAllLines(latencyLog)) {
      Matcher start = START.matcher(line);
      if (start.find()) {
        return (long) (Double.parseDouble(start.group(1)) * 1e6);
      }
    }
    throw new IOException(latencyLog + " has no start time");
  }

  static long lastReceiptMicros(Path observed) throws IOException {
    long last = 0;
    try (ObservedFile.Reader reader = new ObservedFile.Reader(observed)) {
      while (reader.next()) {
        last = Math.max(last, reader.receiptMicros());
      }
    }
    return last;
  }
}
