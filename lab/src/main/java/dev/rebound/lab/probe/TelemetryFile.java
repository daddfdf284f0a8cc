package dev.rebound.lab.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows a file to which a process adds one JSON object a line: reads what is new and whole. A
 * file that is not there yet has nothing new; a line that is no JSON is left out. For one thread.
 */
final class TelemetryFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int NEW_BYTES_MAX = 1 << 20;

  private final Path file;
  private long position;

  TelemetryFile(Path file) {
    this.file = file;
  }

  /** The lines that came since the last call, at most 1 MiB of them, in order. */
  List<JsonNode> news() {
    byte[] bytes = added();
    List<JsonNode> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '\n') {
        continue;
      }
      try {
        JsonNode line = JSON.readTree(new String(bytes, start, i - start, StandardCharsets.UTF_8));
        if (line.isObject()) {
          lines.add(line);
        }
      } catch (JsonProcessingException e) {
        // A line torn by a killed process: the next one is whole again.
      }
      start = i + 1;
    }
    position += start;
    return lines;
  }

  private byte[] added() {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() < position) {
        position = 0;
      }
      int length = (int) Math.min(NEW_BYTES_MAX, channel.size() - position);
      ByteBuffer buffer = ByteBuffer.allocate(length);
      while (buffer.hasRemaining() && channel.read(buffer, position + buffer.position()) > 0) {
        // read on
      }
      byte[] bytes = new byte[buffer.position()];
      buffer.flip().get(bytes);
      return bytes;
    } catch (IOException e) {
      return new byte[0];
    }
  }
}
