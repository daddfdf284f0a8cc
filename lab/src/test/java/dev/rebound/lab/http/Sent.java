package dev.rebound.lab.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.lab.telemetry.ToolSettings;
import dev.rebound.workload.RuleMatch;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** A load that was sent in this JVM, as its files say. */
record Sent(
    List<Request> requests,
    List<Long> slots,
    List<Long> intendedBySendLog,
    boolean inOrder,
    JsonNode last) {

  /** Properties with files in a folder; {@code pairs} are names and values. */
  static Properties properties(Path folder, String url, String... pairs) {
    Properties p = new Properties();
    p.setProperty("url", url);
    p.setProperty("generator", "0");
    p.setProperty("sendlog", folder.resolve("sendlog.bin").toString());
    p.setProperty("requests", folder.resolve("requests.bin").toString());
    p.setProperty("telemetry", folder.resolve("telemetry.jsonl").toString());
    p.setProperty("control", folder.resolve("control").toString());
    for (int i = 0; i < pairs.length; i += 2) {
      p.setProperty(pairs[i], pairs[i + 1]);
    }
    return p;
  }

  /** Sends a load to its end. */
  static Sent send(Properties p) throws IOException, InterruptedException {
    return send(p, RuleMatch.KIND);
  }

  /** The same with the records of another workload. */
  static Sent send(Properties p, WorkloadKind kind) throws IOException, InterruptedException {
    HttpGenerator.run(new ToolSettings("test", p), Workloads.create(WorkloadSpec.of(kind, 42)));
    return read(
        Path.of(p.getProperty("sendlog")),
        Path.of(p.getProperty("requests")),
        Path.of(p.getProperty("telemetry")));
  }

  static Sent read(Path sendLog, Path requestLog, Path telemetry) throws IOException {
    try (RequestLog requests = RequestLog.open(requestLog);
        SendLog sends = SendLog.open(sendLog)) {
      List<Request> all = new ArrayList<>();
      List<Long> slots = new ArrayList<>();
      List<Long> intended = new ArrayList<>();
      for (long n = 0; n < requests.requests(); n++) {
        all.add(requests.request(n));
        slots.add(sends.slot(n));
        intended.add(sends.intendedMicros(n));
      }
      List<String> lines = Files.readAllLines(telemetry);
      return new Sent(
          all,
          slots,
          intended,
          requests.closedInOrder(),
          new ObjectMapper().readTree(lines.isEmpty() ? "{}" : lines.get(lines.size() - 1)));
    }
  }
}
