package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.CommitSamples;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.MemberLife;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.result.Verdicts;
import dev.rebound.workload.RecordId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker that was killed at 3 s and is back: input n at offset n, meant for n × 10 ms. Up to
 * input 250 was committed then.
 */
class BeyondCommitTest {
  private static final Expectation NONE = bound(0);

  @TempDir Path folder;
  private final History history = History.perfect(TinyWorkload.of(1, false), 1, 100, 1000, 5_000);

  private static Expectation bound(int most) {
    return new Expectation(Metrics.BEYOND_COMMIT, Expectation.Op.AT_MOST, most, "<= " + most, 1);
  }

  /** The output of an input again, once the worker is back. */
  private void again(int input) {
    History.Out out = history.outs.get(input);
    history.outs.add(out.at(History.START + 9_000_000L + input * 1000L));
  }

  private EvidenceBuilder evidence() throws IOException {
    history.reread = new ArrayList<>(history.outs);
    history.reread.addAll(history.readouts);
    Path commits = folder.resolve("commits.bin");
    try (CommitSamples.Writer writer = new CommitSamples.Writer(commits, 1)) {
      for (long at = 0; at < 12_000_000; at += 200_000) {
        long committed = at < 2_800_000 ? at / 10_000 / 50 * 50 : 250;
        writer.append(History.START + at, History.START + at + 10_000, new long[] {committed});
      }
    }
    return EvidenceBuilder.builder(history.evidence(folder, Guarantee.AT_LEAST_ONCE))
        .commits(commits)
        .lives(
            List.of(
                new MemberLife("w", 0, History.START + 3_100_000),
                new MemberLife("w", History.START + 3_000_000, 0)));
  }

  private static AnalysisResult analysed(EvidenceBuilder evidence, Expectation... expected)
      throws IOException {
    return Analyst.analyse(evidence.build(), List.of(expected));
  }

  private static Finding duplicated(AnalysisResult result) {
    return result.audits().get(0).findings().stream()
        .filter(finding -> finding.kind() == FindingKind.DUPLICATED)
        .findFirst()
        .orElseThrow();
  }

  private static Judgement judged(AnalysisResult result, Expectation expectation) {
    return Verdicts.detailed(
            Verdicts.judge(
                List.of(expectation), result.metrics(), result.bounds(), result.unjudged()),
            result.measures().details())
        .get(0);
  }

  @Test
  void whatWasNotCommittedAndCameAgainBreaksNothing() throws IOException {
    List.of(250, 260, 290).forEach(this::again);
    AnalysisResult result = analysed(evidence(), NONE);
    assertThat(duplicated(result).byCommit()).isEqualTo(Map.of("redelivered", 3L));
    assertThat(duplicated(result).examples().get(0)).endsWith(": redelivered");
    assertThat(result.metrics()).containsEntry("duplicated", 3.0);
    assertThat(result.metrics()).containsEntry(Metrics.BEYOND_COMMIT, 0.0);
    assertThat(result.bounds()).doesNotContainKey(Metrics.BEYOND_COMMIT);
    assertThat(judged(result, NONE).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void whatWasCommittedAndCameAgainFails() throws IOException {
    List.of(248, 249, 250).forEach(this::again);
    AnalysisResult result = analysed(evidence(), NONE);
    assertThat(duplicated(result).byCommit())
        .isEqualTo(Map.of("redelivered", 1L, "beyond-commit", 2L));
    assertThat(judged(result, NONE))
        .satisfies(
            judgement -> {
              assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
              assertThat(judgement.why())
                  .isEqualTo("expected <= 0; of the copies 1 redelivered, 2 beyond commit");
            });
  }

  /** Of two the process from before may be the writer, of one that came later not. */
  @Test
  void whatIsNotKnownOfAllIsAnInterval() throws IOException {
    List.of(247, 249, 250).forEach(this::again);
    history.outs.add(history.outs.get(100).at(History.START + 4_000_000));
    history.outs.add(history.outs.get(101).at(History.START + 4_001_000));
    AnalysisResult result = analysed(evidence());
    assertThat(result.metrics()).containsEntry(Metrics.BEYOND_COMMIT, 2.0);
    assertThat(result.bounds()).containsEntry(Metrics.BEYOND_COMMIT, new Bounds(2, 4));
    assertThat(judged(result, bound(1)).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(judged(result, bound(4)).verdict()).isEqualTo(Verdict.PASS);
    assertThat(judged(result, bound(3)))
        .satisfies(
            judgement -> {
              assertThat(judgement.verdict()).isEqualTo(Verdict.UNKNOWN);
              assertThat(judgement.why())
                  .isEqualTo(
                      "it lies between 2 and 4; of the copies 1 redelivered, 2 beyond commit, 2"
                          + " unknown (a process from before the commit may have written it)");
            });
  }

  @Test
  void withoutCopiesItIsTheAnswerToAQuestion() throws IOException {
    assertThat(analysed(evidence()).metrics()).doesNotContainKey(Metrics.BEYOND_COMMIT);
    assertThat(analysed(evidence(), NONE).metrics()).containsEntry(Metrics.BEYOND_COMMIT, 0.0);
    assertThat(judged(analysed(evidence().commits(null), NONE), NONE).verdict())
        .as("what did not come twice did not come twice beyond a commit")
        .isEqualTo(Verdict.PASS);
  }

  @Test
  void whereCommitsWereNotReadACopyMayBeAnything() throws IOException {
    again(100);
    assertThat(analysed(evidence().commits(null)).metrics())
        .as("nobody asks, as in earlier runs")
        .doesNotContainKey(Metrics.BEYOND_COMMIT);
    AnalysisResult asked = analysed(evidence().commits(null), NONE);
    assertThat(judged(asked, NONE))
        .satisfies(
            judgement -> {
              assertThat(judgement.verdict()).isEqualTo(Verdict.UNKNOWN);
              assertThat(judgement.why()).endsWith("1 unknown (nothing tells what was committed)");
            });
  }

  @Test
  void whatLeavesDuplicatesOpenLeavesThisOpen() throws IOException {
    again(260);
    Evidence open = evidence().lastStable(List.of(900L)).highWatermark(List.of(1001L)).build();
    AnalysisResult result = Analyst.analyse(open, List.of(NONE));
    assertThat(result.unjudged()).containsKey("duplicated");
    assertThat(judged(result, NONE).verdict()).isEqualTo(Verdict.UNKNOWN);
    again(240);
    assertThat(judged(analysed(evidence(), NONE), NONE).verdict()).isEqualTo(Verdict.FAIL);
  }

  /** An input that the topic holds twice is due twice: its second output is no copy. */
  @Test
  void whatTheInputTopicHoldsTwiceIsOfNoCause() throws IOException {
    again(240);
    history.inputReading = new Evidence.InputReading(Set.of(RecordId.of(0, 240)), 0, 0);
    AnalysisResult result = analysed(evidence());
    assertThat(duplicated(result).count()).isZero();
    assertThat(duplicated(result).byCommit()).isEmpty();
  }

  @Test
  void livesAreKeptWithTheEvidence() throws IOException {
    List.of(248, 249, 250).forEach(this::again);
    Evidence written = evidence().build();
    EvidenceFile.write(written, folder);
    Evidence read = EvidenceFile.read(folder);
    assertThat(read.lives()).isEqualTo(written.lives());
    assertThat(Analyst.analyse(read).metrics()).containsEntry(Metrics.BEYOND_COMMIT, 2.0);
  }
}
