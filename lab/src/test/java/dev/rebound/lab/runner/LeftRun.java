package dev.rebound.lab.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.Sha256;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.result.Results;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The folder that a run against a {@link FakeEngine} left, changed so that all in it agrees: the
 * journal is numbered without gaps, and has the hashes of what it names.
 */
record LeftRun(Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The latest one below a folder. */
  static LeftRun in(Path folder) throws IOException {
    return new LeftRun(folder.resolve("runs/fake/latest").toRealPath());
  }

  Results check() {
    return Recheck.of(
            folder, file -> ExperimentFile.load(file, List.of(), 1, Set.of("fake")).get(0))
        .results();
  }

  /** Changes each entry of the journal, the event in it as its {@code data}. */
  void change(Consumer<ObjectNode> entry) throws IOException {
    journal(
        one -> {
          entry.accept(one);
          return true;
        });
  }

  /** Drops every event of the journal that is like this. */
  void drop(Predicate<JsonNode> data) throws IOException {
    journal(entry -> !data.test(entry.path("data")));
  }

  /** Drops a fault from the journal and from the evidence. */
  void dropFault(int number) throws IOException {
    drop(data -> data.path("fault").asInt() == number);
    int[] left = new int[1];
    evidence(
        tree -> {
          tree.withArray("faults").removeIf(one -> one.path("fault").asInt() == number);
          left[0] = tree.path("faults").size();
        });
    change(
        entry -> {
          if (entry.path("data").path("event").asText().equals("run-ended")) {
            entry.withObject("data").withObject("summary").put("faults", "" + left[0]);
          }
        });
  }

  /** Changes a fault in the journal and in the evidence. */
  void changeFault(int number, Consumer<ObjectNode> change) throws IOException {
    evidence(tree -> tree.path("faults").forEach(one -> changeIf(number, one, change)));
    change(entry -> changeIf(number, entry.path("data"), change));
  }

  private static void changeIf(int number, JsonNode of, Consumer<ObjectNode> change) {
    if (of.path("fault").asInt() == number) {
      change.accept((ObjectNode) of);
    }
  }

  /** Changes the evidence, and what the journal says of it. */
  void evidence(Consumer<ObjectNode> change) throws IOException {
    Path file = folder.resolve(EvidenceFile.NAME);
    ObjectNode tree = (ObjectNode) JSON.readTree(file.toFile());
    change.accept(tree);
    JSON.writeValue(file.toFile(), tree);
    long bytes = Files.size(file);
    String hash = Sha256.of(file);
    change(
        entry -> {
          if (entry.path("data").path("path").asText().equals(EvidenceFile.NAME)) {
            ((ObjectNode) entry.path("data")).put("bytes", bytes).put("sha256", hash);
          }
        });
  }

  private void journal(Predicate<ObjectNode> keeps) throws IOException {
    Path journal = folder.resolve("journal.jsonl");
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(journal)) {
      ObjectNode entry = (ObjectNode) JSON.readTree(line);
      if (keeps.test(entry)) {
        entry.put("n", lines.size() + 1);
        lines.add(JSON.writeValueAsString(entry));
      }
    }
    Files.write(journal, lines);
  }
}
