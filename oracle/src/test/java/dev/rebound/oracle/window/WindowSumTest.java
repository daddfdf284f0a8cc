package dev.rebound.oracle.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.oracle.Oracles;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.FilledTable;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.WindowInput;
import dev.rebound.workload.WindowRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows that do not list their visits: what their sums tell, and what they leave open. */
class WindowSumTest extends WindowTesting {
  private final FixedWindow byCount = workload("count", "key", "sum");
  private final Ledger ledger = stored(byCount);

  @ParameterizedTest
  @CsvSource({"count,key", "time,key", "time,round-robin"})
  void aJobWithoutAFaultIsWithoutAFinding(String window, String partition) {
    FixedWindow workload = workload(window, partition, "sum");
    Ledger ledger = stored(workload);

    assertThat(findings(workload, ledger, job(workload, ledger), true)).isEmpty();
    assertThat(findings(workload, ledger, job(workload, ledger), false)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"count,key", "time,key", "time,round-robin"})
  void eachWindowIsDueOnceInTheOrderOfTime(String window, String partition) {
    FixedWindow workload = workload(window, partition, "sum");
    Ledger ledger = stored(workload);
    try (Due due = Oracles.of(workload).due(ledger)) {
      assertThat(due.table().size()).isEqualTo(job(workload, ledger).size());
      long number = 0;
      long visits = 0;
      for (int strand = 0; strand < due.table().strands(); strand++) {
        assertThat(due.table().firstOf(strand)).isEqualTo(number);
        long before = Long.MIN_VALUE;
        for (DueInputWalk walk = due.table().walk(strand); walk.next(); ) {
          assertThat(walk.start()).isEqualTo(number);
          assertThat(walk.dueMicros()).isGreaterThanOrEqualTo(before);
          before = walk.dueMicros();
          visits += due.table().inputsOf(number++);
        }
      }
      assertThat(due.table().firstOf(due.table().strands()))
          .isEqualTo(number)
          .isEqualTo(due.table().size());
      assertThat(visits).isEqualTo(2 * RECORDS - 1);
    }
  }

  @Test
  void aWindowThatCameTwiceOrNotAtAllIsFound() {
    List<byte[]> records = job(byCount, ledger);
    records.add(records.get(3));
    records.remove(5);

    List<String> findings = findings(byCount, ledger, records, true);

    assertThat(findings).hasSize(2);
    assertThat(findings.get(0)).startsWith("duplicated: a window of 7 visits of address 10.0.0.");
    assertThat(findings.get(1)).startsWith("lost: a window of 7 visits of address 10.0.0.");
  }

  @Test
  void figuresThatAreNotThoseOfTheVisitsAreFoundUnderExactlyOnce() {
    for (int field : List.of(8, 16, 24, 32)) {
      List<byte[]> records = job(byCount, ledger);
      ByteBuffer wrong = ByteBuffer.wrap(records.get(3));
      wrong.putLong(field, wrong.getLong(field) + 1);

      assertThat(findings(byCount, ledger, records, true))
          .singleElement()
          .asString()
          .startsWith("diverged: a window of ");
    }
  }

  @ParameterizedTest
  @CsvSource({"count,sum", "time,sum", "count,ids", "time,ids"})
  void whatIsStoredTwiceIsNotBlamedOnTheJob(String window, String members) {
    FixedWindow workload = workload(window, "key", members);
    Ledger ledger = stored(workload);
    storedTwice.add(RecordId.of(1, 500));
    int address = workload.address(1, 500);
    List<byte[]> records = job(workload, ledger);

    assertThat(findings(workload, ledger, records, true))
        .noneMatch(finding -> finding.startsWith("diverged"))
        .noneMatch(finding -> finding.startsWith("lost") && members.equals("sum"))
        // a window of time that lists its visits shows which one came twice
        .anyMatch(
            window.equals("time") && members.equals("ids")
                ? finding -> finding.startsWith("duplicated")
                : finding -> finding.startsWith("unjudged") && finding.contains("stored twice"));

    spoil(first(records, record -> record.address() != address));
    assertThat(findings(workload, ledger, records, true))
        .filteredOn(finding -> finding.startsWith("diverged"))
        .hasSize(1);
  }

