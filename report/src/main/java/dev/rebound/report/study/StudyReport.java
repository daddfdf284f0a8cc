package dev.rebound.report.study;

import dev.rebound.lab.compare.Comparison;
import dev.rebound.lab.compare.Comparison.Difference;
import dev.rebound.report.HtmlPage;
import java.io.BufferedWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Collectors;

/**
 * Writes the report of a comparison: one HTML file that needs neither network nor server, and links
 * the reports of its runs by paths relative to itself.
 */
public final class StudyReport {
  private StudyReport() {}

  /** Writes the page. */
  public static void write(Comparison comparison, Path file) {
    Path from = ComparisonFiles.folder(file);
    HtmlPage page =
        new HtmlPage(
            comparison.title(),
            comparison.differences().stream()
                .map(Difference::sentence)
                .collect(Collectors.joining(" ")),
            "comparison.json and the CSV file beside it",
            "study.js",
            new StudyData(comparison, from)::write);
    Path unfinished = from.resolve("." + file.getFileName() + ".part");
    ComparisonFiles.writing(
        file,
        () -> {
          try (Writer writer =
              new BufferedWriter(Files.newBufferedWriter(unfinished, StandardCharsets.UTF_8))) {
            HtmlPage.write(writer, page);
          }
          Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        });
  }
}
