package dev.rebound.report;

import dev.rebound.analysis.ReboundException;
import dev.rebound.lab.sustain.SustainFile;
import dev.rebound.lab.sustain.SustainResult;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Draws a search for the sustained rate: one HTML file that needs neither network nor server. May
 * be written again after each trial; a reader never sees half of it.
 */
public final class SustainReport {
  private SustainReport() {}

  /** Writes {@code report.html} into the folder of the search; returns its path. */
  public static Path write(Path folder, SustainResult found) {
    Path file = folder.resolve(HtmlReport.FILE);
    Path unfinished = folder.resolve("." + HtmlReport.FILE + ".part");
    try {
      HtmlPage page =
          new HtmlPage(
              found.name() + ": sustained rate",
              found.sentence(),
              "sustain.json and sustain.csv beside it",
              HtmlPage.with(HtmlPage.CHARTS, "sustain.js"),
              writer ->
                  writer.write(
                      "{\"sentence\":"
                          + SustainFile.json(found.sentence())
                          + ",\"found\":"
                          + SustainFile.json(found)
                          + "}"));
      try (Writer writer =
          new BufferedWriter(Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8))) {
        HtmlPage.write(writer, page);
      }
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
      return file;
    } catch (IOException e) {
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "cannot write " + file + ": " + e.getMessage(),
          "Free disk space, or choose another folder with --runs.",
          e);
    }
  }
}
