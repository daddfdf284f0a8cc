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
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study without faults: a backlog worked off, and latency at a steady rate. */
class SteadyStudyTest {
  private static final String TIMEOUT = "engine.config.execution.buffer-timeout.interval";

  @TempDir Path folder;

  private String keysAtHalfLoad = "100";

  private ComparedRun run(
      String scenario, String engine, String timeout, int repetition, Map<String, Double> metrics) {
    return run(scenario, engine, "tuned", Map.of(TIMEOUT, timeout), repetition, metrics);
  }

  private ComparedRun run(
      String scenario,
      String engine,
      String profile,
      Map<String, String> config,
      int repetition,
      Map<String, Double> metrics) {
    boolean storm = engine.equals("storm");
    Results results =
        Results.of(scenario + engine + profile + config + repetition, engine, "1")
            .guarantee(storm ? "at-least-once" : "none")
            .profile(profile)
            .verdict(Verdict.PASS)
            .audits(
                List.of(
                    new Results.Audit(
                        "read-committed",
                        true,
                        1000,
                        1000,
                        1000,
                        List.of(
                            new Results.Finding(
                                FindingKind.LOST,
                                storm ? 7 : 0,
                                false,
                                Map.of(),
                                List.of(),
                                Map.of()),
                            new Results.Finding(
                                FindingKind.DUPLICATED, 3, true, Map.of(), List.of(), Map.of())),
                        null,
                        List.of())))
            .metrics(metrics)
            .build();
    return new ComparedRun(
        Path.of("runs", results.name()),
        scenario,
        results,
        repetition,
        "",
        settings(scenario, config),
        Map.of(),
        "",
        "",
        null,
        Map.of(),
        Map.of(),
        ComparedRun.Made.UNKNOWN,
        SubjectMeans.UNKNOWN);
  }

  private Map<String, String> settings(String scenario, Map<String, String> config) {
    Map<String, String> settings = new HashMap<>(config);
    boolean flat = scenario.equals("flat out");
    settings.put("load.rate", flat ? "max" : "40000/s");
    settings.put("workload.keys", flat ? "100" : keysAtHalfLoad);
    return settings;
  }

  private static Map<String, Double> flatOut(double rate) {
    return Map.of("backlog.rate", rate, "cpu.seconds-per-million", 1e6 / rate);
  }

  private static Map<String, Double> latency(double millis) {
    return Map.of(
        "baseline.latency.p50", millis / 4,
        "baseline.latency.p99", millis / 2,
        "baseline.visible.p50", millis / 2,
        "baseline.visible.p99", millis);
  }

