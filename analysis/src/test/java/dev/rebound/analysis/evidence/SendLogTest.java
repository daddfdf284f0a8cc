package dev.rebound.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SendLogTest {
  /** Beyond the first chunk. */
  private static final long FAR = 2_500_000;

  @TempDir Path folder;

  @Test
  void slotsAreReadBackAsWritten() throws IOException {
    Path file = folder.resolve("send.log");
    try (SendLog log = SendLog.create(file, 7, 50, 1_000_000, 2_000)) {
      log.set(0, SendLog.ACKNOWLEDGED);
      log.set(1, SendLog.UNKNOWN);
      log.set(2, SendLog.FAILED);
      log.set(FAR, SendLog.ACKNOWLEDGED + 123);
    }

    try (SendLog log = SendLog.open(file)) {
      assertThat(log.generator()).isEqualTo(7);
      assertThat(log.partitions()).isEqualTo(50);
      assertThat(log.startMicros()).isEqualTo(1_000_000);
      assertThat(log.intendedMicros(10)).isEqualTo(1_005_000);
      assertThat(log.slot(0)).isEqualTo(SendLog.ACKNOWLEDGED);
      assertThat(log.slot(1)).isEqualTo(SendLog.UNKNOWN);
      assertThat(log.slot(2)).isEqualTo(SendLog.FAILED);
      assertThat(log.slot(3)).isEqualTo(SendLog.NOT_SENT);
      assertThat(log.slot(FAR)).isEqualTo(SendLog.ACKNOWLEDGED + 123);
      assertThat(log.slot(log.slots() + 5)).isEqualTo(SendLog.NOT_SENT);
      assertThat(log.slots()).isGreaterThan(FAR);
    }
  }

  @Test
  void aLogWrittenAtOnceReadsLikeAnyOther() throws IOException {
    Path file = folder.resolve("send.log");
    SendLog.write(file, 7, 50, 1_000_000, 2_000, new long[] {SendLog.ACKNOWLEDGED, SendLog.FAILED});
    try (SendLog log = SendLog.open(file)) {
      assertThat(log.generator()).isEqualTo(7);
      assertThat(log.partitions()).isEqualTo(50);
      assertThat(log.intendedMicros(10)).isEqualTo(1_005_000);
      assertThat(log.slots()).isEqualTo(2);
      assertThat(log.slot(0)).isEqualTo(SendLog.ACKNOWLEDGED);
      assertThat(log.slot(1)).isEqualTo(SendLog.FAILED);
    }
  }

  @Test
  void itIsReadableWhileItIsWritten() throws IOException {
    Path file = folder.resolve("send.log");
    try (SendLog log = SendLog.create(file, 0, 1, 0, 1)) {
      log.set(0, SendLog.UNKNOWN);
      try (SendLog reader = SendLog.open(file)) {
        assertThat(reader.slot(0)).isEqualTo(SendLog.UNKNOWN);
        log.set(0, SendLog.ACKNOWLEDGED + 1);
        assertThat(reader.slot(0)).isEqualTo(SendLog.ACKNOWLEDGED + 1);
      }
    }
  }

  @Test
  void aTornTailIsNoSlot() throws IOException {
    Path file = folder.resolve("send.log");
    try (SendLog log = SendLog.create(file, 0, 1, 0, 1)) {
      log.set(0, SendLog.ACKNOWLEDGED + 1);
      log.set(1, SendLog.ACKNOWLEDGED + 2);
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(SendLog.HEADER_BYTES + 8 + 5);
    }

    try (SendLog log = SendLog.open(file)) {
      assertThat(log.slots()).isEqualTo(1);
      assertThat(log.slot(0)).isEqualTo(SendLog.ACKNOWLEDGED + 1);
      assertThat(log.slot(1)).isEqualTo(SendLog.NOT_SENT);
    }
  }

  @Test
  void severalThreadsWriteWhileItGrows() throws Exception {
    Path file = folder.resolve("send.log");
    int threads = 3;
    long each = 500_000;
    try (SendLog log = SendLog.create(file, 0, 1, 0, 1)) {
      Thread[] writers = new Thread[threads];
      for (int t = 0; t < threads; t++) {
        int first = t;
        writers[t] =
            new Thread(
                () -> {
                  for (long n = first; n < each * threads; n += threads) {
                    log.set(n, SendLog.ACKNOWLEDGED + n);
                  }
                });
        writers[t].start();
      }
      for (Thread writer : writers) {
        writer.join(60_000);
      }
      for (long n = 0; n < each * threads; n++) {
        if (log.slot(n) != SendLog.ACKNOWLEDGED + n) {
          assertThat(log.slot(n)).as("slot " + n).isEqualTo(SendLog.ACKNOWLEDGED + n);
        }
      }
    }
  }

  @Test
  void aFileThatIsNoSendLogIsRefusedByName() throws IOException {
    Path shortFile = folder.resolve("short");
    Files.write(shortFile, new byte[10]);
    Path other = folder.resolve("other");
    Files.write(other, ByteBuffer.allocate(100).putLong(42).array());

    assertThatThrownBy(() -> SendLog.open(shortFile)).hasMessageContaining("short");
    assertThatThrownBy(() -> SendLog.open(other)).hasMessageContaining("other");
  }
}
