package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.Sha256;
import dev.rebound.analysis.check.SendLedger;
import dev.rebound.analysis.evidence.EvidenceFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.workload.Placement;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Folders that no run left, whose hashes are right all the same: the check says what is wrong,
 * reads nothing outside of them, and comes to an end.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("thorough")
class StrangersFolderTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONG = 8;

  private static final long[] HOSTILE = {
    Long.MIN_VALUE,
    -1,
    0,
    65_536,
    Integer.MAX_VALUE,
    1L << 40,
    (1L << 47) + 1,
    Double.doubleToLongBits(Double.NaN),
    Double.doubleToLongBits(1e-300),
    Long.MAX_VALUE
  };

  @TempDir Path folder;

  private Path run;

  @BeforeEach
  void runs() throws IOException {
    assertThat(FakeRun.of(Bug.NONE, folder).verdict()).isEqualTo(Verdict.PASS);
    run = folder.resolve("runs/fake/latest").toRealPath();
  }

  private Recheck check() {
    return Recheck.of(run, file -> ExperimentFile.load(file, List.of(), 1, Set.of("fake")).get(0));
  }

  @Test
  void aNameThatLeadsOutOfTheFolderIsRefused() throws IOException {
    Path outside = Files.copy(sendLog(), folder.resolve("outside.log"));
    for (String name :
        List.of(
            outside.toString(),
            run.relativize(outside).toString(),
            "data/../../outside.log",
            "/dev/zero",
            "nodes/x",
            "")) {
      evidence(content -> content.withArray("sendLogs").set(0, name));
      assertThatThrownBy(this::check)
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("which is no file of the run's folder");
    }
  }

  @Test
  void aFileThatTheJournalNamesElsewhereIsNotRead() throws IOException {
    String log = run.relativize(sendLog()).toString();
    List<String> lines = new ArrayList<>(Files.readAllLines(run.resolve("journal.jsonl")));
    lines.replaceAll(line -> line.replace("\"path\":\"" + log, "\"path\":\"/dev/zero"));
    Files.write(run.resolve("journal.jsonl"), lines);
    assertThat(check().results().unjudged().toString())
        .contains("'/dev/zero', which is no file of the run's folder");
  }

  @Test
  void aLinkThatLeadsOutOfTheFolderIsRefused() throws IOException {
    Path log = sendLog();
    Files.createSymbolicLink(log, Files.move(log, folder.resolve("outside.log")));
    assertRefused("is a link that leads out of the folder");
  }

  @Test
  void whatIsNoFileIsNotOpened() throws IOException, InterruptedException {
    Path pipe = run.resolve("timeline.json");
    Files.deleteIfExists(pipe);
    Process made;
    try {
      made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    } catch (IOException e) {
      assumeThat(e).as("there are no pipes here").isNull();
      return;
    }
    assertThat(made.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertRefused("timeline.json is no file");
  }

  @Test
  void aLogThatIsMostlyAHoleIsRefused() throws IOException {
    Path log = sendLog();
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.setLength(6L << 30);
    }
    assertThatThrownBy(
            () -> new SendLedger(4, Placement.IN_TURN, List.of(log), Map.of(), List.of(), null))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("empty bytes");
  }

  @Test
  void headersThatLieAreRefusedOrJudged() throws IOException {
    Path log = sendLog();
    byte[] right = Files.readAllBytes(log);
    for (int field = 0; field < 5; field++) {
      for (long lie : HOSTILE) {
        Files.write(log, ByteBuffer.wrap(right.clone()).putLong(LONG * field, lie).array());
        hashed();
        assertEnds("field " + field + " = " + lie);
      }
    }
  }

  @Test
  void entriesThatLieAreRefusedOrJudged() throws IOException {
    Random random = new Random(42);
    JsonNode evidence = JSON.readTree(run.resolve(EvidenceFile.NAME).toFile());
    for (String reader : List.of("committed", "reread")) {
      String name = evidence.path(reader).asText();
      Path file = run.resolve(name);
      byte[] right = Files.readAllBytes(file);
      for (int turn = 0; turn < 15; turn++) {
        ByteBuffer wrong = ByteBuffer.wrap(right.clone());
        for (int i = 0; i <= turn % 4; i++) {
          int entry = random.nextInt(right.length / 64);
          wrong.putLong(
              64 * entry + LONG * random.nextInt(8), HOSTILE[random.nextInt(HOSTILE.length)]);
        }
        Files.write(file, wrong.array());
        hashed();
        assertEnds(name + ", turn " + turn);
      }
      Files.write(file, right);
    }
  }

  @Test
  void evidenceThatLiesIsRefusedOrJudged() throws IOException {
    byte[] right = Files.readAllBytes(run.resolve(EvidenceFile.NAME));
    Random random = new Random(7);
    for (int turn = 0; turn < 60; turn++) {
      Files.write(run.resolve(EvidenceFile.NAME), right);
      int which = turn;
      evidence(content -> lie(content, random, which));
      assertEnds("turn " + turn);
    }
  }

  /** Puts something else in the place of one value, somewhere. */
  private static void lie(ObjectNode content, Random random, int turn) {
    JsonNode at = content;
    while (true) {
      List<String> names = new ArrayList<>();
      at.fieldNames().forEachRemaining(names::add);
      if (at instanceof ArrayNode array && !array.isEmpty()) {
        int i = random.nextInt(array.size());
        if (array.get(i).isContainerNode() && !array.get(i).isEmpty()) {
          at = array.get(i);
          continue;
        }
        array.set(i, JSON.valueToTree(other(array.get(i), random, turn)));
      } else if (at instanceof ObjectNode object && !names.isEmpty()) {
        String name = names.get(random.nextInt(names.size()));
        if (object.get(name).isContainerNode() && !object.get(name).isEmpty() && turn % 5 != 0) {
          at = object.get(name);
          continue;
        }
        object.set(name, JSON.valueToTree(other(object.get(name), random, turn)));
      }
      return;
    }
  }

  private static Object other(JsonNode value, Random random, int turn) {
    if (value.isNumber() || turn % 3 == 0) {
      return HOSTILE[random.nextInt(HOSTILE.length)];
    }
    return turn % 2 == 0 ? NullNode.instance : List.of("../../x", -5, List.of());
  }

  /** Either it is judged, or refused in words; memory does not run out over it. */
  private void assertEnds(String what) {
    try {
      check();
    } catch (ReboundException e) {
      assertThat(e).as(what).hasMessageNotContaining("memory");
      assertThat(e.remedy()).as(what).isNotEmpty();
    }
  }

  private void assertRefused(String why) {
    assertThatThrownBy(this::check).isInstanceOf(ReboundException.class).hasMessageContaining(why);
  }

  private Path sendLog() throws IOException {
    JsonNode evidence = JSON.readTree(run.resolve(EvidenceFile.NAME).toFile());
    return run.resolve(evidence.at("/sendLogs/0").asText());
  }

  /** Changes the evidence, and the journal's hash of it. */
  private void evidence(Consumer<ObjectNode> change) throws IOException {
    Path file = run.resolve(EvidenceFile.NAME);
    ObjectNode content = (ObjectNode) JSON.readTree(file.toFile());
    change.accept(content);
    JSON.writeValue(file.toFile(), content);
    hashed();
  }

  /** Has the journal tell the hashes of what is there now. */
  private void hashed() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<String> all = Files.lines(run.resolve("journal.jsonl"))) {
      for (String line : all.toList()) {
        JsonNode entry = JSON.readTree(line);
        if (entry.at("/data/event").asText().equals("file-written")) {
          Path file = run.resolve(entry.at("/data/path").asText());
          ((ObjectNode) entry.get("data"))
              .put("bytes", Files.size(file))
              .put("sha256", Sha256.of(file).toLowerCase(Locale.ROOT));
        }
        lines.add(entry.toString());
      }
    }
    Files.write(run.resolve("journal.jsonl"), lines);
  }
}
