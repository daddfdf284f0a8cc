package dev.rebound.report.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.journal.JournalTail;
import dev.rebound.report.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunMetersTest {
  private static final String RUN = "engine=\"flink 2.3.0\",experiment=\"synthetic <run>\"";

  @TempDir Path folder;
  private final RunMeters meters = new RunMeters();

  private List<String> after(int seconds) throws IOException {
    Path run = SyntheticRun.interrupted(folder.resolve("run-" + seconds), seconds);
    new JournalTail(run.resolve("journal.jsonl"), meters).read();
    return meters.text().lines().toList();
  }

  @Test
  void seriesAreGaugesInBaseUnits() throws IOException {
    List<String> lines = after(30);
    assertThat(lines)
        .contains("# TYPE rebound_input_rate_records_per_second gauge")
        .contains("# TYPE rebound_latency_p99_seconds gauge")
        .anyMatch(line -> line.matches("rebound_latency_p99_seconds\\{.*run=\"r-1\"} 0\\.0\\d+"))
        .anyMatch(
            line ->
                line.startsWith("rebound_lag_partition_records{" + RUN)
                    && line.contains("partition=\"3\"")
                    && line.contains("topic=\"input\""))
        .anyMatch(line -> line.startsWith("rebound_node_cpu_cores{") && line.contains("worker-2"))
        .anyMatch(line -> line.matches("rebound_phase_active\\{.*phase=\"baseline\".*} 1\\.0"));
  }

  @Test
  void aFaultIsActiveUntilItsVictimIsBack() throws IOException {
    assertThat(after(42))
        .anyMatch(line -> line.matches("rebound_fault_active\\{.*worker-2.*} 1\\.0"))
        .anyMatch(line -> line.matches("rebound_process_up\\{.*worker-2.*} 0\\.0"))
        .anyMatch(line -> line.matches("rebound_node_cpu_cores\\{.*worker-2.*} NaN"));
    assertThat(after(50))
        .anyMatch(line -> line.matches("rebound_fault_active\\{.*worker-2.*} 0\\.0"))
        .anyMatch(line -> line.matches("rebound_faults_total\\{.*kind=\"kill\".*} 1\\.0"))
        .anyMatch(line -> line.matches("rebound_process_starts_total\\{.*worker-2.*} 2\\.0"));
  }

  @Test
  void theNextRunBeginsAnewAndNoneIsLeftAtTheEnd() throws IOException {
    after(60);
    assertThat(after(30)).noneMatch(line -> line.startsWith("rebound_fault"));
    meters.end();
    assertThat(meters.text()).doesNotContain("rebound_");
  }

  /** Every metric of the dashboard is one that is served. */
  @Test
  void theDashboardAsksForWhatThereIs() throws IOException {
    Path home = Path.of(System.getProperty("rebound.home", "..")).toAbsolutePath().normalize();
    String dashboard = Files.readString(home.resolve("docs/grafana/rebound.json"));
    List<String> asked =
        Pattern.compile("rebound_[a-z0-9_]+")
            .matcher(dashboard)
            .results()
            .map(MatchResult::group)
            .distinct()
            .toList();
    String served = String.join("\n", after(90));
    List<String> liveOnly =
        List.of(
            "rebound_output_visible_rate_records_per_second",
            "rebound_latency_visible_p50_seconds",
            "rebound_latency_visible_p99_seconds",
            "rebound_latency_visible_max_seconds",
            "rebound_latency_max_seconds");
    assertThat(asked).isNotEmpty();
    assertThat(asked)
        .allSatisfy(
            name -> assertThat(liveOnly.contains(name) || served.contains(name)).as(name).isTrue());
  }
}
