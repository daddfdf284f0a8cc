package dev.rebound.report.terminal;

import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import dev.rebound.lab.experiment.SecondJob;
import dev.rebound.report.page.HtmlReport;
import dev.rebound.report.run.RunFolder;
import dev.rebound.report.words.FaultWords;
import dev.rebound.report.words.Headline;
import dev.rebound.report.words.VerdictLabel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A run's further jobs at the terminal, each in short: its verdict, what was lost or came twice,
 * outage and recovery of each fault, and where its report lies.
 */
public final class JobsSummary {
  private JobsSummary() {}

  /**
   * Lines on the jobs of a run beside its first; none on one that left no results, or other ones
   * than were judged.
   *
   * @param report of the run
   */
  public static List<String> of(Results run, Path report, TerminalOptions options) {
    List<String> lines = new ArrayList<>();
    for (Results.Judgement judged : run.judgements()) {
      if (!SecondJob.is(judged.metric())) {
        continue;
      }
      Path folder = report.resolveSibling(judged.metric());
      Results results = RunFolder.results(folder);
      // An earlier check's results say nothing where this one came to no end.
      if (results != null && results.verdict() == judged.verdict()) {
        lines.addAll(lines(results, folder.resolve(HtmlReport.FILE), options));
      }
    }
    return lines;
  }

  /**
   * The same of a job's results.
   *
   * @param report of that job
   */
  private static List<String> lines(Results results, Path report, TerminalOptions options) {
    TerminalColours ink = new TerminalColours(options);
    VerdictLabel standing = VerdictLabel.of(results);
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "%s  %s  %s: %s"
            .formatted(
                ink.bold("Beside it"),
                ink.verdict(standing),
                results.name(),
                FindingKind.first().stream()
                    .map(kind -> counted(kind, results))
                    .collect(Collectors.joining(", "))));
    for (Results.FaultResult fault : results.faults()) {
      Wrapping.wrap(
          "%s: outage %s, recovery %s"
              .formatted(
                  TerminalSummary.name(fault),
                  FaultWords.outage(fault),
                  FaultWords.recovery(fault)),
          "  ",
          options.columns(),
          lines);
    }
    if (standing != VerdictLabel.PASS) {
      Headline.sentences(results)
          .forEach(said -> Wrapping.wrap(said, "  ", options.columns(), lines));
    }
    lines.add("  Report: " + report);
    return lines;
  }

  /** {@code lost 0}, or that it is not known. */
  private static String counted(FindingKind kind, Results results) {
    Results.Audit audit = results.judgedAudit();
    Results.Finding finding = audit == null ? null : Headline.finding(audit, kind);
    if (Results.unlooked(results.audits()).containsKey(kind)) {
      return kind + " not judged";
    }
    return finding == null || (finding.count() == 0 && Doubts.ofNumber(kind, results).isPresent())
        ? kind + " unknown"
        : kind + " " + Words.count(finding.count());
  }
}
