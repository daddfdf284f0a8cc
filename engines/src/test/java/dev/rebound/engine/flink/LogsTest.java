package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsTest {
  @TempDir Path folder;

  private static JsonNode checkpoint(Path path) {
    return new ObjectMapper().createObjectNode().put("external_path", "file:" + path);
  }

  private static List<String> names(String folder) {
    String[] names = new File(folder).list();
    return names == null ? List.of() : List.of(names);
  }

  @Test
  void aDroppedTransactionIsComplainedOfWithNodeCountAndExample() throws IOException {
    Path log = folder.resolve("worker-1.log");
    Files.writeString(
        log,
        "fine\n2026-01-01T00:00:00.000Z [main] ERROR Unable to commit transaction a\nUnable to commit b\n");

    assertThat(new Logs(FlinkEngine.version("2.3.0").complaints()).complaints("worker-1", log))
        .singleElement()
        .satisfies(
            complaint -> {
              assertThat(complaint.node()).isEqualTo("worker-1");
              assertThat(complaint.meaning()).startsWith("a transaction could not be committed");
              assertThat(complaint.times()).isEqualTo(1);
              assertThat(complaint.first()).isEqualTo("2026-01-01T00:00:00.000Z");
            });
  }

  @Test
  void whatTheJobSaysWasDroppedAsLateCountsOnceForEachRecord() throws IOException {
    Path log = folder.resolve("worker-1.log");
    Files.writeString(
        log,
        """
        2026-01-01T00:00:00.000Z [windows] WARN dev.rebound.job.flink.LateVisits - dropped as late: 0:17
        2026-01-01T00:00:00.001Z [windows] WARN dev.rebound.job.flink.LateVisits - dropped as late: 1:17
        2026-01-01T00:00:09.000Z [windows] WARN dev.rebound.job.flink.LateVisits - dropped as late: 0:17
        """);

    assertThat(Logs.droppedLate(log)).containsExactlyInAnyOrder("0:17", "1:17");
  }

  @Test
  void aQuietLogIsNoComplaint() throws IOException {
    Path log = folder.resolve("worker-1.log");
    Files.writeString(log, "-XX:+ExitOnOutOfMemoryError\n");

    assertThat(new Logs(FlinkEngine.version("2.3.0").complaints()).complaints("worker-1", log))
        .isEmpty();
  }

  @Test
  void theReasonOfADeathIsFoundBeforeTheThreadDumpThatFollows() throws IOException {
    Path log = folder.resolve("worker-1.log");
    Files.writeString(log, "a\nx ERROR no memory\n\tat b\nCaused by: small\n" + "dump\n".repeat(9));

    assertThat(Logs.evidence(log, 3)).containsExactly("x ERROR no memory", "Caused by: small");
  }

  @Test
  void withoutErrorsTheLastLinesHaveToDo() throws IOException {
    Path log = folder.resolve("worker-1.log");
    Files.writeString(log, "a\nb\nc\n");

    assertThat(Logs.evidence(log, 2)).containsExactly("b", "c");
  }

  @Test
  void theNewestCheckpointIsTheLastOneThatWasCompleted() throws IOException {
    for (String name : new String[] {"chk-9", "chk-10", "chk-11", "shared"}) {
      Files.createDirectories(folder.resolve(name));
    }
    Files.writeString(folder.resolve("chk-9/_metadata"), "");
    Files.writeString(folder.resolve("chk-10/_metadata"), "");

    assertThat(
            Logs.newestCheckpoint(
                checkpoint(folder.resolve("chk-9")), Map.of("file", LogsTest::names)))
        .isEqualTo("file:" + folder.resolve("chk-10"));
  }

  @Test
  void aFolderThatNobodyCanListHasTheCheckpointThatFlinkTold() throws IOException {
    JsonNode told = checkpoint(Path.of("/job/chk-9"));
    assertThat(Logs.newestCheckpoint(told, Map.of())).isEqualTo("file:/job/chk-9");
  }

  @Test
  void withoutACheckpointTheJobStartsFromTheBeginning() throws IOException {
    assertThat(Logs.newestCheckpoint(null, Map.of("file", LogsTest::names))).isNull();
    assertThat(new Logs(Map.of()).complaints("jobmanager", folder.resolve("absent")))
        .singleElement()
        .asString()
        .contains("cannot be read");
  }
}
