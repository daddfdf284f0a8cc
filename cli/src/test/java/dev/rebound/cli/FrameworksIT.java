package dev.rebound.cli;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three of the shipped programs on frameworks of others, in Go, JavaScript and Python, each built
 * by its file's setup and killed once.
 */
@Tag("process")
@Tag("thorough")
@Tag("python")
class FrameworksIT {
  @TempDir Path runs;

  @ParameterizedTest
  @ValueSource(strings = {"sarama", "kafkajs", "confluent-kafka"})
  void losesNothing(String framework) throws Exception {
    RealRun run =
        new RealRun(
            runs,
            "experiments/frameworks/" + framework + ".yaml",
            RealRun.WITHOUT_CACHE,
            List.of(
                "phases.warmup=1s",
                "phases.baseline=4s",
                "phases.faults=14s",
                "phases.settle=4s",
                "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]"));
    run.everyOutputCame(6_000);
  }
}
