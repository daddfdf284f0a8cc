package dev.rebound.workload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The events of a job's process: one JSON object per line, appended and handed to the operating
 * system at once, so that a SIGKILL loses at most the line that is being written.
 *
 * <p>Every line has {@code atMicros} (wall clock, microseconds since the epoch), {@code
 * incarnation} and {@code event}; the other fields depend on the event. A write that fails is
 * logged once and ends the log: seeing must never stop the work. Thread-safe.
 */
public final class EventLog implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(EventLog.class.getName());

  private final FileChannel channel;
  private final int incarnation;
  private boolean broken;

  public EventLog(Path file, int incarnation) throws IOException {
    this.channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    this.incarnation = incarnation;
    if (channel.size() > 0) {
      // A killed predecessor may have left a torn line; this ends it. Readers skip blank lines.
      channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
    }
  }

  /**
   * Appends an event.
   *
   * @param fields alternating names and values; numbers and booleans are written bare, all else as
   *     text
   */
  public synchronized void write(String event, Object... fields) {
    if (broken) {
      return;
    }
    StringBuilder line = new StringBuilder(160);
    line.append("{\"atMicros\":").append(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
    line.append(",\"incarnation\":").append(incarnation);
    line.append(",\"event\":").append(quoted(event));
    for (int i = 0; i + 1 < fields.length; i += 2) {
      Object value = fields[i + 1];
      boolean bare = value instanceof Number || value instanceof Boolean;
      String text = String.valueOf(value);
      line.append(',').append(quoted(String.valueOf(fields[i]))).append(':');
      line.append(bare ? text : quoted(text));
    }
    ByteBuffer bytes =
        ByteBuffer.wrap(line.append("}\n").toString().getBytes(StandardCharsets.UTF_8));
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      broken = true;
      LOG.log(System.Logger.Level.ERROR, "cannot write events any more: " + e);
    }
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  @Override
  public synchronized void close() throws IOException {
    broken = true;
    channel.close();
  }
}
