package dev.rebound.lab.telemetry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A file of flat JSON objects, one a line, each flushed: what a process of the lab says about
 * itself every second.
 *
 * <p>For use by one thread at a time.
 */
public final class Telemetry implements AutoCloseable {
  private final Path file;
  private final Writer writer;

  public Telemetry(Path file) {
    this.file = file;
    try {
      writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  /**
   * Appends a line and flushes it; throws {@link ReboundException} if the disk does not take it.
   */
  public void write(TelemetryLine line) {
    try {
      writer.write(line.toString());
      writer.write('\n');
      writer.flush();
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  /** Says that a file cannot be written, and what to do. */
  public static ReboundException cannotWrite(Path file, Exception e) {
    return ReboundException.environment(
        "cannot write " + file + ": " + e, "Free disk space or choose another folder.", e);
  }

  /** CPU time that this process has used so far, seconds. */
  public static double cpuSeconds() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getProcessCpuTime() / 1e9
        : Double.NaN;
  }

  @Override
  public void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  /** One flat JSON object, its fields in the order in which they were put. */
  public static final class TelemetryLine {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    /** Adds a number, text or truth value; a number that is not finite becomes null. */
    public TelemetryLine put(String field, Object value) {
      fields.put(field, value instanceof Double number && !Double.isFinite(number) ? null : value);
      return this;
    }

    /** Adds percentiles of times in microseconds, milliseconds each; null where there are none. */
    public TelemetryLine millis(String name, Histogram micros, int... percentiles) {
      for (int percentile : percentiles) {
        double millis = micros.getValueAtPercentile(percentile) / 1e3;
        put(
            name + (percentile == 100 ? "Max" : "P" + percentile),
            micros.getTotalCount() == 0 ? Double.NaN : millis);
      }
      return this;
    }

    @Override
    public String toString() {
      try {
        return JSON.writeValueAsString(fields);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
