package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.journal.CheckpointSeries;
import dev.rebound.engine.adapter.LastSeen;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckpointsTest {
  private static final String ALL = "/jobs/j/checkpoints";
  private static final String FIFTH = "/jobs/j/checkpoints/details/5";

  private final Map<String, String> answers = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private long nanos;
  private final Checkpoints checkpoints = new Checkpoints(this::answer, () -> nanos);

  private JsonNode answer(String path) throws IOException {
    asked.add(path);
    String json = answers.get(path);
    if (json == null) {
      throw new FileNotFoundException(path);
    }
    return new ObjectMapper().readTree(json);
  }

  private void pass(long millis) {
    nanos += millis * 1_000_000;
  }

  private static String all(long newest, String history) {
    return """
        {"counts": {"restored": 1, "total": 9, "in_progress": 1, "completed": 6, "failed": 2},
         "latest": {"completed": {"id": %d, "status": "COMPLETED", "end_to_end_duration": 48,
           "state_size": 4096, "checkpointed_size": 1024, "external_path": "file:/c/chk-5"}},
         "history": [%s]}
        """
        .formatted(newest, history);
  }

  private static String failed(long id, String why) {
    return """
        {"id": %d, "status": "FAILED", "failure_message": "%s"}
        """
        .formatted(id, why);
  }

  private static String summary(int sync, int async, int alignment) {
    return """
        {"summary": {"checkpoint_duration": {"sync": {"min": 0, "max": %d, "avg": 1},
           "async": {"min": 0, "max": %d, "avg": 1}},
         "alignment": {"duration": {"min": 0, "max": %d, "avg": 1}}}}
        """
        .formatted(sync, async, alignment);
  }

  private Checkpoints.@Nullable CompletedCheckpoint look() throws IOException {
    checkpoints.look("j");
    return checkpoints.seen();
  }

  @Test
  void thePartsAreThoseOfTheSlowestSubtaskAndAskedForOnce() throws IOException {
    answers.put(ALL, all(5, ""));
    answers.put(FIFTH, "{\"tasks\": {\"a\": {}, \"b\": {}}}");
    answers.put(FIFTH + "/subtasks/a", summary(3, 40, 0));
    answers.put(FIFTH + "/subtasks/b", summary(7, 20, 11));

    assertThat(look())
        .isEqualTo(new Checkpoints.CompletedCheckpoint(48, 7, 40, 11, 4096, 1024, 6, 2, 0, 1));
    assertThat(asked).containsExactly(ALL, FIFTH, FIFTH + "/subtasks/a", FIFTH + "/subtasks/b");
    asked.clear();
    pass(5_000);
    look();
    assertThat(asked).containsExactly(ALL);
    assertThat(checkpoints.newest()).isNotNull();
  }

  @Test
  void checkpointsThatFollowEachOtherCloselyAreNotAllAskedAfter() throws IOException {
    answers.put(ALL, all(5, ""));
    answers.put(FIFTH, "{\"tasks\": {\"a\": {}}}");
    answers.put(FIFTH + "/subtasks/a", summary(3, 40, 0));
    look();
    answers.put(ALL, all(6, ""));
    pass(100);
    asked.clear();
    Checkpoints.CompletedCheckpoint seen = look();
    assertThat(asked).containsExactly(ALL);
    assertThat(seen).isNotNull();
    assertThat(seen.syncMillis()).isNaN();
    assertThat(seen.durationMillis()).isEqualTo(48);
  }

  @Test
  void whatFlinkNoLongerRemembersHasNoParts() throws IOException {
    answers.put(ALL, all(5, ""));
    Checkpoints.CompletedCheckpoint seen = look();
    assertThat(seen).isNotNull();
    assertThat(seen.asyncMillis()).isNaN();
    assertThat(seen.bytes()).isEqualTo(4096);
  }

  @Test
  void failuresForWantOfTimeAreCountedOnce() throws IOException {
    String expired = failed(7, "Checkpoint expired before completing.");
    answers.put(ALL, all(5, expired + "," + failed(6, "Checkpoint was declined.")));
    look();
    answers.put(ALL, all(5, failed(8, "Checkpoint expired before completing.") + "," + expired));
    Checkpoints.CompletedCheckpoint seen = look();
    assertThat(seen).isNotNull();
    assertThat(seen.expired()).isEqualTo(2);
    answers.put("/jobs/k/checkpoints", all(1, ""));
    checkpoints.look("k");
    Checkpoints.CompletedCheckpoint anew = checkpoints.seen();
    assertThat(anew).isNotNull();
    assertThat(anew.expired()).isZero();
  }

  @Test
  void aJobThatTakesNoneIsNoError() throws IOException {
    assertThat(look()).isNull();
    assertThat(checkpoints.newest()).isNull();
    assertThat(checkpoints.values()).isNull();
    assertThat(new LastSeen(CheckpointSeries.ALL, checkpoints::values).read())
        .hasSameSizeAs(CheckpointSeries.ALL)
        .containsOnly(Double.NaN);
  }

  @Test
  void beforeTheFirstThereAreOnlyCounts() throws IOException {
    answers.put(
        ALL,
        """
        {"counts": {"in_progress": 1, "completed": 0, "failed": 0},
         "latest": {"completed": null}, "history": []}
        """);
    Checkpoints.CompletedCheckpoint seen = look();
    assertThat(seen).isNotNull();
    assertThat(seen.durationMillis()).isNaN();
    assertThat(seen.inProgress()).isEqualTo(1);
    assertThat(checkpoints.values()).hasSameSizeAs(CheckpointSeries.ALL);
  }
}
