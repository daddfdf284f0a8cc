package dev.rebound.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.bench.JobBench.JobSpeed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobRoundsTest {
  private final JobRounds rounds = new JobRounds(List.of("flink", "storm"));

  private static JobSpeed speed(double recordsPerSecond) {
    return new JobSpeed(recordsPerSecond, Map.of("worker", 0.5), 2, 2);
  }

  @Test
  void jobsAreHeldAgainstTheFirstWithinRounds() {
    // The machine was half as fast in the second round.
    rounds.add("flink", 1, speed(100_000));
    rounds.add("flink", 2, speed(50_000));
    rounds.add("storm", 1, speed(10_000));
    rounds.add("storm", 2, speed(5_000));

    assertThat(rounds.table())
        .anyMatch(
            line ->
                line.startsWith("| flink | 2 | 75,000 (50,000 to 100,000) | 150,000 (100,000 to"))
        .anyMatch(line -> line.contains("| storm | 2 |") && line.contains("0.10 (0.10 to 0.10)"));
  }

  @Test
  void aJobThatFailedInARoundIsNotHeldAgainstAnotherThere() {
    rounds.add("flink", 1, speed(100_000));
    rounds.add("flink", 2, speed(100_000));
    rounds.add("storm", 2, speed(20_000));

    assertThat(rounds.table())
        .anyMatch(line -> line.startsWith("| storm | 1 | 20,000 | 40,000 | 0.20 |"));
    assertThat(rounds.csv())
        .containsExactly(
            "job,round,records_per_second,records_per_worker_core,cores",
            "flink,1,100000,200000,worker 0.50",
            "flink,2,100000,200000,worker 0.50",
            "storm,2,20000,40000,worker 0.50");
  }

  @Test
  void aJobThatNeverEndedHasNoFigures() {
    rounds.add("flink", 1, speed(100_000));

    assertThat(rounds.table()).contains("| storm | 0 |  |  |  |  |");
  }
}
