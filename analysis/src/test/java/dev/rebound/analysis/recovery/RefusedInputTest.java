package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.SpanState;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Input that the brokers would not take is due of nobody, and is told all the same. */
class RefusedInputTest extends MinuteOfLoad {
  /** The brokers are away from 20 s on: what was meant for the first 12 s of it expires. */
  private static History expired(long slot) {
    History history = minute();
    for (long n = (long) (20 * RATE); n < 32 * RATE; n++) {
      history.slots.put(n, slot);
    }
    history.outs.removeIf(
        out -> out.sequence() >= 20 * RATE && out.sequence() < (long) (32 * RATE));
    return history;
  }

  private static Finding refused(AnalysisResult found) {
    return found.audits().get(0).findings().stream()
        .filter(f -> f.kind() == FindingKind.REFUSED_INPUT)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void itIsCountedAndItsTimeIsAnOutage() throws IOException {
    History history = expired(SendLog.GAVE_UP);
    history.inputReading = new Evidence.InputReading(Set.of(), 0, 0);
    AnalysisResult found = analyse(history);
    assertThat(refused(found).count()).isEqualTo((long) (12 * RATE));
    assertThat(refused(found).allowed()).isFalse();
    assertThat(refused(found).byFault()).containsEntry("1", (long) (12 * RATE));
    assertThat(refused(found).examples().get(0)).contains("refused by the brokers");
    FaultResult fault = found.faults().get(0);
    assertThat(fault.outage().state()).isEqualTo(SpanState.ENDED);
    assertThat(fault.outage().millis()).isBetween(11_800L, 12_200L);
    assertThat(fault.disrupted().millis()).isBetween(11_800L, 12_200L);
    assertThat(fault.recovery().millis()).isBetween(11_800L, 12_200L);
  }

  @Test
  void whereTheInputTopicWasNotReadItMayHaveBeenStored() throws IOException {
    AnalysisResult found = analyse(expired(SendLog.GAVE_UP));
    assertThat(refused(found).count()).isZero();
    assertThat(found.unjudged().get("refused-input")).startsWith("24000 sends had no answer");
  }

  @Test
  void whatHadNoAnswerByTheEndIsNotKnownToBeRefused() throws IOException {
    History history = expired(SendLog.UNKNOWN);
    history.inputReading = new Evidence.InputReading(Set.of(), 0, 0);
    AnalysisResult found = analyse(history);
    assertThat(refused(found).count()).isZero();
    assertThat(found.unjudged()).containsKey("refused-input");
  }
}
