package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.History.Out;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** A small history without fault, and what is found once something was planted in it. */
abstract class PlantedAnomalies {
  static final int PARTITIONS = 4;
  static final int RULES = 10;

  @TempDir Path folder;

  final History history = tiny();

  static History tiny() {
    History history = History.perfect(TinyWorkload.of(RULES), PARTITIONS, 100, 200, 5_000);
    history.reread = history.outs;
    return history;
  }

  AnalysisResult analyse(Guarantee guarantee) throws IOException {
    if (history.reread == history.outs) {
      List<Out> all = new ArrayList<>(history.outs);
      all.addAll(history.readouts);
      history.reread = all;
    }
    return Analyst.analyse(history.evidence(folder, guarantee));
  }

  AnalysisResult exactly() throws IOException {
    return analyse(Guarantee.EXACTLY_ONCE);
  }

  static Map<FindingKind, Long> counts(Audit audit) {
    Map<FindingKind, Long> counts = new TreeMap<>();
    for (Finding finding : audit.findings()) {
      if (finding.count() > 0) {
        counts.put(finding.kind(), finding.count());
      }
    }
    return counts;
  }

  static Finding finding(AnalysisResult findings, FindingKind kind) {
    return findings.audits().get(0).findings().stream()
        .filter(f -> f.kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  void assertFound(FindingKind kind, long count) throws IOException {
    AnalysisResult findings = exactly();
    assertThat(counts(findings.audits().get(0))).isEqualTo(Map.of(kind, count));
    assertThat(findings.metrics()).containsEntry(kind.toString(), (double) count);
    assertThat(finding(findings, kind).examples()).hasSize((int) Math.min(10, count));
  }

  /** From here on, what is read again is of its own. */
  void readAgain() {
    history.reread = new ArrayList<>(history.outs);
    history.reread.addAll(history.readouts);
  }

  static Out first(History history, long sequence) {
    return history.outs.stream()
        .filter(out -> out.sequence() == sequence)
        .findFirst()
        .orElseThrow()
        .at(history.intended(history.records) + 1_000_000);
  }
}
