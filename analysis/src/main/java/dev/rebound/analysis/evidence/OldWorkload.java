package dev.rebound.analysis.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.workload.WorkloadOption;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.util.Map;

/** Reads how version 1 of {@code evidence.json} describes a workload: a field for each option. */
final class OldWorkload {
  private static final Map<String, String> FIELDS =
      Map.of(
          "record-bytes", "recordBytes",
          "state-bytes", "stateBytes",
          "rules-file", "rulesFile",
          "log-file", "logFile");

  private OldWorkload() {}

  /** The same as version 2 writes it; what is of version 2 stays as it is. */
  static ObjectNode renewed(ObjectNode workload) throws IOException {
    if (workload.has("options")) {
      return workload;
    }
    if (workload.path("emitEvery").asInt(1) != 1) {
      throw new IOException("not every match was to emit an output, which is judged no more");
    }
    ObjectNode renewed = workload.objectNode();
    renewed.set("name", workload.path("name"));
    renewed.set("seed", workload.path("seed"));
    ObjectNode options = renewed.putObject("options");
    for (WorkloadOption option : Workloads.kind(workload.path("name").asText()).options()) {
      String field = FIELDS.getOrDefault(option.property(), option.property());
      JsonNode value = workload.path(field);
      options.put(option.property(), value.isMissingNode() ? option.byDefault() : value.asText());
    }
    return renewed;
  }
}
