package dev.rebound.analysis.evidence;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
  private static final Set<String> HEAD =
      Set.of("workload", "promise", "guarantee", "commitMillis");

  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private EvidenceFile() {}

  /**
   * Names files relative to the folder, and a workload by its description.
   *
   * @param workload the one that the file describes
   * @param promise the one that it holds, in whatever words
   */
  private static ObjectMapper json(Path folder, Workload workload, DeliveryGuarantee promise) {
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
            return OwnFiles.named(folder, json.getText());
          }
        });
    module.addDeserializer(
        DeliveryGuarantee.class,
        new JsonDeserializer<DeliveryGuarantee>() {
          @Override
          public DeliveryGuarantee deserialize(JsonParser json, DeserializationContext all)
              throws IOException {
            json.skipChildren();
            return promise;
          }

          @Override
          public DeliveryGuarantee getNullValue(DeserializationContext all) {
            return promise;
          }

          @Override
          public Object getAbsentValue(DeserializationContext all) {
            return promise;
          }
        });
    module.addSerializer(
        Workload.class,
        new JsonSerializer<Workload>() {
          @Override
          public void serialize(Workload its, JsonGenerator json, SerializerProvider all)
              throws IOException {
            all.defaultSerializeValue(WorkloadFiles.written(its.spec(), folder), json);
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
    ObjectMapper json = json(folder, evidence.workload(), evidence.promise());
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
        // The words of earlier versions, where they stood.
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
    try {
      ObjectNode content = head(file);
      if (content.path("workload").isObject()) {
        content.set("workload", OldWorkload.renewed((ObjectNode) content.path("workload")));
      }
      Evidence evidence =
          json(folder, workload(content, folder), promise(content))
              .readValue(file.toFile(), Evidence.class);
      if (evidence == null) {
        throw new IOException("it holds nothing");
      }
      if (evidence.partitions() < 1 || evidence.partitions() > SendLog.PARTITIONS_MAX) {
        throw new IOException("it speaks of " + evidence.partitions() + " partitions");
      }
      return evidence;
    } catch (FileNotFoundException e) {
      throw ReboundException.badInput(
          folder + " left nothing to check: the run ended before its check, without " + NAME,
          "See what it measured with `rebound report " + folder + "`, or run it again.",
          e);
    } catch (IOException e) {
      throw ReboundException.unreadable(
          file,
          "Name the folder of a run that reached its check, for example runs/demo-flink/latest.",
          e);
    }
  }

  /** What says how the rest is to be read. */
  private static ObjectNode head(Path file) throws IOException {
    ObjectNode head = JSON.createObjectNode();
    try (JsonParser json = JSON.createParser(file.toFile())) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("it holds nothing");
      }
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        json.nextToken();
        if (HEAD.contains(name)) {
          head.set(name, json.readValueAsTree());
        } else {
          json.skipChildren();
        }
      }
    }
    return head;
  }

  private static Workload workload(ObjectNode content, Path folder) throws IOException {
    WorkloadSpec written = JSON.treeToValue(content.path("workload"), WorkloadSpec.class);
    if (written == null) {
      throw new IOException("it does not say what was computed");
    }
    try {
      return Workloads.create(WorkloadFiles.read(written, folder));
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Earlier files have one word for all of it. */
  private static DeliveryGuarantee promise(ObjectNode content) throws IOException {
    if (content.hasNonNull("promise")) {
      return JSON.treeToValue(content.path("promise"), DeliveryGuarantee.class);
    }
    if (!content.hasNonNull("guarantee")) {
      throw new IOException("it does not say what the job promised");
    }
    return DeliveryGuarantee.of(
        JSON.treeToValue(content.path("guarantee"), Guarantee.class),
        content.path("commitMillis").asLong());
  }
}
