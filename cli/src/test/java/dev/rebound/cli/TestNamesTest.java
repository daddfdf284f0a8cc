package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The build runs classes by their names: a class with tests has one of these. */
class TestNamesTest {
  private static final Pattern TESTS =
      Pattern.compile(
          "^ *@(Test|Property|TestFactory|ParameterizedTest|ArchTest)\\b", Pattern.MULTILINE);
  private static final Pattern ABSTRACT =
      Pattern.compile("^(public )?abstract class", Pattern.MULTILINE);

  @Test
  void everyClassWithTestsIsRun() throws IOException {
    List<Path> tests = new ArrayList<>();
    try (Stream<Path> folders =
        Files.find(Home.path(), 6, (path, its) -> path.endsWith("src/test/java"))) {
      for (Path folder : folders.toList()) {
        try (Stream<Path> files = Files.walk(folder)) {
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> has(TESTS, file) && !has(ABSTRACT, file))
              .forEach(tests::add);
        }
      }
    }
    assertThat(tests)
        .hasSizeGreaterThan(100)
        .allMatch(file -> file.toString().matches(".*(Test|IT)\\.java"));
  }

  private static boolean has(Pattern pattern, Path file) {
    try {
      return pattern.matcher(Files.readString(file)).find();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
