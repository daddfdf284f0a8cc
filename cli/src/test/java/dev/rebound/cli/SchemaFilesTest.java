package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.campaign.study.StudySchema;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.ExperimentSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The schemas that the shipped files name to editors are those that {@code rebound schema} prints.
 * To write them anew: {@code ./rebound schema > experiments/experiment.schema.json}, or {@code
 * -Drebound.golden=write}.
 */
class SchemaFilesTest {
  private static final Path EXPERIMENTS = Home.path().resolve("experiments");
  private static final Path EXPERIMENT = EXPERIMENTS.resolve("experiment.schema.json");
  private static final Path STUDY = EXPERIMENTS.resolve("study.schema.json");
  private static final String LINE = "# yaml-language-server: $schema=";

  @Test
  void theyAreAsPrinted() throws IOException {
    hold(EXPERIMENT, ExperimentSchema.json(Engines.declared()));
    hold(STUDY, StudySchema.json());
  }

  /** Validators in Python and Go know neither properties of Unicode nor looking behind. */
  @Test
  void everyPatternIsOneThatAllDialectsHave() throws IOException {
    List<String> patterns = new ArrayList<>();
    for (Path file : List.of(EXPERIMENT, STUDY)) {
      new ObjectMapper()
          .readTree(file.toFile())
          .findValues("pattern")
          .forEach(its -> patterns.add(its.asText()));
    }
    assertThat(patterns)
        .isNotEmpty()
        .allSatisfy(
            its -> assertThat(its).doesNotContain("\\p{", "\\P{", "(?<", "(?i", "\\Q", "++", "*+"));
    assertThat(patterns)
        .filteredOn(its -> its.contains("x5B-"))
        .isNotEmpty()
        .allSatisfy(
            its -> {
              for (String name : List.of("com.example.MyJob", "Größe.Ärger", "日本.Job", "_a.$b9")) {
                assertThat(name).matches(its);
              }
              for (String none : List.of("my-job", "1a", "a..b", "a b", "a.", "a/b", "")) {
                assertThat(none).doesNotMatch(its);
              }
            });
  }

  @Test
  void everyShippedFileNamesItsSchemaInItsFirstLine() throws IOException {
    for (Path file : shipped()) {
      String first = Files.readAllLines(file).get(0);
      assertThat(first).as("%s", file).startsWith(LINE);
      Path named = file.resolveSibling(first.substring(LINE.length())).normalize();
      assertThat(named).as("%s", file).isEqualTo(file.endsWith("study.yaml") ? STUDY : EXPERIMENT);
    }
  }

  @Test
  void whatIsPrintedIsTheFile() throws IOException {
    try (Printed printed = new Printed()) {
      assertThat(Main.run("schema")).isZero();
      assertThat(printed.out()).isEqualTo(Files.readString(EXPERIMENT));
    }
    try (Printed printed = new Printed()) {
      assertThat(Main.run("schema", "--study")).isZero();
      assertThat(printed.out()).isEqualTo(Files.readString(STUDY));
    }
  }

  private static void hold(Path file, String schema) throws IOException {
    if ("write".equals(System.getProperty("rebound.golden"))) {
      Files.writeString(file, schema);
    }
    assertThat(Files.readString(file))
        .as("%s (write it with -Drebound.golden=write)", file)
        .isEqualTo(schema);
  }

  private static List<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.walk(EXPERIMENTS)) {
      List<Path> shipped =
          files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
      assertThat(shipped).contains(EXPERIMENTS.resolve("demo.yaml"));
      return shipped;
    }
  }
}
