package dev.rebound.report.page;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.report.csv.CsvFile;
import dev.rebound.report.words.Headline;
import dev.rebound.report.words.VerdictLabel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page that lists all runs below a folder, the latest first, with verdict and key figures:
 * filtered by text and verdict, and with ticks on runs to compare. As a file it shows the command
 * line that compares them; served, it asks the server to.
 */
public final class HtmlIndex {
  /** Its name in the folder of runs. */
  public static final String FILE = "index.html";

  /** A run of a study lies at study/time/experiment/time. */
  private static final int DEPTH_MAX = 5;

  private static final List<String> HEADER =
      Stream.of(
              Stream.of(
                  "Compare",
                  "Verdict",
                  "Run",
                  "Started (UTC)",
                  "Length",
                  "Engine",
                  "Faults",
                  "Longest outage",
                  "Longest recovery"),
              FindingKind.first().stream().map(FindingKind::label),
              Stream.of("Baseline p99"))
          .flatMap(words -> words)
          .toList();

  private static final int FIRST_FIGURE = HEADER.indexOf("Faults");

  /** Where a run's report finds it: runs lie in a folder of their experiment. */
  private static final String ABOVE = "../../" + FILE;

  private final Path runs;
  private final boolean served;

  private HtmlIndex(Path runs, boolean served) {
    this.runs = runs;
    this.served = served;
  }

  /**
   * Writes {@code index.html} into a folder of runs, with every run below it, and has the reports
   * of the latest runs link it.
   *
   * @param latest folders of runs whose reports were written before there was an index
   * @return the page
   */
  public static Path write(Path runs, List<Path> latest) {
    Path index = runs.resolve(FILE);
    try {
      Files.writeString(index, new HtmlIndex(runs, false).page(), StandardCharsets.UTF_8);
      for (Path folder : latest) {
        linkBack(folder);
      }
      return index;
    } catch (IOException e) {
      throw ReboundException.unwritable(index, "Free disk space, or write to another folder.", e);
    }
  }

  /** The page for a server that has its style and script at {@code assets/}. */
  public static String served(Path runs) throws IOException {
    return new HtmlIndex(runs, true).page();
  }

  /** The index above a run's folder as a link from its report; empty if there is none. */
  public static String from(Path runFolder) {
    return Files.isRegularFile(runFolder.resolve(ABOVE)) ? ABOVE : "";
  }

  /** Reports were written before the index that they lead back to. */
  private static void linkBack(Path runFolder) throws IOException {
    Path report = runFolder.resolve(HtmlReport.FILE);
    if (Files.isRegularFile(report) && !from(runFolder).isEmpty()) {
      String page = Files.readString(report, StandardCharsets.UTF_8);
      String none = HtmlReport.DATA + "{\"index\":\"\"";
      String linked = page.replace(none, none.replace("\"\"", '"' + ABOVE + '"'));
      if (!linked.equals(page)) {
        Files.writeString(report, linked, StandardCharsets.UTF_8);
      }
    }
  }

  private String page() throws IOException {
    List<RunHeading> all = all();
    String header =
        HEADER.stream()
            .map(name -> "<th scope=\"col\"" + figureClass(name) + ">" + name + "</th>")
            .collect(Collectors.joining());
    String policy =
        served
            ? ""
            : "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                + " script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">";
    return HtmlPage.filled(
        "index.html",
        Map.of(
            "policy",
            policy,
            "count",
            Words.plural(all.size(), "run"),
            "style",
            asset("style", "report.css") + asset("style", "index.css"),
            "script",
            asset("script", "index.js"),
            "served",
            served ? "yes" : "no",
            "verdicts",
            verdicts(all),
            "header",
            header,
            "rows",
            all.stream().map(this::row).collect(Collectors.joining())));
  }

  private static String figureClass(String column) {
    return HEADER.indexOf(column) >= FIRST_FIGURE ? " class=\"figure\"" : "";
  }

  private String asset(String tag, String name) {
    return served
        ? HtmlPage.linked("assets/" + name)
        : "<" + tag + ">\n" + HtmlPage.text(name) + "</" + tag + ">\n";
  }

  private static String verdicts(List<RunHeading> all) {
    return Arrays.stream(VerdictLabel.values())
        .filter(standing -> count(all, standing) > 0)
        .map(
            standing ->
                "<option value=\"%s\">%s (%s)</option>"
                    .formatted(standing.key(), standing, count(all, standing)))
        .collect(Collectors.joining());
  }

  private static long count(List<RunHeading> all, VerdictLabel standing) {
    return all.stream().filter(run -> run.standing() == standing).count();
  }

  /** Links are not followed, so that no run stands there twice. */
  private List<RunHeading> all() throws IOException {
    // A file says what was when it was written: a run without results counts as interrupted.
    Instant now = served ? Instant.now() : Instant.MAX;
    try (Stream<Path> files = Files.walk(runs, DEPTH_MAX)) {
      return files
          .filter(file -> file.endsWith(RunFiles.JOURNAL))
          .map(Path::getParent)
          .map(folder -> RunHeading.read(folder, now))
          .sorted(
              Comparator.comparingLong(RunHeading::startedMicros)
                  .reversed()
                  .thenComparing(run -> run.folder().toString()))
          .toList();
    }
  }

