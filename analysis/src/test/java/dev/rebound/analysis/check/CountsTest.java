package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.oracle.records.Events;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts of keys, by a program that is not ours and promises at-least-once. */
class CountsTest {
  private static final long START = 1_700_000_000_000_000L;
  private static final int KEYS = 4;
  private static final int RECORDS = 40;

  @TempDir Path folder;

  private final List<OutputRecord> outputs = new ArrayList<>();

  /** The place of an output that the live reader was not given; -1 for none. */
  private int missed = -1;

  /** The place of an output that the topic does not hold in the end; -1 for none. */
  private int gone = -1;

  private void say(long sequence, long count) {
    outputs.add(
        new OutputRecord(
            OutputRecord.OutputKind.MATCH,
            0,
            0,
            sequence,
            START + sequence * 100_000,
            count,
            0,
            0,
            0,
            1,
            1));
  }

  private List<Finding> findings() throws IOException {
    return analysed(Guarantee.AT_LEAST_ONCE, Set.of()).audits().get(0).findings();
  }

  private AnalysisResult analysed(Guarantee guarantee, Set<Long> missing) throws IOException {
    Path log = folder.resolve("send");
    try (SendLog sends = SendLog.create(log, 0, 1, START, 10)) {
      for (long n = 0; n < RECORDS; n++) {
        sends.set(n, n + SendLog.ACKNOWLEDGED);
      }
    }
    WorkloadSpec counts =
        WorkloadSpec.of(Events.KIND, 1)
            .with("oracle", "count")
            .with("keys", Integer.toString(KEYS));
    return Analyst.analyse(
        Evidence.of(
                new Events(counts),
                DeliveryGuarantee.of(guarantee, 0),
                1,
                List.of(log),
                written("observed", missed))
            .reread(written("again", gone))
            .missingAcknowledged(missing)
            .build());
  }

  private Path written(String name, int without) throws IOException {
    Path file = folder.resolve(name);
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (int i = 0; i < outputs.size(); i++) {
        long micros = START + i * 100_000L;
        if (i != without) {
          writer.append(0, i, micros / 1000, micros, outputs.get(i).encode());
        }
      }
    }
    return file;
  }

  private Finding found(FindingKind kind) throws IOException {
    return findings().stream().filter(f -> f.kind() == kind).findFirst().orElseThrow();
  }

  @Test
  void recordsThatAreCountedAgainFromAnOlderStateLoseNothing() throws IOException {
    for (long n = 0; n < RECORDS; n++) {
      say(n, n / KEYS + 1);
    }
    for (long n = RECORDS / 2; n < RECORDS; n++) {
      say(n, n / KEYS + 1);
    }
    assertThat(found(FindingKind.DUPLICATED).count()).isEqualTo(RECORDS / 2);
    assertThat(found(FindingKind.DIVERGED).count()).isZero();
  }

  @Test
  void stateThatWasForgottenOnceAllHadBeenCountedIsFound() throws IOException {
    for (long n = 0; n < RECORDS; n++) {
      say(n, n / KEYS + 1);
    }
    for (long n = RECORDS / 2; n < RECORDS; n++) {
      say(n, n / KEYS - RECORDS / 2 / KEYS + 1);
    }
    Finding diverged = found(FindingKind.DIVERGED);
    assertThat(diverged.count()).isEqualTo(KEYS);
    assertThat(diverged.allowed()).isFalse();
    assertThat(diverged.examples().get(0)).contains("count 5 of 10", "state was forgotten");
  }

  @Test
  void aRightCountThatTheLiveReaderMissedIsNotTheLastWord() throws IOException {
    for (long n = 0; n < RECORDS; n++) {
      say(n, n / KEYS + 1);
    }
    say(RECORDS - 1, 5);
    missed = RECORDS - 1;
    Finding diverged = found(FindingKind.DIVERGED);
    assertThat(diverged.count()).isEqualTo(1);
    assertThat(diverged.examples().get(0)).contains("key k3", "count 5 of 10", "was forgotten");
  }

  @Test
  void aRightCountThatIsGoneInTheEndIsNotTheLastWord() throws IOException {
    for (long n = 0; n < RECORDS - 1; n++) {
      say(n, n / KEYS + 1);
    }
    say(RECORDS - 1, 5);
    say(RECORDS - 1, 10);
    missed = RECORDS - 1;
    gone = RECORDS;
    Finding diverged = found(FindingKind.DIVERGED);
    assertThat(diverged.count()).isEqualTo(1);
    assertThat(diverged.examples().get(0)).contains("key k3", "count 5 of 10", "was forgotten");
  }

  /** Such as of a log that was cut once its reader had been there. */
  @Test
  void aRightCountThatIsGoneIsNotTheLastWordWhereAnotherStandsBefore() throws IOException {
    for (long n = 0; n < RECORDS - 1; n++) {
      say(n, n / KEYS + 1);
    }
    say(RECORDS - 1, 5);
    say(RECORDS - 1, 10);
    gone = RECORDS;
    Finding diverged = found(FindingKind.DIVERGED);
    assertThat(diverged.count()).isEqualTo(1);
    assertThat(diverged.examples().get(0)).contains("key k3", "count 5 of 10", "was forgotten");
  }

  @Test
  void aCountThatTheLiveReaderMissedDidNotFallBack() throws IOException {
    for (long n = 0; n < RECORDS; n++) {
      say(n, n / KEYS + 1);
    }
    missed = RECORDS / 2;
    assertThat(found(FindingKind.MISSED_LIVE).count()).isEqualTo(1);
    assertThat(found(FindingKind.DIVERGED).count()).isZero();
  }

  @Test
  void stateThatWasForgottenIsNotMadeGoodByRecordsThatWereCountedTwice() throws IOException {
    for (long n = 0; n < RECORDS; n++) {
      boolean forgotten = n % KEYS == 1 && n >= 20 && n < 28;
      say(n, n / KEYS + 1 + (forgotten ? -4 : n % KEYS == 1 && n >= 28 ? 1 : 0));
    }
    Finding diverged = found(FindingKind.DIVERGED);
    assertThat(diverged.count()).isEqualTo(1);
    assertThat(diverged.examples().get(0)).contains("key k1", "fell back");
  }

  /** The count was stored, its process died, and the record was read and counted again. */
  @Test
  void aCountMayBeAheadOfOutputsThatDiedWithTheirProcess() throws IOException {
    for (long n = 0; n < RECORDS; n++) {
      say(n, n / KEYS + 1 + (n >= 20 ? 1 : 0));
    }
    assertThat(found(FindingKind.DIVERGED).count()).isZero();
  }

  @Test
  void aCountThatHoldsWhatTheBrokersLostMayBeRight() throws IOException {
    for (long n = 0; n < RECORDS; n++) {
      say(n, n / KEYS + 1);
    }
    AnalysisResult result = analysed(Guarantee.EXACTLY_ONCE, Set.of(5L));
    assertThat(result.audits().get(0).findings())
        .filteredOn(f -> f.kind() == FindingKind.DIVERGED)
        .allMatch(f -> f.count() == 0);
    assertThat(result.unjudged().get("diverged")).contains("1 keys say more than was due");
  }

  @Test
  void theFinalCountIsNotKnownWhereTheLastOutputHasNotCome() throws IOException {
    for (long n = 0; n < RECORDS - KEYS; n++) {
      say(n, n / KEYS + 1);
    }
    assertThat(found(FindingKind.LOST).count()).isEqualTo(KEYS);
    assertThat(found(FindingKind.DIVERGED).count()).isZero();
  }
}
