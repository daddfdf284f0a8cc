package dev.rebound.cli;

import dev.rebound.report.HtmlReport;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code report}: writes the report of runs again, from their journals. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Write the HTML report of runs again, from their journals.")
final class ReportCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Folders of runs, for example runs/demo/latest.")
  List<Path> runs = List.of();

  @Override
  public Integer call() {
    for (Path run : runs) {
      System.out.println(HtmlReport.write(run));
    }
    return ExitCode.PASS;
  }
}
