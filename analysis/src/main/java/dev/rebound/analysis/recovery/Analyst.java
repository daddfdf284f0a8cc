package dev.rebound.analysis.recovery;

import dev.rebound.analysis.check.SendLedger;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.recovery.lanes.LaneDips;
import dev.rebound.analysis.recovery.lanes.RunTimes;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.base.ReboundException;
import dev.rebound.oracle.Oracles;
import dev.rebound.oracle.due.Due;
import dev.rebound.workload.OutputTopic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Works out what a run showed: a pure function from files and times to findings, by the definitions
 * of docs/measuring.md.
 *
 * <p>Memory: 10 bytes per output due (12 from 65,536 rules on, 2 more in a run of over 48 h; 8 or
 * 10 more where output is transactional), 12 bytes per output and kind of lane in the longest watch
 * of a fault, 2.5 bytes per record, 10 KB per step of the timeline, which are 36,000 at most, and
 * 16 bytes per lane and 100 ms, where four million such cells suffice, else per second, 28 of them
 * near a fault, and 5 KB per 100 ms there. Offsets and append times: 4 bytes per record of the
 * longest watch and up to 96 MB. Beside that a bit per output and reader, and 8 bytes per single
 * finding.
 */
public final class Analyst {
  private Analyst() {}

  /** Checks and measures a run of which nothing is expected but what is of all. */
  public static AnalysisResult analyse(Evidence evidence) throws IOException {
    return analyse(evidence, List.of());
  }

  /**
   * Checks and measures; throws {@link IOException} if a file cannot be read.
   *
   * @param expected of the run: how many requests may fail where no fault is
   */
  public static AnalysisResult analyse(Evidence evidence, List<Expectation> expected)
      throws IOException {
    List<OutputTopic> topics = evidence.workload().outputTopics();
    if (topics.isEmpty()) {
      return analyseTopic(evidence, expected).result();
    }
    List<TopicFindings> each = new ArrayList<>();
    for (Evidence topic : evidence.ofTopics()) {
      each.add(analyseTopic(topic, expected));
    }
    return new TopicAggregate(evidence, topics, each).result();
  }

  private static TopicFindings analyseTopic(Evidence evidence, List<Expectation> expected)
      throws IOException {
    try (SendLedger ledger =
            new SendLedger(
                evidence.partitions(),
                evidence.workload().placement(),
                evidence.sendLogs(),
                evidence.resolved(),
                evidence.missingAcknowledged(),
                evidence.inputReading());
        Due due = due(evidence, ledger)) {
      return new TopicAnalysis(evidence, expected, ledger, due).findings();
    }
  }

  /** For how long the output of such a job must flow after a fault until that is over. */
  public static Duration hold(DeliveryGuarantee promise) {
    return Duration.ofMillis(Math.max(LaneDips.HOLD_MICROS, RunTimes.rhythmMicros(promise)) / 1000);
  }

  private static Due due(Evidence evidence, SendLedger ledger) {
    try {
      return Oracles.of(evidence.workload()).due(ledger);
    } catch (IllegalArgumentException e) {
      throw ReboundException.badInput(
          "what is due cannot be worked out: " + e.getMessage(),
          "Change the workload, and run it again.",
          e);
    }
  }
}