  private Comparison compared() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      runs.add(run("flat out", "flink", "0ms", i, flatOut(30_000 + 1000 * i)));
      runs.add(run("flat out", "flink", "100ms", i, flatOut(200_000 + 1000 * i)));
      runs.add(run("flat out", "storm", "0ms", i, flatOut(50_000 + 1000 * i)));
      runs.add(run("half load", "flink", "0ms", i, latency(8 + i)));
      runs.add(run("half load", "flink", "100ms", i, latency(200 + i)));
      runs.add(run("half load", "storm", "0ms", i, latency(20 + i)));
    }
    ComparisonRequest brief =
        new ComparisonRequest(
            "frontier",
            "",
            "",
            "",
            List.of(new Study.Contrast("backlog.rate", "engine")),
            List.of(new Study.Trade("backlog.rate", "baseline.visible.p99", "scenario")),
            List.of(
                new Study.PublishedValue(
                    "backlog.rate",
                    "mean",
                    new CellSelector("flat out", "flink", "", "", Map.of(TIMEOUT, "0ms")),
                    24_500,
                    "24500/s",
                    "buffer timeout")),
            List.of());
    return new Comparer().compare(runs, brief, List.of());
  }

  @Test
  void profilesAreComparedWhereOneOfThemHasCellsThatSetMore() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      runs.add(run("half load", "flink", "stock", Map.of(), i, latency(200 + i)));
      runs.add(run("half load", "flink", "stock", Map.of(TIMEOUT, "0ms"), i, latency(100 + i)));
      runs.add(run("half load", "flink", "tuned", Map.of(), i, latency(20 + i)));
    }
    Study.Contrast profiles = new Study.Contrast("baseline.visible.p99", "profile");
    ComparisonRequest brief =
        new ComparisonRequest(
            "profiles", "", "", "", List.of(profiles), List.of(), List.of(), List.of());

    assertThat(new Comparer().compare(runs, brief, List.of()).differences())
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.sentence())
                    .contains("tuned", "not set")
                    .doesNotContain("0ms", "the rest"));
  }

  @Test
  void aDocumentTellsRatesLatencyAndWhetherTheGuaranteeWasKept() {
    List<String> lines = ComparisonMarkdown.lines(compared());

    assertThat(String.join("\n", lines))
        .contains(
            "| scenario | engine | profile | runs | guarantee, as audited | records/s flat out [95"
                + " %] | records a CPU-second [95 %] | latency p50, p99 | visible p50, p99 |"
                + " published | lost, duplicated, diverged |")
        .doesNotContain("recovery [95 %]", "outage");
    assertThat(lines)
        .filteredOn(line -> line.startsWith("| flat out | flink 1 | tuned, config.execution"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("buffer-timeout.interval 0ms | 3 | none | 32,000 [29,")
                    .contains(" | – | – | 24,500 | 0, 9, 0 |"));
    assertThat(lines)
        .filteredOn(line -> line.startsWith("| half load | storm 1 | tuned | 3 | "))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .contains("| at-least-once: not kept (lost) | – | – | 5.5 ms, 11 ms | 11 ms, ")
                    .endsWith("| 21, 9, 0 |"));
  }

  @Test
  void aPriceIsToldByTheSameSettingsUnderAnotherLoad() {
    Comparison comparison = compared();

    assertThat(comparison.tradeOffs())
        .singleElement()
        .satisfies(
            trade -> {
              assertThat(trade.points()).hasSize(3);
              assertThat(trade.points())
                  .allSatisfy(point -> assertThat(point.cell().scenario()).isEqualTo("flat out"))
                  .filteredOn(point -> point.cell().variant().endsWith("100ms"))
                  .singleElement()
                  .satisfies(point -> assertThat(point.paid().value().low()).isBetween(201., 203.));
            });
    assertThat(ComparisonMarkdown.lines(comparison))
        .contains(
            "| Visible p99 latency in baseline against rate of a backlog | backlog.rate |"
                + " baseline.visible.p99 | |");
  }

  @Test
  void otherSettingsUnderAnotherLoadTellNoPrice() {
    keysAtHalfLoad = "1000";
    assertThat(compared().tradeOffs()).isEmpty();
  }

  @Test
  void aTerminalHasTheSameTable() {
    assertThat(String.join("\n", ComparisonText.lines(compared())))
        .contains("records/s flat out [95 %]", "at-least-once: not kept (lost)")
        .doesNotContain("load÷cap", "outage");
  }

  @Test
  void thePictureHasRatesAndTheFrontAndNoRecoveries() throws Exception {
    Path file = folder.resolve("study.svg");
    ComparisonFiles.picture(compared(), file);
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    String svg = Files.readString(file);

    assertThat(svg.split("<rect class=\"a bar\"", -1)).hasSize(1 + 3);
    assertThat(svg)
        .contains(
            "Flat out: records worked off a second (higher is better)",
            ", published 24,500<",
            "Visible p99 latency in baseline against rate of a backlog",
            ">Flink, tuned, none<",
            ">buffer-timeout.interval<",
            ">100ms<")
        .doesNotContain("NaN", "Infinity", "Recovery time<", "Outage");
  }

  @Test
  void aFileForProgramsHasARowForEachRun() throws IOException {
    ComparisonFiles.csv(compared(), folder.resolve("study.csv"));
    List<String> lines = Files.readAllLines(folder.resolve("study.csv"));

    assertThat(lines).hasSize(1 + 18);
    assertThat(lines.get(0)).contains(",verdict,backlog_records_per_second,");
    assertThat(lines).anyMatch(line -> line.contains(",pass,31000,32.2580645,,,"));
    assertThat(lines)
        .allSatisfy(line -> assertThat(line.split(",", -1)).hasSameSizeAs(lines.get(0).split(",")));
  }

  @Test
  void aPageHasThem() throws IOException {
    JsonNode data = new ObjectMapper().readTree(new StudyData(compared(), Path.of(".")).json());

    assertThat(data.at("/steady/rows")).hasSize(6);
    assertThat(data.at("/steady/rows/0/figures")).hasSameSizeAs(data.at("/steady/columns"));
    assertThat(data.at("/cells/0/promised").asText()).isEqualTo("none");
  }
}
