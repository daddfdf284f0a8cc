package dev.rebound.oracle.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.oracle.Oracles;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.Visit;
import dev.rebound.workload.WindowRecord;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions: what is due of them, what late visits leave open, and each planted mistake found. */
class SessionWindowTest extends SessionTesting {
  private final SessionWindow workload = sessions(0.05, 0);
  private final Ledger ledger = stored(workload);

  private List<byte[]> right() {
    return new SessionJob(workload, ledger, Late.SESSION).run();
  }

  @ParameterizedTest
  @EnumSource
  void aJobWithoutAFaultIsWithoutAFinding(Late late) {
    SessionJob job = new SessionJob(workload, ledger, late);
    List<byte[]> records = job.run();

    assertThat(records).hasSizeBetween(180, 220);
    assertThat(job.dropped).isZero();
    assertThat(findings(workload, ledger, records, true)).isEmpty();
    assertThat(findings(workload, ledger, records, false)).isEmpty();
  }

  /**
   * Whether a late visit counts depends on the engine. Where it might join sessions, less is known.
   */
  @ParameterizedTest
  @CsvSource({"30, 0.01", "30, 0.2", "160, 0.05", "160, 0.5", "5, 0.3"})
  void lateVisitsMayCountOrNot(long gap, double share) {
    SessionWindow some = sessions(gap, 0.05, share);
    Ledger stored = stored(some);
    for (Late late : Late.values()) {
      SessionJob job = new SessionJob(some, stored, late);
      List<byte[]> records = job.run();

      assertThat(job.dropped).isPositive();
      List<String> told =
          findings(some, stored, records, true).stream()
              // A session of late visits alone is not judged.
              .filter(finding -> !finding.startsWith("of an input in doubt"))
              .toList();
      assertThat(told)
          .as("%s", late)
          .allMatch(
              finding ->
                  finding.startsWith("unjudged")
                      || finding.startsWith("in doubt")
                      || finding.startsWith("pending"));
      if (share < 0.1 && gap == GAP) {
        assertThat(told).isEmpty();
      }
    }
    assertThat(counts(new SessionJob(some, stored, Late.SESSION).run()))
        .as("the engines differ")
        .isNotEqualTo(counts(new SessionJob(some, stored, Late.VISIT).run()));
  }

  private static long counts(List<byte[]> records) {
    return records.stream().mapToLong(record -> WindowRecord.of(record).count()).sum();
  }

  @Test
  void eachSessionIsDueOnceInTheOrderOfTime() {
    try (Due due = Oracles.of(workload).due(ledger)) {
      assertThat(due.table().size()).isEqualTo(right().size());
      long visits = 0;
      long number = 0;
      for (int strand = 0; strand < due.table().strands(); strand++) {
        long before = Long.MIN_VALUE;
        for (DueInputWalk walk = due.table().walk(strand); walk.next(); ) {
          assertThat(walk.dueMicros()).isGreaterThanOrEqualTo(before);
          before = walk.dueMicros();
          visits += due.table().inputsOf(number++);
        }
      }
      assertThat(visits).isEqualTo(2 * RECORDS - 1);
    }
  }

  @Test
  void aWatermarkThatRunsAheadSplitsSessions() {
    SessionJob job = new SessionJob(workload, ledger, Late.SESSION);
    job.aheadMillis = 38;

    for (boolean exact : new boolean[] {true, false}) {
      assertThat(findings(workload, ledger, job.run(), exact))
          .anyMatch(finding -> finding.startsWith("duplicated: a session of "))
          .anyMatch(finding -> finding.startsWith("diverged: a session of "));
    }
  }

  /** A record of the first generator whose session goes on before and after it. */
  private long amidASession() {
    long n = 1_000;
    while (workload.address(0, n - 25) != workload.address(0, n)
        || workload.address(0, n + 25) != workload.address(0, n)) {
      n++;
    }
    return n;
  }

  @Test
  void aSessionThatIsLostOverARestoreIsFound() {
    SessionJob job = new SessionJob(workload, ledger, Late.SESSION);
    job.forgetsAt = amidASession();
    job.forgotten = workload.address(0, job.forgetsAt);

    List<byte[]> records = job.run();
    for (boolean exact : new boolean[] {true, false}) {
      assertThat(findings(workload, ledger, records, exact))
          .singleElement()
          .asString()
          .startsWith("diverged: a session of ")
          .contains(Visit.text(job.forgotten));
    }
    List<byte[]> without = right();
    without.remove(7);
    assertThat(findings(workload, ledger, without, true))
        .singleElement()
        .asString()
        .startsWith("lost: a session of ");
  }

  @Test
  void aCountThatIsOffByOneIsFound() {
    for (int by : List.of(-1, 1)) {
      List<byte[]> records = right();
      ByteBuffer wrong = ByteBuffer.wrap(records.get(5));
      wrong.putLong(8, wrong.getLong(8) + by);

      assertThat(findings(workload, ledger, records, true))
          .singleElement()
          .asString()
          .startsWith("diverged: a session of ")
          .contains("belong together");
      assertThat(findings(workload, ledger, records, false))
          .singleElement()
          .asString()
          .startsWith(by < 0 ? "diverged: " : "unknown: 1 sessions hold other visits");
    }
  }

