package dev.rebound.report.study;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.RunRef;
import dev.rebound.analysis.compare.run.MedianFault;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.campaign.archive.SceneFile;
import dev.rebound.campaign.archive.StudyArchive;
import dev.rebound.report.page.FaultData;
import dev.rebound.report.page.HtmlReport;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

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
    Map<String, Object> card = new LinkedHashMap<>();
    MedianFault median = cell.median();
    if (median == null) {
      card.put("absent", "nothing is known of any fault that hit");
      return card;
    }
    boolean archived = StudyArchive.holds(median.folder());
    Optional<ObjectNode> scene = SceneFile.read(median.folder(), median.fault());
    if (scene.isEmpty()) {
      card.put(
          "absent",
          archived
              ? "archived by an earlier version, which kept nothing to draw it from"
              : "checked by an earlier version; run rebound check on the folders of these runs,"
                  + " then compare again");
      return card;
    }
    FaultResult fault =
        cell.runs().stream()
            .filter(run -> run.folder().equals(median.folder()))
            .map(RunRef::faults)
            .flatMap(faults -> faults.stream().filter(f -> f.fault() == median.fault()))
            .findFirst()
            .orElseThrow();
    ObjectNode drawn = scene.get();
    card.put("fault", FaultData.of(fault, drawn.path("marks")));
    drawn.remove("marks");
    card.put("scene", drawn);
    card.put("run", median.runId());
    card.put(
        "href",
        archived ? "" : ComparisonFiles.relative(page, median.folder().resolve(HtmlReport.FILE)));
    card.put("picked", picked(median) + ComparisonWords.unended(cell, " Of all faults ", "."));
    return card;
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
