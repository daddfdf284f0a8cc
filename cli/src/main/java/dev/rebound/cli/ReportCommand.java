package dev.rebound.cli;

import dev.rebound.base.Folders;
import dev.rebound.campaign.archive.StudyFolder;
import dev.rebound.report.page.HtmlReport;
import dev.rebound.report.study.StudyReport;
import dev.rebound.report.terminal.LongWait;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code report}: writes the reports of runs and studies again, from what they left. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Write the HTML report of runs, or of a study, again.",
      "That of a run is made from its journal, that of a study from its runs."
    })
final class ReportCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Folders of runs or studies, for example runs/demo-flink/latest.")
  List<Path> runs = List.of();

  @Override
  public Integer call() {
    for (Path run : runs) {
      Path report =
          LongWait.during("writing the report of " + Folders.shown(run), wait -> written(run));
      System.out.println(Folders.shown(report));
    }
    return ExitCode.PASS;
  }

  private static Path written(Path run) {
    if (!StudyFolder.is(run)) {
      return HtmlReport.write(run);
    }
    StudyReport.ofStudy(run);
    return run.resolve(HtmlReport.FILE);
  }
}