  @Test
  void figuresThatAreNotThoseOfTheVisitsAreFound() {
    for (int field : List.of(24, 32)) {
      List<byte[]> records = right();
      ByteBuffer wrong = ByteBuffer.wrap(records.get(5));
      wrong.putLong(field, wrong.getLong(field) + 1);

      assertThat(findings(workload, ledger, records, true))
          .singleElement()
          .asString()
          .contains("has the checksum, or the oldest or newest time, of other visits");
    }
  }

  @Test
  void aSessionThatComesTwiceIsFound() {
    List<byte[]> records = right();
    records.add(records.get(9));

    assertThat(findings(workload, ledger, records, true))
        .singleElement()
        .asString()
        .startsWith("duplicated: a session of ");
  }

  @Test
  void aSessionThatComesTwiceIsFoundHoweverManyVisitsMayBelongToIt() {
    long first = amidASession();
    int address = workload.address(0, first);
    while (workload.address(0, first - 5) == address) {
      first -= 5;
    }
    for (int visit : List.of(1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14)) {
      lost.add(RecordId.of(0, first + 5L * visit));
    }
    List<byte[]> records = right();
    assertThat(findings(workload, ledger, records, true)).isEmpty();
    records.add(
        records.stream()
            .filter(record -> WindowRecord.of(record).address() == address)
            .filter(record -> WindowRecord.of(record).count() == 9)
            .filter(record -> WindowRecord.of(record).oldestMicros() > START + 500_000)
            .findFirst()
            .orElseThrow());

    assertThat(findings(workload, ledger, records, true))
        .singleElement()
        .asString()
        .startsWith("duplicated: a session of 9 visits");
  }

  @Test
  void aPartOfASessionThatCameMayComeAgainUnderAtLeastOnce() {
    List<byte[]> records = right();
    WindowRecord whole = WindowRecord.of(records.get(9));
    records.add(
        WindowRecord.summed(
                whole.address(), 2, whole.newestMicros() - 5_000, whole.newestMicros(), 1)
            .closed(true, 1, 2, 3));

    assertThat(findings(workload, ledger, records, false))
        .singleElement()
        .asString()
        .startsWith("duplicated: a session of 2 visits");
    assertThat(findings(workload, ledger, records, true))
        .anyMatch(finding -> finding.startsWith("diverged: a session of 2 visits"));
  }

  @Test
  void aSessionOfNobodyIsUnexpected() {
    List<byte[]> records = right();
    records.add(WindowRecord.summed(3, 1, START - 9_000_000, START, 1).closed(true, 1, 2, 3));

    assertThat(findings(workload, ledger, records, true))
        .singleElement()
        .asString()
        .startsWith("unexpected: a session of 1 visits");
  }

  @Test
  void whatIsStoredTwiceOrWasLostByTheBrokersIsNotBlamedOnTheJob() {
    storedTwice.add(RecordId.of(1, 500));
    List<byte[]> twice = right();
    assertThat(findings(workload, ledger, twice, true)).isEmpty();
    storedTwice.clear();

    List<byte[]> taken = right();
    lost.add(RecordId.of(1, 500));
    assertThat(findings(workload, ledger, taken, true)).isEmpty();
    assertThat(findings(workload, ledger, right(), true)).isEmpty();
  }

  @Test
  void aMistakeInASessionThatALateVisitMayBelongToIsFound() {
    storedTwice.add(RecordId.of(1, 500));
    List<byte[]> records = right();
    int address = workload.address(1, 500);
    long micros = sent(workload, ledger, 1, 500).micros();
    for (byte[] record : records) {
      WindowRecord session = WindowRecord.of(record);
      if (session.address() == address
          && session.oldestMicros() <= micros
          && micros <= session.newestMicros()) {
        ByteBuffer.wrap(record).putLong(8, session.count() + 1);
      }
    }
    assertThat(findings(workload, ledger, records, true))
        .singleElement()
        .asString()
        .startsWith("diverged: ")
        .contains("and maybe some that came late");
  }

  @Test
  void theVisitsOfAnAddressAreOfOneGeneratorAndLieInSessions() {
    SessionWindow plain = sessions(0, 0);
    Set<Integer> ofFirst = new HashSet<>();
    Set<Integer> ofSecond = new HashSet<>();
    for (long n = 0; n < RECORDS; n++) {
      ofFirst.add(plain.address(0, n));
      ofSecond.add(plain.address(1, n));
      assertThat(sent(plain, ledger, 0, n).micros()).isEqualTo(ledger.intendedMicros(0, n));
      assertThat(plain.address(0, n)).isEqualTo(sessions(0.5, 0.5).address(0, n));
    }
    assertThat(ofFirst).hasSize(20).doesNotContainAnyElementsOf(ofSecond);
    assertThat(ofSecond).hasSize(20);
  }

  @Test
  void theLastVisitOfASessionWaitsForGapAndLateness() {
    assertThat(workload.waitMillisMin()).isEqualTo(GAP + LATENESS);
    assertThat(workload.outputsEveryMillis()).as("sessions end one by one").isZero();
  }

  @Test
  void whoseAddressesAreTooFewForAllPartitionsIsRefused() {
    assertThat(SessionWindow.KIND.complaint(workload.spec(), 11))
        .hasValueSatisfying(
            complaint -> assertThat(complaint.remedy()).isEqualTo("Write addresses: 44 or more."));
    assertThat(SessionWindow.KIND.complaint(workload.spec(), 10)).isEmpty();
    assertThatThrownBy(() -> new SessionWindow(workload.spec().with("generators", 20)))
        .hasMessageContaining("give 80 or more");
  }
}
