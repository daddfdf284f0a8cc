package dev.rebound.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.Comparer;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.ComparisonRequest;
import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.picture.CellLabels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study whose runs send requests, and whose outages nothing tells. */
class RequestStudyTest {
  @TempDir Path folder;

  private static ComparedRun run(String endpoint, int repetition, int refused) {
    Results results =
        Results.of("table II-" + endpoint, "activation", "1")
            .runId(endpoint + repetition)
            .guarantee("exactly-once")
            .profile("quick")
            .verdict(Verdict.PASS)
            .faults(
                List.of(
                    FaultResult.hit(
                            1,
                            "kill",
                            "worker",
                            List.of("activation-1"),
                            Span.unknown("requests were refused"),
                            Span.unknown("requests were refused"))
                        .atMicros(1)
                        .build()))
            .metrics(
                Map.of(
                    "requests.samples",
                    10_000.0,
                    "requests.accepted",
                    10_000.0 - refused,
                    "requests.refused",
                    (double) refused,
                    "requests.failed-share",
                    refused / 10_000.0,
                    "availability.faults",
                    1 - refused / 3000.0,
                    "requests.rate",
                    46.0 + repetition,
                    "requests.latency.p50",
                    7.7,
                    "requests.latency.p99",
                    29.0,
                    "lost",
                    0.0))
            .build();
    return new ComparedRun(
        Path.of("runs", endpoint + repetition),
        "table II",
        results,
        repetition,
        "",
        Map.of("engine.endpoint", endpoint),
        Map.of(),
        "",
        "",
        null,
        Map.of(),
        Map.of(),
        ComparedRun.Made.UNKNOWN,
        SubjectMeans.UNKNOWN);
  }

  private static Comparison compared(int repetitions) {
    return compared(repetitions, "outbox");
  }

  private static Comparison compared(int repetitions, String third) {
    List<ComparedRun> runs = new ArrayList<>();
    for (int i = 1; i <= repetitions; i++) {
      runs.add(run("rest", i, 1000 + 50 * i));
      runs.add(run("kafka", i, 0));
      runs.add(run(third, i, 0));
    }
    ComparisonRequest brief =
        new ComparisonRequest(
            "requests",
            "",
            "",
            "",
            List.of(
                new Study.Contrast("requests.failed-share", "engine.endpoint"),
                new Study.Contrast("requests.rate", "engine.endpoint")),
            List.of(),
            List.of(
                new Study.PublishedValue(
                    "requests.failed-share",
                    "median",
                    new CellSelector("table II", "", "", ""),
                    0.1372,
                    "0.1372",
                    "table II")),
            List.of());
    return new Comparer().compare(runs, brief, List.of());
  }

  @Test
  void aTerminalHasATableOfRequestsAndNoneOfRecoveriesThatNothingTells() {
    String text = String.join("\n", ComparisonText.lines(compared(3)));

    assertThat(text)
        .contains("accepted and lost", "48/s", "available")
        .contains(
            "11.0 %  [9.8 % to 12.3 %]",
            "unknown, 0, unknown  0 of 30,000 in 3 faults", "7.7 ms  29 ms")
        .contains(
            "table II, each of the 3: no figure of the outage, the recovery time: 3 of 3 values")
        .doesNotContain("load÷cap");
  }

  @Test
  void aLongLabelHasALineOfItsOwn() {
    List<String> lines =
        ComparisonText.lines(compared(3, "a way with a name that is far too long"));

    assertThat(lines)
        .contains("  Activation, quick, endpoint a way with a name that is far too long");
    assertThat(lines)
        .filteredOn(line -> line.endsWith(" in 3 faults"))
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(160));
  }

  @Test
  void contrastsOfTooFewRunsAreOneLine() {
    List<String> lines = ComparisonText.lines(compared(1));

    assertThat(String.join(" ", lines).replaceAll(" +", " "))
        .contains(
            "6 contrasts (table II; share of failed requests, rate of accepted requests) have fewer"
                + " than 3 runs a side: no difference can be shown yet.")
        .doesNotContain("needs 3 runs a side");
  }

  @Test
  void aDocumentHasThePublishedFigureBesideIt() {
    assertThat(String.join("\n", ComparisonMarkdown.lines(compared(3))))
        .contains(
            "| 3,300 of 30,000 (3,300 refused) | 11.0 % [9.8 % to 12.3 %]; published 13.7 % (table"
                + " II) |",
            "| 0 of 30,000 | 0 % [0 %]; published 13.7 % (table II) |")
        .doesNotContain("recovery [95 %]");
  }

  @Test
  void aPageHasThem() throws IOException {
    JsonNode cells =
        new ObjectMapper().readTree(new StudyData(compared(3), Path.of(".")).json()).path("cells");

    assertThat(cells).hasSize(3);
    for (JsonNode cell : cells) {
      assertThat(cell.at("/requests/times/p99").asText()).isEqualTo("29 ms");
      assertThat(cell.at("/requests/rows/text").asText()).isEqualTo("–");
      assertThat(cell.at("/requests/lost").asText()).endsWith(" in 3 faults");
    }
  }

  @Test
  void thePictureHasABarForEachCellAndNoEmptyPanels() throws Exception {
    Path file = folder.resolve("study.svg");
    ComparisonFiles.picture(compared(3), file);
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    String svg = Files.readString(file);

    assertThat(svg.split("<rect class=\"a bar\"", -1)).hasSize(1 + 3);
    assertThat(svg)
        .contains(
            "Table II: requests that failed",
            ">11.0 % [9.8 % to 12.3 %],<",
            ">published 13.7 % (table II)<")
        .doesNotContain("NaN", "Infinity", "Recovery time<", "accepted and lost");
  }

  @Test
  void labelsOfAPictureStayApart() {
    String label = "Activation, quick, config.spring.kafka.producer.acks 0, kafka.brokers ";

    assertThat(CellLabels.shortened(label + "1", 400))
        .isEqualTo("Activation, quick, producer.acks 0, kafka.brokers 1");
    assertThat(CellLabels.shortened(label + "3", 1000)).isEqualTo(label + "3");
    assertThat(CellLabels.shortened("x".repeat(100), 66)).isEqualTo("x".repeat(9) + "…");
  }
}
