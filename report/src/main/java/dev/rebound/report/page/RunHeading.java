package dev.rebound.report.page;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.result.Results;
import dev.rebound.base.ReboundException;
import dev.rebound.report.run.RunFolder;
import dev.rebound.report.words.VerdictLabel;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A run as a list of all runs shows it: what its results say, and of one without results what the
 * first and the last lines of its journal say. Does not read the whole journal.
 *
 * @param folder of the run
 * @param startedMicros wall clock of its first event, 0 if it is not known
 * @param lengthMillis from there to its last event
 * @param standing {@code running} as long as the journal grows and there are no results
 * @param results null if there are none
 */
public record RunHeading(
    Path folder,
    String name,
    String engine,
    long startedMicros,
    long lengthMillis,
    VerdictLabel standing,
    @Nullable Results results) {
  private static final int ENOUGH = 1 << 16;
  private static final Pattern WALL = Pattern.compile("\"wallMicros\":(\\d+)");
  private static final Pattern NAME = text("name");
  private static final Pattern ENGINE = text("engine");
  private static final Pattern VERSION = text("engineVersion");

  private static Pattern text(String field) {
    return Pattern.compile("\"" + field + "\":\"((?:[^\"\\\\]|\\\\.)*)\"");
  }

  /**
   * Reads a run. Results that cannot be read count as none.
   *
   * @param now a journal without results that grew just before is that of a run that goes on
   */
  public static RunHeading read(Path folder, Instant now) {
    Results results = results(folder);
    Path journal = folder.resolve(RunFiles.JOURNAL);
    String head = "";
    String end = "";
    boolean grew = false;
    try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "r")) {
      head = part(file, 0);
      end = part(file, Math.max(0, file.length() - ENOUGH));
      Instant last = Files.getLastModifiedTime(journal).toInstant();
      grew = last.plus(GrowingRun.SILENCE).isAfter(now);
    } catch (IOException e) {
      // Without a journal there is no time to tell; results may be there all the same.
    }
    long first = first(WALL, head).isEmpty() ? 0 : Long.parseLong(first(WALL, head));
    long last = first;
    for (Matcher matcher = WALL.matcher(end); matcher.find(); ) {
      last = Long.parseLong(matcher.group(1));
    }
    VerdictLabel standing =
        results == null && grew ? VerdictLabel.RUNNING : VerdictLabel.of(results);
    String name = first(NAME, head);
    return new RunHeading(
        folder,
        results != null
            ? results.name() + (results.control() ? " (control)" : "")
            : name.isEmpty() ? above(folder) : name,
        results != null
            ? results.engine() + " " + results.engineVersion()
            : (first(ENGINE, head) + " " + first(VERSION, head)).strip(),
        first,
        (last - first) / 1000,
        standing,
        results);
  }

  private static @Nullable Results results(Path folder) {
    try {
      return RunFolder.results(folder);
    } catch (ReboundException e) {
      return null;
    }
  }

  private static String part(RandomAccessFile file, long from) throws IOException {
    file.seek(from);
    byte[] bytes = new byte[(int) Math.min(ENOUGH, file.length() - from)];
    file.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1).replace("\\\"", "\"").replace("\\\\", "\\") : "";
  }

  /** The folder above a run's own is named like its experiment. */
  private static String above(Path folder) {
    Path parent = folder.toAbsolutePath().normalize().getParent();
    Path name = parent == null ? null : parent.getFileName();
    return name == null ? "run" : name.toString();
  }
}
