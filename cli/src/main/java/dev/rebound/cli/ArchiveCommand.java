package dev.rebound.cli;

import dev.rebound.analysis.units.Words;
import dev.rebound.base.Folders;
import dev.rebound.campaign.archive.StudyArchive;
import dev.rebound.report.study.StudyReport;
import dev.rebound.report.terminal.LongWait;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code archive}: keeps the small files that a study's figures come from. */
@Command(
    name = "archive",
    mixinStandardHelpOptions = true,
    description = {
      "Keep the small files that a study's figures come from.",
      "These are results, experiments and curves of the runs that count, to be versioned; its table"
          + " and picture are written beside them.",
      "`rebound report FOLDER` then writes the whole report again, and `rebound compare` holds"
          + " later runs against it."
    })
final class ArchiveCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "STUDY",
      index = "0",
      description = "Folder of a study, for example runs/thesis/latest.")
  Path study = Path.of("");

  @Parameters(
      paramLabel = "FOLDER",
      index = "1",
      description = "Where to keep it; an archive of the same study there is replaced.")
  Path folder = Path.of("");

  @Override
  public Integer call() {
    StudyArchive.ArchiveExtent kept;
    try (LongWait wait = LongWait.of("archiving " + Folders.shown(study))) {
      kept = StudyArchive.write(study, folder);
      wait.accept("writing its table and picture");
      StudyReport.ofArchive(folder);
    }
    System.out.printf(
        Locale.ROOT,
        "%s: %d runs, %s; table and picture in study.md and study.svg%n",
        Folders.shown(folder),
        kept.runs(),
        Words.bytes(kept.bytes()));
    return ExitCode.PASS;
  }
}
