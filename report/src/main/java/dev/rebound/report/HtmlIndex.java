package dev.rebound.report;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.result.Results;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes a page that links the reports of several runs, with verdict and key figures in one table.
 */
public final class HtmlIndex {
  private static final List<String> HEADER =
      List.of(
          "Verdict",
          "Run",
          "Engine",
          "Guarantee",
          "Faults",
          "Longest outage",
          "Longest recovery",
          "Lost",
          "Duplicated",
          "Baseline p99");

  private static final int FIRST_FIGURE = HEADER.indexOf("Faults");

  private HtmlIndex() {}

  /**
   * Writes the page.
   *
   * @param runFolders in the order to show; a folder without results is shown as interrupted
   */
  public static void write(Path index, List<Path> runFolders) {
    StringBuilder rows = new StringBuilder();
    for (Path folder : runFolders) {
      row(index, folder, RunFolder.results(folder), rows);
    }
    StringBuilder header = new StringBuilder();
    for (String name : HEADER) {
      boolean figure = HEADER.indexOf(name) >= FIRST_FIGURE;
      header.append(figure ? "<th scope=\"col\" class=\"figure\">" : "<th scope=\"col\">");
      header.append(name).append("</th>");
    }
    try {
      String page =
          HtmlPage.text("index.html")
              .replace("{{count}}", Headline.plural(runFolders.size(), "run"))
              .replace("{{style}}", HtmlPage.text("report.css"))
              .replace("{{header}}", header)
              .replace("{{rows}}", rows);
      Files.writeString(index, page, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "cannot write " + index + ": " + e.getMessage(),
          "Free disk space, or write to another folder.",
          e);
    }
  }

  private static void row(Path index, Path folder, @Nullable Results results, StringBuilder rows) {
    String verdict = Headline.verdict(results);
    Path from = index.toAbsolutePath().normalize().getParent();
    Path report = folder.toAbsolutePath().normalize().resolve(HtmlReport.FILE);
    String link = from == null ? report.toString() : from.relativize(report).toString();
    String href =
        link.replace('\\', '/').replace("%", "%25").replace("#", "%23").replace("?", "%3F");
    rows.append("<tr>");
    cell(
        rows,
        0,
        "<span class=\"mark "
            + HtmlPage.escape(verdict)
            + "\">"
            + mark(verdict)
            + " "
            + HtmlPage.escape(verdict)
            + "</span>");
    String name =
        results == null
            ? interruptedName(folder)
            : results.name() + (results.control() ? " (control)" : "");
    cell(
        rows,
        1,
        "<a href=\""
            + HtmlPage.escape(href)
            + "\">"
            + HtmlPage.escape(name)
            + "</a>"
            + "<small>"
            + HtmlPage.escape(String.valueOf(folder.getFileName()))
            + "</small>");
    if (results == null) {
      for (int i = 2; i < HEADER.size(); i++) {
        cell(rows, i, Figures.NONE);
      }
    } else {
      figures(rows, results);
    }
    rows.append("</tr>\n");
  }

  private static void figures(StringBuilder rows, Results results) {
    cell(rows, 2, HtmlPage.escape(results.engine() + " " + results.engineVersion()));
    cell(rows, 3, HtmlPage.escape(results.guarantee().toLowerCase(Locale.ROOT)));
    cell(rows, 4, Figures.count(results.faults().size()));
    cell(rows, 5, HtmlPage.escape(ReportTables.longest(results, Results.FaultResult::outage)));
    cell(rows, 6, HtmlPage.escape(ReportTables.longest(results, Results.FaultResult::recovery)));
    Results.Audit audit = Headline.primary(results);
    cell(rows, 7, count(audit, "lost"));
    cell(rows, 8, count(audit, "duplicated"));
    cell(
        rows,
        9,
        results.latencies().stream()
            .filter(l -> l.phase().equals("baseline") && l.p99() != null)
            .map(l -> l.p99() == null ? Figures.NONE : Figures.duration(l.p99()))
            .reduce((first, second) -> second)
            .orElse(Figures.NONE));
  }

  private static String count(Results.@Nullable Audit audit, String kind) {
    Results.Finding finding = audit == null ? null : Headline.finding(audit, kind);
    return finding == null ? Figures.NONE : Figures.count(finding.count());
  }

  /** The folder above a run's own is named like its experiment. */
  private static String interruptedName(Path folder) {
    Path parent = folder.toAbsolutePath().normalize().getParent();
    Path name = parent == null ? null : parent.getFileName();
    return name == null ? "run" : name.toString();
  }

  private static String mark(String verdict) {
    return switch (verdict) {
      case "pass" -> "✓";
      case "fail" -> "✗";
      default -> "?";
    };
  }

  private static void cell(StringBuilder rows, int column, String html) {
    rows.append(column >= FIRST_FIGURE ? "<td class=\"figure\" data-label=\"" : "<td data-label=\"")
        .append(HEADER.get(column))
        .append("\">")
        .append(html)
        .append("</td>");
  }
}
