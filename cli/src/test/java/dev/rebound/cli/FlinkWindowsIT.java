package dev.rebound.cli;

import static dev.rebound.cli.WindowRuns.BY_TIME;
import static dev.rebound.cli.WindowRuns.FROM_EVERYWHERE;
import static dev.rebound.cli.WindowRuns.ONCE;
import static dev.rebound.cli.WindowRuns.REPLAYS;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Through real brokers and with a real kill, every visit is in a window of Flink's. {@link
 * FlinkPartsIT} runs such windows, too.
 */
@Tag("process")
@Tag("long")
@Tag("thorough")
class FlinkWindowsIT {
  private static final String FLINK = "name: flink, workers: 2, spares: 1, threads: 2";

  @TempDir Path folder;
  private WindowRuns windows;

  @BeforeEach
  void onFlink() {
    windows = new WindowRuns(folder, FLINK);
  }

  @Test
  void byCountExactlyOnce() throws Exception {
    WindowRuns.everyVisitIsInAWindow(windows.run(ONCE));
  }

  @Test
  void byCountAtLeastOnce() throws Exception {
    WindowRuns.everyVisitIsInAWindow(windows.run(REPLAYS));
  }

  @Test
  void byTimeExactlyOnce() throws Exception {
    WindowRuns.everyVisitIsInAWindow(windows.run(ONCE, BY_TIME, FROM_EVERYWHERE));
  }

  @Test
  void byTimeAtLeastOnce() throws Exception {
    WindowRuns.everyVisitIsInAWindow(windows.run(REPLAYS, BY_TIME, FROM_EVERYWHERE));
  }
}
