package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.analysis.check.TinyWorkload;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.ReboundException;
import dev.rebound.workload.OutputRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A week of load with a fault on each day, each of which stops all output for half a minute. */
@Tag("thorough")
class LongRunTest {
  private static final long SECOND = 1_000_000;
  private static final long START = 1_700_000_000L * SECOND;
  private static final long DAY = 86_400 * SECOND;
  private static final long STOP = 30 * SECOND;
  private static final int PARTITIONS = 2;
  private static final double RATE = 4;

  @TempDir Path folder;

  @Test
  void aStopOnTheLastDayOfAWeekIsSeenAsOnTheFirst() throws IOException {
    AnalysisResult findings = Analyst.analyse(week());
    assertThat(findings.faults()).hasSize(7);
    for (FaultResult fault : findings.faults()) {
      assertThat(fault.outage().state()).as("fault " + fault.fault()).isEqualTo(SpanState.ENDED);
      assertThat(fault.outage().millis()).isBetween(29_000L, 31_000L);
      assertThat(fault.recovery().millis()).isBetween(29_000L, 31_500L);
    }
    assertThat(findings.metrics()).containsEntry("lost", 0.0);
    assertThat(findings.timeline().stepSeconds()).isEqualTo(60);
    assertThat(findings.timeline().seconds()).hasSizeLessThan(11_000);
    assertThat(findings.timeline().seconds().stream().mapToLong(Timeline.Second::due).sum())
        .isEqualTo((long) (7 * 86_400 * RATE));
  }

  @Test
  void timesAreKeptToATenthOfAMillisecondForAYear() {
    long year = Duration.ofDays(365).toMillis() * 1000;
    FirstTimes times = new FirstTimes(3, START, year);
    assertThat(times.mark(1, (START + year) / 1000, START + year + 1_234_500)).isTrue();
    assertThat(times.appendMicros(1)).isEqualTo(START + year);
    assertThat(times.receiptMicros(1)).isEqualTo(START + year + 1_234_500);
    assertThat(times.seen(0)).isFalse();
    assertThat(times.appendMicros(2)).isEqualTo(FirstTimes.NEVER);
  }

  @Test
  void aTimeThatCannotBeOfTheRunIsRefusedAndNotCutOff() {
    FirstTimes times = new FirstTimes(1, START, 3600 * SECOND);
    assertThatThrownBy(() -> times.mark(0, (START + 3 * DAY) / 1000, START))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("appended 72.0 h after the load began");
  }

  private Evidence week() throws IOException {
    long records = (long) (7 * 86_400 * RATE);
    long[] slots = new long[Math.toIntExact(records)];
    Path committed = folder.resolve("committed.bin");
    try (ObservedFile.Writer writer = new ObservedFile.Writer(committed)) {
      for (int n = 0; n < records; n++) {
        slots[n] = n / PARTITIONS + SendLog.ACKNOWLEDGED;
        long seen = seen(START + (long) (n * 1e6 / RATE));
        byte[] output =
            new OutputRecord(
                    OutputRecord.OutputKind.MATCH,
                    0,
                    n % PARTITIONS,
                    n,
                    0,
                    n / PARTITIONS + 1,
                    0,
                    0,
                    0,
                    1,
                    1)
                .encode();
        writer.append(n % PARTITIONS, n / PARTITIONS, seen / 1000, seen, output);
      }
    }
    Path log = folder.resolve("send-0.log");
    SendLog.write(log, 0, PARTITIONS, START, RATE, slots);
    return Evidence.of(
            TinyWorkload.of(PARTITIONS, false),
            DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 1000),
            PARTITIONS,
            List.of(log),
            committed)
        .phases(
            List.of(
                new PhaseTimes("warmup", START, START + 60 * SECOND),
                new PhaseTimes("baseline", START + 60 * SECOND, signal(0)),
                new PhaseTimes("faults", signal(0), START + 7 * DAY)))
        .faults(
            IntStream.range(0, 7)
                .mapToObj(
                    day ->
                        FaultTimes.of(day + 1, "kill", "worker", List.of("w0"), signal(day))
                            .build())
                .toList())
        .build();
  }

  private static long signal(int day) {
    return START + day * DAY + DAY / 2;
  }

  /** Twenty milliseconds after a record was meant to be sent, or when the stop is over. */
  private static long seen(long intended) {
    long at = intended + 20_000;
    long stopped = (at - START - DAY / 2) % DAY;
    return at >= signal(0) && stopped < STOP ? at - stopped + STOP + stopped / 1000 : at;
  }
}
