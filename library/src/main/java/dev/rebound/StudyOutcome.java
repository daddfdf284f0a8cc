package dev.rebound;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.campaign.study.PlannedRun;
import dev.rebound.campaign.study.StudyCampaign;
import dev.rebound.campaign.study.StudyRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a study, as far as it was executed.
 *
 * @param folder with its runs and its report
 * @param stop why there was no more to do
 */
public record StudyOutcome(Path folder, StudyCampaign.StopReason stop, StudyRuns runs) {
  /** The verdict of a run by what its results say now: a check may have come to another one. */
  public Verdict verdict(PlannedRun run) {
    return results(run).map(Results::verdictWithControl).orElseGet(() -> Verdict.of(run.verdict()));
  }

  private Optional<Results> results(PlannedRun run) {
    return ResultsFile.read(folder.resolve(run.folder()));
  }

  /** What a person is told at the end. */
  List<String> lines(String left) {
    List<PlannedRun> done = runs.runs().stream().filter(PlannedRun::done).toList();
    List<String> lines = new ArrayList<>();
    lines.add(
        done.size()
            + " of "
            + runs.runs().size()
            + " runs are done: "
            + folder
            + (runs.complete() ? "" : " (the same command" + left + " goes on)"));
    long alone =
        done.stream()
            .flatMap(run -> results(run).stream())
            .filter(results -> results.verdict() == Verdict.PASS && results.difference().isEmpty())
            .filter(results -> results.verdictWithControl() != Verdict.PASS)
            .count();
    if (alone > 0) {
      lines.add(alone + " of them have no control to be held against, and so do not pass yet.");
    }
    return lines;
  }
}
