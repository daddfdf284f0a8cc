package dev.rebound.report.page;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.analysis.units.Words;
import dev.rebound.lab.journal.JournalTail;
import dev.rebound.report.run.RecordedRun;
import dev.rebound.report.run.RunFolder;
import dev.rebound.report.words.VerdictLabel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run that may still go on, and the data of its report as it stands: from the journal alone until
 * there are results, then as in {@code report.html}. Reads only what was added. Thread-safe.
 */
public final class GrowingRun {
  /** A journal without an end that says nothing for so long belongs to a run that was killed. */
  public static final Duration SILENCE = Duration.ofMinutes(2);

  private static final FileTime NEVER = FileTime.fromMillis(0);

  private final Path folder;
  private final Clock clock;
  private final RecordedRun recorded = new RecordedRun();
  private final JournalTail tail;
  private FileTime results = NEVER;
  private FileTime report = NEVER;
  private boolean wasGrowing = true;

  /**
   * @param folder of the run; its journal need not be there yet
   */
  public GrowingRun(Path folder) {
    this(folder, Clock.systemUTC());
  }

  public GrowingRun(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
    this.tail = new JournalTail(folder.resolve(RunFiles.JOURNAL), recorded);
  }

  /** The folder. */
  public Path folder() {
    return folder;
  }

  /** Name of the experiment; that of the folder as long as the journal has not said it. */
  public synchronized String name() {
    return recorded.started() == null
        ? String.valueOf(folder.getFileName())
        : recorded.started().name();
  }

  /**
   * Reads what was added. Throws {@link dev.rebound.base.ReboundException} if the journal is
   * damaged.
   *
   * @return whether the data is no longer what it was
   */
  public synchronized boolean refresh() {
    boolean more = tail.read() > 0;
    FileTime newResults = modified(RunFiles.RESULTS);
    FileTime newReport = modified(HtmlReport.FILE);
    boolean growing = growing();
    more |= !newResults.equals(results) || !newReport.equals(report) || growing != wasGrowing;
    results = newResults;
    report = newReport;
    wasGrowing = growing;
    return more;
  }

  /** Whether nothing is to come: there is a report of the results, or the run was killed. */
  public synchronized boolean over() {
    return judged() || !growing();
  }

  /** The report is written last. */
  private boolean judged() {
    return !modified(RunFiles.RESULTS).equals(NEVER)
        && (!modified(HtmlReport.FILE).equals(NEVER) || !growing());
  }

  /** A run's folder without any word of the journal is one that begins. */
  private boolean growing() {
    if (recorded.last(Event.RunFailed.class) != null) {
      return false;
    }
    FileTime last = modified(RunFiles.JOURNAL);
    return last.equals(NEVER) || clock.millis() - last.toMillis() < SILENCE.toMillis();
  }

  private FileTime modified(String file) {
    try {
      return Files.getLastModifiedTime(folder.resolve(file));
    } catch (IOException e) {
      return NEVER;
    }
  }

  /** The data as one JSON object. */
  public synchronized String data() {
    if (judged()) {
      return new ReportData(RunFolder.read(folder)).json();
    }
    String experiment = recorded.started() == null ? "" : recorded.started().experimentYaml();
    RunFolder run =
        new RunFolder(folder, recorded, null, new Timeline(0, List.of()), experiment, "");
    boolean growing = growing();
    return new ReportData(
            run,
            growing ? VerdictLabel.RUNNING : run.standing(),
            growing ? sentences() : run.sentences())
        .json();
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    RecordedRun.@Nullable RecordedPhase phase =
        recorded.phases().isEmpty() ? null : recorded.phases().get(recorded.phases().size() - 1);
    sentences.add(phase == null ? "The run begins." : phase(phase));
    int faults = recorded.faults().size();
    if (faults > 0) {
      sentences.add(
          Words.plural(faults, "fault")
              + " so far; outage, recovery and losses are worked out after the run.");
    }
    return sentences;
  }

  private String phase(RecordedRun.RecordedPhase phase) {
    if (recorded.last(Event.RunEnded.class) != null || phase.complete()) {
      return "After " + phase.name() + "; the audit reads everything again.";
    }
    long millis = (recorded.lastMicros() - phase.startMicros()) / 1000;
    Event.@Nullable RunStarted started = recorded.started();
    return "%sPhase %s: %s%s."
        .formatted(
            started == null ? "" : Words.clock(since()) + " since the start. ",
            phase.name(),
            Words.clock(millis),
            phase.limitMillis() > 0 ? " of " + Words.clock(phase.limitMillis()) : "");
  }

  private long since() {
    return (recorded.lastMicros() - recorded.firstMicros()) / 1000;
  }
}
