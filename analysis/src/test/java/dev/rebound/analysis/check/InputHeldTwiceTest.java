package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.workload.RuleState;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an input topic holds twice, or of somebody else, is not blamed on the job. */
class InputHeldTwiceTest extends PlantedAnomalies {
  /** A record with one output. */
  private final int place = place();

  private int place() {
    for (int i = 70; ; i++) {
      long sequence = history.outs.get(i).sequence();
      if (history.outs.stream().filter(out -> out.sequence() == sequence).count() == 1) {
        return i;
      }
    }
  }

  /** The record is processed twice, exactly once each. */
  private void twice() {
    Out out = history.outs.get(place);
    long hash = RuleState.identityHash(0, out.sequence(), out.rule());
    for (int i = place + 1; i < history.outs.size(); i++) {
      Out later = history.outs.get(i);
      if (later.rule() == out.rule()) {
        history.outs.set(i, counted(later, later.count() + 1, later.checksum() + hash));
      }
    }
    history.outs.add(place + 1, counted(out, out.count() + 1, out.checksum() + hash));
    Out readout = history.readouts.get(out.rule());
    history.readouts.set(
        out.rule(), counted(readout, readout.count() + 1, readout.checksum() + hash));
    readAgain();
  }

  private static Out counted(Out out, long count, long checksum) {
    return new Out(
        out.rule(),
        out.generator(),
        out.sequence(),
        out.partition(),
        count,
        checksum,
        out.atMicros(),
        out.kind(),
        out.readable());
  }

  @Test
  void itsOutputsComeTwiceAndCountTwice() throws IOException {
    long sequence = history.outs.get(place).sequence();
    twice();
    history.inputReading = new Evidence.InputReading(Set.of(sequence), 0, 0);
    assertThat(counts(analyse(Guarantee.EXACTLY_ONCE).audits().get(0)))
        .containsEntry(FindingKind.FROM_INPUT, 1L)
        .doesNotContainKey(FindingKind.DUPLICATED);
    history.inputReading = new Evidence.InputReading(Set.of(), 0, 0);
    assertThat(counts(analyse(Guarantee.EXACTLY_ONCE).audits().get(0)))
        .containsEntry(FindingKind.DUPLICATED, 1L)
        .containsEntry(FindingKind.DIVERGED, 1L);
  }

  @Test
  void itExplainsNoMoreOutputsThanThereAreCopies() throws IOException {
    Out out = history.outs.get(place);
    long sequence = out.sequence();
    twice();
    history.outs.add(out.at(history.intended(210)));
    readAgain();
    history.inputReading = new Evidence.InputReading(Set.of(sequence), 0, 0);
    assertThat(counts(analyse(Guarantee.EXACTLY_ONCE).audits().get(0)))
        .containsEntry(FindingKind.FROM_INPUT, 1L)
        .containsEntry(FindingKind.DUPLICATED, 1L);
    history.inputReading = Evidence.InputReading.of(Map.of(sequence, 3), 0, 0);
    assertThat(counts(analyse(Guarantee.EXACTLY_ONCE).audits().get(0)))
        .containsEntry(FindingKind.FROM_INPUT, 2L)
        .doesNotContainKey(FindingKind.DUPLICATED);
  }

  @Test
  void whatOthersSentMayExplainWhatNoInputDoes() throws IOException {
    history.outs.add(history.outs.get(place).of(900));
    readAgain();
    history.inputReading = new Evidence.InputReading(Set.of(), 0, 3);
    var found = analyse(Guarantee.EXACTLY_ONCE);
    assertThat(counts(found.audits().get(0))).isEqualTo(Map.of(FindingKind.FROM_INPUT, 1L));
    assertThat(found.unjudged().get("unexpected")).contains("holds 3 records");
    history.inputReading = new Evidence.InputReading(Set.of(), 0, 0);
    assertThat(counts(analyse(Guarantee.EXACTLY_ONCE).audits().get(0)))
        .isEqualTo(Map.of(FindingKind.UNEXPECTED, 1L));
  }
}
