package dev.rebound.report.pipeline;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.base.ReboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** When a run began and how long it took, from its journal. */
record RunTimes(Instant began, Duration took) {
  /** The times of the run in a folder; empty if its journal is not there or cannot be read. */
  static Optional<RunTimes> of(Path folder) {
    Path journal = folder.resolve(RunFiles.JOURNAL);
    if (!Files.isRegularFile(journal)) {
      return Optional.empty();
    }
    FirstAndLast ends = new FirstAndLast();
    try {
      JournalFile.replay(journal, ends);
    } catch (ReboundException e) {
      return Optional.empty();
    }
    return ends.first == 0
        ? Optional.empty()
        : Optional.of(
            new RunTimes(
                Instant.EPOCH.plus(ends.first, ChronoUnit.MICROS),
                Duration.of(Math.max(0, ends.last - ends.first), ChronoUnit.MICROS)));
  }

  private static final class FirstAndLast implements JournalListener {
    private long first;
    private long last;

    @Override
    public void on(Entry entry) {
      first = first == 0 ? entry.wallMicros() : first;
      last = entry.wallMicros();
    }
  }
}
