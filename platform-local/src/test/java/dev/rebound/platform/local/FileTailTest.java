package dev.rebound.platform.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTailTest {
  @Test
  void aLineIsGivenOnceItsEndIsThere(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("events");
    FileTail tail = new FileTail(file);
    assertThat(tail.poll()).isEmpty();

    Files.writeString(file, "one\ntw");
    assertThat(tail.poll()).containsExactly("one");
    Files.writeString(file, "o\nthree\n", StandardOpenOption.APPEND);
    assertThat(tail.poll()).containsExactly("two", "three");
    assertThat(tail.poll()).isEmpty();

    Files.writeString(file, "new\n");
    assertThat(tail.poll()).containsExactly("new");
  }
}
