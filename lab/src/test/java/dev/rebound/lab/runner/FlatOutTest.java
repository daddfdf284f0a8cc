package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Timeline;
import dev.rebound.analysis.result.Measures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlatOutTest {
  @Test
  void ofRecordsThatTheJobMadeNoLatencyIsTold() {
    Map<String, Double> metrics =
        Map.of(
            "baseline.latency.p99", 1.0,
            "settle.visible.max", 1.0,
            "output.rate.baseline", 5.0,
            "lost", 0.0);
    AnalysisResult found =
        new AnalysisResult(
            List.of(),
            List.of(),
            List.of(),
            new Timeline(0, List.of()),
            1,
            new Measures(metrics, Map.of()),
            null);

    assertThat(FlatOut.withoutLatencies(found).metrics())
        .containsOnlyKeys("output.rate.baseline", "lost");
  }
}
