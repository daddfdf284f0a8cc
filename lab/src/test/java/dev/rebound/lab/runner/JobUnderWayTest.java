package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Event;
import dev.rebound.lab.engine.EngineComplaint;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobUnderWayTest {
  private static final List<String> NODES = List.of("jobmanager-1", "worker-1", "worker-10");

  private static List<Event.DoubtRaised> told(EngineComplaint... complaints) {
    return EngineComplaint.together(List.of(complaints)).stream()
        .map(one -> JobUnderWay.warning(one, NODES))
        .toList();
  }

  @Test
  void whatSeveralNodesComplainOfIsToldOnceAndNamesTheLogsToRead() {
    String meaning = "a transaction could not be committed";
    List<Event.DoubtRaised> told =
        told(
            new EngineComplaint("worker-10", meaning, 2, "2026-01-01T00:00:07.000Z"),
            new EngineComplaint("worker-1", meaning, 4, "2026-01-01T00:00:05.000Z"),
            new EngineComplaint("worker-1", "something else", 1, ""));
    assertThat(told).hasSize(2);
    Event.DoubtRaised warning = told.get(0);
    assertThat(warning.code()).isEqualTo("engine-complaint");
    assertThat(warning.message())
        .isEqualTo(meaning + " (worker-10 2×, worker-1 4×; first: 2026-01-01T00:00:05.000Z)");
    assertThat(warning.remedy())
        .isEqualTo("See logs/worker-10.log, logs/worker-1.log in the run's folder.");
  }

  @Test
  void oneThatNamesNoNodeNamesTheLogsOfAll() {
    assertThat(told(EngineComplaint.of("the job was not given again")).get(0).remedy())
        .contains("logs/jobmanager-1.log, logs/worker-1.log, logs/worker-10.log");
  }
}
