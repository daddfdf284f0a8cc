package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.util.List;
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
  void anUpdateThatTheLiveReaderMissedExcusesNoGap() throws IOException {
    for (int n = 1; n <= 9; n++) {
      update("ben", n);
    }
    missed.add(3);
    AnalysisResult right = analysed(invariant("gapless"));
    assertThat(found(right, FindingKind.MISSED_LIVE).count()).isEqualTo(1);
    assertThat(found(right, FindingKind.DIVERGED).count()).isZero();
    assertThat(right.unjudged()).doesNotContainKey("diverged");
    update("ben", 11);
    assertThat(diverged(analysed(invariant("gapless")))).contains("key ben: 11 came after 9");
    outputs.remove(9);
    outputs.set(3, new Object[] {"ben", "{\"value\":7}"});
    assertThat(diverged(analysed(invariant("gapless")))).contains("key ben: 7 came after 3");
  }

  @Test
  void aSequenceIsTheOneThatTheTopicHoldsInTheEnd() throws IOException {
    for (int n = 1; n <= 9; n++) {
      update("ben", n);
    }
    gone.add(4);
    assertThat(diverged(analysed(invariant("gapless")))).contains("key ben: 6 came after 4");
    gone.add(3);
    gone.add(5);
    missed.addAll(List.of(6, 7, 8));
    for (int n = 4; n <= 9; n++) {
      update("ben", n);
    }
    gone.addAll(List.of(6, 7, 8));
    AnalysisResult right = analysed(invariant("gapless"));
    assertThat(found(right, FindingKind.DIVERGED).count()).isZero();
    assertThat(right.unjudged()).doesNotContainKey("diverged");
  }

  @Test
  void aTotalIsOfTheLastUpdatesThatTheTopicHolds() throws IOException {
    WorkloadSpec conserved = invariant("conserved").with("total", "12.5");
    guarantee = Guarantee.AT_LEAST_ONCE;
    update("ada", 3);
    update("ben", 10);
    update("ada", 2.5);
    assertThat(found(analysed(conserved), FindingKind.DIVERGED).count()).isZero();
    gone.add(2);
    assertThat(diverged(analysed(conserved))).contains("add up to 13, not 12.5");
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
  void aTotalThatIsNotConservedIsFound() throws IOException {
    WorkloadSpec conserved = invariant("conserved").with("total", "12.5");
    update("ada", 3);
    AnalysisResult silent = analysed(conserved);
    assertThat(found(silent, FindingKind.DIVERGED).count()).isZero();
    assertThat(silent.unjudged().get("diverged")).contains("no update came of 1 of 2 keys");

    update("ben", 10.1);
    update("ada", 2.4000000000000004);
    AnalysisResult right = analysed(conserved);
    assertThat(found(right, FindingKind.DIVERGED).count()).isZero();
    assertThat(right.unjudged()).doesNotContainKey("diverged");
    assertThat(right.unjudged().get("lost")).contains("says nothing of inputs");

    update("ben", 10.11);
    assertThat(diverged(analysed(conserved))).contains("add up to 12.510001, not 12.5");
    update("ada", 2.39);
    assertThat(found(analysed(conserved), FindingKind.DIVERGED).count()).isZero();
    guarantee = Guarantee.AT_LEAST_ONCE;
    update("ada", -2.39);
    assertThat(diverged(analysed(conserved))).contains("add up to 7.72, not 12.5");
    update("ben", 1e30);
    assertThat(analysed(conserved).unjudged().get("diverged")).contains("key ben", "more");
    outputs.add(new Object[] {"ada", "{\"value\":1}", 1});
    assertThat(analysed(conserved).unjudged().get("diverged")).contains("several partitions");
  }

  @Test
  void theTotalOfWhatAJobHadNotYetWrittenIsNotKnown() throws IOException {
    update("ada", 3);
    update("ben", 10);
    unfinished = atWorkFrom(50);
    AnalysisResult result = analysed(invariant("conserved").with("total", "12.5"));
    assertThat(found(result, FindingKind.DIVERGED).count()).isZero();
    assertThat(result.unjudged().get("diverged")).contains("still at work");
  }

  @Test
  void whatIsRoundedAwayBehindThePointIsNotHeldAgainstATotal() throws IOException {
    WorkloadSpec conserved = invariant("conserved").with("total", "9000000000000");
    update("ada", 9_000_000_000_000.5);
    update("ben", -1);
    assertThat(analysed(conserved).unjudged().get("diverged")).contains("key ada", "more");
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
