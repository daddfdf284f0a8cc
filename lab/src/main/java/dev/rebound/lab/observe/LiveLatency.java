package dev.rebound.lab.observe;

import dev.rebound.lab.telemetry.Telemetry;
import dev.rebound.workload.OutputRecord;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Latency of outputs as they arrive, in one HdrHistogram a second, and how far each output lane has
 * come.
 *
 * <p>The log has two histograms per interval, in microseconds, tagged {@code append} (append time −
 * intended send time, both cut to milliseconds) and {@code visible} (receipt − intended send time).
 * Values have no upper limit. Negative values are counted apart. A live figure: every output
 * counts, replays too; the checker computes the exact one from first appearances. Readouts do not
 * count.
 *
 * <p>For use by one thread.
 */
final class LiveLatency implements Closeable {
  private static final long NOT_YET = Long.MIN_VALUE;

  private final PrintStream stream;
  private final HistogramLogWriter log;
  private final Histogram append = new Histogram(3);
  private final Histogram visible = new Histogram(3);
  private final long[] newestMicros;
  private long intervalStartMicros;
  private long negative;

  LiveLatency(Path file, int lanes, long nowMicros) throws IOException {
    stream = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
    log = new HistogramLogWriter(stream);
    log.outputLogFormatVersion();
    log.outputStartTime(nowMicros / 1000);
    log.outputLegend();
    newestMicros = new long[lanes];
    Arrays.fill(newestMicros, NOT_YET);
    intervalStartMicros = nowMicros;
  }

  /**
   * Takes note of an output; the value is one as {@link OutputRecord} lays it out. One that does
   * not say when its input was to be sent has no latency.
   */
  void output(int lane, long appendMillis, long receiptMicros, byte[] value) {
    long intended = ByteBuffer.wrap(value).getLong(16);
    if (value[1] != 0 || intended == 0) {
      return;
    }
    long visibleMicros = receiptMicros - intended;
    long appendMicros = (appendMillis - Math.floorDiv(intended, 1000L)) * 1000;
    if (visibleMicros < 0 || appendMicros < 0) {
      negative++;
    } else {
      visible.recordValue(visibleMicros);
      append.recordValue(appendMicros);
    }
    newestMicros[lane] = Math.max(newestMicros[lane], intended);
  }

  /** Outputs with a negative latency so far; they are in no histogram. */
  long negative() {
    return negative;
  }

  /**
   * The least, over the lanes from one on, up to another, of the newest intended time that was
   * delivered; lanes without output do not count; 0 if there was no output at all.
   */
  long frontierMicros(int from, int until) {
    long least = Long.MAX_VALUE;
    for (int lane = from; lane < until; lane++) {
      long newest = newestMicros[lane];
      if (newest != NOT_YET) {
        least = Math.min(least, newest);
      }
    }
    return least == Long.MAX_VALUE ? 0 : least;
  }

  /** Lanes that had an output. */
  int lanes() {
    return (int) Arrays.stream(newestMicros).filter(newest -> newest != NOT_YET).count();
  }

  /** Adds percentiles of the interval; null without any output. */
  void describe(Telemetry.TelemetryLine line) {
    line.millis("visibleMillis", visible, 50, 90, 95, 99, 100)
        .millis("appendMillis", append, 50, 99, 100);
  }

  /** Writes the interval's histograms and starts the next. */
  void endInterval(long nowMicros) throws IOException {
    write("append", append, nowMicros);
    write("visible", visible, nowMicros);
    stream.flush();
    if (stream.checkError()) {
      throw new IOException("the disk did not take the latency log");
    }
    intervalStartMicros = nowMicros;
  }

  private void write(String tag, Histogram histogram, long nowMicros) {
    histogram.setTag(tag);
    log.outputIntervalHistogram(intervalStartMicros / 1e6, nowMicros / 1e6, histogram, 1000.0);
    histogram.reset();
  }

  @Override
  public void close() {
    stream.close();
  }
}
