package dev.rebound.engine.kafkastreams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.units.Bytes;
import dev.rebound.engine.Paper;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.WorkloadSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamsMemoryTest {
  private static final long MIB = 1L << 20;

  /** 100,000 addresses, half of whose windows are open. */
  private static final long HELD = 50_000L * 20_480;

  private static Subject plan(int workers, String state, Map<String, String> options, int padded) {
    EngineSpec spec =
        new EngineSpec(
            "kafka-streams",
            "4.4.0",
            workers,
            0,
            1,
            Guarantee.EXACTLY_ONCE,
            "stock",
            new Bytes(512 * MIB),
            Duration.ofSeconds(2),
            state,
            options,
            Map.of(),
            List.of(),
            "");
    WorkloadSpec workload =
        WorkloadSpec.of(FixedWindow.KIND, 7)
            .with("addresses", 100_000)
            .with("visits", 2)
            .with("state-bytes", padded);
    JobSpec job = new JobSpec("run-1", workload, "h:1", Map.of(), Map.of(), Map.of(), 8, 1);
    return new KafkaStreamsEngine().configure(spec, job, new Paper());
  }

  private static ProcessSpec worker(Subject plan) {
    return plan.processes().get(0);
  }

  @Test
  void stateThatIsNotPaddedTakesNothingMore() {
    for (String state : List.of("rocksdb", "memory")) {
      Subject plan = plan(2, state, Map.of(), 0);
      assertThat(worker(plan).heapBytes()).isEqualTo(512 * MIB);
      assertThat(worker(plan).overheadBytes()).isEqualTo(256 * MIB);
      assertThat(plan.notes()).noneMatch(note -> note.contains("workload.state"));
    }
  }

  @Test
  void aSurvivorMayHoldAllStatesOnItsHeap() {
    Subject plan = plan(2, "memory", Map.of(), 20_480);
    assertThat(worker(plan).heapBytes()).isEqualTo(512 * MIB + 2 * HELD);
    assertThat(worker(plan).overheadBytes()).isEqualTo(256 * MIB);
    assertThat(plan.notes())
        .anyMatch(note -> note.contains("977 MiB of state") && note.contains("heap is 2.4 GiB"));
    assertThat(worker(plan(5, "memory", Map.of(), 20_480)).heapBytes())
        .isEqualTo(512 * MIB + HELD / 2);
    assertThat(worker(plan(5, "memory", Map.of("standbys", "1"), 20_480)).heapBytes())
        .isEqualTo(512 * MIB + HELD);
  }

  @Test
  void rocksDbHasCachesForEveryStore() {
    Subject plan = plan(2, "rocksdb", Map.of(), 20_480);
    assertThat(worker(plan).heapBytes()).isEqualTo(512 * MIB);
    assertThat(worker(plan).overheadBytes()).isEqualTo(256 * MIB + 8 * 98 * MIB);
    assertThat(plan.notes()).anyMatch(note -> note.endsWith(", in RocksDB"));
    assertThat(worker(plan(2, "rocksdb", Map.of(), 200)).overheadBytes())
        .as("10 MB of state fill no cache")
        .isEqualTo(256 * MIB + 50_000L * 200);
  }
}
