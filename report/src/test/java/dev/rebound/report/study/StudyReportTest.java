package dev.rebound.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.report.Golden;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void theMarkdownOfAComparison() throws IOException {
    Golden.compare(
        "comparison.md",
        String.join("\n", ComparisonMarkdown.lines(SyntheticStudy.compared(folder, 3))) + "\n");
  }

  @Test
  void theTablesOfTheReport() throws IOException {
    StringWriter writer = new StringWriter();
    new StudyData(SyntheticStudy.compared(folder, 3), folder).write(writer);
    JsonNode data = JSON.readTree(writer.toString());
    for (JsonNode cell : data.path("cells")) {
      ((com.fasterxml.jackson.databind.node.ObjectNode) cell).remove("bands");
    }
    Golden.compare(
        "study-data.json",
        JSON.writerWithDefaultPrettyPrinter().writeValueAsString(data).replace("\r\n", "\n")
            + "\n");
  }

  @Test
  void theChartsOfTheReport() throws IOException {
    StringWriter writer = new StringWriter();
    new StudyData(SyntheticStudy.compared(folder, 1), folder).write(writer);
    JsonNode cell = JSON.readTree(writer.toString()).at("/cells/0");
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
    String page = Files.readString(file);
    int data = page.indexOf("id=\"data\">");
    int end = page.indexOf("</script>", data);
    JsonNode parsed = JSON.readTree(page.substring(data + 10, end));
    assertThat(parsed.at("/question").asText()).isEqualTo(SyntheticStudy.QUESTION);
    assertThat(parsed.at("/cells/0/runs/0/href").asText())
        .isEqualTo("../kill-2-of-8-flink-stock-1/report.html");
    assertThat(page.substring(data, end)).doesNotContain("<");
    assertThat(page).contains("<title>thesis &lt;made up&gt;</title>", "default-src 'none'");
    assertThat(page.substring(0, data) + page.substring(page.indexOf("const Charts")))
        .doesNotContain("{{", "http://", "https://", "src=", "@import", "url(");
    assertThat(folder.resolve("sub")).isDirectoryNotContaining("glob:**.part");
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
  void aNumberInWhichCellsDifferIsAnAxis() throws Exception {
    Comparison comparison = SyntheticStudy.overWorkers(folder);
    StringWriter writer = new StringWriter();
    new StudyData(comparison, folder).write(writer);
    JsonNode axis = JSON.readTree(writer.toString()).at("/axes/0");
    assertThat(axis.at("/title").asText()).isEqualTo("Recovery time over engine.workers");
    assertThat(axis.at("/unit").asText()).isEqualTo("ms");
    assertThat(axis.at("/better").asText()).isEqualTo("lower is better");
    assertThat(axis.at("/lines").size()).isEqualTo(2);
    assertThat(axis.at("/lines/0/label").asText()).isEqualTo("kill <1>, Flink, quick");
    assertThat(axis.at("/lines/0/points").findValuesAsText("name")).containsExactly("2", "4", "16");
    assertThat(axis.at("/lines/0/points/0/low").asDouble()).isPositive();
    assertThat(ComparisonMarkdown.lines(comparison))
        .contains("| Recovery time over engine.workers | 2 | 4 | 16 |", "|---|---|---|---|")
        .anyMatch(line -> line.startsWith("| kill <1>, Kafka Streams, quick | "));
    Path file = folder.resolve("study.svg");
    ComparisonFiles.picture(comparison, file);
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    assertThat(Files.readString(file))
        .contains("Recovery time over engine.workers (lower is better)", "kill &lt;1&gt;, Flink")
        .contains("CPU time per million records over engine.workers (lower is better)")
        .doesNotContain("NaN", "Infinity", "<1>");
  }

  @Test
  void filesForProgramsHoldEveryFault() throws IOException {
    Comparison comparison = SyntheticStudy.compared(folder, 3);
    ComparisonFiles.csv(comparison, folder.resolve("study.csv"));
    List<String> lines = Files.readAllLines(folder.resolve("study.csv"));
    assertThat(lines).hasSize(1 + 3 * 2 * 2 * 2 * 6);
    assertThat(lines.get(0))
        .startsWith("scenario,engine,version,profile")
        .endsWith("caught_up_milliseconds");
    assertThat(lines.get(1)).startsWith("kill 2 of 8,flink,2.3.0,stock,at-least-once,,");
    ComparisonFiles.json(comparison, folder.resolve("comparison.json"));
    JsonNode json = JSON.readTree(folder.resolve("comparison.json").toFile());
    assertThat(json.at("/version").asInt()).isEqualTo(Comparison.VERSION);
    assertThat(json.at("/cells").size()).isEqualTo(8);
    assertThat(json.at("/cells/0/runs/0/folder").asText()).isEqualTo("kill-2-of-8-flink-stock-1");
    assertThat(json.at("/cells/0/runs/0/faults").size()).isEqualTo(6);
    assertThat(json.at("/cells/0/recovery/interval/low").asDouble()).isPositive();
  }
}
