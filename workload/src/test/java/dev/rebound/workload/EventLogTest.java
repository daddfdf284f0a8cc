package dev.rebound.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {
  @TempDir Path folder;

  @Test
  void numbersAndTruthValuesAreBareAndAllElseIsQuotedText() throws IOException {
    Path file = folder.resolve("events.jsonl");
    try (EventLog log = new EventLog(file, 3)) {
      log.write("state", "from", "a \"b\"\\", "count", 7L, "done", true);
    }

    assertThat(Files.readString(file))
        .matches(
            "\\{\"atMicros\":\\d+,\"incarnation\":3,\"event\":\"state\",\"from\":\"a \\\\\"b\\\\\"\\\\\\\\\","
                + "\"count\":7,\"done\":true}\n");
  }

  @Test
  void aLineThatAKilledProcessLeftTornIsEnded() throws IOException {
    Path file = folder.resolve("events.jsonl");
    Files.writeString(file, "{\"atMicros\":12");
    try (EventLog log = new EventLog(file, 2)) {
      log.write("started");
    }

    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).startsWith("{").endsWith("\"event\":\"started\"}");
  }
}
