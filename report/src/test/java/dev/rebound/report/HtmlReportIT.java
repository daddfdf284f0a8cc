package dev.rebound.report;

import static dev.rebound.report.Browser.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens reports in a headless Chromium, without network. */
@Tag("process")
class HtmlReportIT {
  private static final int CHARTS = 9;
  private static final int WIDTH = 1280;

  @TempDir Path folder;
  private Browser browser;

  @BeforeEach
  void findBrowser() {
    browser = Browser.find(folder);
  }

  @Test
  void everyChartDrawsAndNothingIsLoggedAsAnError() throws Exception {
    Path report = HtmlReport.write(SyntheticRun.judged(folder.resolve("run")));
    String page = browser.open(report, WIDTH);
    assertThat(attribute(page, "data-errors")).isNull();
    assertThat(attribute(page, "data-charts-expected")).isEqualTo(Integer.toString(CHARTS));
    assertThat(attribute(page, "data-charts")).isEqualTo(Integer.toString(CHARTS));
    assertThat(page).contains("the system has no TCP counters per process");
    assertThat(page).contains("synthetic &lt;run&gt;").doesNotContain("<b>x</b>");
  }

  @Test
  void anInterruptedRunShowsWhatWasMeasured() throws Exception {
    Path report = HtmlReport.write(SyntheticRun.interrupted(folder.resolve("run"), 50));
    String page = browser.open(report, WIDTH);
    assertThat(attribute(page, "data-errors")).isNull();
    assertThat(attribute(page, "data-charts")).isEqualTo(Integer.toString(CHARTS));
    assertThat(page).contains("Interrupted");
  }

  @Test
  void anErrorOnThePageIsNoticed() throws Exception {
    Path report = HtmlReport.write(SyntheticRun.judged(folder.resolve("run")));
    String broken =
        Files.readString(report).replace("function tiles() {", "function tiles() { null.x;");
    Files.writeString(report, broken);
    assertThat(attribute(browser.open(report, WIDTH), "data-errors")).contains("null");
  }

  @Test
  void aRequestIsBlockedAndNoticed() throws Exception {
    Path report = HtmlReport.write(SyntheticRun.judged(folder.resolve("run")));
    String asking =
        Files.readString(report)
            .replace("</main>", "</main><img src=\"http://127.0.0.1:9/x.png\">");
    Files.writeString(report, asking);
    assertThat(attribute(browser.open(report, WIDTH), "data-errors")).contains("blocked");
  }
}