  private String row(RunHeading run) {
    VerdictLabel standing = run.standing();
    Results results = run.results();
    String folder = runs.relativize(run.folder()).toString().replace('\\', '/');
    String name = HtmlPage.escape(run.name());
    String value = served ? folder : run.folder().toString().replace('\\', '/');
    boolean linked = served || Files.isRegularFile(run.folder().resolve(HtmlReport.FILE));
    String started = CsvFile.iso(run.startedMicros()).substring(0, 19).replace('T', ' ');
    List<String> cells = new ArrayList<>();
    cells.add(
        results == null
            ? ""
            : "<input type=\"checkbox\" aria-label=\"Compare %s\" value=\"%s\">"
                .formatted(HtmlPage.escape(run.name() + ", " + folder), HtmlPage.escape(value)));
    cells.add(
        "<span class=\"mark %s\">%s %s</span>"
            .formatted(standing.key(), standing.mark(), standing));
    cells.add(
        "<div>%s<small title=\"%s\">%s</small></div>"
            .formatted(
                linked
                    ? "<a href=\"%s\">%s</a>".formatted(HtmlPage.escape(href(folder)), name)
                    : name,
                HtmlPage.escape(folder),
                HtmlPage.escape(beside(run.name(), folder))));
    cells.add(run.startedMicros() == 0 ? Words.NONE : unbroken(started));
    cells.add(Words.duration(run.lengthMillis()));
    cells.add(
        run.engine().isEmpty()
            ? Words.NONE
            : "<div>%s%s</div>".formatted(unbroken(run.engine()), guarantee(results)));
    if (results != null) {
      figures(results, cells);
    }
    StringBuilder row = new StringBuilder("<tr data-verdict=\"" + standing.key() + "\">");
    int columns = run.why().isEmpty() ? HEADER.size() : FIRST_FIGURE;
    for (int i = 0; i < columns; i++) {
      String column = HEADER.get(i);
      row.append(
          "<td%s data-label=\"%s\">%s</td>"
              .formatted(
                  figureClass(column), column, i < cells.size() ? cells.get(i) : Words.NONE));
    }
    if (!run.why().isEmpty()) {
      row.append(
          "<td class=\"why\" colspan=\"%s\" title=\"%s\"><span>%s</span></td>"
              .formatted(
                  HEADER.size() - FIRST_FIGURE,
                  HtmlPage.escape(run.why()),
                  HtmlPage.escape(run.why())));
    }
    return row.append("</tr>\n").toString();
  }

  /** The folder of a run beside its name, which stands there once. */
  private static String beside(String name, String folder) {
    List<String> above = new ArrayList<>(List.of(folder.split("/", -1)));
    int named = above.size() - 2;
    if (named >= 0 && above.get(named).equals(name)) {
      above.set(named, "…");
    }
    return String.join("/", above).replaceFirst("^…/", "");
  }

  /** Words of which none is cut in two. */
  private static String unbroken(String words) {
    return Arrays.stream(words.split(" ", -1))
        .map(word -> "<span class=\"word\">" + HtmlPage.escape(word) + "</span>")
        .collect(Collectors.joining(" "));
  }

  private static String guarantee(@Nullable Results results) {
    return results == null
        ? ""
        : "<small>" + HtmlPage.escape(results.guarantee().toLowerCase(Locale.ROOT)) + "</small>";
  }

  /** Served, a run's page is its folder; as a file, its report. */
  private String href(String folder) {
    String path =
        folder.replace("%", "%25").replace("#", "%23").replace("?", "%3F").replace(" ", "%20");
    return served ? "runs/" + path + "/" : path + "/" + HtmlReport.FILE;
  }

  private static void figures(Results results, List<String> cells) {
    cells.add(Words.count(results.faults().size()));
    cells.add(HtmlPage.escape(ReportTables.longest(results, Results.FaultResult::outage)));
    cells.add(HtmlPage.escape(ReportTables.longest(results, Results.FaultResult::recovery)));
    Results.Audit audit = results.judgedAudit();
    FindingKind.first().forEach(kind -> cells.add(count(results, audit, kind)));
    cells.add(
        results.latencies().stream()
            .filter(l -> l.phase().equals("baseline") && l.p99() != null)
            .map(l -> Words.duration(l.p99()))
            .reduce((first, second) -> second)
            .orElse(Words.NONE));
  }

  /** None that was found is no 0 where it is not known whether there are any. */
  private static String count(Results results, Results.@Nullable Audit audit, FindingKind kind) {
    Results.Finding finding = audit == null ? null : Headline.finding(audit, kind);
    if (finding != null && finding.count() == 0 && Doubts.ofNumber(kind, results).isPresent()) {
      return "unknown";
    }
    return finding == null ? Words.NONE : Words.count(finding.count());
  }
}
