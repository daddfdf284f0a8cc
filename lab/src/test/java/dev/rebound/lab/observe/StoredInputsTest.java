package dev.rebound.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.workload.Placement;
import dev.rebound.workload.RecordFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredInputsTest {
  private static final int PARTITIONS = 2;
  private static final int GENERATOR = 3;
  private static final long[] BEGINNINGS = {0, 0};

  @TempDir Path folder;
  private SendLog log;
  private StoredInputs inputs;

  @BeforeEach
  void open() throws IOException {
    log = SendLog.create(folder.resolve("send.log"), GENERATOR, PARTITIONS, 0, 1);
  }

  @AfterEach
  void close() throws IOException {
    log.close();
  }

  /** Acknowledges ten sends in order, five on each partition. */
  private void acknowledgeTen() {
    for (long n = 0; n < 10; n++) {
      log.set(n, SendLog.ACKNOWLEDGED + n / PARTITIONS);
    }
  }

  private void start() throws IOException {
    inputs =
        new StoredInputs(
            List.of(SendLog.open(folder.resolve("send.log"))), PARTITIONS, Placement.IN_TURN);
  }

  private void store(long sequence, long offset) {
    byte[] record = new byte[RecordFormat.HEADER_BYTES + 10];
    RecordFormat.header(record, RecordFormat.RecordKind.DATA, GENERATOR, 10, sequence, 0);
    inputs.stored((int) (sequence % PARTITIONS), offset, record);
  }

  private InputFindings found() {
    return inputs.findings(BEGINNINGS);
  }

  private static long key(long sequence) {
    return StoredInputs.key(GENERATOR, sequence);
  }

  @Test
  void whatWasAcknowledgedAndIsThereIsFine() throws IOException {
    acknowledgeTen();
    start();
    for (long n = 0; n < 10; n++) {
      store(n, n / PARTITIONS);
    }

    InputFindings found = found();

    assertThat(found.acknowledged()).isEqualTo(10);
    assertThat(found.verified()).isEqualTo(10);
    assertThat(found.missing()).isEmpty();
    assertThat(found.resolved()).isEmpty();
    assertThat(found.moved() + found.foreign()).isZero();
    assertThat(found.copies()).isEmpty();
  }

  @Test
  void anAcknowledgedSendWhoseOffsetHoldsAnotherIsMissing() throws IOException {
    acknowledgeTen();
    log.set(10, SendLog.UNKNOWN);
    start();
    for (long n = 0; n < 8; n++) {
      store(n, n / PARTITIONS);
    }
    store(10, 4);
    store(9, 4);

    InputFindings found = found();

    assertThat(found.missing()).containsExactly(key(8));
    assertThat(found.resolved()).containsExactly(java.util.Map.entry(key(10), 4L));
  }

  @Test
  void everyAcknowledgedSendIsLookedForHoweverLargeTheTopic() throws IOException {
    acknowledgeTen();
    start();
    for (long n = 0; n < 10; n++) {
      if (n != 4) {
        store(n, n / PARTITIONS);
      }
    }

    assertThat(found().missing()).as("in the middle of a partition").containsExactly(key(4));
    assertThat(found().verified()).isEqualTo(10);
  }

  @Test
  void whatLayBeforeTheBeginningIsNotVerified() throws IOException {
    acknowledgeTen();
    start();

    InputFindings found = inputs.findings(new long[] {5, 3});

    assertThat(found.missing()).containsExactlyInAnyOrder(key(7), key(9));
    assertThat(found.verified()).isEqualTo(2);
    assertThat(found.acknowledged()).isEqualTo(10);
  }

  @Test
  void whatWasDeletedWhileTheTopicWasReadIsNotMissing() throws IOException {
    acknowledgeTen();
    start();
    for (long n = 0; n < 6; n++) {
      store(n, n / PARTITIONS);
    }

    InputFindings found = inputs.findings(new long[] {4, 4});

    assertThat(found.missing()).containsExactlyInAnyOrder(key(8), key(9));
    assertThat(found.verified()).as("6 and 7 were deleted unread").isEqualTo(8);
  }

  @Test
  void aSendThatStandsTwiceOrElsewhereIsCounted() throws IOException {
    acknowledgeTen();
    start();
    for (long n = 0; n < 9; n++) {
      store(n, n / PARTITIONS);
    }
    store(2, 5);
    store(4, 6);
    store(4, 8);
    store(9, 7);

    InputFindings found = found();

    assertThat(found.copies()).isEqualTo(java.util.Map.of(key(2), 2, key(4), 3));
    assertThat(found.moved()).isEqualTo(1);
    assertThat(found.missing()).isEmpty();
  }

  @Test
  void foreignRecordsAreCountedAndClosingRecordsAreNot() throws IOException {
    acknowledgeTen();
    start();
    byte[] closing = new byte[RecordFormat.HEADER_BYTES];
    RecordFormat.header(closing, RecordFormat.RecordKind.CLOSING, 0, 0, 1, 0);
    inputs.stored(0, 5, closing);
    inputs.stored(0, 6, new byte[3]);
    inputs.stored(0, 7, null);
    byte[] other = new byte[RecordFormat.HEADER_BYTES];
    RecordFormat.header(other, RecordFormat.RecordKind.DATA, 9, 0, 1, 0);
    inputs.stored(1, 8, other);

    assertThat(found().foreign()).isEqualTo(3);
  }

  @Test
  void aWorkloadSaysWhereItsRecordsGo() throws IOException {
    for (long n = 0; n < 10; n++) {
      log.set(n, SendLog.ACKNOWLEDGED + n);
    }
    inputs =
        new StoredInputs(
            List.of(SendLog.open(folder.resolve("send.log"))), PARTITIONS, (g, n, p) -> 1);
    for (long n = 0; n < 10; n++) {
      byte[] record = new byte[RecordFormat.HEADER_BYTES];
      RecordFormat.header(record, RecordFormat.RecordKind.DATA, GENERATOR, 0, n, 0);
      inputs.stored(n == 7 ? 0 : 1, n, record);
    }

    assertThat(found().foreign()).as("on a partition that it was not sent to").isEqualTo(1);
    assertThat(found().missing()).containsExactly(key(7));
  }

  @Test
  void findingsAreReadBackAsWritten() {
    Path file = folder.resolve("findings");

    InputFindings findings =
        new InputFindings(
            java.util.Map.of(1L, 2L, 3L, 0L),
            java.util.Set.of(9L),
            30,
            29,
            2,
            java.util.Map.of(3L, 2, 5L, 3),
            1);

    findings.write(file);

    assertThat(InputFindings.read(file)).isEqualTo(findings);
  }
}
