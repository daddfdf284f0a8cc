package dev.rebound.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.report.Browser;
import dev.rebound.report.SyntheticRun;
import dev.rebound.report.Tab;
import dev.rebound.report.live.LiveServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows a run that is made to go on, in a headless Chromium. */
@Tag("process")
@Tag("thorough")
class LivePageIT {
  private static final int WIDTH = 1280;

  @TempDir Path folder;
  private Browser browser;
  private Path run;

  @BeforeEach
  void findBrowser() {
    browser = Browser.find(folder);
    run = folder.resolve("runs").resolve("demo").resolve("20261122-110351");
  }

  @Test
  void aRunIsDrawnAsItGoesOnAndEndsAsItsReport() throws Exception {
    Path recorded = SyntheticRun.judged(folder.resolve("recorded"));
    List<String> lines = Files.readAllLines(recorded.resolve("journal.jsonl"));
    Files.createDirectories(run);
    Path journal = run.resolve("journal.jsonl");
    Files.write(journal, lines.subList(0, lines.size() / 2));
    try (LiveServer server = LiveServer.start(folder.resolve("runs"), 0, null);
        Tab tab = Tab.open(browser, server.address(run), "#whole-run[open] svg *", WIDTH, false)) {
      assertThat(text(tab)).contains("Running", "provisional", "as sampled", "1 fault so far");
      assertThat(tab.evaluate("document.querySelectorAll('article.card').length").asInt())
          .isEqualTo(1);

      Files.write(
          journal, lines.subList(lines.size() / 2, lines.size()), StandardOpenOption.APPEND);
      tab.until("document.querySelectorAll('article.card').length === 2");

      Files.copy(recorded.resolve("results.json"), run.resolve("results.json"));
      HtmlReport.write(run);
      tab.until("document.querySelector('.verdict.pass')");
      tab.until("document.getElementById('live').textContent.includes('has ended')");
      assertThat(text(tab)).contains("Pass", "3 of 3 expectations held");
      assertThat(tab.evaluate("document.querySelectorAll('.provisional-mark').length").asInt())
          .isZero();
      assertThat(errors(tab)).isEmpty();
    }
  }

  @Test
  void runsAreFilteredAndTicked() throws Exception {
    SyntheticRun.judged(run);
    SyntheticRun.judged(run.resolveSibling("20261122-110352"));
    SyntheticRun.interrupted(run.resolveSibling("20261122-110353"), 60);
    URI page = HtmlIndex.write(folder.resolve("runs"), List.of(run)).toUri();
    try (Tab tab = Tab.open(browser, page, "#runs tbody tr", WIDTH, false)) {
      filter(tab);
      tab.evaluate("document.querySelectorAll('#runs input').forEach(b => b.click())");
      assertThat(tab.evaluate("document.querySelector('#chosen code').textContent").asText())
          .startsWith("rebound compare ")
          .contains(run.toString(), run.resolveSibling("20261122-110352").toString());
    }
    try (LiveServer server = LiveServer.start(folder.resolve("runs"), 0, null);
        Tab tab = Tab.open(browser, server.address(), "#runs tbody tr", WIDTH, false)) {
      filter(tab);
      tab.evaluate("document.querySelectorAll('#runs input').forEach(b => b.click())");
      assertThat(tab.evaluate("document.querySelector('#chosen a').search").asText())
          .contains("run=demo%2F20261122-110351", "run=demo%2F20261122-110352")
          .doesNotContain("110353");
    }
  }

  private static void filter(Tab tab) throws Exception {
    String shown = "[...document.querySelectorAll('#runs tbody tr')].filter(r => !r.hidden).length";
    assertThat(tab.evaluate(shown).asInt()).isEqualTo(3);
    tab.evaluate(
        "(() => { const f = document.getElementById('verdict'); f.value = 'pass';"
            + " f.dispatchEvent(new Event('input', { bubbles: true })); })()");
    assertThat(tab.evaluate(shown).asInt()).isEqualTo(2);
    tab.evaluate(
        "(() => { const f = document.getElementById('text'); f.value = 'FLINK 110352';"
            + " f.dispatchEvent(new Event('input', { bubbles: true })); })()");
    assertThat(tab.evaluate(shown).asInt()).isEqualTo(1);
  }

  private static String text(Tab tab) throws Exception {
    return tab.evaluate("document.getElementById('page').innerText").asText();
  }

  private static String errors(Tab tab) throws Exception {
    return tab.evaluate("document.documentElement.dataset.errors || ''").asText();
  }
}
