package dev.rebound.lab.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTailTest {
  @TempDir Path folder;
  private final List<Entry> heard = new ArrayList<>();

  @Test
  void tellsOfEachWholeLineOnce() throws IOException {
    Path file = folder.resolve("journal.jsonl");
    JournalTail tail = new JournalTail(file, heard::add);
    assertThat(tail.read()).isZero();
    try (Journal journal = new Journal(file, Clock.systemUTC())) {
      for (int i = 1; i <= 3; i++) {
        journal.append(new Event.Progress("step ü " + i));
        assertThat(tail.read()).isEqualTo(1);
      }
      assertThat(tail.read()).isZero();
    }
    assertThat(heard).extracting(Entry::n).containsExactly(1L, 2L, 3L);
  }

  /** A line may be read when half of it is written, also in the middle of a character. */
  @Test
  void waitsForTheRestOfALine() throws IOException {
    Path whole = folder.resolve("whole.jsonl");
    try (Journal journal = new Journal(whole, Clock.systemUTC())) {
      journal.append(new Event.Progress("ü".repeat(100_000)));
    }
    byte[] bytes = Files.readAllBytes(whole);
    Path file = folder.resolve("journal.jsonl");
    JournalTail tail = new JournalTail(file, heard::add);
    int half = new String(bytes, StandardCharsets.ISO_8859_1).indexOf('Ã') + 1;
    Files.write(file, Arrays.copyOf(bytes, half));
    assertThat(tail.read()).isZero();
    Files.write(file, Arrays.copyOfRange(bytes, half, bytes.length), StandardOpenOption.APPEND);
    assertThat(tail.read()).isEqualTo(1);
    assertThat(heard.get(0).data()).isEqualTo(new Event.Progress("ü".repeat(100_000)));
  }

  @Test
  void aWholeLineThatIsNoEntryIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("journal.jsonl"), "{}\n");
    assertThatThrownBy(() -> new JournalTail(file, heard::add).read())
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("line 1");
  }
}
