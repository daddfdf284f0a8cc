package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.campaign.archive.StudyFolder;
import dev.rebound.report.page.HtmlPage;
import dev.rebound.report.page.HtmlReport;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes the report of a comparison: one HTML file that needs neither network nor server, and links
 * the reports of its runs by paths relative to itself.
 */
public final class StudyReport {
  private static final List<String> PARTS =
      Stream.of(
              List.of("card.css", "beside.css", "trade.css"),
              HtmlPage.PICTURES,
              List.of("terms.js", "plot.js", "card.js", "beside.js", "trade.js", "study.js"))
          .flatMap(List::stream)
          .toList();

  private StudyReport() {}

  /**
   * Compares what a study has done by now and writes {@code report.html}, {@code comparison.json},
   * {@code study.csv}, {@code study.md} and {@code study.svg} into its folder.
   *
   * @param folder of the study, {@code runs/<study>/<timestamp>/}
   */
  public static Comparison ofStudy(Path folder) {
    Comparison comparison = StudyFolder.compare(folder);
    write(comparison, folder.resolve(HtmlReport.FILE));
    ComparisonFiles.json(comparison, folder.resolve("comparison.json"));
    ComparisonFiles.csv(comparison, folder.resolve("study.csv"));
    words(comparison, folder);
    return comparison;
  }

  /**
   * Writes what is to be versioned with an archived study: {@code study.md} and {@code study.svg}.
   *
   * @param folder of the archive
   */
  public static void ofArchive(Path folder) {
    words(StudyFolder.compare(folder), folder);
  }

  private static void words(Comparison comparison, Path folder) {
    ComparisonFiles.markdown(comparison, folder.resolve("study.md"));
    ComparisonFiles.picture(comparison, folder.resolve("study.svg"));
  }

  /** Writes the page. */
  public static void write(Comparison comparison, Path file) {
    ComparisonFiles.writing(
        file, () -> HtmlPage.write(file, page(comparison, ComparisonFiles.folder(file))));
  }

  /**
   * The page.
   *
   * @param from folder that links of runs are relative to
   */
  public static HtmlPage page(Comparison comparison, Path from) {
    return new HtmlPage(
        comparison.title(),
        String.join(" ", ComparisonWords.found(comparison)),
        "the JSON and CSV files beside it",
        PARTS,
        StudyPicture.ofPage(comparison),
        new StudyData(comparison, from).json());
  }
}
