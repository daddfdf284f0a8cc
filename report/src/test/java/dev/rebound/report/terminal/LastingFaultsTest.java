package dev.rebound.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Ending;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Lasted;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
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

/** What is told besides of faults that last, wherever it stands. */
class LastingFaultsTest {
  private static final Span OUTAGE = Span.ended(11_200, 11_000, 11_400, 900, "");
  private static final Span RECOVERY = Span.ended(23_000, 22_900, 23_200, 900, "");
  private static final Span NOTICED = new Span(SpanState.ENDED, 8100, 0, "worker-2: detected");
  private static final Lasted LASTED =
      new Lasted(
          20_000L,
          Span.ended(3000, 2900, 3200, 900, ""),
          NOTICED,
          List.of(new Ending("worker-1", 9200, 1, false), new Ending("worker-3", 9300, -1, true)));

  @TempDir Path folder;

  private static FaultResult fault(@Nullable Lasted lasted) {
    return FaultResult.hit(1, "pause", "worker", List.of("worker-1"), OUTAGE, RECOVERY)
        .lasted(lasted)
        .build();
  }

  private static Results results(@Nullable Lasted lasted) {
    return Results.of("r", "flink", "2.3.0").faults(List.of(fault(lasted))).build();
  }

  @Test
  void theTerminalAndTheCardSayWhenItWasHealedAndNoticedAndWhoEnded() {
    String said =
        String.join(
            "\n",
            TerminalSummary.lines(
                new TerminalOptions(false, false, true, false, 140), results(LASTED), null));
    assertThat(said)
        .contains("healed after 20.0 s; from then on caught up after 3.0 s (2.9 – 3.2 s)")
        .contains("noticed after 8.1 s (worker-2: detected)")
        .contains(
            "worker-1 ended by itself after 9.2 s with status 1, and was started again by the"
                + " healing")
        .contains("worker-3 ended by itself after 9.3 s, and was started again by its restart");
    Map<String, Object> card = new LinkedHashMap<>();
    FaultData.put(card, fault(LASTED));
    assertThat(String.valueOf(card.get("said"))).contains("noticed after 8.1 s");
  }

  @Test
  void whatIsNotKnownOfItIsSaid() {
    Lasted never =
        new Lasted(
            20_000L,
            Span.unended(30_000, 900, "not over"),
            Span.unended(20_000, 0, "nothing was said while it lasted"),
            List.of());
    assertThat(FaultWords.more(fault(never)))
        .contains(
            "healed after 20.0 s; from then on not caught up within 30.0 s",
            "not noticed: nothing was said while it lasted");
    Lasted unknown =
        new Lasted(null, Span.unknown("no healing"), Span.unknown("no words"), List.of());
    assertThat(FaultWords.more(fault(unknown)))
        .contains(
            "when all was caught up from its healing on is not known: no healing",
            "whether it was noticed is not known: no words");
  }

  @Test
  void theCsvHasColumnsOfThemAndOfNoOthers() throws IOException {
    Path csv = folder.resolve("recovery.csv");
    ResultsCsv.recovery(csv, results(LASTED));
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.get(0))
        .contains(",healed_milliseconds,recovery_healed_state,recovery_healed_milliseconds,")
        .endsWith(",noticed_floor_milliseconds,ended");
    assertThat(lines.get(1))
        .contains(",20000,ended,3000,2900,3200,900,ended,8100,8100,8100,,")
        .endsWith("worker-1 worker-3");

    ResultsCsv.recovery(csv, results(null));
    assertThat(Files.readAllLines(csv).get(0)).doesNotContain("healed", "noticed");
    assertThat(FaultWords.more(fault(null))).isEmpty();
  }
}
