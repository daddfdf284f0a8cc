package dev.rebound.lab.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.base.ReboundException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a journal that another thread, or another process, still appends to: every call tells of
 * the whole lines that were added since the last one. Knows nothing of the run, so that it cannot
 * hold it up. Not thread-safe.
 */
public final class JournalTail {
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final JournalListener listener;
  private final ByteArrayOutputStream torn = new ByteArrayOutputStream();
  private long offset;
  private long line;

  /**
   * @param file need not be there yet
   */
  public JournalTail(Path file, JournalListener listener) {
    this.file = file;
    this.listener = listener;
  }

  /**
   * Tells of what was added. Throws {@link ReboundException} naming file and line if a whole line
   * is no entry, or the file cannot be read.
   *
   * @return how many entries that were
   */
  public int read() {
    if (!Files.isRegularFile(file)) {
      return 0;
    }
    int entries = 0;
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
      while (channel.read(buffer.clear(), offset) > 0) {
        buffer.flip();
        offset += buffer.remaining();
        while (buffer.hasRemaining()) {
          byte next = buffer.get();
          if (next == '\n') {
            entries++;
            told();
          } else {
            torn.write(next);
          }
        }
      }
      return entries;
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot read " + file + ": " + e.getMessage(),
          "Make the file readable; the run itself goes on.",
          e);
    }
  }

  private void told() {
    line++;
    String text = torn.toString(StandardCharsets.UTF_8);
    torn.reset();
    try {
      listener.on(JournalFile.entry(text, file, line));
    } catch (JsonProcessingException e) {
      throw ReboundException.badInput(
          file + ", line " + line + ": not a journal entry: " + e.getOriginalMessage(),
          "Restore the file from where it was copied.",
          e);
    }
  }
}
