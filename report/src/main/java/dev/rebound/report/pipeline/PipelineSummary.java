package dev.rebound.report.pipeline;

import dev.rebound.analysis.compare.baseline.Regression;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.report.page.HtmlReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a call, for the files that a pipeline reads.
 *
 * @param verdict over all of it
 * @param exitStatus that the process ends with
 * @param interrupted it was stopped, so that runs may be missing
 * @param runs those that have results, in the order in which they ran
 * @param failures what could not be carried out
 * @param against what became of the runs beside a baseline; empty if they were held against none
 */
public record PipelineSummary(
    Verdict verdict,
    int exitStatus,
    boolean interrupted,
    List<RunWithResults> runs,
    List<RunWithoutResults> failures,
    List<Regression.ComparedCell> against) {

  public PipelineSummary {
    runs = List.copyOf(runs);
    failures = List.copyOf(failures);
    against = List.copyOf(against);
  }

  /**
   * A run that has results.
   *
   * @param folder with everything that it left
   * @param control folder of the run that it was held against, if any
   * @param verdict of the run together with that one
   */
  public record RunWithResults(
      Results results, Path folder, Optional<Path> control, Verdict verdict) {
    /** A run whose control, if it had one, is known from its results alone. */
    public RunWithResults(Results results, Path folder) {
      this(results, folder, Optional.empty(), results.verdictWithControl());
    }

    /** Why it is no pass though it passed by itself; empty if that is not so. */
    Optional<String> spoilt() {
      if (verdict == Verdict.PASS || results.verdict() != Verdict.PASS) {
        return Optional.empty();
      }
      return results.warnings().stream()
          .filter(warning -> warning.code().equals(Doubt.CONTROL_IN_DOUBT))
          .map(Results.RigDoubt::message)
          .findFirst()
          .or(() -> Optional.of("its control did not pass"));
    }

    /** The page with charts. */
    Path report() {
      return folder.resolve(HtmlReport.FILE);
    }
  }

  /**
   * A run that could not be carried out.
   *
   * @param name of the experiment; empty if it did not come to that
   */
  public record RunWithoutResults(String name, ReboundException problem) {
    /** The problem and its remedy, in one line. */
    String words() {
      String message = String.valueOf(problem.getMessage());
      return problem.remedy().isEmpty() ? message : message + " (" + problem.remedy() + ")";
    }
  }
}
