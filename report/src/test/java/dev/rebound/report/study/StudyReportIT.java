package dev.rebound.report.study;

import static dev.rebound.report.Browser.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.report.Browser;
import dev.rebound.report.Legible;
import dev.rebound.report.Tab;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens reports of comparisons in a headless Chromium, without network. */
@Tag("process")
@Tag("thorough")
class StudyReportIT {
  private static final int CURVES = 6;
  private static final int PANELS = 2 * 2;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1280, 500})
  void everyChartDrawsAndNothingIsLoggedAsAnError(int width) throws Exception {
    Path report = folder.resolve("compare.html");
    StudyReport.write(SyntheticStudy.compared(folder, 1), report);
    String page = Browser.find(folder).open(report, width);
    assertThat(attribute(page, "data-errors")).isNull();
    String drawn = page.substring(page.indexOf("<main"), page.indexOf("</main>"));
    assertThat(drawn.split("id=\"drawn-curve-", -1)).hasSize(CURVES * PANELS + 1);
    assertThat(drawn)
        .contains("Kafka Streams not shown: the system has no TCP counters per process")
        .contains("Who is back &lt;first&gt;?", "not shown here", "load scaled to 5 %", "113 s")
        .contains("href=\"kill-2-of-8-flink-stock-1/report.html\"")
        .doesNotContain("<first>", "undefined", "NaN");
  }

  @ParameterizedTest
  @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
  void theMedianFaultsStandBesideEachOtherAndAnyoneCanReadThem(int width, boolean dark)
      throws Exception {
    Comparison comparison =
        SyntheticStudy.compared(folder, 3)
            .noting("one core was up to 1.8 times as fast in some runs as in others, by SHA-256");
    SyntheticStudy.draw(comparison);
    Path report = folder.resolve("compare.html");
    StudyReport.write(comparison, report);
    try (Tab tab = Tab.open(Browser.find(folder), report, width, dark)) {
      tab.until(
          "document.querySelectorAll('.beside .stack svg').length === 8 * 6 &&"
              + " [...document.querySelectorAll('.beside .stack svg')].every(s =>"
              + " s.children.length)");
      assertThat(tab.evaluate("document.documentElement.dataset.errors || ''").asText()).isEmpty();
      assertThat(tab.evaluate("document.getElementById('page').innerText").asText())
          .contains("The median fault of each", "by recovery time the median of the 6 there")
          .doesNotContain("undefined", "NaN", "[object");
      for (String alike :
          List.of(
              "s => s.querySelector('svg:nth-of-type(1)').getBoundingClientRect().width",
              "s => s.querySelector('.verticals .signal').style.left",
              "s => labels(s, 'Frontier age')",
              "s => labels(s, 'time')")) {
        assertThat(alike(tab, alike)).as(alike).isEqualTo(2);
      }
      assertThat(Legible.overflow(tab)).as("overflow").isZero();
      assertThat(Legible.violations(tab)).isEmpty();
      assertThat(Legible.faint(tab)).as("lines of less than 3:1").isEmpty();
    }
  }

  /** How many scenarios have the same of something in all their pictures. */
  private static int alike(Tab tab, String what) throws Exception {
    return tab.evaluate(
            "(() => { const labels = (s, name) => [...s.querySelectorAll('svg[aria-label^=\"' +"
                + " name + '\"] .tick')].map(t => t.textContent).join(); const of = "
                + what
                + "; return [...document.querySelectorAll('.beside')].filter(b => new Set("
                + "[...b.querySelectorAll('.stack')].map(of)).size === 1).length; })()")
        .asInt();
  }

  @Test
  void aPartOfTheTimeCanBeChosenAndTablesHaveTheFigures() throws Exception {
    Comparison comparison = SyntheticStudy.compared(folder, 1);
    SyntheticStudy.draw(comparison);
    Path report = folder.resolve("compare.html");
    StudyReport.write(comparison, report);
    try (Tab tab = Tab.open(Browser.find(folder), report, 1280, false)) {
      tab.evaluate(
          "[...document.querySelectorAll('.block .tools button')].find(b => b.textContent ==="
              + " 'First 15 s').click()");
      tab.until(
          "[...document.querySelector('.beside').querySelectorAll('svg[aria-label=\"time\"]"
              + " .tick')].every(t => parseInt(t.textContent.replace('−', '-')) <= 15)");
      tab.evaluate("document.querySelector('.beside details.astable').open = true");
      tab.until("document.querySelectorAll('.beside details.astable tbody tr').length > 100");
      String link = tab.evaluate("document.querySelector('.picked a').href").asText();
      assertThat(link).matches("file:.*/kill-2-of-8-flink-stock-1/report.html#fault-\\d");
      assertThat(tab.evaluate("document.documentElement.dataset.errors || ''").asText()).isEmpty();
    }
  }

  @Test
  void whatIsNotDrawnIsTold() throws Exception {
    Path report = folder.resolve("compare.html");
    StudyReport.write(SyntheticStudy.compared(folder, 1), report);
    assertThat(Browser.find(folder).open(report, 500))
        .contains("Not drawn: checked by an earlier version; run rebound check");
  }

  @Test
  void figuresOverANumberAreDrawn() throws Exception {
    Path report = folder.resolve("compare.html");
    Comparison compared = SyntheticStudy.overWorkers(folder);
    StudyReport.write(compared, report);
    String page = Browser.find(folder).open(report, 1280);
    assertThat(attribute(page, "data-errors")).isNull();
    List<String> pictures =
        Pattern.compile("id=\"drawn-[^\"]+\"")
            .matcher(StudyPicture.ofPage(compared))
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(pictures)
        .contains("id=\"drawn-recovery-over-engine.workers\"")
        .hasSizeGreaterThan(3);
    assertThat(page.substring(page.indexOf("<main"), page.indexOf("</main>")))
        .contains(pictures)
        .contains("data-hint=")
        .contains("Over a setting", "Recovery time over engine.workers", "lower is better")
        .contains("CPU time per million records against recovery time", "on the front")
        .contains("a queue predicts", "and the cheapest cell that keeps it is named")
        .doesNotContain("undefined", "NaN");
  }

  @Test
  void anErrorOnThePageIsNoticed() throws Exception {
    Path report = folder.resolve("compare.html");
    StudyReport.write(SyntheticStudy.compared(folder, 1), report);
    String broken =
        Files.readString(report).replace("function claims() {", "function claims() { null.x;");
    Files.writeString(report, broken);
    assertThat(attribute(Browser.find(folder).open(report, 1280), "data-errors")).contains("null");
  }
}
