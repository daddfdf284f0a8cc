package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.Series;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.MadeUpEngine;
import dev.rebound.lab.experiment.Shortening;
import dev.rebound.lab.nemesis.FaultSchedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that {@code --short} made shorter: what is left of it, and when its next fault is due. */
class ShorteningTest {
  private static final long SECOND = 1_000_000;
  private static final double CALM_AGE_MILLIS = 200;
  private static final double CALM_LAG = 1_000;

  @TempDir Path folder;
  private LiveRecovery recovery = new LiveRecovery(0);
  private long second;

  @Test
  void longPhasesAreCutAndItIsSaid() throws IOException {
    Experiment experiment = shortened("faults: [{ at: 1s, every: 3m, kill: worker, count: 2 }]");
    assertThat(experiment.phases().warmup()).isEqualTo(Shortening.WARMUP);
    assertThat(experiment.phases().baseline()).isEqualTo(Shortening.BASELINE);
    assertThat(experiment.shortened()).contains("warmup 40s instead of 1m", "at most 6 faults");
    assertThat(experiment.load().rate().perSecond()).isEqualTo(800);
  }

  @Test
  void whatIsGivenByItselfStaysAsItIs() throws IOException {
    Experiment experiment =
        shortened("faults: [{ at: 1s, every: 3m, kill: worker, count: 2 }]", "phases.warmup=110s");
    assertThat(experiment.phases().warmup()).isEqualTo(Duration.ofSeconds(110));
    assertThat(experiment.phases().baseline()).isEqualTo(Shortening.BASELINE);
    assertThat(experiment.shortened()).doesNotContain("warmup").contains("baseline 20s");
  }

  @Test
  void aScheduleKeepsSixFaultsOrAllIfThereAreFewer() throws IOException {
    assertThat(FaultPacer.planned(shortened("faults: [{ at: 1s, every: 1m, kill: worker }]")))
        .hasSize(Shortening.FAULTS);
    assertThat(FaultPacer.planned(shortened("faults: [{ at: 1s, every: 6m, kill: worker }]")))
        .hasSize(3);
  }

  @Test
  void theNextFaultIsDueOnceEverythingHasBeenBackForAWhile() throws IOException {
    FaultPacer pacer = pacer();
    assertThat(pacer.due(0)).isEmpty();
    assertThat(pacer.due(SECOND)).map(FaultSchedule.Occurrence::number).hasValue(1);
    baselineThenFault(pacer);
    for (int i = 0; i < 5; i++) {
      tick(9_000.0, 50_000.0);
    }
    long back = second + 1;
    Optional<FaultSchedule.Occurrence> next = Optional.empty();
    while (next.isEmpty() && second < 100) {
      tick(CALM_AGE_MILLIS, CALM_LAG);
      next = pacer.due(second * SECOND);
    }
    assertThat(next).map(FaultSchedule.Occurrence::number).hasValue(2);
    assertThat(second - back).isEqualTo(Shortening.HOLD.plus(Shortening.CALM).toSeconds());
  }

  /** Of commits that come in step with the ticks the lag shows the same part each time. */
  @Test
  void aLagThatIsHigherByLessThanOneCommitIsBack() throws IOException {
    recovery = new LiveRecovery(500);
    FaultPacer pacer = pacer();
    pacer.due(SECOND);
    baselineThenFault(pacer);
    while (pacer.due(second * SECOND).isEmpty() && second < 100) {
      tick(CALM_AGE_MILLIS, 1.35 * CALM_LAG + 400);
    }
    assertThat(second).isLessThan(40);
  }

  @Test
  void whatFallsBackBeginsToWaitAnew() throws IOException {
    FaultPacer pacer = pacer();
    pacer.due(SECOND);
    baselineThenFault(pacer);
    for (int i = 0; i < 60; i++) {
      tick(CALM_AGE_MILLIS, i % 10 == 9 ? 90_000.0 : CALM_LAG);
      assertThat(pacer.due(second * SECOND)).isEmpty();
    }
    for (int i = 0; i < 60; i++) {
      tick(i % 10 == 9 ? null : CALM_AGE_MILLIS, CALM_LAG);
      assertThat(pacer.due(second * SECOND)).isEmpty();
    }
  }

