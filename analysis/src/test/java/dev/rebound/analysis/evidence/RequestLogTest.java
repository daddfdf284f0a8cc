package dev.rebound.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestLogTest {
  private static final long START = 1_800_000_000_000_000L;

  /** Beyond the first chunk. */
  private static final long FAR = 300_000;

  @TempDir Path folder;

  private RequestLog log(Path file) throws IOException {
    return RequestLog.create(file, 3, START, 200, 2);
  }

  @Test
  void requestsAreReadBackAsWritten() throws IOException {
    Path file = folder.resolve("requests.bin");
    try (RequestLog log = log(file)) {
      log.due(0, START, 0, 500, true);
      log.handed(0, START + 200);
      log.ended(0, START + 1_700, RequestOutcome.ACCEPTED, RequestEnding.ANSWERED, 201, 90);
      log.due(1, START + 5_000, 1, 501, true);
      log.ended(1, START + 5_300, RequestOutcome.REFUSED, RequestEnding.NOT_CONNECTED, 0, 0);
      log.due(2, START + 10_000, 65_535, 502, true);
      log.handed(2, START + 10_001);
      log.due(3, START + 15_000, 1, 503, true);
      log.due(4, START + 20_000, 0, 504, false);
      log.due(FAR, START + 9_000_000, 1, 505, true);
      log.handed(FAR, START + 9_000_050);
      log.ended(FAR, START + 12_000_000, RequestOutcome.UNKNOWN, RequestEnding.TIMED_OUT, 503, 12);
    }

    try (RequestLog log = RequestLog.open(file)) {
      assertThat(log.generator()).isEqualTo(3);
      assertThat(log.targets()).isEqualTo(2);
      assertThat(log.startMicros()).isEqualTo(START);
      assertThat(log.ratePerSecond()).isEqualTo(200);
      assertThat(log.closedInOrder()).isFalse();
      assertThat(log.requests()).isEqualTo(FAR + 1);
      assertThat(log.request(0))
          .isEqualTo(
              new Request(
                  START,
                  START + 200,
                  START + 1_700,
                  RequestOutcome.ACCEPTED,
                  RequestEnding.ANSWERED,
                  201,
                  0,
                  500,
                  90));
      assertThat(log.request(0).latencyMicros()).isEqualTo(1_700);
      assertThat(log.request(1).handed()).isFalse();
      assertThat(log.request(1).settled()).isEqualTo(RequestOutcome.REFUSED);
      assertThat(log.request(2).target()).isEqualTo(65_535);
      assertThat(log.request(2).outcome()).isEqualTo(RequestOutcome.IN_FLIGHT);
      assertThat(log.request(2).settled()).as("handed over").isEqualTo(RequestOutcome.UNKNOWN);
      assertThat(log.request(2).latencyMicros()).isEqualTo(-1);
      assertThat(log.request(3).settled()).as("not handed over").isEqualTo(RequestOutcome.NOT_SENT);
      assertThat(log.request(4).outcome()).isEqualTo(RequestOutcome.NOT_SENT);
      assertThat(log.request(4).intendedMicros()).isEqualTo(START + 20_000);
      assertThat(log.request(5).intendedMicros()).as("never due").isZero();
      assertThat(log.request(FAR))
          .isEqualTo(
              new Request(
                  START + 9_000_000,
                  START + 9_000_050,
                  START + 12_000_000,
                  RequestOutcome.UNKNOWN,
                  RequestEnding.TIMED_OUT,
                  503,
                  1,
                  505,
                  12));
    }
  }

  @Test
  void timesThatDoNotFitEndAtTheLongestAndNoneIsBeforeTheIntendedOne() throws IOException {
    Path file = folder.resolve("requests.bin");
    try (RequestLog log = log(file)) {
      log.due(0, START, 0, 1, true);
      log.handed(0, START - 7);
      log.ended(0, START + 9_000_000_000L, RequestOutcome.UNKNOWN, RequestEnding.BROKEN, 0, 0);
    }
    try (RequestLog log = RequestLog.open(file)) {
      assertThat(log.request(0).sentMicros()).isEqualTo(START);
      assertThat(log.request(0).latencyMicros()).isEqualTo(RequestLog.MICROS_MAX);
    }
  }

  @Test
  void aLogThatWasClosedInOrderSaysSoAndHowManyRequestsItHas() throws IOException {
    Path file = folder.resolve("requests.bin");
    RequestLog written = log(file);
    written.due(0, START, 0, 1, true);
    written.close(1);
    try (RequestLog log = RequestLog.open(file)) {
      assertThat(log.closedInOrder()).isTrue();
      assertThat(log.requests()).isEqualTo(1);
    }
    log(file).close(0);
    try (RequestLog log = RequestLog.open(file)) {
      assertThat(log.closedInOrder()).isTrue();
      assertThat(log.requests()).isZero();
    }
  }

  @Test
  void anEmptyLogHasNoRequests() throws IOException {
    Path file = folder.resolve("requests.bin");
    log(file).close();
    try (RequestLog log = RequestLog.open(file)) {
      assertThat(log.requests()).isZero();
      assertThat(log.closedInOrder()).isFalse();
    }
  }

  @Test
  void aTornFileIsRefusedByName() throws IOException {
    Path closed = folder.resolve("closed");
    RequestLog written = log(closed);
    written.due(0, START, 0, 1, true);
    written.due(1, START, 0, 1, true);
    written.close(2);
    cut(closed, RequestLog.HEADER_BYTES + RequestLog.SLOT_BYTES);
    assertThatThrownBy(() -> RequestLog.open(closed))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(closed.toString())
        .hasMessageContaining("hold 1 requests, and it was closed with 2");

    Path killed = folder.resolve("killed");
    try (RequestLog log = log(killed)) {
      log.due(0, START, 0, 1, true);
    }
    cut(killed, RequestLog.HEADER_BYTES + RequestLog.SLOT_BYTES + 9);
    assertThatThrownBy(() -> RequestLog.open(killed))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("killed is torn")
        .hasMessageContaining("hold 1 requests and a part of one");
  }

  private static void cut(Path file, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }
  }

  @Test
  void aFileThatIsNoRequestLogIsRefusedByName() throws IOException {
    Path shortFile = folder.resolve("short");
    Files.write(shortFile, new byte[10]);
    Path other = folder.resolve("other");
    SendLog.write(other, 0, 1, START, 1, new long[] {SendLog.ACKNOWLEDGED});
    Path noise = folder.resolve("noise");
    Files.write(noise, ByteBuffer.allocate(100).putLong(42).array());

    for (Path file : new Path[] {shortFile, other, noise}) {
      assertThatThrownBy(() -> RequestLog.open(file))
          .hasMessageContaining(file.toString())
          .hasMessageContaining("is no request log of this version");
    }
  }

  @Test
  void severalThreadsWriteWhileItGrows() throws Exception {
    Path file = folder.resolve("requests.bin");
    int threads = 3;
    int each = 100_000;
    try (RequestLog log = log(file)) {
      Thread[] writers = new Thread[threads];
      for (int t = 0; t < threads; t++) {
        int first = t;
        writers[t] =
            new Thread(
                () -> {
                  for (long n = first; n < (long) each * threads; n += threads) {
                    log.due(n, START + n, first, 7, true);
                    log.handed(n, START + n + 1);
                    log.ended(
                        n,
                        START + n + 2,
                        RequestOutcome.ACCEPTED,
                        RequestEnding.ANSWERED,
                        202,
                        first);
                  }
                });
        writers[t].start();
      }
      for (Thread writer : writers) {
        writer.join(60_000);
      }
    }
    try (RequestLog log = RequestLog.open(file)) {
      assertThat(log.requests()).isEqualTo((long) each * threads);
      for (long n = 0; n < log.requests(); n++) {
        int thread = (int) (n % threads);
        Request expected =
            new Request(
                START + n,
                START + n + 1,
                START + n + 2,
                RequestOutcome.ACCEPTED,
                RequestEnding.ANSWERED,
                202,
                thread,
                7,
                thread);
        if (!log.request(n).equals(expected)) {
          assertThat(log.request(n)).as("request " + n).isEqualTo(expected);
        }
      }
    }
  }
}
