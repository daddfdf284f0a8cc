package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The pages of docs/reference/ are what the code says; {@code -Drebound.golden=write} writes them.
 */
class ReferenceTest {
  private static final Path FOLDER = Home.path().resolve("docs/reference");

  @Test
  void everyPageIsWhatTheCodeSays() throws IOException {
    Map<String, String> pages = Reference.pages(Home.path());
    for (Map.Entry<String, String> page : pages.entrySet()) {
      Path file = FOLDER.resolve(page.getKey());
      if ("write".equals(System.getProperty("rebound.golden"))) {
        Files.writeString(file, page.getValue());
      }
      assertThat(Files.readString(file))
          .as("%s (write it with -Drebound.golden=write)", file)
          .isEqualTo(page.getValue());
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      // The table of accuracy is written by a command that takes ten minutes.
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> !name.equals("accuracy.md"))
          .containsExactlyInAnyOrderElementsOf(pages.keySet());
    }
  }
}
