package dev.rebound.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Opens reports in a headless Chromium, without network. Skipped where there is no Chromium, unless
 * {@code REBOUND_REQUIRE_BROWSER=true} (environment or system property) demands one.
 */
@Tag("process")
class HtmlReportIT {
  private static final List<String> BROWSERS =
      List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
  private static final int CHARTS = 9;

  @TempDir Path folder;
  private String browser;

  @BeforeEach
  void findBrowser() {
    browser =
        BROWSERS.stream().filter(b -> Files.isExecutable(Path.of(b))).findFirst().orElse(null);
    boolean required =
        Boolean.parseBoolean(System.getenv("REBOUND_REQUIRE_BROWSER"))
            || Boolean.getBoolean("REBOUND_REQUIRE_BROWSER");
    if (browser == null && required) {
      fail("no Chromium at " + BROWSERS + ", and REBOUND_REQUIRE_BROWSER=true");
    }
    assumeTrue(browser != null, "no Chromium here");
  }

  @Test
  void everyChartDrawsAndNothingIsLoggedAsAnError() throws Exception {
    Path report = HtmlReport.write(SyntheticRun.judged(folder.resolve("run")));
    String page = open(report);
    assertThat(attribute(page, "data-errors")).isNull();
    assertThat(attribute(page, "data-charts-expected")).isEqualTo(Integer.toString(CHARTS));
    assertThat(attribute(page, "data-charts")).isEqualTo(Integer.toString(CHARTS));
    assertThat(page).contains("the system has no TCP counters per process");
    assertThat(page).contains("synthetic &lt;run&gt;").doesNotContain("<b>x</b>");
  }

  @Test
  void anInterruptedRunShowsWhatWasMeasured() throws Exception {
    Path report = HtmlReport.write(SyntheticRun.interrupted(folder.resolve("run"), 50));
    String page = open(report);
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
    assertThat(attribute(open(report), "data-errors")).contains("null");
  }

  @Test
  void aRequestIsBlockedAndNoticed() throws Exception {
    Path report = HtmlReport.write(SyntheticRun.judged(folder.resolve("run")));
    String asking =
        Files.readString(report)
            .replace("</main>", "</main><img src=\"http://127.0.0.1:9/x.png\">");
    Files.writeString(report, asking);
    assertThat(attribute(open(report), "data-errors")).contains("blocked");
  }

  /** The page as it stands after its scripts have run. */
  private String open(Path report) throws IOException, InterruptedException {
    Path dom = folder.resolve("dom.html");
    Path log = folder.resolve("browser.log");
    List<String> command = new ArrayList<>(List.of(browser));
    command.addAll(
        List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--user-data-dir=" + folder.resolve("profile"),
            "--window-size=1280,1000",
            "--virtual-time-budget=10000",
            "--enable-logging=stderr",
            "--v=0",
            "--dump-dom",
            report.toUri().toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      if (!process.waitFor(90, TimeUnit.SECONDS)) {
        fail("Chromium did not end within 90 s; its log: " + Files.readString(log));
      }
    } finally {
      List<ProcessHandle> children = process.descendants().toList();
      process.destroyForcibly();
      children.forEach(ProcessHandle::destroyForcibly);
      process.waitFor(10, TimeUnit.SECONDS);
    }
    return Files.readString(dom);
  }

  private static String attribute(String page, String name) {
    int end = page.indexOf('>', page.indexOf("<html"));
    Matcher matcher =
        Pattern.compile(" " + name + "=\"([^\"]*)\"").matcher(page.substring(0, Math.max(0, end)));
    return matcher.find() ? matcher.group(1) : null;
  }
}
