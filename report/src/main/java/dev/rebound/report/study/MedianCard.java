package dev.rebound.report.study;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.run.MedianFault;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.campaign.archive.SceneFile;
import dev.rebound.campaign.archive.StudyArchive;
import dev.rebound.report.page.FaultData;
import dev.rebound.report.page.HtmlReport;
import dev.rebound.report.page.JsonFields;
import java.nio.file.Path;
import java.util.Map;

/** The card that stands for a cell: its median fault, how that was picked, or why there is none. */
final class MedianCard {
  private MedianCard() {}

  /**
   * As data of a page: {@code fault}, {@code scene}, {@code run}, {@code href} and {@code picked},
   * or {@code absent} with the reason.
   *
   * @param page folder that the page will lie in
   */
  static Map<String, Object> of(CellFigures cell, Path page) {
    MedianFault median = cell.median();
    if (median == null) {
      return Map.of("absent", "nothing is known of any fault that hit");
    }
    boolean archived = StudyArchive.holds(median.folder());
    ObjectNode drawn = SceneFile.read(median.folder(), median.fault()).orElse(null);
    if (drawn == null) {
      return Map.of(
          "absent",
          archived
              ? "archived by an earlier version, which kept nothing to draw it from"
              : "checked by an earlier version; run rebound check on the folders of these runs,"
                  + " then compare again");
    }
    FaultResult fault =
        cell.runs().stream()
            .filter(run -> run.folder().equals(median.folder()))
            .flatMap(run -> run.faults().stream())
            .filter(one -> one.fault() == median.fault())
            .findFirst()
            .orElseThrow();
    Path report = median.folder().resolve(HtmlReport.FILE);
    return JsonFields.of(
        "fault", FaultData.of(fault, drawn.path("marks")),
        "scene", drawn.without("marks"),
        "run", median.runId(),
        "href", archived ? "" : ComparisonFiles.relative(page, report),
        "picked", picked(median) + ComparisonWords.unended(cell, " Of all faults ", "."));
  }

  /** The words that follow the number of the fault and the name of its run. */
  private static String picked(MedianFault median) {
    String metric = median.metric().equals(FaultFigure.RECOVERY) ? "recovery time" : "outage";
    String fault =
        median.faults() == 1
            ? "the only one there whose " + metric + " is known"
            : "by " + metric + " the median of the " + median.faults() + " there";
    String run = median.runs() == 1 ? "; no other run to choose from" : "";
    if (median.runs() > 1) {
      run = ", and that run, by its median, the median of " + median.runs();
    }
    return fault + run + (median.doubted() ? "; every run of this cell is in doubt" : "") + ".";
  }
}
