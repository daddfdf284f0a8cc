package dev.rebound.analysis.recovery;

import dev.rebound.analysis.recovery.Timeline.Second;
import java.util.ArrayList;
import java.util.List;

/** Puts the seconds of a {@link Timeline} together. */
final class Timelines {
  private final Grid grid;
  private final Frontier frontier;
  private final Latencies latencies;
  private final SecondCounts appends;
  private final SecondCounts receipts;

  Timelines(
      Grid grid,
      Frontier frontier,
      Latencies latencies,
      SecondCounts appends,
      SecondCounts receipts) {
    this.grid = grid;
    this.frontier = frontier;
    this.latencies = latencies;
    this.appends = appends;
    this.receipts = receipts;
  }

  Timeline timeline(List<Scene> scenes, List<Timeline.WindowSecond> windows) {
    List<Second> seconds = new ArrayList<>();
    int perSecond = (int) (1000 / grid.bucketMillis());
    long undelivered = 0;
    for (int b = 0, second = 0; b < grid.buckets(); b += perSecond, second++) {
      long due = grid.due(b, b + perSecond);
      long distinct = grid.seen(b, b + perSecond);
      undelivered += due - distinct;
      double age = frontier.ageMillis(second);
      seconds.add(
          new Second(
              grid.startMicros() + second * 1_000_000L,
              due,
              distinct,
              Math.max(0, undelivered),
              age,
              appends.percentiles(second),
              receipts.percentiles(second),
              latencies.append(second),
              latencies.visible(second)));
    }
    return new Timeline(grid.startMicros(), seconds, scenes, windows);
  }
}
