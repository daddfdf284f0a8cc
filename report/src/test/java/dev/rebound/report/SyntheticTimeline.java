package dev.rebound.report;

import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.timeline.FaultTimeline;
import dev.rebound.analysis.timeline.Timeline;
import java.util.ArrayList;
import java.util.List;

/** The timeline of {@link SyntheticRun}, and faults as the check would draw them. */
public final class SyntheticTimeline {
  private static final int PARTITIONS = 8;
  private static final int SIGNAL = 50;

  private SyntheticTimeline() {}

  public static Timeline of(List<FaultResult> faults) {
    long start = SyntheticRun.START_MICROS + 8_000_000;
    List<Timeline.Second> seconds = new ArrayList<>();
    for (int i = 0; i < 108; i++) {
      Timeline.Percentiles waited =
          new Timeline.Percentiles(2000, 10 + i % 5, 16.5, 20, 25, 41.5 + i % 3, 80);
      seconds.add(
          new Timeline.Second(
              start + i * 1_000_000L,
              2000,
              2000,
              18,
              55.5 + i % 7,
              waited,
              waited,
              waited,
              waited));
    }
    return new Timeline(
        start, seconds, faults.stream().map(fault -> scene(fault, false)).toList(), List.of(), 1);
  }

  /**
   * A fault as it would be drawn.
   *
   * @param batches whether output comes in batches of a second
   */
  public static FaultTimeline scene(FaultResult fault, boolean batches) {
    int outage = (int) (fault.outage().millis() / 100);
    int recovery = (int) (fault.recovery().millis() + 199) / 100;
    int buckets = SIGNAL + recovery + SIGNAL;
    List<FaultTimeline.SceneLane> lanes = new ArrayList<>();
    for (int lane = 0; lane < 2 * PARTITIONS; lane++) {
      lanes.add(lane(lane, outage, recovery));
    }
    List<Integer> due = new ArrayList<>();
    List<Integer> seen = new ArrayList<>();
    List<Double> age = new ArrayList<>();
    List<Double> wait = new ArrayList<>();
    double slope = Math.floor(100.0 * outage / Math.max(1, recovery - outage));
    for (int b = 0; b < buckets; b++) {
      int since = b - SIGNAL;
      boolean down = since >= 0 && since < outage;
      boolean catchingUp = since >= outage && since < recovery;
      int came = down ? 0 : catchingUp ? 200 + (int) (2 * slope) : 200;
      due.add(200);
      seen.add(!batches ? came : b % 10 == 9 ? 10 * came : 0);
      age.add(
          down
              ? 100.0 * (since + 1)
              : catchingUp ? 100.0 * outage - slope * (since - outage) : 42.5);
      wait.add(since >= 0 && since < recovery ? 100.0 * outage + 100 - slope * since / 2 : 41.5);
    }
    return new FaultTimeline(
        fault.fault(),
        fault.atMicros(),
        -100 * SIGNAL,
        100,
        Math.max(35_000, fault.recovery().millis() + 10_000),
        batches,
        fault.outage().millis(),
        fault.recovery().millis(),
        250.5,
        2 * PARTITIONS,
        2 * PARTITIONS,
        lanes,
        due,
        seen,
        age,
        100,
        wait.stream().map(w -> w / 2).toList(),
        wait);
  }

  private static FaultTimeline.SceneLane lane(int lane, int outage, int recovery) {
    int down = Math.max(1, outage - lane % 5);
    String states =
        "f".repeat(SIGNAL)
            + "s".repeat(down)
            + "c".repeat(Math.max(0, recovery - down))
            + "f".repeat(SIGNAL);
    List<Integer> counts = new ArrayList<>();
    List<Integer> seen = new ArrayList<>();
    for (int b = 0; b < states.length(); b++) {
      counts.add(25);
      seen.add(states.charAt(b) == FaultTimeline.SILENT ? 0 : states.charAt(b) == 'c' ? 39 : 25);
    }
    return new FaultTimeline.SceneLane(
        (lane < PARTITIONS ? "input partition " : "output partition ") + lane % PARTITIONS,
        List.of(new FaultTimeline.SceneStop(0, down * 100L, true, true)),
        states,
        counts,
        seen);
  }
}
