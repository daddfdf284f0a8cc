package dev.rebound.report.page;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.result.Results;
import dev.rebound.base.ReboundException;
import dev.rebound.report.run.RunFolder;
import dev.rebound.report.words.FailedRun;
import dev.rebound.report.words.VerdictLabel;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.MatchResult;
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
 * @param why there are no results, in one line; empty if there are, or nothing says why
 * @param results null if there are none
 */
public record RunHeading(
    Path folder,
    String name,
    String engine,
    long startedMicros,
    long lengthMillis,
    VerdictLabel standing,
    String why,
    @Nullable Results results) {
  private static final int ENOUGH = 1 << 16;
  private static final Pattern WALL = Pattern.compile("\"wallMicros\":(\\d+)");
  private static final Pattern NAME = text("name");
  private static final Pattern ENGINE = text("engine");
  private static final Pattern VERSION = text("engineVersion");
  private static final Pattern FAILED = Pattern.compile("(?m)^.*\"event\":\"run-failed\".*$");
  private static final String CONTROL = "-control";

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
    Event.RunFailed failed = results == null ? failed(end, journal) : null;
    VerdictLabel standing =
        results != null
            ? VerdictLabel.of(results)
            : failed == null && grew ? VerdictLabel.RUNNING : FailedRun.standing(failed);
    // Of one that did not come to its plan, the first name is that of something else.
    String name = head.contains("\"run-started\"") ? first(NAME, head) : "";
    return new RunHeading(
        folder,
        results != null
            ? results.name()
                + (results.control() && !results.name().endsWith(CONTROL) ? " (control)" : "")
            : name.isEmpty() ? RunFolder.named(folder) : name,
        results != null
            ? results.engine() + " " + results.engineVersion()
            : (first(ENGINE, head) + " " + first(VERSION, head)).strip(),
        first,
        (last - first) / 1000,
        standing,
        failed == null ? "" : failed.reason(),
        results);
  }

  private static Event.@Nullable RunFailed failed(String end, Path journal) {
    String last =
        FAILED.matcher(end).results().map(MatchResult::group).reduce("", (one, next) -> next);
    try {
      return !last.isEmpty()
              && JournalFile.entry(last, journal, 0).data() instanceof Event.RunFailed failed
          ? failed
          : null;
    } catch (IOException | ReboundException e) {
      // A journal that is torn, or a later version's: why it failed is not told.
      return null;
    }
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
}
