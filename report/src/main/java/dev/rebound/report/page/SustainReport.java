package dev.rebound.report.page;

import dev.rebound.base.ReboundException;
import dev.rebound.campaign.sustain.SustainFile;
import dev.rebound.campaign.sustain.SustainResult;
import dev.rebound.report.picture.Chart;
import dev.rebound.report.picture.SustainPicture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * Draws a search for the sustained rate: one HTML file that needs neither network nor server. May
 * be written again after each trial; a reader never sees half of it.
 */
public final class SustainReport {
  private SustainReport() {}

  /** Writes {@code report.html} into the folder of the search; returns its path. */
  public static Path write(Path folder, SustainResult found) {
    Path file = folder.resolve(HtmlReport.FILE);
    try {
      HtmlPage page =
          new HtmlPage(
              found.name() + ": sustained rate",
              found.sentence(),
              "sustain.json and sustain.csv beside it",
              HtmlPage.with(HtmlPage.PICTURES, "sustain.js"),
              SustainPicture.charts(found).stream()
                  .map(Chart::inPage)
                  .collect(Collectors.joining()),
              "{\"sentence\":%s,\"found\":%s}"
                  .formatted(SustainFile.json(found.sentence()), SustainFile.json(found)));
      HtmlPage.write(file, page);
      return file;
    } catch (IOException e) {
      throw ReboundException.unwritable(
          file, "Free disk space, or choose another folder with --runs.", e);
    }
  }
}
