package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  @TempDir Path directory;

  @Test
  void onlyTheLastLinesOfThisLifeAreShown() throws Exception {
    Path log = directory.resolve("w-1.log");
    Files.writeString(log, "an earlier life\n");
    long offset = LogTail.length(log);
    Files.writeString(log, "one\ntwo\nthree\n", StandardOpenOption.APPEND);
    assertThat(LogTail.lastLines(log, offset, 2)).containsExactly("two", "three");
    assertThat(LogTail.lastLines(log, offset, 20)).containsExactly("one", "two", "three");
    assertThat(LogTail.lastLines(directory.resolve("none"), 0, 20)).isEmpty();
  }

  @Test
  void framesOfStackTracesAreNoEvidence() throws Exception {
    Path log = directory.resolve("w-1.log");
    Files.writeString(
        log,
        """
        java.io.IOException: No space left on device
        \tat java.base/sun.nio.ch.FileDispatcherImpl.write0(Native Method)
        \t... 12 more
        at last (the end)
        """);
    assertThat(LogTail.lastLines(log, 0, 20))
        .containsExactly("java.io.IOException: No space left on device", "at last (the end)");
  }

  @Test
  void textIsFoundWhereverItStandsInAGrowingLog() throws Exception {
    Path log = directory.resolve("w-1.log");
    Files.writeString(log, "started by an earlier life\n");
    LogTail.LogSearch search = new LogTail.LogSearch(log, LogTail.length(log), "started");
    assertThat(search.found()).isFalse();
    Files.writeString(log, "x".repeat((64 << 10) - 3) + "sta", StandardOpenOption.APPEND);
    assertThat(search.found()).isFalse();
    Files.writeString(log, "rted", StandardOpenOption.APPEND);
    assertThat(search.found()).isTrue();
  }
}
