package dev.rebound.report;

import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.request.RequestFigures;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.report.csv.CsvReporter;
import dev.rebound.report.page.HtmlReport;
import dev.rebound.report.words.Headline;
import java.nio.file.Path;
import java.util.List;

/** The files of every run that ended, for people and their programs. */
public final class RunReports {
  private RunReports() {}

  /**
   * Writes the CSV files and the report of a run. Throws {@link dev.rebound.base.ReboundException}
   * if the disk does not take them.
   *
   * @return the report
   */
  public static Path write(RunDirectory run, Results results, AnalysisResult findings) {
    CsvReporter.write(run.journal(), run.path(), results);
    CsvReporter.writeDelivery(run.path(), findings.timeline());
    RequestFigures requests = findings.requests();
    if (requests != null) {
      CsvReporter.writeAvailability(run.path(), requests);
    }
    return HtmlReport.write(run.path());
  }

  /** Each expectation that failed or is unknown, with its figure and why, a line each. */
  public static List<String> notMet(Results results) {
    return results.judgements().stream()
        .filter(judgement -> judgement.verdict() != Verdict.PASS)
        .map(
            judgement ->
                "%s: %s %s, %s"
                    .formatted(
                        judgement.verdict(),
                        judgement.metric(),
                        Headline.observed(judgement),
                        judgement.why().isEmpty()
                            ? "expected " + judgement.bound()
                            : judgement.why()))
        .toList();
  }
}
