package dev.rebound.analysis.recovery.charts;

import dev.rebound.analysis.recovery.delivery.DeliveryWatermark;
import dev.rebound.analysis.recovery.lanes.Grid;
import dev.rebound.analysis.recovery.latency.Latencies;
import dev.rebound.analysis.recovery.latency.StepCounts;
import dev.rebound.analysis.timeline.FaultTimeline;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.analysis.timeline.Timeline.Second;
import java.util.ArrayList;
import java.util.List;

/** Puts the steps of a {@link Timeline} together. */
public final class Timelines {
  private final Grid grid;
  private final DeliveryWatermark frontier;
  private final Latencies latencies;
  private final StepCounts appends;
  private final StepCounts receipts;
  private final long stepMicros;

  public Timelines(
      Grid grid,
      DeliveryWatermark frontier,
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

  public Timeline timeline(List<FaultTimeline> scenes, List<Timeline.WindowSecond> windows) {
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
