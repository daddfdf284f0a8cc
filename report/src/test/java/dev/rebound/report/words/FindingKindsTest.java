package dev.rebound.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.Comparer;
import dev.rebound.analysis.compare.ComparisonRequest;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.csv.ResultsCsv;
import dev.rebound.report.page.ReportTables;
import dev.rebound.report.pipeline.JUnitXml;
import dev.rebound.report.pipeline.MarkdownSummary;
import dev.rebound.report.pipeline.PipelineSummary;
import dev.rebound.report.study.StudyReport;
import dev.rebound.report.terminal.TerminalOptions;
import dev.rebound.report.terminal.TerminalSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of finding has its place in all that tells of findings. */
class FindingKindsTest {
  private static final int PLANTED = 17;

  @TempDir Path folder;

  private static Results with(FindingKind kind) {
    return Results.of("x", "flink", "1")
        .runId("r-1")
        .guarantee("exactly-once")
        .profile("quick")
        .verdict(Verdict.FAIL)
        .audits(
            List.of(
                new Results.Audit(
                    "read-committed",
                    true,
                    100,
                    100,
                    100,
                    List.of(
                        new Results.Finding(
                            kind,
                            PLANTED,
                            false,
                            Map.of("1", (long) PLANTED),
                            List.of("that"),
                            Map.of())),
                    null,
                    List.of())))
        .metrics(Map.of(kind.toString(), (double) PLANTED))
        .build();
  }

  /** The finding in a sentence, also where it is of states. */
  private static String told(FindingKind kind) {
    return kind.noun().equals("output")
        ? PLANTED + " " + kind
        : PLANTED + " " + kind.noun() + "s " + kind;
  }

  @ParameterizedTest
  @EnumSource
  void everyKindIsToldByEveryReport(FindingKind kind) throws IOException {
    Results results = with(kind);
    assertThat(TerminalSummary.lines(TerminalOptions.plain(), results, null))
        .anyMatch(line -> line.contains(PLANTED + " " + kind))
        .anyMatch(line -> line.contains(told(kind)));

    assertThat(new ObjectMapper().writeValueAsString(ReportTables.audits(results)))
        .contains("\"kind\":\"" + kind + "\",\"count\":\"" + PLANTED + "\"");

    Path csv = folder.resolve("audit.csv");
    ResultsCsv.audit(csv, results);
    assertThat(csv).content().contains("," + kind + ",", "," + PLANTED);

    PipelineSummary summary =
        new PipelineSummary(
            Verdict.FAIL,
            1,
            false,
            List.of(new PipelineSummary.RunWithResults(results, folder)),
            List.of(),
            List.of());
    JUnitXml.write(summary, folder.resolve("junit.xml"));
    assertThat(folder.resolve("junit.xml")).content().contains(told(kind));
    MarkdownSummary.write(summary, folder.resolve("summary.md"), Map.of());
    assertThat(folder.resolve("summary.md")).content().contains(told(kind));

    Path page = folder.resolve("comparison.html");
    StudyReport.write(
        new Comparer()
            .compare(
                List.of(run(results, 1), run(results, 2)),
                new ComparisonRequest("x", "", "", "", List.of(), List.of(), List.of(), List.of()),
                List.of()),
        page);
    assertThat(page).content().contains("\"" + kind + "\":\"" + 2 * PLANTED + "\"");
  }

  private ComparedRun run(Results results, int repetition) {
    return new ComparedRun(
        folder.resolve("run-" + repetition),
        "kill",
        results.toBuilder().runId("r-" + repetition).build(),
        repetition,
        "",
        Map.of(),
        Map.of(),
        "",
        "",
        null,
        Map.of(),
        Map.of(),
        ComparedRun.Made.UNKNOWN,
        SubjectMeans.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void everyKindIsAMetricAndReadBackFromAFile(FindingKind kind) throws IOException {
    assertThat(Metrics.find(kind.toString()))
        .hasValueSatisfying(metric -> assertThat(metric.ofRun()).isTrue());
    ResultsFile.write(with(kind), folder);
    assertThat(Files.readString(folder.resolve("results.json")))
        .contains("\"kind\" : \"" + kind + "\"");
    assertThat(ResultsFile.read(folder)).contains(with(kind));
  }

  @Test
  void everyKindHasARankOfItsOwn() {
    assertThat(FindingKind.ranked())
        .containsExactly(
            FindingKind.LOST,
            FindingKind.DUPLICATED,
            FindingKind.DIVERGED,
            FindingKind.DROPPED_LATE,
            FindingKind.REORDERED,
            FindingKind.UNEXPECTED,
            FindingKind.UNCOMMITTED,
            FindingKind.PENDING,
            FindingKind.OPEN,
            FindingKind.HANGING,
            FindingKind.MISSED_LIVE,
            FindingKind.LOST_BY_KAFKA,
            FindingKind.REFUSED_INPUT,
            FindingKind.FROM_INPUT,
            FindingKind.MISLED);
  }
}
