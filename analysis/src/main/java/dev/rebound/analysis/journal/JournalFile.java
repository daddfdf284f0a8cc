package dev.rebound.analysis.journal;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.base.ReboundException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code journal.jsonl}: the entries of a journal, one JSON object a line. */
public final class JournalFile {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private JournalFile() {}

  /** The line of an entry. */
  public static String line(Entry entry) throws JsonProcessingException {
    return JSON.writeValueAsString(entry);
  }

  /**
   * The entry of a line. Throws {@link ReboundException} if a later Rebound wrote it.
   *
   * @param file that the line is of
   * @param number of the line, from 1
   */
  public static Entry entry(String line, Path file, long number) throws JsonProcessingException {
    try {
      Entry entry = JSON.readValue(line, Entry.class);
      if (entry == null || entry.data() == null) {
        throw new JsonParseException(null, "it holds no event");
      }
      requireKnown(entry.v(), file, number);
      return entry;
    } catch (JsonProcessingException e) {
      requireKnown(JSON.readTree(line).path("v").asLong(), file, number);
      throw e;
    }
  }

  private static void requireKnown(long version, Path file, long number) {
    if (version > Entry.VERSION) {
      throw ReboundException.later(file + ", line " + number + ",", version, Entry.VERSION);
    }
  }

  /**
   * Replays a journal; a torn last line is left out. Throws {@link ReboundException} naming file
   * and line if it is bad.
   */
  public static void replay(Path file, JournalListener listener) {
    // A line may be torn inside a character: replaced, not refused.
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      for (int number = 1; line != null; number++) {
        String following = reader.readLine();
        try {
          listener.on(entry(line, file, number));
        } catch (JsonProcessingException e) {
          if (following != null) {
            throw ReboundException.badInput(
                file + ", line " + number + ": not a journal entry: " + e.getOriginalMessage(),
                "Only the last line of a journal may be torn; restore the file from where it was copied.",
                e);
          }
        }
        line = following;
      }
      listener.end();
    } catch (IOException e) {
      throw ReboundException.badInput(
          Files.exists(file)
              ? "cannot read " + file + ": " + e.getMessage()
              : "no run has left a journal there: " + file + " does not exist",
          "Name the folder of a run, for example runs/demo-flink/latest.",
          e);
    }
  }
}