  @Test
  void aWindowOfTimeIsHeldToItsVisitsThoughAnotherOfItsAddressIsInDoubt() {
    FixedWindow workload = workload("time", "key", "sum");
    Ledger ledger = stored(workload);
    storedTwice.add(RecordId.of(1, 500));
    List<byte[]> records = job(workload, ledger);
    int address = workload.address(1, 500);
    spoil(first(records, record -> record.address() == address));

    assertThat(findings(workload, ledger, records, true))
        .filteredOn(finding -> finding.startsWith("diverged"))
        .hasSize(1);
  }

  @Test
  void aVisitMoreThanWindowsHaveIsNoDuplicateIfOneIsStoredTwice() {
    int address = byCount.address(1, 500);
    for (long n = RECORDS - 1; n > 0 && storedOf(address) % VISITS != 0; n--) {
      for (int g = 0; g < 2; g++) {
        if (byCount.address(g, n) == address && storedOf(address) % VISITS != 0) {
          offsets.remove(RecordId.of(g, n));
        }
      }
    }
    storedTwice.add(RecordId.of(1, 500));
    List<byte[]> records = job(byCount, ledger);
    assertThat(findings(byCount, ledger, records, true))
        .anyMatch(finding -> finding.startsWith("in doubt"))
        .anyMatch(finding -> finding.startsWith("unjudged"))
        .noneMatch(finding -> finding.startsWith("duplicated"));

    records.add(first(records, record -> record.address() == address));
    assertThat(findings(byCount, ledger, records, true))
        .as("the very window that was due")
        .filteredOn(finding -> finding.startsWith("duplicated"))
        .hasSize(1);
  }

  private static byte[] first(List<byte[]> records, Predicate<WindowRecord> which) {
    return records.stream()
        .filter(record -> which.test(WindowRecord.of(record)))
        .findFirst()
        .orElseThrow();
  }

  /** Its newest time is wrong then. */
  private static void spoil(byte[] record) {
    ByteBuffer wrong = ByteBuffer.wrap(record);
    wrong.putLong(24, wrong.getLong(24) + 1);
  }

  private long storedOf(int address) {
    return offsets.keySet().stream()
        .filter(
            visit ->
                byCount.address(RecordId.generator(visit), RecordId.sequence(visit)) == address)
        .count();
  }

  @Test
  void aWindowWhoseVisitsWereAllLostIsNotUnexpected() {
    FixedWindow workload = workload("time", "key", "sum");
    Ledger ledger = stored(workload);
    List<byte[]> records = job(workload, ledger);
    WindowRecord window = WindowRecord.of(records.get(3));
    for (long n = 0; n < RECORDS; n++) {
      for (int g = 0; g < 2; g++) {
        long micros = ledger.intendedMicros(g, n);
        if (workload.address(g, n) == window.address()
            && window.oldestMicros() <= micros
            && micros <= window.newestMicros()) {
          lost.add(RecordId.of(g, n));
        }
      }
    }
    assertThat(lost).hasSize((int) window.count());

    assertThat(findings(workload, ledger, records, true))
        .singleElement()
        .asString()
        .startsWith("of an input in doubt");
  }

