package dev.rebound;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.runner.Controls;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.report.RunReports;
import dev.rebound.report.page.HtmlReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs with real processes, each of which writes its reports and is told of. */
record RealRuns(Execution execution, List<RunListener> listeners) implements AllRuns.SingleRun {
  /**
   * Carries out one run of an experiment, or its control. Throws {@link ReboundException} if it
   * could not start.
   *
   * @param started hears its folder as soon as there is one
   */
  @Override
  public Run carryOut(Experiment experiment, Execution.RunTurn turn, Consumer<Path> started) {
    Experiment run = turn.control() ? Controls.of(experiment) : experiment;
    RunReporting reported = new RunReporting(started);
    try {
      Results results =
          execution.execute(experiment, Engines.named(run.engine().name()), turn, reported);
      return new Run(results, Objects.requireNonNull(reported.folder), Optional.empty());
    } catch (ReboundException e) {
      reported.failed(e);
      throw e;
    }
  }

  @Override
  public boolean interrupted() {
    return execution.interrupted();
  }

  /** Writes results that were held against a control, and the report, anew. */
  static void write(Results results, Path folder) {
    ResultsFile.write(results, folder);
    HtmlReport.write(folder);
  }

  /** Writes what a run leaves for people, and tells listeners. */
  private final class RunReporting implements Execution.ExecutionListener {
    private final Consumer<Path> started;
    private @Nullable Path folder;

    RunReporting(Consumer<Path> started) {
      this.started = started;
    }

    @Override
    public void starting(RunDirectory directory, Journal journal) {
      Path of = directory.path();
      folder = of;
      started.accept(of);
      listeners.forEach(listener -> listener.starting(of, journal));
    }

    /** A run without results has a page, too, which says why. */
    void failed(ReboundException why) {
      Path begun = folder;
      if (begun != null && Files.exists(begun.resolve(RunFiles.JOURNAL))) {
        try {
          var unused = HtmlReport.write(begun);
        } catch (ReboundException unwritten) {
          why.addSuppressed(unwritten);
        }
      }
    }

    @Override
    public void judged(RunDirectory directory, Results results, AnalysisResult findings) {
      RunReports.write(directory, results, findings);
    }

    @Override
    public void ended(RunDirectory directory, Results results) {
      Run run = new Run(results, Objects.requireNonNull(folder), Optional.empty());
      listeners.forEach(listener -> listener.ended(run));
    }
  }
}
