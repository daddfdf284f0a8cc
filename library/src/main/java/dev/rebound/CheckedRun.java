package dev.rebound;

import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.runner.Recheck;
import dev.rebound.lab.runner.TimelineFile;
import dev.rebound.report.RunReports;
import dev.rebound.report.page.HtmlReport;
import java.nio.file.Path;
import java.util.Set;

/**
 * A run that was checked again.
 *
 * @param results by what it left
 * @param kept it is damaged, so that results and report are those from before the damage
 */
public record CheckedRun(Results results, Path report, boolean kept) {
  private static final Set<String> DAMAGE =
      Set.of(Doubt.EVIDENCE_CHANGED.code(), Doubt.JOURNAL_CUT.code());

  static CheckedRun of(Path run) {
    Recheck checked =
        Recheck.of(
            run,
            file -> ExperimentFile.stored(file, Engines.declared()),
            experiment ->
                Engines.named(experiment.engine().name())
                    .declaration()
                    .promise()
                    .apply(experiment.engine()));
    checked.beside().forEach(CheckedRun::written);
    return written(checked);
  }

  private static CheckedRun written(Recheck checked) {
    Path run = checked.directory().path();
    Results results = checked.results();
    boolean damaged = results.warnings().stream().anyMatch(doubt -> DAMAGE.contains(doubt.code()));
    if (damaged && ResultsFile.read(run).isPresent()) {
      return new CheckedRun(results, run.resolve(HtmlReport.FILE), true);
    }
    TimelineFile.write(checked.findings().timeline(), run);
    ResultsFile.write(results, run);
    return new CheckedRun(
        results, RunReports.write(checked.directory(), results, checked.findings()), false);
  }
}
