package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Evidence.OffsetSample;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.workload.OutputRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnansweredRequestsTest {
  private static final long START = 1_800_000_000_000_000L;
  private static final long SECOND = 1_000_000;

  @TempDir Path folder;

  private Path sent(long... slots) throws IOException {
    Path file = folder.resolve("sendlog.bin");
    SendLog.write(file, 2, 1, START, 2, slots);
    return file;
  }

  private Path rows(long... sequences) throws IOException {
    Path file = folder.resolve("rows.bin");
    try (ObservedFile.Writer writer = new ObservedFile.Writer(file)) {
      for (long sequence : sequences) {
        OutputRecord row =
            new OutputRecord(
                OutputRecord.OutputKind.MATCH, 2, 0, sequence, START, 0, 0, 0, 0, 0, 0);
        writer.append(0, sequence, START / 1000, START, row.encode());
      }
    }
    return file;
  }

  @Test
  void onlyRequestsWithoutAnAnswerAreResolvedByTheirRows() throws IOException {
    Path log = sent(SendLog.ACKNOWLEDGED, SendLog.UNKNOWN, SendLog.UNKNOWN, SendLog.FAILED);
    assertThat(UnansweredRequests.resolved(List.of(log), rows(0, 1, 3, 900)))
        .isEqualTo(Map.of(2L << 48 | 1, 1L));
  }

  @Test
  void requestsAreCountedOnceASecond() throws IOException {
    Path log = sent(16, 17, 2, 19, 1, 0);
    assertThat(UnansweredRequests.asked(List.of(log)))
        .containsExactly(
            new OffsetSample(START + SECOND, List.of(2L)),
            new OffsetSample(START + 2 * SECOND, List.of(4L)),
            new OffsetSample(START + 3 * SECOND, List.of(5L)));
  }
}
