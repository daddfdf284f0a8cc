package dev.rebound.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files as people have them, of each dialect, and the advice that is due for each: {@code due.txt}
 * has under the name of a file, with the outage that it is held against if there is one, what was
 * looked at, and each finding as {@code severity | check | setting}. Whatever else is found fails.
 */
class CorpusTest {
  private static final Path FOLDER = Path.of("src/test/resources/corpus");
  private static final String DUE = "due.txt";

  /**
   * A file with what is due for it.
   *
   * @param hours of the outage; 0 if none is given
   */
  record Due(String file, int hours, List<String> lines) {
    @Override
    public String toString() {
      return file + (hours == 0 ? "" : " --outage " + hours + "h");
    }
  }

  static List<Due> due() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    String file = "";
    for (String line : read(DUE).lines().toList()) {
      if (line.startsWith("  ")) {
        all.get(file).add(line.strip());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        file = line;
        all.put(file, new ArrayList<>());
      }
    }
    return all.entrySet().stream()
        .map(
            one -> {
              String[] words = one.getKey().split(" --outage |h$", -1);
              return new Due(
                  words[0], words.length > 1 ? Integer.parseInt(words[1]) : 0, one.getValue());
            })
        .toList();
  }

  @ParameterizedTest
  @MethodSource("due")
  void theAdviceIsWhatIsDue(Due due) {
    if (due.lines().equals(List.of("not mine"))) {
      assertThatThrownBy(() -> advice(due))
          .isInstanceOfSatisfying(
              ReboundException.class,
              problem -> {
                assertThat(problem.reason()).isEqualTo(ReboundException.Cause.BAD_INPUT);
                assertThat(problem.remedy()).contains("Looked for").contains("Strimzi");
              })
          .hasMessageContaining("is not mine");
      return;
    }
    Advice advice = advice(due);
    assertThat(lines(advice)).containsExactlyInAnyOrderElementsOf(due.lines());
    assertThat(advice.losesData())
        .as("exit status 1")
        .isEqualTo(due.lines().stream().anyMatch(line -> line.startsWith("loses data")));
    assertThat(advice.findings())
        .allSatisfy(
            finding -> assertThat(finding.write() + finding.besides()).as("a remedy").isNotBlank());
  }

  @Test
  void everyFileHasItsDueAndEveryDialectHasFilesThatGiveNothing() throws IOException {
    Set<String> files;
    try (Stream<Path> all = Files.walk(FOLDER)) {
      files =
          all.filter(Files::isRegularFile)
              .map(file -> FOLDER.relativize(file).toString().replace('\\', '/'))
              .filter(name -> !name.equals(DUE))
              .collect(Collectors.toSet());
    }
    assertThat(files).hasSizeGreaterThanOrEqualTo(40);
    assertThat(due().stream().map(Due::file).collect(Collectors.toSet())).isEqualTo(files);
    Set<String> silent =
        due().stream()
            .filter(due -> due.lines().stream().noneMatch(line -> line.contains(" | ")))
            .map(due -> due.file().substring(0, due.file().indexOf('/')))
            .collect(Collectors.toSet());
    assertThat(silent)
        .isEqualTo(
            files.stream()
                .map(name -> name.substring(0, name.indexOf('/')))
                .collect(Collectors.toSet()));
  }

  /** The page has a row for each dialect. */
  @Test
  void thePageHasEveryDialect() throws IOException {
    Path data = Path.of("src/main/resources/dev/rebound/advise/dialects");
    List<String> labels;
    try (Stream<Path> all = Files.list(data)) {
      labels =
          all.map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".json"))
              .map(name -> Dialect.shipped(name.replace(".json", "")).label())
              .toList();
    }
    Path home = Path.of(System.getProperty("rebound.home", ".."));
    String page = Files.readString(home.resolve("docs/advise.md"));
    assertThat(labels).hasSizeGreaterThan(9);
    assertThat(labels).allSatisfy(label -> assertThat(page).contains("| " + label));
  }

  /** What a dialect says of its own settings is data, and so is tried here. */
  @Test
  void everyRuleOfADialectIsDueOnce() {
    Set<String> told =
        due().stream()
            .filter(due -> !due.lines().contains("not mine"))
            .flatMap(due -> advice(due).findings().stream())
            .map(SettingFinding::why)
            .collect(Collectors.toSet());
    for (String dialect :
        List.of(
            "connect-worker",
            "connect-connector",
            "streams",
            "smallrye",
            "spring-cloud-stream",
            "flink-sql")) {
      assertThat(told)
          .as(dialect)
          .containsAll(Dialect.shipped(dialect).rules().stream().map(Dialect.Rule::why).toList());
    }
  }

  /** Checks that any file of the corpus is for. */
  static Set<String> checks() {
    return due().stream()
        .flatMap(due -> due.lines().stream())
        .filter(line -> line.contains(" | "))
        .map(line -> line.split(" \\| ", -1)[1])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Advice advice(Due due) {
    String name = due.file().substring(due.file().indexOf('/') + 1);
    return Advisor.advise(
        ConfigFile.of(name, read(due.file()), Set.of()),
        null,
        due.hours() == 0 ? Circumstances.NONE : Advised.outage(Duration.ofHours(due.hours())),
        Set.of());
  }

  private static List<String> lines(Advice advice) {
    List<String> lines = new ArrayList<>();
    advice.looked().stream()
        .map(line -> line.replaceFirst(", with the defaults of .*", ""))
        .forEach(lines::add);
    lines.addAll(advice.notes());
    advice
        .findings()
        .forEach(
            finding ->
                lines.add(
                    finding.severity().word()
                        + " | "
                        + finding.check()
                        + " | "
                        + finding.found().name()));
    return lines;
  }

  private static String read(String name) {
    try {
      return Files.readString(FOLDER.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