  /** A job that takes the visits of a second again, after a kill, on top of what it had. */
  private List<byte[]> replaying() {
    List<byte[]> closed = new ArrayList<>();
    WindowRecord open = null;
    List<byte[]> others = job(byCount, ledger);
    int address = WindowRecord.of(others.get(0)).address();
    others.removeIf(record -> WindowRecord.of(record).address() == address);
    List<WindowInput> visits = new ArrayList<>();
    for (long n = 0; n < RECORDS; n++) {
      for (int g = 0; g < 2; g++) {
        if (ledger.offset(g, n) >= 0 && byCount.address(g, n) == address) {
          visits.add(sent(byCount, ledger, g, n));
        }
      }
    }
    visits.addAll(33, visits.subList(30, 33));
    for (WindowInput visit : visits) {
      open = WindowRecord.with(open, visit, false);
      if (open.count() == VISITS) {
        closed.add(open.closed(true, 1, 2, 3));
        open = null;
      }
    }
    if (open != null) {
      closed.add(open.closed(false, 1, 2, 3));
    }
    others.addAll(closed);
    return others;
  }

  @Test
  void whatAReplayPutTogetherAnewLeavesOpenWhetherAnythingIsLost() {
    List<String> findings = findings(byCount, ledger, replaying(), false);

    assertThat(findings)
        .isNotEmpty()
        .allMatch(f -> f.startsWith("unknown: ") || !f.startsWith("lost: "))
        .anyMatch(f -> f.startsWith("unknown: ") && f.contains("not known whether each visit"));
    assertThat(findings(byCount, ledger, replaying(), true))
        .anyMatch(f -> f.startsWith("diverged: "));
  }

  @Test
  void aWindowOfTimeWithTooFewVisitsIsFoundWhateverIsPromised() {
    FixedWindow workload = workload("time", "round-robin", "sum");
    Ledger ledger = stored(workload);
    List<byte[]> records = job(workload, ledger);
    int at = 0;
    while (WindowRecord.of(records.get(at)).count() < 3) {
      at++;
    }
    ByteBuffer fewer = ByteBuffer.wrap(records.get(at));
    fewer.putLong(8, fewer.getLong(8) - 1).putLong(32, 5);

    for (boolean exact : List.of(true, false)) {
      assertThat(findings(workload, ledger, records, exact))
          .singleElement()
          .asString()
          .startsWith("diverged: ")
          .contains("belong together");
    }
    fewer.putLong(8, fewer.getLong(8) + 2);
    assertThat(findings(workload, ledger, records, false))
        .singleElement()
        .asString()
        .startsWith("unknown: 1 windows hold other visits");
  }

  @Test
  void aGroupWithoutInputsIsRefused() {
    FilledTable table = FilledTable.perGroup(ledger, new int[1], true);
    table.strand();
    table.group(1);
    assertThatThrownBy(() -> table.group(2)).hasMessage("group 0 has no input");
    assertThatThrownBy(table::closing).hasMessage("group 0 has no input");
  }

  @Test
  void windowsThatOnlyAClosingRecordEndsAreNoGroups() {
    for (FixedWindow workload : List.of(byCount, workload("count", "key"))) {
      try (Due due = Oracles.of(workload).due(stored(workload))) {
        FilledTable groups = due.windows();
        assertThat(groups).isNotNull();
        long full =
            job(workload, ledger).stream()
                .filter(record -> WindowRecord.of(record).count() == VISITS)
                .count();
        assertThat(groups.groupsInLoad()).isEqualTo(full);
        for (long g = 0; g < groups.groupsInLoad(); g++) {
          assertThat(groups.end(g) - groups.start(g)).isEqualTo(workload.listed() ? VISITS : 1);
          assertThat(groups.oldestMicros(g)).isLessThan(groups.newestMicros(g));
          assertThat(groups.newestMicros(g)).isLessThanOrEqualTo(groups.dueMicros(g));
        }
      }
    }
  }

  @Test
  void sumsOfWindowsWhoseVisitsAreNotKnownAreRefused() {
    FixedWindow refused = workload("count", "round-robin", "sum");

    assertThat(FixedWindow.KIND.complaint(refused.spec(), PARTITIONS))
        .hasValueSatisfying(
            complaint -> {
              assertThat(complaint.option()).isEqualTo("members");
              assertThat(complaint.remedy()).startsWith("Write members: ids");
            });
  }
}
