package dev.rebound.lab.runner;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * {@code timeline.json}: the exact per-second figures of a run, worked out by the check, for
 * reports.
 */
public final class TimelineFile {
  /** Name of the file in a run's folder. */
  public static final String NAME = "timeline.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  private TimelineFile() {}

  /**
   * Writes a timeline into a run's folder. NaN and infinite values become strings, as JSON has no
   * such numbers.
   */
  public static void write(Timeline timeline, Path folder) {
    try {
      JSON.writeValue(folder.resolve(NAME).toFile(), timeline);
    } catch (IOException e) {
      throw ReboundException.unwritable(
          folder.resolve(NAME),
          "Free disk space, then run `rebound check` on the run's folder.",
          e);
    }
  }

  /** Reads it; empty if the run has none (it was killed before its check). */
  public static Optional<Timeline> read(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      return JsonFile.read(file, Timeline.class);
    } catch (IOException e) {
      throw ReboundException.unreadable(file, "Write it again with `rebound check`.", e);
    }
  }
}
