package dev.rebound.analysis.evidence;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.rebound.analysis.JsonFile;
import dev.rebound.base.ReboundException;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * {@code evidence.json}: what the analysis of a run works from, so that a run can be checked again
 * later. Bulk data, and what the workload's records are made from, lie in the files that it names,
 * relative to the run's folder.
 */
public final class EvidenceFile {
  /** Name of the file in a run's folder. */
  public static final String NAME = "evidence.json";

  private static final int VERSION = 3;
  private static final Set<String> REQUESTED = Set.of("requests", "waiting");

  private EvidenceFile() {}

  /** Names files relative to the folder, and a workload by its description. */
  private static ObjectMapper json(Path folder) {
    Path root = folder.toAbsolutePath();
    SimpleModule module = new SimpleModule();
    module.addSerializer(
        Path.class, written(file -> root.relativize(file.toAbsolutePath()).toString()));
    module.addSerializer(Workload.class, written(its -> WorkloadFiles.written(its.spec(), folder)));
    module.addDeserializer(Path.class, read(String.class, name -> OwnFiles.named(folder, name)));
    module.addDeserializer(Workload.class, read(WorkloadSpec.class, its -> made(its, folder)));
    return new ObjectMapper()
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .registerModule(module);
  }

  private static <T> JsonSerializer<T> written(Function<T, Object> form) {
    return new JsonSerializer<>() {
      @Override
      public void serialize(T value, JsonGenerator json, SerializerProvider all)
          throws IOException {
        all.defaultSerializeValue(form.apply(value), json);
      }
    };
  }

  /** Makes a value of what a file has in another form. */
  private interface Reading<F, T> {
    T of(F form) throws IOException;
  }

  private static <F, T> JsonDeserializer<T> read(Class<F> form, Reading<F, T> reading) {
    return new JsonDeserializer<>() {
      @Override
      public T deserialize(JsonParser json, DeserializationContext all) throws IOException {
        return reading.of(json.readValueAs(form));
      }
    };
  }

  private static Workload made(WorkloadSpec written, Path folder) throws IOException {
    try {
      return Workloads.create(WorkloadFiles.read(written, folder));
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Writes the evidence of a run into its folder. */
  public static void write(Evidence evidence, Path folder) {
    ObjectMapper json = json(folder);
    // Of a long run, samples are too many to be held as a tree.
    Map<String, Object> samples =
        Map.of(
            "committedOffsets", evidence.committedOffsets(),
            "inputEndOffsets", evidence.inputEndOffsets(),
            "rig", evidence.rig());
    JsonNode parts =
        json.valueToTree(
            EvidenceBuilder.builder(evidence)
                .committedOffsets(List.of())
                .inputEndOffsets(List.of())
                .rig(List.of())
                .build());
    File file = folder.resolve(NAME).toFile();
    try (JsonGenerator content = json.createGenerator(file, JsonEncoding.UTF8)) {
      content.writeStartObject();
      content.writeNumberField("version", VERSION);
      for (Map.Entry<String, JsonNode> part : parts.properties()) {
        String name = part.getKey();
        if ((evidence.requests().isEmpty() && REQUESTED.contains(name))
            || (name.equals("clocks") && evidence.clocks().equals(ClockOffset.NONE))) {
          continue;
        }
        content.writePOJOField(name, samples.getOrDefault(name, part.getValue()));
        if (name.equals("workload")) {
          content.writePOJOField("guarantee", parts.at("/promise/delivery"));
        } else if (name.equals("phases")) {
          content.writePOJOField("commitMillis", parts.at("/promise/visibleEveryMillis"));
        }
      }
      content.writeEndObject();
    } catch (IOException e) {
      throw ReboundException.unwritable(
          folder.resolve(NAME),
          "Free disk space; what was measured until now is kept in the run's folder.",
          e);
    }
  }

  /** Reads the evidence of a run; a {@link ReboundException} says which file is missing or bad. */
  public static Evidence read(Path folder) {
    Path file = folder.resolve(NAME);
    JsonFile.requireKnown(file, VERSION);
    try {
      Evidence evidence = json(folder).readValue(file.toFile(), Evidence.class);
      String problem =
          evidence == null
              ? "it holds nothing"
              : evidence.workload() == null
                  ? "it does not say what was computed"
                  : evidence.promise() == null
                      ? "it does not say what the job promised"
                      : evidence.partitions() < 1 || evidence.partitions() > SendLog.PARTITIONS_MAX
                          ? "it speaks of " + evidence.partitions() + " partitions"
                          : "";
      if (!problem.isEmpty()) {
        throw new IOException(problem);
      }
      return evidence;
    } catch (FileNotFoundException e) {
      throw ReboundException.badInput(
          folder + " left nothing to check: the run ended before its check, without " + NAME,
          "See what it measured with `rebound report " + folder + "`, or run it again.",
          e);
    } catch (MismatchedInputException e) {
      throw unreadable(file, e.getPath().isEmpty() ? new IOException("it holds nothing", e) : e);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static ReboundException unreadable(Path file, IOException e) {
    return ReboundException.unreadable(
        file,
        "Name the folder of a run that reached its check, for example runs/demo-flink/latest.",
        e);
  }
}
