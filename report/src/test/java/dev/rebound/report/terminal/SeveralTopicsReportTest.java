package dev.rebound.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.csv.ResultsCsv;
import dev.rebound.report.page.ReportTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where there are several output topics, a finding says its topic. */
class SeveralTopicsReportTest {
  @TempDir Path folder;

  private static Results.Audit audit(String topic, FindingKind kind, long count) {
    Results.Finding finding =
        new Results.Finding(kind, count, false, Map.of("1", count), List.of("that"), Map.of());
    return new Results.Audit(
        "read-committed", true, 100, 100, 100, List.of(finding), topic, List.of());
  }

  private static Results results() {
    return Results.of("x", "flink", "1")
        .runId("r-1")
        .guarantee("exactly-once")
        .profile("quick")
        .verdict(Verdict.FAIL)
        .audits(
            List.of(audit("priced", FindingKind.LOST, 0), audit("rejected", FindingKind.LOST, 17)))
        .metrics(Map.of("lost", 17.0))
        .build();
  }

  @Test
  void theTerminalNamesTheTopic() {
    assertThat(TerminalSummary.lines(TerminalOptions.plain(), results(), null))
        .anyMatch(line -> line.contains("Of 200 expected outputs: 17 lost in rejected."))
        .anyMatch(line -> line.contains("17 lost in rejected, read-committed: 17 from fault 1"));
  }

  @Test
  void soDoTheReportAndTheFiles() throws IOException {
    assertThat(new ObjectMapper().writeValueAsString(ReportTables.audits(results())))
        .contains("\"topic\":\"priced\"", "\"topic\":\"rejected\"");
    Path csv = folder.resolve("audit.csv");
    ResultsCsv.audit(csv, results());
    assertThat(csv).content().contains(",example,topic\n", ",17,100,that,rejected\n");
    ResultsFile.write(results(), folder);
    assertThat(ResultsFile.read(folder)).contains(results());
  }

  @Test
  void whatIsFoundOfInputsIsOfNoTopic() {
    Results lost =
        results().toBuilder()
            .audits(
                List.of(
                    audit("priced", FindingKind.LOST_BY_KAFKA, 3),
                    audit("rejected", FindingKind.LOST, 0)))
            .build();
    assertThat(TerminalSummary.lines(TerminalOptions.plain(), lost, null))
        .noneMatch(line -> line.contains("in priced"));
  }
}
