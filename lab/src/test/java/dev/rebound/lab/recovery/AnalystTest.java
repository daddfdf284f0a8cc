package dev.rebound.lab.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.check.History;
import dev.rebound.lab.check.History.Out;
import dev.rebound.lab.check.TinyWorkload;
import dev.rebound.lab.experiment.Guarantee;
import dev.rebound.lab.recovery.Analysis.PhaseTimes;
import dev.rebound.lab.result.Results.FaultResult;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalystTest {
  private static final long SECOND = 1_000_000;
  private static final int PARTITIONS = 50;
  private static final double RATE = 5000;

  @TempDir Path folder;

  /** A minute at 5,000 records/s; baseline from 5 s, one fault at 20 s. */
  private static History minute() {
    History history =
        History.perfect(TinyWorkload.of(100), PARTITIONS, RATE, (long) (60 * RATE), 20_000);
    history.phases.add(new PhaseTimes("warmup", History.START, at(5)));
    history.phases.add(new PhaseTimes("baseline", at(5), at(18)));
    history.phases.add(new PhaseTimes("faults", at(18), at(50)));
    history.phases.add(new PhaseTimes("settle", at(50), at(60)));
    history.fault(at(20));
    history.sampleOffsets();
    return history;
  }

  private static long at(double seconds) {
    return History.START + (long) (seconds * SECOND);
  }

  /** Outputs of these input partitions that come within a stall appear at its end. */
  private static void stall(History history, double from, double to, int fromPartition) {
    history.outs.replaceAll(
        out ->
            out.atMicros() >= at(from)
                    && out.atMicros() < at(to)
                    && out.sequence() % PARTITIONS >= fromPartition
                ? out.at(at(to) + (out.atMicros() - at(from)) / 100)
                : out);
    history.outs.sort(java.util.Comparator.comparingLong(Out::atMicros));
  }

  private Findings analyse(History history) throws IOException {
    return Analyst.analyse(history.analysis(folder, Guarantee.AT_LEAST_ONCE));
  }

  private FaultResult fault(History history) throws IOException {
    return analyse(history).faults().get(0);
  }

  @Test
  void withoutAStallThereIsNoDip() throws IOException {
    FaultResult fault = fault(minute());
    assertThat(fault.outage().state()).isEqualTo("no dip");
    assertThat(fault.recovery().state()).isEqualTo("no dip");
    assertThat(fault.loadToCapacity()).isNull();
  }

  @Test
  void aStallOfSevenSecondsIsMeasuredWithinOneBucket() throws IOException {
    History history = minute();
    stall(history, 20, 27, 0);
    FaultResult fault = fault(history);
    assertThat(fault.outage().state()).isEqualTo("ended");
    assertThat(fault.outage().millis()).isBetween(6900L, 7100L);
    assertThat(fault.recovery().state()).isEqualTo("ended");
    assertThat(fault.recovery().millis()).isBetween(6900L, 7200L);
    assertThat(fault.loadToCapacity()).isLessThan(0.2);
  }
}
