package dev.rebound.report.page;

import dev.rebound.base.ReboundException;
import dev.rebound.report.run.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the report of a run: one HTML file that needs nothing else, neither network nor server.
 *
 * <p>The page is a template with its style, scripts and the run's data inside. Its content security
 * policy forbids every request. The data stands in the page as JSON whose {@code <} are escaped;
 * the page shows it as text only.
 */
public final class HtmlReport {
  /** Its name in the run's folder. */
  public static final String FILE = "report.html";

  /** The parts that its page is built from, in order. */
  public static final List<String> PARTS =
      List.of(
          "card.css",
          "figures.js",
          "page.js",
          "terms.js",
          "plot.js",
          "card.js",
          "whole.js",
          "report.js");

  /** The tag that the data of a page follows. */
  public static final String DATA = "<script type=\"application/json\" id=\"data\">";

  private HtmlReport() {}

  /**
   * Reads the folder of a run and writes {@code report.html} into it. Without {@code results.json}
   * the report says that the run was interrupted and shows what was measured.
   *
   * @return the report
   */
  public static Path write(Path runFolder) {
    RunFolder run = RunFolder.read(runFolder);
    Path file = runFolder.resolve(FILE);
    try {
      HtmlPage.write(file, page(run));
      return file;
    } catch (IOException e) {
      throw ReboundException.unwritable(
          file,
          "Free disk space, then run `rebound report` on the folder: the journal still holds"
              + " everything.",
          e);
    }
  }

  private static HtmlPage page(RunFolder run) {
    return new HtmlPage(
        run.name() + ": " + run.standing(),
        run.standing() + ". " + String.join(" ", run.sentences()),
        "results.json and metrics/*.csv",
        PARTS,
        "",
        new ReportData(run).json());
  }
}
