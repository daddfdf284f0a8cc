package dev.rebound;

import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.RunReports;
import dev.rebound.report.page.HtmlReport;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One run that was carried out and judged.
 *
 * @param results what {@code results.json} holds, with the difference to the control if there is
 *     one to compare with
 * @param folder with everything that the run left
 * @param control the run that this one was held against; empty if the experiment asks for none, if
 *     it was stopped before, or if the control could not be carried out
 */
public record Run(Results results, Path folder, Optional<Run> control) {
  /** Name of the experiment; a matrix gives each of its own one. */
  public String name() {
    return results.name();
  }

  /** The verdict of the run by itself. */
  public Verdict verdict() {
    return results.verdict();
  }

  /**
   * The same together with its control: where that did not pass, or could not be carried out, what
   * was to be compared is not known, so that there is no pass.
   */
  public Verdict verdictWithControl() {
    boolean sure = control.isEmpty() || control.get().verdict() == Verdict.PASS;
    Verdict verdict = results.verdictWithControl();
    return sure ? verdict : verdict.and(Verdict.UNKNOWN);
  }

  /**
   * The verdict on the bounds of a metric, such as {@code lost} or {@code recovery.max}; {@code
   * UNKNOWN} if nothing was expected of it, and in place of {@code PASS} in a run that proves
   * nothing: it was stopped, say, or a fault of it did not happen.
   */
  public Verdict judged(String metric) {
    Verdict judged = bounds(metric);
    boolean proves =
        !results.unjudged().containsKey(Doubt.EVERYTHING)
            && results.faults().stream().allMatch(fault -> fault.impact() == Impact.HIT);
    return judged == Verdict.PASS && !proves ? Verdict.UNKNOWN : judged;
  }

  private Verdict bounds(String metric) {
    return Verdict.of(
        results.judgements().stream()
            .filter(judgement -> judgement.metric().equals(metric))
            .map(Results.Judgement::verdict)
            .toList());
  }

  /** The page with charts. */
  public Path report() {
    return folder.resolve(HtmlReport.FILE);
  }

  /** Verdict, every expectation that did not hold, what the rig is doubted for, and the report. */
  @Override
  public String toString() {
    StringBuilder words = new StringBuilder(name() + ": " + verdict());
    RunReports.notMet(results).forEach(line -> words.append("\n  ").append(line));
    control
        .filter(run -> run.verdict() != Verdict.PASS)
        .ifPresent(run -> words.append("\n  its control: ").append(run.verdict()));
    for (Results.RigDoubt warning : results.warnings()) {
      words.append("\n  warning: ").append(warning.code()).append(": ").append(warning.message());
    }
    return words.append("\n  ").append(report()).toString();
  }
}
