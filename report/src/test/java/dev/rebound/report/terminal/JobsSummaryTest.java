package dev.rebound.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.words.Headline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsSummaryTest {
  @TempDir Path folder;

  private static Results second(Verdict verdict, long lost) {
    return Results.of("x-beside", "flink", "1")
        .verdict(verdict)
        .audits(
            List.of(
                new Results.Audit(
                    "read-committed",
                    true,
                    10,
                    10 - lost,
                    10 - lost,
                    List.of(
                        new Results.Finding(
                            FindingKind.LOST, lost, false, Map.of(), List.of(), Map.of()),
                        new Results.Finding(
                            FindingKind.DUPLICATED, 0, false, Map.of(), List.of(), Map.of())),
                    null,
                    List.of())))
        .faults(
            List.of(
                Results.FaultResult.hit(
                        1,
                        "kill",
                        "worker",
                        List.of("worker-1"),
                        Results.Span.ended(1100, 900, 1300, 100, ""),
                        Results.Span.ended(2100, 2100, 2100, 100, ""))
                    .build()))
        .judgements(
            List.of(new Results.Judgement("lost", "0", (double) lost, verdict, "expected 0")))
        .build();
  }

  private static Results first(Verdict beside) {
    return Results.of("x", "flink", "1")
        .judgements(List.of(new Results.Judgement("beside", "pass", null, beside, "why")))
        .build();
  }

  private List<String> lines(Results run) {
    return JobsSummary.of(run, folder.resolve("report.html"), TerminalOptions.plain());
  }

  @Test
  void theSecondJobIsToldInShort() throws IOException {
    Files.createDirectory(folder.resolve("beside"));
    ResultsFile.write(second(Verdict.PASS, 0), folder.resolve("beside"));
    assertThat(String.join("\n", lines(first(Verdict.PASS))))
        .contains(
            "Beside it  PASS  x-beside: lost 0, duplicated 0",
            "1  kill worker-1: outage 1.1 s (900 ms – 1.3 s), recovery 2.1 s",
            "Report: " + folder.resolve("beside/report.html"));
  }

  @Test
  void whatItLostIsToldAndTheRunSaysWhoFailedIt() throws IOException {
    Files.createDirectory(folder.resolve("beside"));
    ResultsFile.write(second(Verdict.FAIL, 3), folder.resolve("beside"));
    assertThat(String.join("\n", lines(first(Verdict.FAIL))))
        .contains("FAIL  x-beside: lost 3, duplicated 0", "Not met: lost.");
    assertThat(Headline.observed(first(Verdict.FAIL).judgements().get(0))).isEqualTo("fail");
  }

  @Test
  void whatAnEarlierCheckFoundOfItIsNotToldWhereThisOneCouldNot() throws IOException {
    Files.createDirectory(folder.resolve("beside"));
    ResultsFile.write(second(Verdict.PASS, 0), folder.resolve("beside"));
    assertThat(lines(first(Verdict.UNKNOWN))).isEmpty();
  }

  @Test
  void aRunOfOneJobHasNoSuchLines() {
    assertThat(lines(Results.of("x", "flink", "1").build())).isEmpty();
  }
}
