package dev.rebound.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.result.Results.OffsetView;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.csv.ResultsCsv;
import dev.rebound.report.page.FaultData;
import dev.rebound.report.words.FaultWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lengths that are told without identities, wherever they stand. */
class ByOffsetsTest {
  private static final Span OUTAGE = Span.ended(46_000, 45_500, 46_600, 900, "");
  private static final Span RECOVERY = Span.ended(69_000, 68_000, 70_500, 900, "");

  @TempDir Path folder;

  private static Results results(@Nullable String by) {
    FaultResult fault =
        FaultResult.hit(1, "kill", "worker", List.of("worker-1"), OUTAGE, RECOVERY)
            .by(by)
            .byOffsets(new OffsetView(OffsetView.OFFSETS, OUTAGE, RECOVERY, "by committed offsets"))
            .build();
    return Results.of("r", "external", "1")
        .faults(List.of(fault))
        .judgements(List.of(new Judgement("outage.max", "< 20s", 46_000.0, Verdict.FAIL, "off")))
        .build();
  }

  @Test
  void theTerminalSaysSoBesideEachLength() {
    String said =
        String.join(
            "\n",
            TerminalSummary.lines(
                new TerminalOptions(false, false, true, false, 140),
                results(OffsetView.OFFSETS),
                null));
    assertThat(said)
        .contains("46.0 s (45.5 – 46.6 s) by offsets")
        .contains("by offsets and append times, not by identity")
        .contains("are not told by identity, but by committed offsets.");
  }

  @Test
  void aFaultThatIsNotKnownSaysWhyOnceAndBeforeWhatGoesAway() {
    Span unknown = Span.unknown("input partition 0 was committed fewer than 3 times");
    Span cut = Span.unended(43_242, 900, "calm for 29.2 s only");
    Span cutOutage = Span.unended(43_242, 900, "5 partitions were below; calm for 29.2 s only");
    List<FaultResult> faults =
        List.of(
            FaultResult.hit(1, "kill", "worker", List.of("worker-1"), unknown, unknown).build(),
            FaultResult.hit(2, "kill", "worker", List.of("worker-2"), unknown, unknown).build(),
            FaultResult.hit(3, "kill", "worker", List.of("worker-1"), cutOutage, cut).build());
    Results results =
        results(null).toBuilder()
            .faults(faults)
            .judgements(
                List.of(
                    new Judgement("outage.max", "< 60s", null, Verdict.UNKNOWN, "the CPU was busy"),
                    new Judgement(
                        "disrupted.max", "< 60s", null, Verdict.UNKNOWN, "the CPU was busy")))
            .build();
    String said =
        String.join(
            "\n",
            TerminalSummary.lines(
                new TerminalOptions(false, false, true, false, 140), results, null));
    assertThat(said)
        .containsOnlyOnce("committed fewer than 3 times")
        .containsOnlyOnce("for the same reason as fault 1")
        .containsOnlyOnce("calm for 29.2 s only")
        .containsOnlyOnce("the CPU was busy")
        .containsSubsequence("the reason stands with it", "the CPU was busy");
  }

  @Test
  void lengthsByIdentityStandAlone() {
    String said =
        String.join(
            "\n",
            TerminalSummary.lines(
                new TerminalOptions(false, false, true, false, 140), results(null), null));
    assertThat(said).doesNotContain("by offsets").doesNotContain("identity");
  }

  @Test
  void theReportHasBothWaysOfATaggedRun() {
    Map<String, Object> tagged = new LinkedHashMap<>();
    FaultData.put(tagged, results(null).faults().get(0));
    assertThat(tagged).containsKey("byOffsets");
    assertThat(tagged.get("outage").toString()).doesNotContain("by offsets");

    Map<String, Object> untagged = new LinkedHashMap<>();
    FaultData.put(untagged, results(OffsetView.APPENDS).faults().get(0));
    assertThat(untagged).doesNotContainKey("byOffsets");
    assertThat(untagged.get("outage").toString()).contains("by appends");
  }

  @Test
  void theCsvSaysByWhat() throws IOException {
    Path csv = folder.resolve("recovery.csv");
    ResultsCsv.recovery(csv, results(OffsetView.OFFSETS));
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.get(0)).contains(",by,outage_by_offsets_state,");
    assertThat(lines.get(1)).contains(",offsets,ended,46000,45500,46600,900,ended,69000,");

    ResultsCsv.recovery(csv, results(null));
    assertThat(Files.readAllLines(csv).get(1)).contains(",identity,ended,46000,");
  }

  @Test
  void aLengthWithoutAnUpperEndIsAtLeastSoLong() {
    Span least = new Span(OUTAGE.state(), 46_000, 45_500, null, 900, "");
    assertThat(FaultWords.spanBetween(least)).contains("at least 45.5 s");
  }
}
