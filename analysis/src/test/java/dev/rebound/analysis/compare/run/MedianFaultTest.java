package dev.rebound.analysis.compare.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.MadeUp;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.RigDoubt;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MedianFaultTest {
  private static final Map<String, String> SETTINGS = Map.of("load.rate", "1000/s");

  @Test
  void theMiddleFaultOfTheMiddleRun() {
    MedianFault median =
        MedianFault.of(
                List.of(
                    MadeUp.run("slow", "flink", "quick", 9000, 9100, 9200),
                    MadeUp.run("fast", "flink", "quick", 100, 200, 300),
                    MadeUp.run("middle", "flink", "quick", 5000, 400, 2000, 1000, 9999)))
            .orElseThrow();
    assertThat(median.runId()).startsWith("middle");
    assertThat(median.fault()).as("2,000 ms").isEqualTo(3);
    assertThat(median.metric()).isEqualTo("recovery");
    assertThat(median.faults()).isEqualTo(5);
    assertThat(median.runs()).isEqualTo(3);
    assertThat(median.doubted()).isFalse();
  }

  @Test
  void ofAnEvenNumberItIsTheShorterOfTheTwoInTheMiddle() {
    MedianFault median =
        MedianFault.of(
                List.of(
                    MadeUp.run("a", "flink", "quick", 4000, 1000, 3000, 2000),
                    MadeUp.run("b", "flink", "quick", 8000, 8000)))
            .orElseThrow();
    assertThat(median.runId()).startsWith("a-");
    assertThat(median.fault()).isEqualTo(4);
  }

  @Test
  void whatDidNotEndIsTheLongest() {
    ComparedRun run =
        run(
            MadeUp.fault(1, MadeUp.span(SpanState.UNENDED, 10), Impact.HIT),
            MadeUp.fault(2, MadeUp.span(SpanState.ENDED, 5000), Impact.HIT),
            MadeUp.fault(3, MadeUp.span(SpanState.ENDED, 7000), Impact.HIT),
            MadeUp.fault(4, MadeUp.span(SpanState.ENDED, 1), Impact.NONE));
    MedianFault median = MedianFault.of(List.of(run)).orElseThrow();
    assertThat(median.fault()).isEqualTo(3);
    assertThat(median.faults()).isEqualTo(3);
  }

  @Test
  void withoutARecoveryTheOutageDecides() {
    Span unknown = MadeUp.span(SpanState.UNKNOWN, 0);
    ComparedRun run =
        run(
            outage(MadeUp.fault(1, unknown, Impact.HIT), 300),
            outage(MadeUp.fault(2, unknown, Impact.HIT), 100),
            outage(MadeUp.fault(3, unknown, Impact.HIT), 200));
    MedianFault median = MedianFault.of(List.of(run)).orElseThrow();
    assertThat(median.metric()).isEqualTo("outage");
    assertThat(median.fault()).isEqualTo(3);
    FaultResult nothing = MadeUp.withOutage(MadeUp.fault(1, unknown, Impact.HIT), unknown);
    assertThat(MedianFault.of(List.of(run(nothing)))).isEmpty();
    assertThat(MedianFault.of(List.of(run()))).isEmpty();
  }

  @Test
  void aRunInDoubtIsTakenOnlyWhereThereIsNoOther() {
    ComparedRun sure = MadeUp.run("sure", "flink", "quick", 9000);
    ComparedRun doubted =
        MadeUp.inDoubt(
            MadeUp.run("doubted", "flink", "quick", 1000),
            new RigDoubt("cpu-saturated", "the CPU was full", "", List.of("*"), false));
    assertThat(MedianFault.of(List.of(doubted, sure)).orElseThrow().runId()).startsWith("sure");
    MedianFault alone = MedianFault.of(List.of(doubted)).orElseThrow();
    assertThat(alone.doubted()).isTrue();
    assertThat(alone.runId()).startsWith("doubted");
  }

  private static FaultResult outage(FaultResult fault, double millis) {
    return MadeUp.withOutage(fault, MadeUp.span(SpanState.ENDED, millis));
  }

  private static ComparedRun run(FaultResult... faults) {
    return MadeUp.run(MadeUp.results("x-flink-quick", "flink", "quick", List.of(faults)), SETTINGS);
  }
}
