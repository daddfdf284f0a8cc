package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.workload.Placement;
import dev.rebound.workload.RecordId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger by send logs of both kinds. */
class SendLedgerTest {
  private static final long START = 1_800_000_000_000_000L;

  /** More than the cache of a log holds. */
  private static final long RECORDS = 1_500_000;

  @TempDir Path folder;

  @Test
  void aRecordOfAScheduleIsDueByIt() throws IOException {
    Path file = folder.resolve("send.log");
    long[] slots = {SendLog.ACKNOWLEDGED + 7, SendLog.FAILED, SendLog.UNKNOWN, SendLog.NOT_SENT};
    SendLog.write(file, 0, 1, START, 1000, slots);

    try (SendLedger ledger =
        new SendLedger(1, Placement.IN_TURN, List.of(file), Map.of(), Set.of(), null)) {
      assertThat(ledger.records(0)).isEqualTo(3);
      assertThat(ledger.intendedMicros(0, 2)).isEqualTo(START + 2_000);
      assertThat(ledger.offset(0, 0)).isEqualTo(7);
      assertThat(ledger.fate(0, 2)).isEqualTo(Ledger.Fate.UNKNOWN);
    }
  }

  @Test
  void aRecordWithoutAScheduleIsDueWhenItWasHandedOver() throws IOException {
    Path scheduled = folder.resolve("scheduled.log");
    SendLog.write(scheduled, 0, 4, START, 1000, new long[] {SendLog.ACKNOWLEDGED});
    Path flatOut = folder.resolve("flat-out.log");
    try (SendLog log = SendLog.create(flatOut, 1, 4, START, Double.POSITIVE_INFINITY)) {
      for (long n = 0; n < RECORDS; n++) {
        log.handed(n, START + 3 * n);
        if (n % 10 != 3) {
          log.set(n, n / 4 + SendLog.ACKNOWLEDGED);
        }
      }
    }

    List<Path> files = List.of(scheduled, flatOut);
    Map<Long, Long> found = Map.of(RecordId.of(1, 13), 99L);
    Set<Long> missing = Set.of(RecordId.of(1, 8));
    try (SendLedger ledger = new SendLedger(4, Placement.IN_TURN, files, found, missing, null)) {
      assertThat(ledger.records(1)).isEqualTo(RECORDS);
      for (long n : new long[] {0, 1, 4095, 4096, 1_048_575, 1_048_576, RECORDS - 1, 5}) {
        assertThat(ledger.intendedMicros(1, n)).as("record %d", n).isEqualTo(START + 3 * n);
        assertThat(ledger.offset(1, n)).as("record %d", n).isEqualTo(n / 4);
      }
      assertThat(ledger.fate(1, 3)).isEqualTo(Ledger.Fate.UNKNOWN);
      assertThat(ledger.offset(1, 13)).as("found in the topic").isEqualTo(99);
      assertThat(ledger.fate(1, 8)).isEqualTo(Ledger.Fate.LOST);
      assertThat(ledger.knows(1, RECORDS)).as("room that the log has ahead").isTrue();
      assertThat(ledger.fate(1, RECORDS)).isEqualTo(Ledger.Fate.NOT_STORED);
      assertThat(ledger.intendedMicros(0, 0)).isEqualTo(START);
    }
  }
}
