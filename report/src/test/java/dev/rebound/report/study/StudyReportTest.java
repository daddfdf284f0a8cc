package dev.rebound.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.run.MedianFault;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.Golden;
import dev.rebound.report.page.HtmlPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyReportTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void theTextOfAComparison() throws IOException {
    Golden.compare(
        "comparison.txt",
        String.join("\n", ComparisonText.lines(SyntheticStudy.compared(folder, 3))) + "\n");
  }

  @Test
  void aScenariosNameIsAHeadingThatReads() {
    assertThat(ComparisonWords.heading("kill-2-of-8")).isEqualTo("Kill 2 of 8");
    assertThat(ComparisonWords.heading("recorded-guarantee=at-least-once"))
        .isEqualTo("Recorded, guarantee at-least-once");
    assertThat(ComparisonWords.heading("big-demo-workers=2-commit-interval=1s"))
        .isEqualTo("Big demo, workers 2, commit-interval 1s");
    assertThat(ComparisonWords.heading("")).isEmpty();
  }

  @Test
  void boundsAreRoundedOutwards() {
    assertThat(ComparisonWords.millis(new BoundedValue(1180, 1210))).isEqualTo("1.1 s to 1.3 s");
    assertThat(ComparisonWords.millis(new BoundedValue(0, 1210))).isEqualTo("< 1.3 s");
    assertThat(ComparisonWords.millis(new BoundedValue(1200, 1200))).isEqualTo("1.2 s");
  }

  @Test
  void aCountIsAtLeastOrAtMostItsBound() {
    BoundedValue atLeast = BoundedValue.atLeast(3);
    assertThat(ComparisonWords.value("duplicated", atLeast, Words::count)).isEqualTo("≥ 3");
    assertThat(ComparisonWords.value("duplicated", new BoundedValue(0, 3), Words::count))
        .isEqualTo("≤ 3");
    assertThat(ComparisonWords.value("duplicated", BoundedValue.atLeast(0), Words::count))
        .isEqualTo("unknown");
    assertThat(ComparisonWords.value("recovery", atLeast, Words::duration)).isEqualTo("> 3 ms");
  }

  @Test
  void theMarkdownOfAComparison() throws IOException {
    Golden.compare(
        "comparison.md",
        String.join("\n", ComparisonMarkdown.lines(SyntheticStudy.compared(folder, 3))) + "\n");
  }

  @Test
  void whatWasLeftOutIsALine() {
    assertThat(ComparisonWords.leftOut(List.of("a", "b"))).isEqualTo("Left out: a; b.");
    assertThat(ComparisonWords.leftOut(List.of("a", "b", "c", "d", "e")))
        .isEqualTo("Left out: a; b; c; and 2 more.");
    assertThat(ComparisonMarkdown.lines(SyntheticStudy.madeAgain(folder, 1)))
        .noneMatch(line -> line.startsWith("Left out"));
  }

  @Test
  void theTablesOfTheReport() throws IOException {
    JsonNode data = JSON.readTree(new StudyData(SyntheticStudy.compared(folder, 3), folder).json());
    for (JsonNode cell : data.path("cells")) {
      ((ObjectNode) cell).remove("bands");
    }
    ((ObjectNode) data).remove("glossary");
    Golden.compare(
        "study-data.json",
        JSON.writerWithDefaultPrettyPrinter().writeValueAsString(data).replace("\r\n", "\n")
            + "\n");
  }

  @Test
  void theChartsOfTheReport() throws IOException {
    JsonNode cell =
        JSON.readTree(new StudyData(SyntheticStudy.compared(folder, 1), folder).json())
            .at("/cells/0");
    JsonNode band = cell.at("/bands/output-rate");
    assertThat(band.at("/from").asInt()).isEqualTo(-20);
    assertThat(band.at("/faults").asInt()).isEqualTo(6);
    int size = band.at("/median").size();
    assertThat(band.at("/least").size()).isEqualTo(size);
    assertThat(band.at("/median/10").asDouble()).isBetween(4500.0, 5500.0);
    assertThat(band.at("/median/22").asDouble()).isZero();
    for (int i = 0; i < size; i++) {
      if (!band.at("/median/" + i).isNull()) {
        assertThat(band.at("/least/" + i).asDouble())
            .isLessThanOrEqualTo(band.at("/median/" + i).asDouble());
        assertThat(band.at("/greatest/" + i).asDouble())
            .isGreaterThanOrEqualTo(band.at("/median/" + i).asDouble());
      }
    }
  }

  @Test
  void thePageIsWholeAndAsksForNothing() throws IOException {
    Path file = folder.resolve("sub/compare.html");
    StudyReport.write(SyntheticStudy.compared(folder, 1), file);
    String page = Files.readString(file).replace("http://www.w3.org/2000/svg", "the namespace");
    int data = page.indexOf("id=\"data\">");
    int end = page.indexOf("</script>", data);
    JsonNode parsed = JSON.readTree(page.substring(data + 10, end));
    assertThat(parsed.at("/question").asText()).isEqualTo(SyntheticStudy.QUESTION);
    assertThat(parsed.at("/cells/0/runs/0/href").asText())
        .isEqualTo("../kill-2-of-8-flink-stock-1/report.html");
    assertThat(page.substring(data, end)).doesNotContain("<");
    assertThat(page).contains("<title>thesis &lt;made up&gt;</title>", "default-src 'none'");
    String namespace = "http://www.w3.org/2000/svg";
    assertThat(
            (page.substring(0, data) + page.substring(page.indexOf("const Figures")))
                .replace(namespace, ""))
        .doesNotContain("{{", "http://", "https://", "src=", "@import", "url(");
    assertThat(folder.resolve("sub")).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void aRunThatWasMadeAgainSaysSoBesideItWithTheEarlierFigures() throws IOException {
    Comparison comparison = SyntheticStudy.madeAgain(folder, 3);
    JsonNode data = data(comparison);
    assertThat(data.at("/cells/0/runs/0/again").asText())
        .startsWith("made again, before: FAIL (a <backup>, ran); now, and before: ")
        .contains("(made again, before: ");
    assertThat(data.at("/cells/0/runs/1").has("again")).isFalse();
    assertThat(data.at("/pairing").asText())
        .startsWith("Compared within blocks")
        .endsWith("1 run was made again later, and not side by side with the rest of the block.");
    assertThat(ComparisonMarkdown.lines(comparison))
        .filteredOn(line -> line.contains("made again, before: "))
        .isNotEmpty()
        .allMatch(line -> line.split("made again", -1).length == 2);
    Comparison.MetricByRun recovery =
        comparison.cells().get(0).byRun().stream()
            .filter(metric -> metric.metric().equals("recovery"))
            .findFirst()
            .orElseThrow();
    assertThat(recovery.runs().get(0).before()).hasSize(1);
    assertThat(recovery.runs().get(0).before().get(0).values())
        .isNotEmpty()
        .isNotEqualTo(recovery.runs().get(0).values());
    assertThat(recovery.runs().get(1).before()).isEmpty();
    assertThat(ComparisonWords.values("recovery", recovery.runs().get(0)))
        .matches("[^(]+ \\(made again, before: [^)]+\\)");
    ComparisonFiles.csv(comparison, folder.resolve("again.csv"));
    assertThat(Files.readAllLines(folder.resolve("again.csv")))
        .filteredOn(line -> line.contains(",\"FAIL (a <backup>, ran)\","))
        .hasSize(6);
  }

  @Test
  void theMedianFaultOfEachCellIsDrawnAndItsRunIsLinked() throws IOException {
    Comparison comparison = SyntheticStudy.compared(folder, 3);
    SyntheticStudy.draw(comparison);
    JsonNode cell = data(comparison).at("/cells/0");
    JsonNode card = cell.path("card");
    MedianFault median = comparison.cells().get(0).median();
    assertThat(card.at("/fault/fault").asInt()).isEqualTo(median.fault());
    assertThat(card.at("/scene/fault").asInt()).isEqualTo(median.fault());
    assertThat(card.at("/fault/marks").findValuesAsText("what")).containsExactly("SIGKILL");
    assertThat(card.at("/scene/lanes").size()).isEqualTo(16);
    assertThat(card.at("/run").asText()).isEqualTo(median.runId());
    assertThat(card.at("/href").asText())
        .isEqualTo(folder.relativize(median.folder()) + "/report.html");
    assertThat(card.at("/picked").asText())
        .isEqualTo(
            "by recovery time the median of the 6 there, and that run, by its median, the median"
                + " of 3.");
    Files.writeString(median.folder().resolve("curves.json"), "{}");
    assertThat(data(comparison).at("/cells/0/card/absent").asText()).startsWith("archived by");
    Files.delete(median.folder().resolve("curves.json"));
    Files.delete(median.folder().resolve("timeline.json"));
    assertThat(data(comparison).at("/cells/0/card/absent").asText())
        .startsWith("checked by an earlier version; run rebound check");
  }

  /** Drawn cards are what a page of eight cells may grow by. */
  @Test
  void eightCardsStaySmall() throws IOException {
    Comparison comparison = SyntheticStudy.compared(folder, 1);
    Path file = folder.resolve("compare.html");
    StudyReport.write(comparison, file);
    long without = Files.size(file);
    SyntheticStudy.draw(comparison);
    StudyReport.write(comparison, file);
    long code = 0;
    for (String part : List.of("card.css", "card.js", "plot.js", "terms.js", "beside.js")) {
      code +=
          HtmlPage.class.getResourceAsStream("/dev/rebound/report/" + part).readAllBytes().length;
    }
    assertThat(Files.size(file) - without + code).isLessThan(400_000);
  }

  private JsonNode data(Comparison comparison) throws IOException {
    return JSON.readTree(new StudyData(comparison, folder).json());
  }

  @Test
  void thePictureHasADotForEveryFault() throws Exception {
    Path file = folder.resolve("study.svg");
    ComparisonFiles.picture(SyntheticStudy.compared(folder, 3), file);
    String svg = Files.readString(file);
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    int outages = 3 * 2 * 2 * 2 * 6;
    assertThat(svg.split("<circle", -1)).hasSizeBetween(outages, 2 * outages + 1);
    assertThat(svg)
        .contains("thesis &lt;made up&gt;", "Kill 2 of 8", "paper-mark", "Recovery time");
    assertThat(svg).doesNotContain("NaN", "Infinity");
  }

  @Test
  void thePictureHasAPanelForEachProfileHeadedByWhatItsRunsShare() throws Exception {
    Path file = folder.resolve("study.svg");
    Comparison comparison = SyntheticStudy.compared(folder, 3);
    ComparisonFiles.picture(comparison, file);
    String svg = Files.readString(file);
    List<String> panels =
        comparison.cells().stream()
            .map(cell -> cell.cell().scenario() + cell.cell().profile())
            .distinct()
            .toList();
    assertThat(svg.split("A processor, 2 cores · 3 runs each<", -1)).hasSize(panels.size() + 1);
    assertThat(svg.indexOf("stock</text>"))
        .as("as it comes before what helps most")
        .isPositive()
        .isLessThan(svg.indexOf("quick</text>"));
  }

  @Test
  void aNumberInWhichCellsDifferIsAnAxis() throws Exception {
    Comparison comparison = SyntheticStudy.overWorkers(folder);
    JsonNode axis = JSON.readTree(new StudyData(comparison, folder).json()).at("/axes/0");
    assertThat(axis.at("/title").asText()).isEqualTo("Recovery time over engine.workers");
    assertThat(axis.at("/unit").asText()).isEqualTo("ms");
    assertThat(axis.at("/better").asText()).isEqualTo("lower is better");
    assertThat(axis.at("/lines").size()).isEqualTo(2);
    assertThat(axis.at("/lines/0/label").asText()).isEqualTo("kill <1>, Flink, quick");
    assertThat(axis.at("/lines/0/points").findValuesAsText("name")).containsExactly("2", "4", "16");
    assertThat(StudyPicture.ofPage(comparison))
        .contains("id=\"drawn-" + axis.at("/picture").asText() + "\"")
        .contains("data-hint=\"kill &lt;1&gt;, Flink, quick, 2: ")
        .doesNotContain("NaN", "Infinity", "<1>");
    assertThat(ComparisonMarkdown.lines(comparison))
        .contains("| Recovery time over engine.workers | 2 | 4 | 16 |", "|---|---|---|---|")
        .anyMatch(line -> line.startsWith("| kill <1>, Kafka Streams, quick | "));
    Path file = folder.resolve("study.svg");
    ComparisonFiles.picture(comparison, file);
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    assertThat(Files.readString(file))
        .contains("Recovery time over engine.workers (lower is better)", "kill &lt;1&gt;, Flink")
        .contains("CPU time per million records over engine.workers (lower is better)")
        .doesNotContain("NaN", "Infinity", "<1>", "data-hint");
  }

  @Test
  void loadsThatAreSharesOfACapacityHaveAnAxisAndATableOfSteps() throws Exception {
    Comparison comparison = SyntheticStudy.overLoad(folder);
    JsonNode axis = data(comparison).at("/axes/0");
    assertThat(axis.at("/title").asText()).isEqualTo("Recovery time over load ÷ capacity");
    assertThat(axis.at("/share").asBoolean()).isTrue();
    assertThat(axis.at("/lines/0/points").findValuesAsText("name")).containsExactly("25 %", "50 %");
    assertThat(axis.at("/lines/0/predicted").size()).isEqualTo(2);
    assertThat(axis.at("/lines/1/points").findValuesAsText("name"))
        .as("of 2.5 times the capacity")
        .containsExactly("10 %", "20 %");
    List<String> lines = ComparisonMarkdown.lines(comparison);
    assertThat(lines)
        .contains(
            "| scenario | cell | load ÷ capacity | detected | reassigned | restored | first output"
                + " | outage | recovery time | a queue predicts |")
        .anyMatch(line -> line.startsWith("| kill <1> | Flink, quick, load.rate 2500/s | 25 % | "))
        .contains("| CPU time per million records over load ÷ capacity | load ÷ capacity | |")
        .noneMatch(line -> line.startsWith("| Recovery time over"));
    Path file = folder.resolve("study.svg");
    ComparisonFiles.picture(comparison, file);
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    assertThat(Files.readString(file))
        .contains("Recovery time over load ÷ capacity (lower is better)", "a dashed", ">100 %<")
        .doesNotContain("NaN", "Infinity", "<1>");
  }

  @Test
  void stepsHaveATableWhereAStudyAsksForSeveral() {
    assertThat(steps(SyntheticStudy.overWorkers(folder, "detected", "restored"))).isNotEmpty();
    assertThat(steps(SyntheticStudy.overWorkers(folder, "recovery", "restored"))).isEmpty();
  }

  @Test
  void filesForProgramsHoldEveryFault() throws IOException {
    Comparison comparison = SyntheticStudy.compared(folder, 3);
    ComparisonFiles.csv(comparison, folder.resolve("study.csv"));
    List<String> lines = Files.readAllLines(folder.resolve("study.csv"));
    assertThat(lines).hasSize(1 + 3 * 2 * 2 * 2 * 6);
    assertThat(lines.get(0))
        .startsWith("scenario,engine,version,profile")
        .contains(",before,")
        .endsWith("caught_up_milliseconds");
    assertThat(lines.get(1)).startsWith("kill 2 of 8,flink,2.3.0,stock,at-least-once,,");
    ComparisonFiles.json(comparison, folder.resolve("comparison.json"));
    JsonNode json = JSON.readTree(folder.resolve("comparison.json").toFile());
    assertThat(json.at("/version").asInt()).isEqualTo(Comparison.VERSION);
    assertThat(json.at("/cells").size()).isEqualTo(8);
    assertThat(json.at("/cells/0/runs/0/folder").asText()).isEqualTo("kill-2-of-8-flink-stock-1");
    assertThat(json.at("/cells/0/runs/0/faults").size()).isEqualTo(6);
    assertThat(json.at("/cells/0/recovery/interval/low").asDouble()).isPositive();
    assertThat(json.at("/cells/0/median/folder").asText()).startsWith("kill-2-of-8-flink-stock-");
    assertThat(json.at("/cells/0/median/metric").asText()).isEqualTo("recovery");
  }

  private static List<String> steps(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    StepsTable.add(comparison, lines);
    return lines;
  }
}
