package dev.rebound.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.ReboundException;
import dev.rebound.base.Series;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.runner.TimelineFile;
import dev.rebound.report.Golden;
import dev.rebound.report.SyntheticRun;
import dev.rebound.report.run.RecordedRun;
import dev.rebound.report.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void theDataOfAJudgedRun() throws IOException {
    Golden.compare("report-data.json", pretty(SyntheticRun.judged(folder.resolve("run"))));
  }

  @Test
  void theBaselinesRateIsDrawnAndIsAMetricThatRunsHave() throws IOException {
    Path run = SyntheticRun.judged(folder.resolve("run"));

    assertThat(data(run).at("/reference/output.rate").asDouble()).isEqualTo(2000);
    assertThat(RunFolder.read(run).results().metrics().keySet())
        .allSatisfy(name -> assertThat(Metrics.find(name)).as(name).isPresent());
  }

  @Test
  void theDataOfAnInterruptedRun() throws IOException {
    JsonNode data = data(SyntheticRun.interrupted(folder.resolve("run"), 60));
    assertThat(data.at("/verdict").asText()).isEqualTo("interrupted");
    assertThat(data.at("/faults/0/clock").asText()).isEqualTo("0:40");
    assertThat(data.at("/faults/0").has("recovery")).isFalse();
    assertThat(data.at("/time").size()).isEqualTo(61);
    assertThat(data.at("/phases/3/complete").asBoolean()).isFalse();
  }

  @Test
  void thePageIsWholeAndAsksForNothing() throws IOException {
    Path run = SyntheticRun.judged(folder.resolve("run"));
    String page = Files.readString(HtmlReport.write(run));
    int data = page.indexOf("id=\"data\">");
    int end = page.indexOf("</script>", data);
    JsonNode parsed = JSON.readTree(page.substring(data + 10, end));
    assertThat(parsed.at("/run/name").asText()).isEqualTo("synthetic <run>");
    assertThat(page.substring(data, end)).doesNotContain("<");
    assertThat(page).contains("<title>synthetic &lt;run&gt;: pass</title>", "default-src 'none'");
    assertThat(page).doesNotContain("{{");
    String namespace = "http://www.w3.org/2000/svg";
    assertThat(
            page.substring(0, data)
                + page.substring(page.indexOf("const Figures")).replace(namespace, ""))
        .doesNotContain("http://", "https://", "src=", "@import", "url(");
    assertThat(run.resolve(".report.html.part")).doesNotExist();
  }

  @Test
  void whatWasAuditedIsThePagesOwnData() throws IOException {
    Path run = SyntheticRun.judged(folder.resolve("run"));
    JsonNode written = JSON.readTree(run.resolve(TimelineFile.NAME).toFile());
    JsonNode data = data(run);
    assertThat(data.at("/scenes")).isNotEmpty().isEqualTo(written.at("/scenes"));
    JsonNode seconds = written.at("/seconds");
    assertThat(data.at("/audited/age").size()).isEqualTo(seconds.size());
    for (int i = 0; i < seconds.size(); i++) {
      assertThat(data.at("/audited/age").get(i).asDouble())
          .isEqualTo(seconds.get(i).at("/frontierAgeMillis").asDouble());
      assertThat(data.at("/audited/p99").get(i).asDouble())
          .isEqualTo(seconds.get(i).at("/visibleByIntended/p99").asDouble());
    }
  }

  @Test
  void reportsLeadBackToTheIndexThatListsThem() throws IOException {
    Path run = SyntheticRun.judged(folder.resolve("demo").resolve("20260101-000000"));
    Path report = HtmlReport.write(run);
    assertThat(Files.readString(report)).contains("id=\"data\">{\"index\":\"\"");
    HtmlIndex.write(folder, List.of(run));
    String linked = "id=\"data\">{\"index\":\"../../index.html\"";
    assertThat(Files.readString(report)).contains(linked);
    HtmlReport.write(run);
    assertThat(Files.readString(report)).contains(linked);
  }

  @Test
  void aLongRunIsThinnedWithoutLosingItsOutage() throws IOException {
    RecordedRun recorded = new RecordedRun();
    int ticks = 10_000;
    recorded.on(
        new Entry(
            1,
            1,
            1,
            0,
            new Event.SeriesDeclared(List.of(new Series("output.rate", "records/s", "")))));
    for (int i = 0; i < ticks; i++) {
      double rate = i == 5001 ? 0 : i == 7003 ? 5000 : 1000 + i % 7;
      recorded.on(
          new Entry(1, 2 + i, i * 1_000_000L, 0, new Event.Tick(i * 1_000_000L, List.of(rate))));
    }
    JsonNode data = data(new RunFolder(folder, recorded, null, new Timeline(0, List.of()), "", ""));
    assertThat(data.at("/time").size()).isBetween(1000, ReportSeries.TICKS_MAX);
    assertThat(data.at("/series/0/values").size()).isEqualTo(data.at("/time").size());
    List<Integer> values =
        JSON.convertValue(
            data.at("/series/0/values"),
            JSON.getTypeFactory().constructCollectionType(List.class, Integer.class));
    assertThat(values).contains(0, 5000);
  }

  @Test
  void aFolderWithoutJournalIsRefusedWithARemedy() {
    assertThatThrownBy(() -> HtmlReport.write(folder))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("journal.jsonl");
  }

  @Test
  void theIndexLinksEveryRun() throws IOException {
    Path first = SyntheticRun.judged(folder.resolve("a#1"));
    SyntheticRun.interrupted(folder.resolve("b"), 30);
    HtmlReport.write(first);
    String page = Files.readString(HtmlIndex.write(folder, List.of(first)));
    assertThat(page)
        .contains("2 runs", "href=\"a%231/report.html\"", "title=\"b\">b</small>", "? interrupted")
        .contains("value=\"" + first + "\"", "<option value=\"pass\">pass (1)</option>")
        .contains(">2026-10-14</span> <span class=\"word\">17:46:40</span>", "default-src 'none'")
        .contains("synthetic &lt;run&gt;", "3.2 s", "9.0 s")
        .doesNotContain("{{", "<run>", "href=\"b/");
  }

  @Test
  void theIndexSaysWhyARunDidNotStartAndANameOnce() throws IOException {
    Path run = Files.createDirectories(folder.resolve("mill/20260101-000000"));
    try (Journal journal = new Journal(run.resolve(RunFiles.JOURNAL), Clock.systemUTC())) {
      journal.append(new Event.DoubtRaised("machine-busy", "\"name\":\"other\"", ""));
      journal.append(new Event.RunFailed(false, "no <class> Grain", "Read its log."));
    }
    HtmlReport.write(run);
    String page = Files.readString(HtmlIndex.write(folder, List.of(run)));
    assertThat(page)
        .contains("– not started", "<option value=\"not-started\">not started (1)</option>")
        .contains("<span>no &lt;class&gt; Grain</span>", ">mill</a>", ">20260101-000000</small>");
    JsonNode data = data(run);
    assertThat(data.at("/verdict").asText()).isEqualTo("not started");
    assertThat(data.at("/run/name").asText()).isEqualTo("mill");
    assertThat(data.at("/sentences"))
        .extracting(JsonNode::asText)
        .containsExactly("The run did not start: no <class> Grain.", "Read its log.");
  }

  private String pretty(Path run) throws IOException {
    String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(data(run));
    return text.replace("\r\n", "\n") + "\n";
  }

  private static JsonNode data(Path run) throws IOException {
    return data(RunFolder.read(run));
  }

  private static JsonNode data(RunFolder run) throws IOException {
    return JSON.readTree(new ReportData(run).json());
  }
}
