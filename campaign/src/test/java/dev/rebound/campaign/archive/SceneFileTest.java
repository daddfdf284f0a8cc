package dev.rebound.campaign.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.timeline.FaultTimeline;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.runner.TimelineFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SceneFileTest {
  @TempDir Path folder;

  /** A scene as the check draws it of a fault, cut short. */
  static FaultTimeline scene(int fault, long signalMicros) {
    return new FaultTimeline(
        fault,
        signalMicros,
        -500,
        100,
        20_000,
        false,
        200L,
        400L,
        250.25,
        2,
        1,
        List.of(
            new FaultTimeline.SceneLane(
                "input partition 0",
                List.of(new FaultTimeline.SceneStop(0, 200, true, true)),
                "fffffsscff",
                List.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
                List.of(1, 1, 1, 1, 1, 0, 0, 3, 1, 1))),
        List.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
        List.of(1, 1, 1, 1, 1, 0, 0, 3, 1, 1),
        List.of(0.0, 12.34, 0.0, 0.0, 0.0, 100.0, 1234.56, Double.NaN, 0.0, 0.0),
        500,
        List.of(4.0, Double.NaN),
        List.of(5.0, Double.POSITIVE_INFINITY));
  }

  @Test
  void itIsSmallAndHasWhatWasDoneAndUndone() throws IOException {
    long now = System.currentTimeMillis() * 1000;
    TimelineFile.write(
        new Timeline(0, List.of(), List.of(scene(1, 5), scene(2, now - 1_000_000)), List.of(), 1),
        folder);
    try (Journal journal = new Journal(folder.resolve("journal.jsonl"), Clock.systemUTC())) {
      journal.append(confirmed(1, "worker-9", 5));
      journal.append(confirmed(2, "worker-1", now - 1_000_000));
      journal.append(confirmed(2, "worker-2", now - 990_000));
      journal.append(new Event.ProcessExited("worker-1", "worker", 1, 137, true, List.of()));
      journal.append(new Event.ProcessExited("worker-3", "worker", 1, 1, false, List.of()));
      journal.append(new Event.FaultHealed(2, "worker-1", 2, "", 0));
    }
    JsonNode scene = SceneFile.read(folder, 2).orElseThrow();
    assertThat(scene.at("/lanes/0/states").asText()).isEqualTo("f5s2cf2");
    assertThat(scene.at("/lanes/0/due").toString()).isEqualTo("[10]");
    assertThat(scene.at("/lanes/0/seen").toString()).isEqualTo("[10]");
    assertThat(scene.at("/lanes/0/below/0/untilMillis").asInt()).isEqualTo(200);
    assertThat(scene.at("/bandMillis").asDouble()).isEqualTo(250.2);
    assertThat(scene.at("/ageMillis").toString()).isEqualTo("[0,12.3,0,0,0,100,1235,null,0,0]");
    assertThat(scene.at("/p99").toString()).isEqualTo("[5,\"Infinity\"]");
    assertThat(scene.at("/marks").findValuesAsText("kind"))
        .containsExactly("signal", "signal", "death", "back");
    assertThat(scene.at("/marks").findValuesAsText("node"))
        .containsExactly("worker-1", "worker-2", "worker-3", "worker-1");
    assertThat(scene.at("/marks/1/at").asInt()).isEqualTo(10);
    assertThat(scene.at("/marks/3/at").asInt()).isBetween(900, 15_000);
    assertThat(SceneFile.read(folder, 3)).isEmpty();
  }

  @Test
  void whatWasArchivedIsReadAgain() throws IOException {
    TimelineFile.write(new Timeline(0, List.of(), List.of(scene(2, 0)), List.of(), 1), folder);
    Path kept = Files.createDirectories(folder.resolve("kept"));
    assertThat(SceneFile.write(folder, 2, kept.resolve(SceneFile.NAME))).isTrue();
    Files.writeString(kept.resolve(CurvesFile.NAME), "{}");
    assertThat(SceneFile.read(kept, 2).map(Object::toString))
        .isEqualTo(SceneFile.read(folder, 2).map(Object::toString));
    assertThat(SceneFile.read(kept, 1)).as("another fault").isEmpty();
    assertThat(SceneFile.write(folder, 1, kept.resolve(SceneFile.NAME))).isFalse();
    assertThat(SceneFile.read(kept, 2)).as("of an earlier version").isEmpty();
    for (String damaged : List.of("{\"version\":9}", "[]", "{")) {
      Files.writeString(kept.resolve(SceneFile.NAME), damaged);
      assertThatThrownBy(() -> SceneFile.read(kept, 2))
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("scene.json");
    }
  }

  @Test
  void aRunThatWasCheckedBeforeThereWereScenesHasNone() throws IOException {
    assertThat(SceneFile.read(folder, 1)).isEmpty();
    Files.writeString(folder.resolve(TimelineFile.NAME), "{\"startMicros\":0,\"seconds\":[]}");
    assertThat(SceneFile.read(folder, 1)).isEmpty();
  }

  private static Event confirmed(int fault, String node, long micros) {
    return new Event.FaultConfirmed(fault, node, 1, 42, micros, true, 3, "");
  }
}
