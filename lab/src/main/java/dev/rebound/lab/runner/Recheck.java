package dev.rebound.lab.runner;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.evidence.OwnFiles;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Timeline;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Extensions;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.rig.Parts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A run audited and judged again from what it left. Files that are not what the run wrote are not
 * analysed, and then nothing of the run is known.
 *
 * @param results together with those of the run's other jobs, where there are any
 * @param beside of each of those that can be checked
 */
public record Recheck(
    RunDirectory directory, Results results, AnalysisResult findings, List<Recheck> beside) {

  /**
   * Checks the run of a folder, and writes nothing. Throws {@link ReboundException} if there is
   * nothing to check, or if it is not what a run leaves: a folder may come from a stranger.
   *
   * @param load reads the run's experiment file
   */
  public static Recheck of(Path run, Function<Path, Experiment> load) {
    OwnFiles.require(run);
    Extensions.requireThoseOf(run);
    try {
      return checked(run, load);
    } catch (ReboundException e) {
      throw e;
    } catch (OutOfMemoryError e) {
      throw ReboundException.environment(
          "the check of "
              + run
              + " takes more memory than the "
              + Words.bytes(Runtime.getRuntime().maxMemory())
              + " that Rebound may have",
          "Start it with more, such as REBOUND_HEAP=4g.",
          e);
    } catch (RuntimeException | StackOverflowError e) {
      throw ReboundException.badInput(
          run + " is not what a run leaves: " + e,
          "Restore it from where it was copied; --verbose shows where the check ended.",
          e);
    }
  }

  private static Recheck checked(Path run, Function<Path, Experiment> load) {
    JournalEnds head = new JournalEnds();
    Integrity integrity = new Integrity();
    Path written = run.resolve(RunFiles.JOURNAL);
    Journal.replay(
        written,
        entry -> {
          head.on(entry);
          integrity.on(entry);
        });
    Event.RunStarted started = head.started(run);
    Experiment file = load.apply(run.resolve(RunFiles.EXPERIMENT));
    boolean withoutFaults = started.control() && head.differs.isEmpty();
    Experiment experiment = withoutFaults ? Controls.withoutFaults(file) : file;
    Evidence evidence = EvidenceFile.read(run);
    JournalFacts facts = new JournalFacts(experiment, evidence.promise());
    Journal.replay(written, facts);
    if (evidence.sendLogs().stream().noneMatch(Files::exists)) {
      throw ReboundException.badInput(
          "the bulk data of " + run + " was deleted, by `rebound clean --data` for instance",
          "It cannot be checked again; `rebound report " + run + "` writes its report anew.");
    }
    Optional<Event.DoubtRaised> changed = integrity.changed(run, evidence);
    changed.ifPresent(warning -> facts.on(head.after(warning)));
    integrity.cut(evidence, experiment).ifPresent(warning -> facts.on(head.after(warning)));
    AnalysisResult findings =
        changed.isPresent()
            ? nothing()
            : FlatOut.known(experiment.load(), Execution.analyse(evidence, experiment.expect()));
    RunDirectory directory = new RunDirectory(run, started.runId());
    Results judged =
        Execution.judge(
            experiment,
            evidence.promise(),
            directory,
            facts,
            findings,
            new Execution.RunTurn(started.repetition(), started.control(), head.differs),
            head.interrupted);
    boolean alone = started.control() || changed.isPresent();
    Results compared =
        alone
            ? judged
            : ResultsFile.read(run)
                .filter(before -> !experiment.control() || Controls.isTold(before))
                .map(before -> Controls.asBefore(judged, before))
                .orElse(experiment.control() ? Controls.withoutAny(judged) : judged);
    Results together = compared;
    List<Recheck> beside = new ArrayList<>();
    for (int job = 1; job < experiment.jobs().size(); job++) {
      try {
        Recheck other = of(directory.job(job).path(), load);
        other.requireJob(job, started.runId());
        together = Jobs.judged(together, job, other.results());
        beside.add(other);
      } catch (RuntimeException e) {
        together = Jobs.unchecked(together, job, Verdict.UNKNOWN, e);
      }
    }
    return new Recheck(directory, together, findings, beside);
  }

  private void requireJob(int job, String run) {
    if (!directory.runId().equals(Parts.id(run, job))) {
      throw ReboundException.badInput(
          directory.path() + " holds " + directory.runId() + ", which is not of " + run,
          "Put back the folder that the run left.");
    }
  }

  private static AnalysisResult nothing() {
    return new AnalysisResult(
        List.of(), List.of(), List.of(), new Timeline(0, List.of()), 0, Measures.NONE, null);
  }

  /** How a run began, and the last event of its journal. */
  private static final class JournalEnds implements JournalListener {
    private Event.@Nullable RunStarted started;
    private @Nullable Entry last;
    private boolean interrupted;
    private Map<String, String> differs = Map.of();

    @Override
    public void on(Entry entry) {
      last = entry;
      if (entry.data() instanceof Event.RunStarted event) {
        started = event;
      } else if (entry.data() instanceof Event.ControlOf event) {
        differs = event.differs();
      } else if (entry.data() instanceof Event.RunEnded event) {
        interrupted = event.interrupted();
      }
    }

    Event.RunStarted started(Path run) {
      if (started == null) {
        throw ReboundException.badInput(
            run.resolve(RunFiles.JOURNAL) + " has no start of a run",
            "Name the folder of a run, for example runs/demo-flink/latest.");
      }
      return started;
    }

    /** An event that is found now, as if it stood at the journal's end. */
    Entry after(Event event) {
      return last == null
          ? new Entry(1, 1, 0, 0, event)
          : new Entry(last.v(), last.n() + 1, last.wallMicros(), last.monoNanos(), event);
    }
  }
}
