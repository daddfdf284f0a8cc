package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.runner.Recheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Of runs of real engines that were recorded, one event or one file after the other is taken away:
 * what is not there never makes a run pass that did not, and a file that is not there leaves none
 * that did.
 */
class DamagedRunsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"faulty", "flink-at-least-once", "kafka-streams-exactly-once"})
  void whatIsTakenAwayNeverMakesAPass(String recording) throws IOException {
    Verdict before = Recordings.check(recording + ".zip", folder).results().verdict();
    Path journal = folder.resolve("journal.jsonl");
    List<String> lines = Files.readAllLines(journal);
    Set<String> kinds = new TreeSet<>();
    for (String line : lines) {
      kinds.add(event(line));
    }
    for (String kind : kinds) {
      Predicate<String> others = line -> !event(line).equals(kind);
      Files.write(journal, numbered(lines.stream().filter(others).toList()));
      assertThat(passes() && before != Verdict.PASS).as("without %s", kind).isFalse();
      Files.write(journal, lines.stream().filter(others).toList());
      assertThat(passes()).as("with gaps in place of %s", kind).isFalse();
    }
    Files.write(journal, lines);
    for (Path file : files()) {
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      assertThat(passes()).as("without %s", file).isFalse();
      Files.write(file, bytes);
    }
    assertThat(passes()).isEqualTo(before == Verdict.PASS);
  }

  private boolean passes() {
    try {
      return Recheck.of(folder, file -> ExperimentFile.stored(file, Engines.declared()))
              .results()
              .verdict()
          == Verdict.PASS;
    } catch (ReboundException e) {
      return false;
    }
  }

  private static String event(String line) {
    return tree(line).path("data").path("event").asText();
  }

  /** As if nothing else had been there. */
  private static List<String> numbered(List<String> lines) {
    List<String> numbered = new ArrayList<>();
    for (String line : lines) {
      ObjectNode entry = (ObjectNode) tree(line);
      numbered.add(entry.put("n", numbered.size() + 1).toString());
    }
    return numbered;
  }

  private static JsonNode tree(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
