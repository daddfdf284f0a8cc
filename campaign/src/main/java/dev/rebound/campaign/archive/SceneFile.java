package dev.rebound.campaign.archive;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.timeline.FaultTimeline;
import dev.rebound.analysis.timeline.FaultTimelineBuilder;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.runner.TimelineFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The picture of one fault, small enough for a page of many and for an archive: its {@link
 * FaultTimeline} with what was done and undone around it. States of lanes are letters, each with
 * how often it follows if that is more than once ({@code f50s32}); of a lane's counts there is one
 * sum each; times are whole milliseconds from 1 s on. In an archive it is the file {@code
 * scene.json}.
 */
public final class SceneFile {
  static final String NAME = "scene.json";
  private static final int VERSION = 1;
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(
              new SimpleModule()
                  .addSerializer(Double.class, new Millis())
                  .addSerializer(double.class, new Millis()));

  private SceneFile() {}

  /**
   * Reads it from the folder of a run, or from what was archived of one.
   *
   * @param fault its number
   * @return empty if the run was checked, or archived, by a version that kept no scenes
   * @throws ReboundException if a file is damaged
   */
  public static Optional<ObjectNode> read(Path run, int fault) {
    Path archived = run.resolve(NAME);
    if (StudyArchive.holds(run)) {
      return Files.isRegularFile(archived)
          ? Optional.of(kept(archived)).filter(scene -> scene.path("fault").asInt() == fault)
          : Optional.empty();
    }
    List<FaultTimeline> scenes = TimelineFile.read(run).map(Timeline::scenes).orElse(List.of());
    return scenes.stream()
        .filter(scene -> scene.fault() == fault)
        .findFirst()
        .map(scene -> data(scene, marks(run, scene)));
  }

  /** Writes it, or takes away what stood there if there is nothing to draw. */
  static boolean write(Path run, int fault, Path file) throws IOException {
    Optional<ObjectNode> scene = read(run, fault);
    if (scene.isEmpty()) {
      Files.deleteIfExists(file);
      return false;
    }
    JSON.writeValue(file.toFile(), scene.get());
    return true;
  }

  private static ObjectNode kept(Path file) {
    JsonFile.requireKnown(file, VERSION);
    try {
      JsonNode tree = JSON.readTree(file.toFile());
      if (tree instanceof ObjectNode scene && scene.path("version").asInt(0) == VERSION) {
        return scene;
      }
      throw damaged(file, "is of version " + tree.path("version").asText("?"), null);
    } catch (IOException e) {
      throw damaged(file, "cannot be read: " + e.getMessage(), e);
    }
  }

  private static ReboundException damaged(Path file, String what, @Nullable Exception cause) {
    String remedy = "Restore the file, or delete it: the run's fault is then not drawn.";
    return ReboundException.badInput(file + " " + what, remedy, cause);
  }

  private static ObjectNode data(FaultTimeline scene, ArrayNode marks) {
    List<FaultTimeline.SceneLane> lanes = scene.lanes().stream().map(SceneFile::shortened).toList();
    ObjectNode data = JSON.createObjectNode().put("version", VERSION);
    data.setAll(
        (ObjectNode) JSON.valueToTree(FaultTimelineBuilder.builder(scene).lanes(lanes).build()));
    data.remove("signalMicros");
    data.set("marks", marks);
    return data;
  }

  private static FaultTimeline.SceneLane shortened(FaultTimeline.SceneLane lane) {
    return new FaultTimeline.SceneLane(
        lane.name(),
        lane.below(),
        shortened(lane.states()),
        List.of(sum(lane.due())),
        List.of(sum(lane.seen())));
  }

  private static int sum(List<Integer> counts) {
    return counts.stream().mapToInt(Integer::intValue).sum();
  }

  /** {@code ffffs} becomes {@code f4s}. */
  static String shortened(String states) {
    StringBuilder text = new StringBuilder();
    for (int from = 0, to; from < states.length(); from = to) {
      to = from + 1;
      while (to < states.length() && states.charAt(to) == states.charAt(from)) {
        to++;
      }
      text.append(states.charAt(from));
      if (to - from > 1) {
        text.append(to - from);
      }
    }
    return text.toString();
  }

  /** Milliseconds, whole from 1 s on, to a tenth below; null where nothing was due. */
  private static final class Millis extends JsonSerializer<Double> {
    @Override
    public void serialize(Double millis, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      double tenths = millis >= 1000 ? Math.rint(millis) : Math.rint(millis * 10) / 10;
      if (Double.isNaN(millis)) {
        to.writeNull();
      } else if (Double.isInfinite(millis)) {
        to.writeString("Infinity");
      } else if (tenths == Math.rint(tenths)) {
        to.writeNumber((long) tenths);
      } else {
        to.writeNumber(tenths);
      }
    }
  }

  /** Signals, returns and deaths that nobody planned, from the signal to the end of the watch. */
  private static ArrayNode marks(Path run, FaultTimeline scene) {
    ArrayNode marks = JSON.createArrayNode();
    Path journal = run.resolve(RunFiles.JOURNAL);
    if (Files.isRegularFile(journal)) {
      JournalFile.replay(journal, new Marks(scene, marks));
    }
    return marks;
  }

  private record Marks(FaultTimeline scene, ArrayNode marks) implements JournalListener {
    @Override
    public void on(Entry entry) {
      if (entry.data() instanceof Event.FaultConfirmed e && e.fault() == scene.fault()) {
        mark("signal", e.signalledMicros(), e.node());
      } else if (entry.data() instanceof Event.FaultHealed e && e.fault() == scene.fault()) {
        mark("back", entry.wallMicros(), e.node());
      } else if (entry.data() instanceof Event.ProcessExited e && !e.expected()) {
        long since = entry.wallMicros() - scene.signalMicros();
        if (since >= 0 && since < scene.watchedMillis() * 1000) {
          mark("death", entry.wallMicros(), e.node());
        }
      }
    }

    private void mark(String kind, long micros, String node) {
      marks
          .addObject()
          .put("kind", kind)
          .put("at", (micros - scene.signalMicros()) / 1000)
          .put("node", node);
    }
  }
}
