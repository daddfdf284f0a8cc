package dev.rebound.analysis.recovery;

import dev.rebound.analysis.check.History;
import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.check.TinyWorkload;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.StepResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** A minute of load with a fault at its 20th second, and stalls to plant in it. */
abstract class MinuteOfLoad {
  static final long SECOND = 1_000_000;
  static final int PARTITIONS = 50;
  static final double RATE = 2000;

  @TempDir Path folder;

  /** A minute at 2,000 records/s; baseline from 5 s, one fault at 20 s. */
  static History minute() {
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

  static long at(double seconds) {
    return History.START + (long) (seconds * SECOND);
  }

  /** Outputs of these input partitions that come within a stall appear at its end. */
  static void stall(History history, double from, double to, int fromPartition) {
    history.outs.replaceAll(
        out ->
            out.atMicros() >= at(from)
                    && out.atMicros() < at(to)
                    && out.sequence() % PARTITIONS >= fromPartition
                ? out.at(at(to) + (out.atMicros() - at(from)) / 100)
                : out);
    history.outs.sort(Comparator.comparingLong(Out::atMicros));
  }

  AnalysisResult analyse(History history) throws IOException {
    return Analyst.analyse(history.evidence(folder, Guarantee.AT_LEAST_ONCE));
  }

  FaultResult fault(History history) throws IOException {
    return analyse(history).faults().get(0);
  }

  static FaultTimes stepped(int number, long atMicros, List<Transition> said, Set<Step> declared) {
    return FaultTimes.of(number, "kill", "worker", List.of("w0"), atMicros)
        .transitions(said)
        .declared(declared)
        .build();
  }

  static StepResult step(FaultResult fault, String name) {
    return fault.steps().stream().filter(s -> s.step().equals(name)).findFirst().orElseThrow();
  }
}
