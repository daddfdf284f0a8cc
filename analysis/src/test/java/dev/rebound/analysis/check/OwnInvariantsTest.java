package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Invariants of outputs alone. */
class OwnInvariantsTest extends SmallTopic {
  private WorkloadSpec invariant(String oracle) {
    return spec("count").with("oracle", oracle);
  }

  @Test
  void aSequenceWithAGapIsFound() throws IOException {
    for (int n = 1; n <= 9; n++) {
      update("ada", n + 6);
      update("ben", n);
    }
    AnalysisResult right = analysed(invariant("gapless"));
    assertThat(found(right, FindingKind.DIVERGED).count()).isZero();
    assertThat(right.unjudged().get("lost")).contains("says nothing of inputs");
    update("ben", 9);
    assertThat(diverged(analysed(invariant("gapless")))).contains("key ben: 9 came after 9");
    guarantee = Guarantee.AT_LEAST_ONCE;
    update("ben", 7);
    update("ben", 10);
    assertThat(found(analysed(invariant("gapless")), FindingKind.DIVERGED).count()).isZero();
    update("ben", 12);
    assertThat(diverged(analysed(invariant("gapless")))).contains("key ben: 12 came after 10");
    update("eve", 1);
    assertThat(found(analysed(invariant("gapless")), FindingKind.UNEXPECTED).count()).isEqualTo(1);
  }

  @Test
  void aValueBelowZeroIsFound() throws IOException {
    guarantee = Guarantee.AT_LEAST_ONCE;
    update("ada", 0);
    update("ada", 12.5);
    assertThat(found(analysed(invariant("not-negative")), FindingKind.DIVERGED).count()).isZero();
    update("ada", -0.25);
    assertThat(diverged(analysed(invariant("not-negative"))))
        .contains("key ada: -0.25", "is less than 0");
  }

  @Test
  void aSequenceOverPartitionsIsNotJudged() throws IOException {
    for (int n = 1; n <= 9; n++) {
      update("ada", n);
      outputs.add(new Object[] {"ben", "{\"value\":" + n + "}", n % 2});
    }
    AnalysisResult result = analysed(invariant("gapless"));
    assertThat(found(result, FindingKind.DIVERGED).count()).isZero();
    assertThat(result.unjudged().get("diverged")).contains("1 keys lie on several partitions");
    update("ada", 11);
    assertThat(diverged(analysed(invariant("gapless")))).contains("key ada: 11 came after 9");
  }
}
