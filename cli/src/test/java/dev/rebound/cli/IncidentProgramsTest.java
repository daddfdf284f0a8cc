package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.Incident;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs of incidents, and the batch jobs, compile against Rebound's own jars, as {@code
 * REBOUND_LIBRARIES} has them.
 */
class IncidentProgramsTest {
  /** Those of an engine take its jars, and are compiled when they run. */
  private static final Pattern OF_AN_ENGINE =
      Pattern.compile("import org\\.apache\\.(flink|storm|spark|kafka\\.streams)\\.");

  @TempDir Path classes;

  private static Stream<Path> programs(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !OF_AN_ENGINE.matcher(read(file)).find())
          .toList()
          .stream();
    }
  }

  @Test
  void eachCompiles() throws IOException {
    List<Path> programs =
        Stream.concat(
                programs(Incident.shipped(Home.path())),
                programs(Home.path().resolve("experiments/batch")))
            .toList();
    assertThat(programs).hasSizeGreaterThanOrEqualTo(8);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      StringWriter said = new StringWriter();
      List<String> options =
          List.of(
              "--release",
              "17",
              "-proc:none",
              "-d",
              classes.toString(),
              "-cp",
              System.getProperty("java.class.path"));
      boolean compiled =
          compiler
              .getTask(
                  said, files, null, options, null, files.getJavaFileObjectsFromPaths(programs))
              .call();
      assertThat(compiled).as(said.toString()).isTrue();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
