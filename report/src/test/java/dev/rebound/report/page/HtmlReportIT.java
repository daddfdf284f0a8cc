package dev.rebound.report.page;

import static dev.rebound.report.Browser.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import dev.rebound.lab.runner.TimelineFile;
import dev.rebound.report.Browser;
import dev.rebound.report.Legible;
import dev.rebound.report.SyntheticRun;
import dev.rebound.report.Tab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens reports in a headless Chromium, without network. */
@Tag("process")
@Tag("thorough")
class HtmlReportIT {
  private static final int WIDTH = 1280;
  private static final int PHONE = 390;

  @TempDir Path folder;
  private Browser browser;

  @BeforeEach
  void findBrowser() {
    browser = Browser.find(folder);
  }

  private Path judged() throws IOException {
    return HtmlReport.write(SyntheticRun.judged(folder.resolve("run")));
  }

  @Test
  void everyPictureDrawsAndNothingIsLoggedAsAnError() throws Exception {
    try (Tab tab = Tab.open(browser, judged(), WIDTH, false)) {
      unfold(tab);
      assertThat(empty(tab)).isZero();
      assertThat(tab.evaluate("document.querySelectorAll('.stack svg').length").asInt())
          .isGreaterThan(20);
      assertThat(tab.evaluate("document.documentElement.dataset.errors || ''").asText()).isEmpty();
      String text = tab.evaluate("document.getElementById('page').innerText").asText();
      assertThat(text)
          .contains("the system has no TCP counters per process", "synthetic <run>")
          .contains("Output stopped for 3.2 s; all that was delayed had been delivered after 8.9 s")
          .contains("Readers saw nothing lost or duplicated. 500 uncommitted duplicates")
          .contains("3 of 3 expectations held")
          .doesNotContain("undefined", "NaN", "[object");
    }
  }

  private static int empty(Tab tab) throws Exception {
    return tab.evaluate(
            "[...document.querySelectorAll('.stack svg')].filter(s => !s.children.length).length")
        .asInt();
  }

  /** Opens what is folded, but for tables, and waits until that is drawn. */
  private static void unfold(Tab tab) throws Exception {
    tab.evaluate("document.querySelectorAll('.folds > details').forEach(d => { d.open = true; })");
    tab.until("[...document.querySelectorAll('.stack svg')].every(s => s.children.length)");
  }

  @Test
  void theWheelScrollsOverEveryPicture() throws Exception {
    try (Tab tab = Tab.open(browser, judged(), WIDTH, false)) {
      int pictures = tab.evaluate("document.querySelectorAll('article .stack svg').length").asInt();
      for (int i = 0; i < Math.min(pictures, 6); i++) {
        JsonNode at =
            tab.evaluate(
                "(() => { const s = document.querySelectorAll('article .stack svg')["
                    + i
                    + "]; s.scrollIntoView({ block: 'center' }); const b ="
                    + " s.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2,"
                    + " scrollY]; })()");
        tab.wheel(at.get(0).asDouble(), at.get(1).asDouble(), 120);
        tab.until("scrollY > " + (at.get(2).asInt() + 60));
      }
    }
  }

  @Test
  void arrowKeysMoveBetweenFaultsAndEachHasALink() throws Exception {
    Path report = judged();
    try (Tab tab = Tab.open(browser, report, WIDTH, false)) {
      tab.press("ArrowRight", 39);
      tab.until("location.hash === '#fault-1' && " + atTop("fault-1"));
      tab.press("ArrowRight", 39);
      tab.until("location.hash === '#fault-2' && " + atTop("fault-2"));
      tab.press("ArrowLeft", 37);
      tab.until("location.hash === '#fault-1' && " + atTop("fault-1"));
      tab.evaluate("document.querySelector('nav.way a[href=\"#whole-run\"]').click()");
      tab.until("document.getElementById('whole-run').open");
    }
  }

  private static String atTop(String id) {
    return "Math.abs(document.getElementById('" + id + "').getBoundingClientRect().top - 60) < 40";
  }

  @Test
  void aTermIsExplainedByKeyboardAndGoesAwayAgain() throws Exception {
    try (Tab tab = Tab.open(browser, judged(), WIDTH, false)) {
      tab.evaluate("document.querySelector('.card .term').focus()");
      tab.press("Enter", 13);
      tab.evaluate("document.activeElement.click()");
      tab.until("!document.getElementById('definition').hidden");
      assertThat(tab.evaluate("document.getElementById('definition').textContent").asText())
          .endsWith(".");
      tab.press("Escape", 27);
      tab.until("document.getElementById('definition').hidden");
    }
  }

