package dev.rebound.analysis.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.timeline.Timeline;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadKindTest {
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

    assertThat(LoadKind.GENERATED.known(found).metrics())
        .containsOnlyKeys("output.rate.baseline", "lost");
  }

  @Test
  void nothingButCountsIsKeptOfASecond() {
    Timeline.Percentiles some = new Timeline.Percentiles(7, 1, 2.0, 3, 4, 5, 6);
    Timeline.Second second = new Timeline.Second(0, 10, 7, 3, 8, some, some, some, some);
    AnalysisResult found =
        new AnalysisResult(
            List.of(),
            List.of(),
            List.of(),
            new Timeline(0, List.of(second, second)),
            1,
            Measures.NONE,
            null);

    Timeline kept = LoadKind.GENERATED.known(found).timeline();

    Timeline.Second counted =
        new Timeline.Second(
            0,
            10,
            7,
            0,
            Double.NaN,
            new Timeline.Percentiles(
                7, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN),
            null,
            null,
            null);
    assertThat(kept.seconds()).containsExactly(counted, counted);
  }
}
