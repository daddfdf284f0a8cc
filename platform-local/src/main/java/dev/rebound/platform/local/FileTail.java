package dev.rebound.platform.local;

import dev.rebound.platform.NodeTail;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the lines that a process appends to a file of this machine, whenever asked.
 *
 * <p>A line is given once its end is there. A file that got shorter is read from its start. Not
 * thread-safe.
 */
public final class FileTail implements NodeTail {
  private static final int CHUNK_BYTES = 64 << 10;

  private final Path file;
  private final ByteArrayOutputStream partial = new ByteArrayOutputStream();
  private long offset;

  public FileTail(Path file) {
    this.file = file;
  }

  /** Opens the file only if it changed. */
  @Override
  public List<String> poll() throws IOException {
    List<String> lines = new ArrayList<>();
    long length = file.toFile().length();
    if (length == offset) {
      return lines;
    }
    if (length < offset) {
      offset = 0;
      partial.reset();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
      while (channel.read(chunk, offset) > 0) {
        offset += chunk.position();
        split(chunk.array(), chunk.position(), lines);
        chunk.clear();
      }
    } catch (NoSuchFileException e) {
      return lines;
    }
    return lines;
  }

  private void split(byte[] bytes, int length, List<String> lines) {
    int start = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        partial.write(bytes, start, i - start);
        lines.add(partial.toString(StandardCharsets.UTF_8));
        partial.reset();
        start = i + 1;
      }
    }
    partial.write(bytes, start, length - start);
  }
}
