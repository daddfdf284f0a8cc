package dev.rebound.report.page;

import static dev.rebound.report.Browser.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.campaign.sustain.RateSearch;
import dev.rebound.campaign.sustain.SustainResult;
import dev.rebound.campaign.sustain.Trial;
import dev.rebound.campaign.sustain.TrialJudgement;
import dev.rebound.campaign.sustain.TrialOutcome;
import dev.rebound.lab.experiment.SustainSpec;
import dev.rebound.lab.runner.TrialTick;
import dev.rebound.report.Browser;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the page of a search for the sustained rate in a headless Chromium, without network. */
@Tag("process")
@Tag("thorough")
class SustainReportIT {
  @TempDir Path folder;

  private static Trial trial(int number, double rate, TrialOutcome outcome) {
    List<TrialTick> ticks = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      double lag = i == 7 ? Double.NaN : 100 + i;
      ticks.add(new TrialTick(number * 30 + i, lag, rate, rate, 40, 1, 0.6));
    }
    TrialJudgement judgement = new TrialJudgement(outcome, "", 1, 0.001, 1, 40, rate, 0.6);
    return new Trial(number, rate, number * 30, 20, ticks, judgement);
  }

  @Test
  void aSearchIsDrawnWithoutAnError() throws Exception {
    SustainResult found =
        new SustainResult(
            "search",
            "flink",
            "2.3.0",
            "at-least-once",
            "quick",
            2,
            2,
            "2 cores",
            "2026-10-14T17:46:40Z",
            new SustainSpec(
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                Duration.ofSeconds(20),
                0.05,
                3,
                0.02),
            0.02,
            List.of(
                trial(1, 1000, TrialOutcome.SUSTAINED), trial(2, 2000, TrialOutcome.NOT_SUSTAINED)),
            new RateSearch.Bracket(1000.0, 1000.0, 2000.0, false, true),
            "");
    String page = Browser.find(folder).open(SustainReport.write(folder, found), 1280);
    assertThat(attribute(page, "data-errors")).isNull();
    assertThat(page.substring(page.indexOf("<main"), page.indexOf("</main>")))
        .contains("sustains 1,000 records/s")
        .contains("id=\"drawn-rates\"", "id=\"drawn-backlog\"")
        .contains("id=\"drawn-latency\"", "id=\"drawn-lag\"")
        .doesNotContain("undefined", "NaN");
  }
}
