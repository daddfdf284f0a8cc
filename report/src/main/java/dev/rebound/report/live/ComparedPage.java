package dev.rebound.report.live;

import dev.rebound.analysis.compare.Comparer;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.ComparisonRequest;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.archive.RunReader;
import dev.rebound.report.study.StudyReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs held against each other, as {@code rebound compare} does.
 *
 * @param html the page, with its scripts inside
 * @param scripts sources for a content security policy that lets these scripts run and no other
 */
record ComparedPage(String html, String scripts) {
  private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);

  /**
   * Compares runs. Throws {@link ReboundException} if they cannot be.
   *
   * @param root folder whose address the page's links are relative to
   */
  static ComparedPage of(List<Path> folders, Path root) throws IOException {
    List<ComparedRun> runs = folders.stream().map(RunReader::read).toList();
    String title =
        runs.stream()
            .map(ComparedRun::scenario)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    Comparison comparison = new Comparer().compare(runs, ComparisonRequest.of(title), List.of());
    String html = StudyReport.page(comparison, root).text();
    return new ComparedPage(html, scripts(html));
  }

  private static String scripts(String html) {
    return SCRIPT
        .matcher(html)
        .results()
        .map(script -> "'sha256-" + hash(script.group(1)) + "'")
        .distinct()
        .collect(Collectors.joining(" "));
  }

  private static String hash(String script) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
