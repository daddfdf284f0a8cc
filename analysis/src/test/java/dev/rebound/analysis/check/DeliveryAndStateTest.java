package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job is held to what it promises of its outputs and of its state, each by itself. */
class DeliveryAndStateTest {
  @TempDir Path folder;

  private final History history = History.perfect(TinyWorkload.of(10), 4, 100, 200, 5_000);

  /** Whether each kind that was found is allowed. */
  private Map<FindingKind, Boolean> found(Guarantee delivery, Guarantee state) throws IOException {
    history.reread = new ArrayList<>(history.outs);
    history.reread.addAll(history.readouts);
    Map<FindingKind, Boolean> found = new TreeMap<>();
    for (Finding finding :
        Analyst.analyse(history.evidence(folder, new DeliveryGuarantee(delivery, state, false, 0)))
            .audits()
            .get(0)
            .findings()) {
      if (finding.count() > 0) {
        found.put(finding.kind(), finding.allowed());
      }
    }
    return found;
  }

  @Test
  void exactStateBehindOutputsThatMayComeTwice() throws IOException {
    Out out = history.outs.get(77);
    history.outs.add(out.at(out.atMicros())); // another object stands elsewhere
    assertThat(found(Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE))
        .isEqualTo(Map.of(FindingKind.DUPLICATED, true));
    history.outs.set(77, out.counting(out.count() + 1));
    assertThat(found(Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE))
        .containsEntry(FindingKind.DIVERGED, false);
  }

  @Test
  void stateThatMayForgetBehindOutputsThatMayNotBeLost() throws IOException {
    Out readout = history.readouts.get(4);
    history.readouts.set(4, readout.counting(readout.count() - 1));
    assertThat(found(Guarantee.AT_LEAST_ONCE, Guarantee.NONE))
        .isEqualTo(Map.of(FindingKind.DIVERGED, true));
    history.outs.remove(77);
    assertThat(found(Guarantee.AT_LEAST_ONCE, Guarantee.NONE))
        .containsEntry(FindingKind.LOST, false);
  }
}
