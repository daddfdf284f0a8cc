package dev.rebound.analysis.evidence;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.ReboundException;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code evidence.json}: what the analysis of a run works from, so that a run can be checked again
 * later. Bulk data lies in the files that it names, relative to the run's folder.
 */
public final class EvidenceFile {
  /** Name of the file in a run's folder. */
  public static final String NAME = "evidence.json";

  private static final int VERSION = 3;

  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private EvidenceFile() {}

  /**
   * Names files relative to the folder, and a workload by its description.
   *
   * @param workload the one that the file describes
   */
  private static ObjectMapper json(Path folder, Workload workload) {
    SimpleModule module = new SimpleModule();
    module.addSerializer(
        Path.class,
        new JsonSerializer<Path>() {
          @Override
          public void serialize(Path file, JsonGenerator json, SerializerProvider all)
              throws IOException {
            json.writeString(folder.toAbsolutePath().relativize(file.toAbsolutePath()).toString());
          }
        });
    module.addDeserializer(
        Path.class,
        new JsonDeserializer<Path>() {
          @Override
          public Path deserialize(JsonParser json, DeserializationContext all) throws IOException {
            return folder.resolve(json.getText());
          }
        });
    module.addSerializer(
        Workload.class,
        new JsonSerializer<Workload>() {
          @Override
          public void serialize(Workload its, JsonGenerator json, SerializerProvider all)
              throws IOException {
            all.defaultSerializeValue(its.spec(), json);
          }
        });
    module.addDeserializer(
        Workload.class,
        new JsonDeserializer<Workload>() {
          @Override
          public Workload deserialize(JsonParser json, DeserializationContext all)
              throws IOException {
            json.skipChildren();
            return workload;
          }
        });
    return JSON.copy().registerModule(module);
  }

  /** Writes the evidence of a run into its folder. */
  public static void write(Evidence evidence, Path folder) {
    ObjectMapper json = json(folder, evidence.workload());
    ObjectNode content = json.createObjectNode().put("version", VERSION);
    JsonNode parts = json.valueToTree(evidence);
    parts
        .properties()
        .forEach(
            part -> {
              content.set(part.getKey(), part.getValue());
              // The words of earlier versions, where they stood.
              if (part.getKey().equals("workload")) {
                content.set("guarantee", parts.at("/promise/delivery"));
              } else if (part.getKey().equals("phases")) {
                content.set("commitMillis", parts.at("/promise/visibleEveryMillis"));
              }
            });
    if (evidence.requests().isEmpty()) {
      content.remove(List.of("requests", "waiting"));
    }
    try {
      json.writeValue(folder.resolve(NAME).toFile(), content);
    } catch (IOException e) {
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "cannot write " + folder.resolve(NAME) + ": " + e.getMessage(),
          "Free disk space; what was measured until now is kept in the run's folder.",
          e);
    }
  }

  /** Reads the evidence of a run; a {@link ReboundException} says which file is missing or bad. */
  public static Evidence read(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      JsonNode json = JSON.readTree(file.toFile());
      if (!(json instanceof ObjectNode content)) {
        throw new IOException("it holds nothing");
      }
      if (json.path("workload").isObject()) {
        content.set("workload", OldWorkload.renewed((ObjectNode) json.path("workload")));
      }
      if (!content.hasNonNull("promise")) {
        content.set("promise", JSON.valueToTree(promise(content)));
      }
      return json(folder, workload(content)).treeToValue(content, Evidence.class);
    } catch (FileNotFoundException e) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          folder + " left nothing to check: the run ended before its check, without " + NAME,
          "See what it measured with `rebound report " + folder + "`, or run it again.",
          e);
    } catch (IOException e) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "cannot read " + file + ": " + e.getMessage(),
          "Name the folder of a run that reached its check, for example runs/demo/latest.",
          e);
    }
  }

  private static Workload workload(ObjectNode content) throws IOException {
    return Workloads.create(JSON.treeToValue(content.path("workload"), WorkloadSpec.class));
  }

  /** Earlier files have one word for all of it. */
  private static Promise promise(ObjectNode content) throws IOException {
    if (!content.hasNonNull("guarantee")) {
      throw new IOException("it does not say what the job promised");
    }
    return Promise.of(
        JSON.treeToValue(content.path("guarantee"), Guarantee.class),
        content.path("commitMillis").asLong());
  }
}
