package dev.rebound.lab.telemetry;

import com.sun.management.OperatingSystemMXBean;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

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
    private final StringBuilder json = new StringBuilder(256).append('{');

    public TelemetryLine put(String field, long value) {
      name(field).append(value);
      return this;
    }

    /** A number that is not finite becomes null. */
    public TelemetryLine put(String field, double value) {
      if (Double.isFinite(value)) {
        name(field).append(value);
      } else {
        name(field).append("null");
      }
      return this;
    }

    public TelemetryLine put(String field, boolean value) {
      name(field).append(value);
      return this;
    }

    public TelemetryLine put(String field, String value) {
      StringBuilder out = name(field).append('"');
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c == '"' || c == '\\') {
          out.append('\\').append(c);
        } else if (c < ' ') {
          out.append(String.format("\\u%04x", (int) c));
        } else {
          out.append(c);
        }
      }
      out.append('"');
      return this;
    }

    private StringBuilder name(String field) {
      return json.append(json.length() > 1 ? "," : "").append('"').append(field).append("\":");
    }

    @Override
    public String toString() {
      return json + "}";
    }
  }
}
