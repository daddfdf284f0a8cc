package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code experiments/windows.yaml} with a real kill, for tests. */
final class WindowRuns {
  static final String ONCE = "exactly-once";
  static final String REPLAYS = "at-least-once";
  static final String BY_TIME = "workload.window=time";
  static final String SUMS = "workload.members=sum";
  static final String FROM_EVERYWHERE = "workload.partition=round-robin";

  private static final List<String> SHORT =
      List.of(
          "load.rate=1000/s",
          "workload.visits=10",
          "phases.warmup=1s",
          "phases.baseline=3s",
          "phases.faults=8s",
          "phases.settle=2s",
          "phases.drain=60s",
          "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]");

  private final Path folder;
  private final String engine;

  /**
   * @param engine keys of the section
   */
  WindowRuns(Path folder, String engine) {
    this.folder = folder;
    this.engine = engine;
  }

  RealRun run(String guarantee, String... settings) throws Exception {
    List<String> all = new ArrayList<>(SHORT);
    all.addAll(List.of(settings));
    all.add(
        "engine={ %s, guarantee: %s, commit-interval: 1s, jvm: %s }"
            .formatted(engine, guarantee, RealRun.QUICK_JVM));
    Path runs = Files.createTempDirectory(folder, "runs");
    return new RealRun(runs, "experiments/windows.yaml", RealRun.WITHOUT_CACHE, all);
  }

  static void everyVisitIsInAWindow(RealRun run) throws Exception {
    everyOutputCame(run, 10_000);
  }

  static void everyWindowCame(RealRun run) throws Exception {
    everyOutputCame(run, 300);
  }

  private static void everyOutputCame(RealRun run, long due) throws Exception {
    run.everyOutputCame(due);
    assertThat(run.result().metrics().get("baseline.window.oldest.p99"))
        .isGreaterThan(run.result().metrics().get("baseline.window.newest.p50"));
  }
}
