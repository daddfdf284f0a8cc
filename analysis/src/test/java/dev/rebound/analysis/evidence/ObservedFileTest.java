package dev.rebound.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.workload.OutputRecord;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservedFileTest {
  @TempDir Path folder;

  private static byte[] output(long sequence) {
    return new OutputRecord(
            OutputRecord.OutputKind.MATCH, 65_535, 999, sequence, 5_000, 17, -3, 1, 2, 4, 2)
        .encode();
  }

  @Test
  void entriesAreReadBackAsWritten() throws IOException {
    Path file = folder.resolve("committed");
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      writer.append(40_000, 9, 1234, 1_234_567, output(Long.MAX_VALUE));
    }

    try (ObservedFile.Reader reader = new ObservedFile.Reader(file)) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.key()).isEqualTo(999);
      assertThat(reader.generator()).isEqualTo(65_535);
      assertThat(reader.partition()).isEqualTo(40_000);
      assertThat(reader.sequence()).isEqualTo(Long.MAX_VALUE);
      assertThat(reader.count()).isEqualTo(17);
      assertThat(reader.checksum()).isEqualTo(-3);
      assertThat(reader.offset()).isEqualTo(9);
      assertThat(reader.appendMillis()).isEqualTo(1234);
      assertThat(reader.receiptMicros()).isEqualTo(1_234_567);
      assertThat(reader.node()).isEqualTo(4);
      assertThat(reader.incarnation()).isEqualTo(2);
      assertThat(reader.kind()).isZero();
      assertThat(reader.next()).isFalse();
    }
  }

  @Test
  void bytesThatAreNoOutputAreKeptAsUnreadable() throws IOException {
    Path file = folder.resolve("committed");
    byte[] wrongVersion = output(1);
    wrongVersion[0] = 9;
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      writer.append(1, 5, 10, 20, new byte[3]);
      writer.append(1, 6, 10, 20, null);
      writer.append(1, 7, 10, 20, wrongVersion);
    }

    try (ObservedFile.Reader reader = new ObservedFile.Reader(file)) {
      for (long offset = 5; offset <= 7; offset++) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.kind()).isEqualTo(ObservedFile.KIND_UNREADABLE);
        assertThat(reader.offset()).isEqualTo(offset);
      }
      assertThat(reader.next()).isFalse();
    }
  }

  @Test
  void whatTransactionsLeaveBetweenRecordsAreHoles() throws IOException {
    Path file = folder.resolve("committed");
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (long offset : new long[] {7, 8, 9}) {
        writer.append(0, offset, 10, 20, output(offset));
        writer.append(3, offset, 10, 20, output(offset));
      }
    }
    assertThat(ObservedFile.holes(file)).as("all that was written").isZero();
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (long offset : new long[] {0, 1, 3, 4, 6}) {
        writer.append(0, offset, 10, 20, output(offset));
        writer.append(3, offset + 5, 10, 20, output(offset));
      }
    }
    assertThat(ObservedFile.holes(file)).as("a marker behind each transaction").isEqualTo(4);
  }

  @Test
  void manyEntriesKeepTheirOrderAndATornTailIsLeftOut() throws IOException {
    Path file = folder.resolve("committed");
    int many = 40_000;
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (int n = 0; n < many; n++) {
        writer.append(n % 50, n, n, n, output(n));
      }
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate((long) many * ObservedFile.ENTRY_BYTES - 1);
    }

    try (ObservedFile.Reader reader = new ObservedFile.Reader(file)) {
      for (int n = 0; n < many - 1; n++) {
        assertThat(reader.next()).isTrue();
        if (reader.sequence() != n) {
          assertThat(reader.sequence()).isEqualTo(n);
        }
      }
      assertThat(reader.next()).isFalse();
      assertThat(reader.next()).isFalse();
    }
  }
}