  @Test
  void whatIsDrawnIsWhatWasAudited() throws Exception {
    Path run = SyntheticRun.judged(folder.resolve("run"));
    JsonNode scene =
        new ObjectMapper().readTree(run.resolve(TimelineFile.NAME).toFile()).at("/scenes/1");
    try (Tab tab = Tab.open(browser, HtmlReport.write(run), WIDTH, false)) {
      tab.evaluate("document.querySelector('#fault-2 details.astable').open = true");
      tab.until("document.querySelector('#fault-2 details.astable tbody tr')");
      JsonNode rows =
          tab.evaluate(
              "[...document.querySelectorAll('#fault-2 details.astable tbody tr')].map(r =>"
                  + " [...r.cells].map(c => c.textContent))");
      assertThat(rows.size()).isEqualTo(scene.at("/due").size());
      for (int b = 0; b < rows.size(); b++) {
        JsonNode row = rows.get(b);
        assertThat(row.get(4).asText())
            .isEqualTo(Words.duration(scene.at("/ageMillis").get(b).asDouble()));
        assertThat(row.get(5).asInt()).isEqualTo(scene.at("/due").get(b).asInt());
        assertThat(row.get(6).asInt()).isEqualTo(scene.at("/seen").get(b).asInt());
        assertThat(row.get(9).asText())
            .isEqualTo(Words.duration(scene.at("/p99").get(b).asDouble()));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
  void anyoneCanReadIt(int width, boolean dark) throws Exception {
    try (Tab tab = Tab.open(browser, judged(), width, dark)) {
      assertThat(tab.evaluate("document.documentElement.scrollHeight").asInt())
          .as("height before anything is unfolded")
          .isLessThanOrEqualTo(4000);
      unfold(tab);
      assertThat(Legible.overflow(tab)).as("overflow").isZero();
      assertThat(Legible.violations(tab)).isEmpty();
      assertThat(Legible.faint(tab)).as("lines of less than 3:1").isEmpty();
    }
  }

  @Test
  void aPhoneIsNotFilledWithDoubts() throws Exception {
    Map<String, String> unjudged = new TreeMap<>();
    for (String metric : List.of("outage", "recovery", "disrupted", "warmup", "baseline", "lag")) {
      unjudged.put(
          metric, "the generator sent up to 4.1 s late in phase baseline, as to " + metric);
    }
    Results results =
        SyntheticRun.results(Verdict.UNKNOWN, SyntheticRun.unjudged()).toBuilder()
            .unjudged(unjudged)
            .build();
    Path run = SyntheticRun.judged(folder.resolve("run"), results);
    try (Tab tab = Tab.open(browser, HtmlReport.write(run), PHONE, false)) {
      assertThat(tab.evaluate("document.documentElement.scrollHeight").asInt())
          .isLessThanOrEqualTo(4000);
      assertThat(tab.evaluate("document.querySelectorAll('#doubts .doubt').length").asInt())
          .isGreaterThan(3);
      assertThat(tab.evaluate("document.getElementById('page').innerText").asText())
          .contains("more doubts", "4 more could not be judged");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {WIDTH, PHONE})
  void anInterruptedRunShowsWhatWasMeasured(int width) throws Exception {
    Path report = HtmlReport.write(SyntheticRun.interrupted(folder.resolve("run"), 50));
    try (Tab tab = Tab.open(browser, report, width, false)) {
      unfold(tab);
      assertThat(empty(tab)).isZero();
      assertThat(tab.evaluate("document.documentElement.dataset.errors || ''").asText()).isEmpty();
      assertThat(tab.evaluate("document.getElementById('page').innerText").asText())
          .contains("Interrupted", "The run ended before this fault was judged.");
    }
  }

  @Test
  void aRunOfAnEarlierVersionOpensAndSaysWhatToDo() throws Exception {
    Path run = SyntheticRun.judged(folder.resolve("run"));
    ObjectMapper json = new ObjectMapper();
    Path timeline = run.resolve(TimelineFile.NAME);
    ObjectNode before = (ObjectNode) json.readTree(timeline.toFile());
    before.remove("scenes");
    json.writeValue(timeline.toFile(), before);
    String page = browser.open(HtmlReport.write(run), WIDTH);
    assertThat(attribute(page, "data-errors")).isNull();
    assertThat(page).contains("rebound check", "3.2 s");
  }

  @Test
  void thePageCanBeDrawnAgainWithNewerDataAndKeepsWhatIsOpen() throws Exception {
    try (Tab tab = Tab.open(browser, judged(), WIDTH, false)) {
      tab.evaluate("document.getElementById('resources').open = true");
      tab.evaluate(
          "(() => { const d = JSON.parse(document.getElementById('data').textContent);"
              + " d.run.name = 'newer'; Report.show(d); })()");
      assertThat(tab.evaluate("document.querySelector('h1').textContent").asText())
          .isEqualTo("newer");
      assertThat(tab.evaluate("document.getElementById('resources').open").asBoolean()).isTrue();
      assertThat(tab.evaluate("document.documentElement.dataset.errors || ''").asText()).isEmpty();
    }
  }

  @Test
  void anErrorOnThePageIsNoticed() throws Exception {
    Path report = judged();
    String broken =
        Files.readString(report)
            .replace("function tiles(data) {", "function tiles(data) { null.x;");
    Files.writeString(report, broken);
    assertThat(attribute(browser.open(report, WIDTH), "data-errors")).contains("null");
  }

  @Test
  void aRequestIsBlockedAndNoticed() throws Exception {
    Path report = judged();
    String asking =
        Files.readString(report)
            .replace("</main>", "</main><img src=\"http://127.0.0.1:9/x.png\">");
    Files.writeString(report, asking);
    assertThat(attribute(browser.open(report, WIDTH), "data-errors")).contains("blocked");
  }
}
