package dev.rebound.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.Rebound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the documentation shows is what is run. */
class AsALibraryTest {
  private static final Path HOME = Rebound.defaultHome();
  private static final Pattern BLOCK = Pattern.compile("```(java|xml)\n(.*?)```", Pattern.DOTALL);

  @Test
  void thePageShowsWhatIsRun() throws IOException {
    List<String> shown = new ArrayList<>();
    Matcher blocks = BLOCK.matcher(read("docs/as-a-library.md"));
    while (blocks.find()) {
      shown.add(blocks.group(2));
    }
    assertThat(shown).hasSize(3);
    assertThat(read("junit/src/test/java/dev/rebound/example/MyJobIT.java")).endsWith(shown.get(0));
    assertThat(read("junit/src/it/fresh/pom.xml"))
        .contains(shown.get(1).replaceFirst("<version>.*<", "<version>\\${rebound.version}<"));
    assertThat(read("library/src/test/java/dev/rebound/example/MyProgramIT.java"))
        .contains(shown.get(2).indent(4));
  }

  private static String read(String file) throws IOException {
    return Files.readString(HOME.resolve(file));
  }
}
