package dev.rebound.analysis.judge;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.base.ReboundException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a run began and ended, by its journal, and whether that is whole. */
public final class RunHead implements JournalListener {
  private final Path run;
  private final RunIntegrity integrity = new RunIntegrity();
  private Event.@Nullable RunStarted started;
  private Map<String, String> differs = Map.of();
  private boolean interrupted;

  private RunHead(Path run) {
    this.run = run;
  }

  /** Reads the journal of a run's folder. */
  public static RunHead of(Path run) {
    RunHead head = new RunHead(run);
    JournalFile.replay(run.resolve(RunFiles.JOURNAL), head);
    if (head.started == null) {
      throw ReboundException.badInput(
          run.resolve(RunFiles.JOURNAL) + " has no start of a run",
          "Name the folder of a run, for example runs/demo-flink/latest.");
    }
    return head;
  }

  @Override
  public void on(Entry entry) {
    integrity.on(entry);
    if (entry.data() instanceof Event.RunStarted event) {
      started = event;
    } else if (entry.data() instanceof Event.ControlOf event) {
      differs = event.differs();
    } else if (entry.data() instanceof Event.RunEnded event) {
      interrupted = event.interrupted();
    }
  }

  public Event.RunStarted started() {
    return Objects.requireNonNull(started);
  }

  /** The settings in which a control differs from what it is held against; else empty. */
  public Map<String, String> differs() {
    return differs;
  }

  /** Whether the lab was killed before it had written down what is to be checked. */
  public boolean left() {
    return integrity.abandoned(run);
  }

  boolean interrupted() {
    return interrupted;
  }

  RunIntegrity integrity() {
    return integrity;
  }
}
