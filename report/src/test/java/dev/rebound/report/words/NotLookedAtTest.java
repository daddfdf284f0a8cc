package dev.rebound.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Unlooked;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.page.ReportTables;
import dev.rebound.report.terminal.TerminalOptions;
import dev.rebound.report.terminal.TerminalSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nobody looked at has no tick, and no sentence calls it clean. */
class NotLookedAtTest {
  private static final String REMEDY = "Say what must be as its input has it.";

  @TempDir Path folder;

  private static Results results(boolean promised) {
    List<Results.Finding> findings =
        FindingKind.always().stream()
            .map(kind -> new Results.Finding(kind, 0, !promised, Map.of(), List.of(), Map.of()))
            .toList();
    Results.Audit audit =
        new Results.Audit(
            "read-committed",
            true,
            100,
            100,
            100,
            findings,
            null,
            List.of(
                new Unlooked("content", "what outputs say", FindingKind.DIVERGED, REMEDY),
                new Unlooked("key", "keys of outputs", null, "Write same: [key]."),
                new Unlooked("partition", "partitions that outputs lie on", null, "")));
    return Results.of("x", "external", "1")
        .guarantee(promised ? "exactly-once" : "none")
        .verdict(Verdict.PASS)
        .audits(List.of(audit))
        .judgements(List.of(new Results.Judgement("lost", "0", 0.0, Verdict.PASS, "")))
        .unjudged(Map.of("diverged", "not judged: what outputs say. " + REMEDY))
        .build();
  }

  @Test
  void theTerminalPutsADashInPlaceOfATickAndSaysWhatWouldJudgeIt() {
    List<String> lines = TerminalSummary.lines(TerminalOptions.plain(), results(true), null);
    assertThat(lines)
        .containsSubsequence(
            "  ✓ lost      0  0",
            "  – diverged     0",
            "      not judged: what outputs say. " + REMEDY)
        .anyMatch(line -> line.contains("Not looked at: what outputs say and keys of outputs."))
        .noneMatch(line -> line.contains("no state diverged"));
  }

  @Test
  void thePageHasItAmongWhatWasExpected() throws IOException {
    assertThat(ReportTables.judgements(results(true)))
        .last()
        .satisfies(
            row ->
                assertThat(List.of(row.metric(), row.verdict()))
                    .containsExactly("diverged", "not judged"));
    assertThat(new ObjectMapper().writeValueAsString(ReportTables.audits(results(true))))
        .contains("\"notJudged\":[\"what outputs say\",\"keys of outputs\",\"partitions that");
  }

  @Test
  void whatTheGuaranteeDoesNotPromiseIsNotMissing() {
    assertThat(NotLookedAt.expectations(results(false))).isEmpty();
    assertThat(NotLookedAt.expectations(results(true)))
        .containsExactly(
            new NotLookedAt.NotJudged("diverged", "0", "not judged: what outputs say. " + REMEDY));
  }

  @Test
  void ofSeveralTopicsOneThatIsLookedAtHasTheTick() {
    Results.Audit one = results(true).audits().get(0);
    Results.Audit unlooked = in(one, "echoed", one.notJudged());
    Results.Audit judged = in(one, "counted", List.of());
    Results both = results(true).toBuilder().audits(List.of(unlooked, judged)).build();
    assertThat(NotLookedAt.expectations(both)).isEmpty();
    assertThat(NotLookedAt.sentence(both)).get().asString().contains("echoed: what outputs say");
    Results neither =
        results(true).toBuilder()
            .audits(List.of(unlooked, in(one, "again", one.notJudged())))
            .build();
    assertThat(NotLookedAt.expectations(neither)).hasSize(1);
  }

  private static Results.Audit in(Results.Audit one, String topic, List<Unlooked> notJudged) {
    return new Results.Audit(one.reader(), true, 100, 100, 100, one.findings(), topic, notJudged);
  }

  @Test
  void itIsReadBackFromResults() {
    ResultsFile.write(results(true), folder);
    assertThat(ResultsFile.read(folder)).contains(results(true));
  }
}
