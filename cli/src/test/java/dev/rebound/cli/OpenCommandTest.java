package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenCommandTest {
  @TempDir Path runs;

  @BeforeEach
  void makeRuns() throws IOException {
    run("flink/20261122-100000");
    run("flink/20261122-110000");
    run("streams/20261121-090000");
    run("thesis/20261120-080000/kill/20261120-080500");
    Files.writeString(runs.resolve("thesis/20261120-080000/report.html"), "of the study");
  }

  @Test
  void theLatestOfAllRunsIsOpenedUnlessOneIsNamed() {
    assertThat(open()).isEqualTo("flink/20261122-110000/report.html");
    assertThat(open("streams")).isEqualTo("streams/20261121-090000/report.html");
    assertThat(open(runs.resolve("flink/20261122-100000").toString()))
        .isEqualTo("flink/20261122-100000/report.html");
    assertThat(open("thesis/20261120-080000")).isEqualTo("thesis/20261120-080000/report.html");
    assertThat(open("thesis")).isEqualTo("thesis/20261120-080000/report.html");
    assertThat(open("thesis/20261120-080000/kill"))
        .isEqualTo("thesis/20261120-080000/kill/20261120-080500/report.html");
  }

  @Test
  void aStudyWhoseRunIsTheLatestIsOpenedAsAWhole() throws IOException {
    run("thesis/20261120-080000/kill/20261123-080500");
    assertThat(open()).isEqualTo("thesis/20261120-080000/report.html");
  }

  @Test
  void aSecondJobInARunIsNotTheLatestRun() throws IOException {
    run("flink/20261122-110000/beside");
    assertThat(open()).isEqualTo("flink/20261122-110000/report.html");
    assertThat(open("flink/20261122-110000/beside"))
        .isEqualTo("flink/20261122-110000/beside/report.html");
  }

  @Test
  void aLatestThatIsAFileIsFollowed() throws IOException {
    Files.writeString(runs.resolve("flink/latest"), "20261122-100000\n");
    assertThat(open("flink/latest")).isEqualTo("flink/20261122-100000/report.html");
  }

  @Test
  void aNameThatIsNearlyOneIsSuggested() {
    try (Printed printed = new Printed()) {
      assertThat(Main.run("open", "steams", "--print", "--runs", runs.toString()))
          .isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("no report of steams", "Did you mean 'streams'?");
    }
    try (Printed printed = new Printed()) {
      assertThat(Main.run("open", "--print", "--runs", runs.resolve("none").toString()))
          .isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("no report in", "Run an experiment first");
    }
  }

  @Test
  void whereThereIsNoDesktopNothingIsTried() {
    String page = "file:///report.html";
    assertThat(Browser.commands("linux", Map.of(), page)).isEmpty();
    assertThat(Browser.commands("linux", Map.of("DISPLAY", ":0"), page))
        .containsExactly(List.of("xdg-open", page));
    assertThat(Browser.commands("mac os x", Map.of(), page)).containsExactly(List.of("open", page));
    assertThat(Browser.commands("linux", Map.of("BROWSER", "lynx:w3m"), page))
        .containsExactly(List.of("lynx", page));
  }

  private String open(String... named) {
    List<String> arguments = new ArrayList<>(List.of("open"));
    arguments.addAll(List.of(named));
    arguments.addAll(List.of("--print", "--runs", runs.toString()));
    try (Printed printed = new Printed()) {
      assertThat(Main.run(arguments.toArray(new String[0]))).isZero();
      return runs.relativize(Path.of(printed.out().strip())).toString();
    }
  }

  private void run(String name) throws IOException {
    Path folder = Files.createDirectories(runs.resolve(name));
    Files.writeString(folder.resolve("report.html"), name);
    Files.writeString(folder.resolve("journal.jsonl"), "");
  }
}
