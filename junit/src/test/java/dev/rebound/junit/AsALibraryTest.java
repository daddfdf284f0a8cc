package dev.rebound;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The test class that the documentation shows is the one that is run. */
class AsALibraryTest {
  private static final Path HOME = Rebound.defaultHome();

  @Test
  void thePageShowsTheTestThatIsRun() throws IOException {
    String shown = Files.readString(HOME.resolve("docs/as-a-library.md"));
    String run =
        Files.readString(HOME.resolve("cli/src/test/java/dev/rebound/example/MyJobIT.java"));
    assertThat(shown).contains("```java\n" + run + "```\n");
  }
}
