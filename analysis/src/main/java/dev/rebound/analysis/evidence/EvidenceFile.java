package dev.rebound.analysis.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.ReboundException;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code evidence.json}: what the analysis of a run works from, so that a run can be checked again
 * later. Bulk data lies in the files that it names, relative to the run's folder.
 */
public final class EvidenceFile {
  /** Name of the file in a run's folder. */
  public static final String NAME = "evidence.json";

  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private EvidenceFile() {}

  private record Content(
      int version,
      WorkloadSpec workload,
      @Nullable Guarantee guarantee,
      @Nullable Promise promise,
      int partitions,
      List<String> sendLogs,
      String committed,
      @Nullable String uncommitted,
      @Nullable String reread,
      Map<Long, Long> resolved,
      Set<Long> missingAcknowledged,
      List<Evidence.OffsetSample> committedOffsets,
      List<Evidence.OffsetSample> inputEndOffsets,
      List<Evidence.FaultTimes> faults,
      List<Evidence.PhaseTimes> phases,
      long commitMillis,
      List<Long> lastStable,
      List<Long> highWatermark,
      boolean transactionsTimedOut,
      @Nullable Unfinished unfinished,
      long droppedLate,
      @Nullable List<Evidence.RigSample> rig,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<String> requests,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Waiting waiting) {}

  /** Writes the evidence of a run into its folder. */
  public static void write(Evidence a, Path folder) {
    Path root = folder.toAbsolutePath();
    Content content =
        new Content(
            3,
            a.workload().spec(),
            a.promise().delivery(),
            a.promise(),
            a.partitions(),
            a.sendLogs().stream().map(log -> relative(root, log)).toList(),
            relative(root, a.committed()),
            a.uncommitted() == null ? null : relative(root, a.uncommitted()),
            a.reread() == null ? null : relative(root, a.reread()),
            a.resolved(),
            a.missingAcknowledged(),
            a.committedOffsets(),
            a.inputEndOffsets(),
            a.faults(),
            a.phases(),
            a.promise().visibleEveryMillis(),
            a.lastStable(),
            a.highWatermark(),
            a.transactionsTimedOut(),
            a.unfinished(),
            a.droppedLate(),
            a.rig(),
            a.requests().stream().map(log -> relative(root, log)).toList(),
            a.requests().isEmpty() ? null : a.waiting());
    try {
      JSON.writeValue(folder.resolve(NAME).toFile(), content);
    } catch (IOException e) {
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "cannot write " + folder.resolve(NAME) + ": " + e.getMessage(),
          "Free disk space; what was measured until now is kept in the run's folder.",
          e);
    }
  }

  private static String relative(Path root, Path file) {
    return root.relativize(file.toAbsolutePath()).toString();
  }

  /** Reads the evidence of a run; a {@link ReboundException} says which file is missing or bad. */
  public static Evidence read(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      JsonNode json = JSON.readTree(file.toFile());
      if (json instanceof ObjectNode content && json.path("workload").isObject()) {
        content.set("workload", OldWorkload.renewed((ObjectNode) json.path("workload")));
      }
      Content c = JSON.treeToValue(json, Content.class);
      if (c == null) {
        throw new IOException("it holds nothing");
      }
      Workload workload = Workloads.create(c.workload());
      return Evidence.of(
              workload,
              promise(c),
              c.partitions(),
              c.sendLogs().stream().map(folder::resolve).toList(),
              folder.resolve(c.committed()))
          .uncommitted(resolve(folder, c.uncommitted()))
          .reread(resolve(folder, c.reread()))
          .resolved(c.resolved())
          .missingAcknowledged(c.missingAcknowledged())
          .committedOffsets(c.committedOffsets())
          .inputEndOffsets(c.inputEndOffsets())
          .faults(c.faults())
          .phases(c.phases())
          .lastStable(c.lastStable())
          .highWatermark(c.highWatermark())
          .transactionsTimedOut(c.transactionsTimedOut())
          .unfinished(c.unfinished() == null ? Unfinished.NOTHING : c.unfinished())
          .droppedLate(c.droppedLate())
          .rig(c.rig() == null ? List.of() : c.rig())
          .requests(
              Objects.requireNonNullElse(c.requests(), List.<String>of()).stream()
                  .map(folder::resolve)
                  .toList())
          .waiting(Objects.requireNonNullElse(c.waiting(), Waiting.NOT_ASKED))
          .build();
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

  /** Earlier files have one word for all of it. */
  private static Promise promise(Content c) throws IOException {
    if (c.promise() != null) {
      return c.promise();
    }
    if (c.guarantee() == null) {
      throw new IOException("it does not say what the job promised");
    }
    return Promise.of(c.guarantee(), c.commitMillis());
  }

  private static @Nullable Path resolve(Path folder, @Nullable String name) {
    return name == null ? null : folder.resolve(name);
  }
}
