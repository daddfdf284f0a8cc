package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Event;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobUnderWayTest {
  private static final List<String> NODES = List.of("jobmanager-1", "worker-1", "worker-10");

  @Test
  void aComplaintNamesTheLogToRead() {
    Event.DoubtRaised warning =
        JobUnderWay.warning("worker-10: a transaction could not be committed", NODES);
    assertThat(warning.code()).isEqualTo("engine-complaint");
    assertThat(warning.message()).startsWith("worker-10: a transaction");
    assertThat(warning.remedy()).isEqualTo("See logs/worker-10.log in the run's folder.");
  }

  @Test
  void oneThatNamesNoNodeNamesTheLogsOfAll() {
    assertThat(JobUnderWay.warning("the job was not given again", NODES).remedy())
        .contains("logs/jobmanager-1.log, logs/worker-1.log, logs/worker-10.log");
  }
}
