package dev.rebound.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.load.SendLog;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CursorTest {
  private static final int PARTITIONS = 7;
  private static final long RECORDS = 1_000;

  @TempDir Path folder;

  @Test
  void walksTheRecordsThatHaveOutputsAndNoOthers() throws IOException {
    try (Expected expected = twoGenerators()) {
      for (int g = 0; g < expected.generators(); g++) {
        Cursor cursor = expected.cursor(g);
        int visited = 0;
        for (long sequence = 0; sequence < expected.records(g); sequence++) {
          if (expected.start(g, sequence) == expected.end(g, sequence)) {
            continue;
          }
          assertThat(cursor.next()).isTrue();
          visited++;
          assertThat(cursor.sequence()).isEqualTo(sequence);
          assertAt(expected, cursor, g);
        }
        assertThat(visited).isBetween(100, 900);
        assertThat(cursor.next()).isFalse();
        assertThat(cursor.next()).isFalse();
      }
    }
  }

  @Test
  void findsTheRecordOfAnOutputWhateverLiesBetween() throws IOException {
    try (Expected expected = twoGenerators()) {
      for (int g = 0; g < expected.generators(); g++) {
        for (int step : new int[] {1, 2, 37, 200}) {
          Cursor cursor = expected.cursor(g);
          long until = expected.outputsBefore(g + 1);
          for (long i = expected.outputsBefore(g); i < until; i += step) {
            cursor.seek(i);
            assertThat(i).isBetween(cursor.start(), cursor.end() - 1);
            assertAt(expected, cursor, g);
          }
          cursor.seek(until - 1);
          assertThat(cursor.end()).isEqualTo(until);
        }
      }
      assertThat(expected.outputsBefore(2)).isEqualTo(expected.outputs());
    }
  }

  private static void assertAt(Expected expected, Cursor cursor, int generator) {
    long sequence = cursor.sequence();
    assertThat(cursor.start()).isEqualTo(expected.start(generator, sequence));
    assertThat(cursor.end()).isEqualTo(expected.end(generator, sequence));
    assertThat(cursor.inputPartition()).isEqualTo(expected.inputPartition(sequence));
    assertThat(cursor.intendedMicros()).isEqualTo(expected.intendedMicros(generator, sequence));
  }

  /** A stretch of 100 records of each was not stored, so that whole blocks are empty. */
  private Expected twoGenerators() throws IOException {
    List<Path> logs = new ArrayList<>();
    for (int g = 0; g < 2; g++) {
      Path file = folder.resolve("send-" + g);
      logs.add(file);
      try (SendLog log = SendLog.create(file, g, PARTITIONS, 1_700_000_000_000_000L, 300)) {
        for (long n = 0; n < RECORDS + g; n++) {
          boolean stored = n < 400 || n >= 500;
          log.set(n, stored ? n / PARTITIONS + SendLog.ACKNOWLEDGED : SendLog.FAILED);
        }
      }
    }
    return new Expected(
        Workloads.create(WorkloadSpec.ruleMatch(1)), PARTITIONS, logs, Map.of(), Set.of());
  }
}
