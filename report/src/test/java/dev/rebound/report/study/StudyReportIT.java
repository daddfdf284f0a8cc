package dev.rebound.report.study;

import static dev.rebound.report.Browser.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.report.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens reports of comparisons in a headless Chromium, without network. */
@Tag("process")
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
    String charts = Integer.toString(CURVES * PANELS);
    assertThat(attribute(page, "data-errors")).isNull();
    assertThat(attribute(page, "data-charts-expected")).isEqualTo(charts);
    assertThat(attribute(page, "data-charts")).isEqualTo(charts);
    String drawn = page.substring(page.indexOf("<main"), page.indexOf("</main>"));
    assertThat(drawn)
        .contains("Kafka Streams not shown: the system has no TCP counters per process")
        .contains("Who is back &lt;first&gt;?", "not shown here", "load scaled to 5 %", "113 s")
        .contains("href=\"kill-2-of-8-flink-stock-1/report.html\"")
        .doesNotContain("<first>", "undefined", "NaN");
  }

  @Test
  void figuresOverANumberAreDrawn() throws Exception {
    Path report = folder.resolve("compare.html");
    StudyReport.write(SyntheticStudy.overWorkers(folder), report);
    String page = Browser.find(folder).open(report, 1280);
    String charts = Integer.toString(CURVES + 2);
    assertThat(attribute(page, "data-errors")).isNull();
    assertThat(attribute(page, "data-charts-expected")).isEqualTo(charts);
    assertThat(attribute(page, "data-charts")).isEqualTo(charts);
    assertThat(page.substring(page.indexOf("<main"), page.indexOf("</main>")))
        .contains("Over a setting", "Recovery time over engine.workers", "lower is better")
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
