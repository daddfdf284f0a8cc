package dev.rebound.analysis.recovery;

import dev.rebound.analysis.recovery.Timeline.Second;
import java.util.ArrayList;
import java.util.List;

/** Puts the steps of a {@link Timeline} together. */
final class Timelines {
  private final Grid grid;
  private final Frontier frontier;
  private final Latencies latencies;
  private final StepCounts appends;
  private final StepCounts receipts;
  private final long stepMicros;

  Timelines(
      Grid grid,
      Frontier frontier,
      Latencies latencies,
      StepCounts appends,
      StepCounts receipts,
      long stepMicros) {
    this.grid = grid;
    this.frontier = frontier;
    this.latencies = latencies;
    this.appends = appends;
    this.receipts = receipts;
    this.stepMicros = stepMicros;
  }

  Timeline timeline(List<Scene> scenes, List<Timeline.WindowSecond> windows) {
    List<Second> seconds = new ArrayList<>();
    int perStep = (int) (stepMicros / 1000 / grid.bucketMillis());
    long undelivered = 0;
    for (int b = 0, step = 0; b < grid.buckets(); b += perStep, step++) {
      long due = grid.due(b, b + perStep);
      long distinct = grid.seen(b, b + perStep);
      undelivered += due - distinct;
      double age = frontier.ageMillis(step);
      seconds.add(
          new Second(
              grid.startMicros() + step * stepMicros,
              due,
              distinct,
              Math.max(0, undelivered),
              age,
              appends.percentiles(step),
              receipts.percentiles(step),
              latencies.append(step),
              latencies.visible(step)));
    }
    return new Timeline(
        grid.startMicros(), seconds, scenes, windows, (int) (stepMicros / 1_000_000));
  }
}
