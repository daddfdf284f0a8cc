package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlotWaitsTest {
  private static final long START = 1_700_000_000_000L;

  private final SlotWaits waits = new SlotWaits(4);

  private static FlinkJob job(String status, FlinkJob.JobFailure... failures) {
    return new FlinkJob(
        "RUNNING",
        List.of(
            new FlinkJob.Subtask("v", 0, 1, status, TaskManagerLife.at("worker-1", ":1"), 1, 1)),
        List.of(failures));
  }

  @Test
  void aJobThatHasTooFewSlotsWaits() {
    waits.look(job("SCHEDULED"), 3, START);
    waits.look(job("SCHEDULED"), 2, START + 4_000);
    assertThat(waits.waiting()).isTrue();
    waits.look(job("DEPLOYING"), 4, START + 12_340);

    assertThat(waits.waiting()).isFalse();
    assertThat(waits.told())
        .contains(
            "the job waited 12.3 s for slots, from 2023-11-14T22:13:20Z on: 2 of the 4 that it"
                + " needs were there");
  }

  @Test
  void severalWaitsAreOneSentence() {
    waits.look(job("SCHEDULED"), 2, START);
    waits.look(job("RUNNING"), 4, START + 2_000);
    waits.look(job("SCHEDULED"), 0, START + 60_000);
    waits.look(job("RUNNING"), 4, START + 67_000);

    assertThat(waits.told())
        .contains(
            "the job waited for slots 2 times, 9.0 s in all; the longest time 7.0 s, from"
                + " 2023-11-14T22:14:20Z on: 0 of the 4 that it needs were there");
  }

  @Test
  void whoRunsOrHasSlotsDoesNotWait() {
    waits.look(job("RUNNING"), 2, START);
    waits.look(job("SCHEDULED"), 4, START + 5_000);

    assertThat(waits.waiting()).isFalse();
    assertThat(waits.told()).isEmpty();
  }

  @Test
  void aMomentIsNoWait() {
    waits.look(job("SCHEDULED"), 2, START);
    waits.look(job("RUNNING"), 4, START + 500);

    assertThat(waits.told()).isEmpty();
  }

  @Test
  void aWaitThatGoesOnIsToldAndSoAreThoseThatFlinkGaveUp() {
    FlinkJob.JobFailure before =
        new FlinkJob.JobFailure(
            START - 1, TaskManagerLife.at("", ""), "x.NoResourceAvailableException");
    FlinkJob.JobFailure first =
        new FlinkJob.JobFailure(
            START + 1, TaskManagerLife.at("", ""), "x.NoResourceAvailableException");
    FlinkJob.JobFailure other =
        new FlinkJob.JobFailure(START + 2, TaskManagerLife.at("", ""), "TaskManager is gone");
    waits.look(job("SCHEDULED"), 0, START);
    waits.look(job("SCHEDULED", before, first, other), 0, START + 3_000);

    assertThat(waits.told())
        .contains(
            "the job waited 3.0 s for slots, from 2023-11-14T22:13:20Z on: 0 of the 4 that it needs"
                + " were there, and Flink gave up and began anew 1× at least; at the last look it"
                + " still waited");
  }
}
