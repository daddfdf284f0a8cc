package dev.rebound.oracle.window;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.oracle.Oracles;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.WindowInput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedWindowTest extends WindowTesting {
  @Test
  void whatWindowsLeaveOverMayYetBeReadOutOfAJobThatWasAtWork() {
    FixedWindow workload = workload("count", "round-robin");
    List<String> diverged = new ArrayList<>();
    try (Due due = Oracles.of(workload).due(stored(workload))) {
      StateAudit audit = due.stateAudit(true, (lane, offset, words) -> diverged.add(words.get()));
      assertThat(audit.judge(true).unjudged()).contains("last windows are not what is due");
      assertThat(diverged).isEmpty();
      audit.judge(false);
      assertThat(diverged).isNotEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"count,key", "count,round-robin", "time,key", "time,round-robin"})
  void everyStoredVisitIsDueOnceAndNotBeforeItWasSent(String window, String partition) {
    FixedWindow workload = workload(window, partition);
    Ledger ledger = stored(workload);
    try (Due due = Oracles.of(workload).due(ledger)) {
      assertThat(due.table().size()).isEqualTo(2 * RECORDS - 1);
      OutputLookup lookup = new OutputLookup(due);
      long number = 0;
      for (int strand = 0; strand < due.table().strands(); strand++) {
        assertThat(due.table().firstOf(strand)).isEqualTo(number);
        DueInputWalk walk = due.table().walk(strand);
        long before = Long.MIN_VALUE;
        while (walk.next()) {
          assertThat(walk.start()).isEqualTo(number++);
          assertThat(walk.dueMicros()).isGreaterThanOrEqualTo(before);
          before = walk.dueMicros();
          DueInputWalk sought = due.table().walk(strand);
          sought.seek(walk.start());
          assertThat(sought.dueMicros()).isEqualTo(before);
          assertThat(sought.inputOffset()).isEqualTo(walk.inputOffset());
        }
        assertThat(walk.next()).isFalse();
      }
      assertThat(due.table().firstOf(due.table().strands()))
          .isEqualTo(number)
          .isEqualTo(due.table().size());
      for (int g = 0; g < 2; g++) {
        for (long n = 0; n < RECORDS; n++) {
          long index = lookup.find(identity(workload, g, n));
          if (ledger.offset(g, n) < 0) {
            assertThat(index).isEqualTo(Due.NOT_DUE);
            continue;
          }
          assertThat(index).isBetween(0L, due.table().size() - 1);
          assertThat(lookup.inputOffset()).isEqualTo(ledger.offset(g, n));
          assertThat(lookup.dueMicros()).isGreaterThanOrEqualTo(ledger.intendedMicros(g, n));
          assertThat(due.table().outputLane(index)).isEqualTo(workload.address(g, n) % PARTITIONS);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"count,key,ids", "count,key,sum", "time,key,ids", "time,key,sum"})
  void aWalkCanBeginAtAnyTime(String window, String partition, String members) {
    FixedWindow workload = workload(window, partition, members);
    try (Due due = Oracles.of(workload).due(stored(workload))) {
      DueTable table = due.table();
      for (int strand = 0; strand < table.strands(); strand++) {
        for (long micros = START - 1; micros < START + 3_000_000; micros += 77_777) {
          DueInputWalk all = table.walk(strand);
          boolean found = all.next();
          while (found && all.dueMicros() < micros) {
            found = all.next();
          }
          DueInputWalk from = table.walk(strand, micros);
          assertThat(from != null).isEqualTo(found);
          if (from != null) {
            assertThat(from.start()).isEqualTo(all.start());
            assertThat(from.end()).isEqualTo(all.end());
            assertThat(from.input()).isEqualTo(all.input());
            assertThat(from.next()).isEqualTo(all.next());
            assertThat(from.start()).isEqualTo(all.start());
          }
        }
      }
    }
  }

  private static Seen identity(FixedWindow workload, int generator, long sequence) {
    return new Seen(sequence, (long) generator << 32 | workload.address(generator, sequence), 0, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "count,key,true",
    "count,key,false",
    "count,round-robin,true",
    "count,round-robin,false",
    "time,key,true",
    "time,round-robin,true",
    "time,round-robin,false"
  })
  void aJobWithoutAFaultIsWithoutAFinding(String window, String partition, boolean exact) {
    FixedWindow workload = workload(window, partition);
    Ledger ledger = stored(workload);

    assertThat(findings(workload, ledger, job(workload, ledger), exact)).isEmpty();
  }

  @Test
  void aWindowThatCameTwiceOrNotAtAllIsFound() {
    FixedWindow workload = workload("count", "key");
    Ledger ledger = stored(workload);
    List<byte[]> records = job(workload, ledger);
    records.add(records.get(3));
    records.remove(5);

    List<String> findings = findings(workload, ledger, records, true);

    assertThat(findings).filteredOn(f -> f.startsWith("duplicated")).hasSize(VISITS);
    assertThat(findings).filteredOn(f -> f.startsWith("lost")).hasSize(VISITS);
    assertThat(findings).hasSize(2 * VISITS);
  }

  @ParameterizedTest
  @CsvSource({"count,key", "time,key", "time,round-robin"})
  void aVisitThatIsMissingOrInTheWrongWindowIsFound(String window, String partition) {
    FixedWindow workload = workload(window, partition);
    Ledger ledger = stored(workload);
    List<byte[]> records = job(workload, ledger);
    List<WindowInput> one = visits(workload, ledger, records.get(3));
    List<WindowInput> later = null;
    int at = 4;
    for (; at < records.size(); at++) {
      later = visits(workload, ledger, records.get(at));
      if (later.get(0).address() == one.get(0).address() && later.size() >= 2) {
        break;
      }
    }
    WindowInput moved = one.set(0, later.get(0));
    later.set(0, moved);
    records.set(3, closed(one, true));
    records.set(at, closed(later, true));

    List<String> findings = findings(workload, ledger, records, true);

    assertThat(findings).isNotEmpty().allMatch(f -> f.startsWith("diverged: a window of"));
    assertThat(findings(workload, ledger, records, false).isEmpty())
        .as("no replay moves a visit to another time; to another window of a count it may")
        .isEqualTo(!workload.byTime());
  }

  @ParameterizedTest
  @CsvSource({"key", "round-robin"})
  void aWindowOfTimeThatCameInTwoPiecesIsFoundAndOneThatLacksAVisitHasLostIt(String partition) {
    FixedWindow workload = workload("time", partition);
    Ledger ledger = stored(workload);
    List<byte[]> records = job(workload, ledger);
    int at = 3;
    while (visits(workload, ledger, records.get(at)).size() < 3) {
      at++;
    }
    List<WindowInput> whole = visits(workload, ledger, records.get(at));
    records.set(at, closed(whole.subList(1, whole.size()), true));

    assertThat(findings(workload, ledger, records, true))
        .singleElement()
        .asString()
        .startsWith("lost: ");

    records.add(closed(whole.subList(0, 1), true));
    assertThat(findings(workload, ledger, records, true))
        .singleElement()
        .asString()
        .startsWith("diverged: a window of 1 visits that are not the " + whole.size());
    assertThat(findings(workload, ledger, records, false))
        .singleElement()
        .asString()
        .startsWith("diverged: a window of which " + whole.size() + " visits came, in records");

    records.add(closed(whole, true));
    assertThat(findings(workload, ledger, records, false))
        .as("a replay may bring pieces, as long as it brings the whole")
        .allMatch(finding -> finding.startsWith("duplicated"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRecordWithVisitsOfTwoWindowsIsFoundThoughTheyAllCameBefore(boolean otherFirst) {
    FixedWindow workload = workload("time", "key");
    Ledger ledger = stored(workload);
    List<byte[]> records = job(workload, ledger);
    List<WindowInput> both = visits(workload, ledger, records.get(3));
    WindowInput other = null;
    for (int at = 4; other == null; at++) {
      WindowInput later = visits(workload, ledger, records.get(at)).get(0);
      other = later.address() == both.get(0).address() ? later : null;
    }
    both.add(otherFirst ? 0 : both.size(), other);
    records.add(closed(both, true));

    assertThat(findings(workload, ledger, records, false))
        .filteredOn(finding -> !finding.startsWith("duplicated"))
        .singleElement()
        .asString()
        .startsWith("diverged: a window of " + both.size() + " visits that are not the");
  }

  @Test
  void aWindowThatCameEarlyIsFoundWhateverIsPromised() {
    FixedWindow workload = workload("count", "key");
    Ledger ledger = stored(workload);
    List<byte[]> records = job(workload, ledger);
    List<WindowInput> early = visits(workload, ledger, records.get(3));
    WindowInput left = early.remove(VISITS - 1);
    records.set(3, closed(early, true));
    records.add(closed(List.of(left), false));

    for (boolean exact : List.of(true, false)) {
      assertThat(findings(workload, ledger, records, exact))
          .first()
          .asString()
          .startsWith("diverged: a window closed with 6 of 7 visits");
    }
  }

  @Test
  void aVisitTwiceInAWindowIsFound() {
    FixedWindow workload = workload("count", "round-robin");
    Ledger ledger = stored(workload);
    List<byte[]> records = job(workload, ledger);
    List<WindowInput> twice = visits(workload, ledger, records.get(3));
    twice.set(1, twice.get(0));
    records.set(3, closed(twice, true));

    List<String> findings = findings(workload, ledger, records, true);

    assertThat(findings).hasSize(2);
    assertThat(findings.get(0)).startsWith("duplicated");
    assertThat(findings.get(1)).startsWith("lost");
  }

  @Test
  void keysThatWereMergedAreFound() {
    FixedWindow workload = workload("count", "round-robin");
    Ledger ledger = stored(workload);
    List<byte[]> records = job(workload, ledger);
    List<WindowInput> own = visits(workload, ledger, records.get(3));
    WindowInput foreign = null;
    for (int i = 4; foreign == null; i++) {
      WindowInput other = visits(workload, ledger, records.get(i)).get(0);
      foreign = other.address() == own.get(0).address() ? null : other;
    }
    own.set(
        2,
        new WindowInput(
            false,
            foreign.generator(),
            own.get(0).address(),
            foreign.sequence(),
            foreign.micros()));
    records.set(3, closed(own, true));

    assertThat(findings(workload, ledger, records, true))
        .anyMatch(f -> f.startsWith("unexpected: ") && f.contains("in a window of address 10.0."));
  }

  @Test
  void figuresThatAreNotThoseOfTheVisitsAreFoundWhateverIsPromised() {
    FixedWindow workload = workload("time", "key");
    Ledger ledger = stored(workload);
    for (int field : List.of(8, 16, 24, 32)) {
      List<byte[]> records = job(workload, ledger);
      ByteBuffer wrong = ByteBuffer.wrap(records.get(3));
      wrong.putLong(field, wrong.getLong(field) + 1);

      assertThat(findings(workload, ledger, records, false))
          .singleElement()
          .asString()
          .contains("whose count, times or checksum are not those of its visits");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void timesThatAreNotThoseThatVisitsWereSentWithAreFound(boolean exact) {
    FixedWindow workload = workload("count", "key");
    Ledger ledger = stored(workload);
    List<byte[]> records = job(workload, ledger);
    List<WindowInput> visits = visits(workload, ledger, records.get(3));
    visits.replaceAll(
        v -> new WindowInput(false, v.generator(), v.address(), v.sequence(), v.micros() - 1_000));
    records.set(3, closed(visits, true));

    assertThat(findings(workload, ledger, records, exact))
        .singleElement()
        .asString()
        .contains("whose visits have other times than they were sent with");
  }

  @Test
  void aClosingRecordAsksForTheWindowsOfItsPartition() {
    FixedWindow workload = workload("count", "key");
    byte[] closing = new byte[RecordFormat.HEADER_BYTES];
    RecordFormat.header(closing, RecordFormat.RecordKind.CLOSING, 0, 0, 1, START);
    List<WindowInput> inputs = new ArrayList<>();

    workload.inputs(null, closing, 3, PARTITIONS, inputs::add);

    assertThat(inputs).extracting(WindowInput::address).containsExactly(3, 7, 11, 15, 19);
    assertThat(inputs).allMatch(WindowInput::closing);
    assertThat(FixedWindow.timeMicros(null, closing, 2_400)).isEqualTo(START + 2_400_000);
    assertThatThrownBy(() -> FixedWindow.timeMicros(null, "a line of no format".getBytes(UTF_8), 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(WindowInput.decode(inputs.get(1).encode())).isEqualTo(inputs.get(1));
  }

  @Test
  void onlyWindowsByTimeHaveRecordsWaitForTime() {
    FixedWindow byTime = workload("time", "key");
    assertThat(byTime.waitMillisMin()).as("the last visit: lateness").isEqualTo(10);
    assertThat(byTime.outputsEveryMillis()).as("length").isEqualTo(50);
    FixedWindow byCount = workload("count", "key");
    assertThat(byCount.waitMillisMin()).isZero();
    assertThat(byCount.outputsEveryMillis()).isZero();
  }

  @Test
  void addressesAreSpreadAsAsked() {
    FixedWindow even = workload("count", "key");
    FixedWindow skewed = new FixedWindow(even.spec().with("skew", "zipf:1.2"));
    int[] counts = new int[ADDRESSES];
    int[] skewedCounts = new int[ADDRESSES];
    for (long n = 0; n < 20_000; n++) {
      counts[even.address(0, n)]++;
      skewedCounts[skewed.address(0, n)]++;
    }
    for (int count : counts) {
      assertThat(count).isBetween(800, 1200);
    }
    assertThat(skewedCounts[0]).isGreaterThan(4 * skewedCounts[5]);
    assertThat(skewedCounts[ADDRESSES - 1]).isPositive();
  }
}