  @Test
  void aVictimThatIsNotBackHoldsUpTheNextFaultUntilTheScheduleAsksForIt() throws IOException {
    FaultPacer pacer = pacer();
    pacer.due(SECOND);
    baselineThenFault(pacer);
    Optional<FaultSchedule.Occurrence> next = Optional.empty();
    while (next.isEmpty() && second < 400) {
      tick(CALM_AGE_MILLIS, CALM_LAG, 6, false);
      next = pacer.due(second * SECOND);
    }
    // Three minutes after the first, as the schedule has it.
    assertThat(second).isBetween(185L, 195L);
  }

  @Test
  void workThatStaysWhereItWentHoldsUpNothingForLong() throws IOException {
    FaultPacer pacer = pacer();
    pacer.due(SECOND);
    baselineThenFault(pacer);
    while (pacer.due(second * SECOND).isEmpty() && second < 400) {
      tick(CALM_AGE_MILLIS, CALM_LAG, 6, true);
    }
    assertThat(second).isBetween(40L, 60L);
  }

  @Test
  void thePhaseIsOverAfterTheLastRecovery() throws IOException {
    FaultPacer pacer = pacer();
    pacer.due(SECOND);
    baselineThenFault(pacer);
    for (int faults = 1; faults < Shortening.FAULTS; faults++) {
      while (pacer.due(second * SECOND).isEmpty()) {
        assertThat(pacer.over(second * SECOND)).isFalse();
        tick(CALM_AGE_MILLIS, CALM_LAG);
      }
      recovery.faulted("worker", 8);
      pacer.injected(second * SECOND);
    }
    assertThat(pacer.over(second * SECOND)).isFalse();
    for (int i = 0; i < 30; i++) {
      tick(CALM_AGE_MILLIS, CALM_LAG);
    }
    assertThat(pacer.over(second * SECOND)).isTrue();
    assertThat(pacer.left()).isEmpty();
  }

  @Test
  void aRunThatIsNotShortenedKeepsToItsSchedule() throws IOException {
    Experiment experiment =
        FakeRun.experiment(
            folder, "phases.faults=18m", "faults=[{ at: 1s, every: 3m, kill: worker }]");
    FaultPacer pacer = new FaultPacer(experiment, 0, Optional.empty());
    for (int n = 0; n < 6; n++) {
      long at = (1 + 180L * n) * SECOND;
      assertThat(pacer.due(at - 1)).isEmpty();
      assertThat(pacer.due(at)).map(FaultSchedule.Occurrence::number).hasValue(n + 1);
      pacer.injected(at);
    }
    assertThat(pacer.over(17 * 60 * SECOND)).isFalse();
  }

  private Experiment shortened(String faults, String... overrides) throws IOException {
    Path file = folder.resolve("long.yaml");
    String yaml =
        FakeRun.YAML
            .replaceAll("faults: \\[.*\n", faults + "\n")
            .replaceAll(
                "phases: .*\n",
                "phases: { warmup: 60s, baseline: 60s, faults: 18m, settle: 10s }\n");
    Files.writeString(file, yaml);
    return ExperimentFile.load(
            file,
            List.of(overrides),
            1,
            true,
            Map.of("fake", MadeUpEngine.offering(Guarantee.values())))
        .get(0);
  }

  private FaultPacer pacer() throws IOException {
    return new FaultPacer(
        shortened("faults: [{ at: 1s, every: 3m, kill: worker, count: 2 }]"),
        0,
        Optional.of(recovery));
  }

  private void baselineThenFault(FaultPacer pacer) {
    on(
        new Event.SeriesDeclared(
            List.of(new Series("frontier.age", "ms", ""), new Series("lag", "records", ""))));
    on(new Event.PhaseStarted("baseline", 0));
    for (int i = 0; i < 10; i++) {
      tick(CALM_AGE_MILLIS, CALM_LAG);
    }
    on(new Event.PhaseStarted("faults", 0));
    recovery.faulted("worker", 8);
    pacer.injected(second * SECOND);
  }

  private void tick(@Nullable Double age, @Nullable Double lag) {
    tick(age, lag, 8, true);
  }

  private void tick(@Nullable Double age, @Nullable Double lag, int holders, boolean healed) {
    second++;
    on(new Event.Tick(second * SECOND, Arrays.asList(age, lag)));
    recovery.holding(Map.of("worker", holders), healed, second * SECOND);
  }

  private void on(Event event) {
    recovery.on(
        new Entry(1, second + 1, second * SECOND, Duration.ofSeconds(second).toNanos(), event));
  }
}
