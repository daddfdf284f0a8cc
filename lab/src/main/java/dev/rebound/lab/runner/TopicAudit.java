package dev.rebound.lab.runner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.journal.Event;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.observe.InputAudit;
import dev.rebound.lab.observe.InputFindings;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.LabTools;
import dev.rebound.platform.Node;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads the whole input again, too, to find what became of unknown sends and whether Kafka still
 * has what it acknowledged.
 */
final class TopicAudit extends OutputAudit {
  private static final String FINDINGS = "findings.json";

  TopicAudit(Path data, Journal journal, LabTools tools) {
    super(data, journal, tools);
  }

  @Override
  void run(
      List<Path> sendLogs,
      Path observed,
      LagProbe lag,
      RemainingWork drain,
      EvidenceBuilder evidence)
      throws IOException {
    CompletableFuture<@Nullable Path> second = rereading(observed);
    if (instruments.job().generated() > 0) {
      // Records that the job made itself were in no topic: there is nothing to hold them against.
      evidence.inputReading(new Evidence.InputReading(Set.of(), 0, 0));
    } else {
      Node audit = input(sendLogs);
      JsonNode last = said(audit);
      if (last.path("done").asBoolean()) {
        InputFindings found = InputFindings.read(written(audit, FINDINGS));
        long unverified = found.acknowledged() - found.verified();
        if (unverified > 0) {
          notAudited(
              unverified
                  + " acknowledged records lay before the beginning of the input topic when it was"
                  + " read again: whether Kafka held them until then is not known");
        }
        Evidence.InputReading reading =
            Evidence.InputReading.of(found.copies(), found.moved(), found.foreign());
        evidence
            .resolved(found.resolved())
            .missingAcknowledged(found.missing())
            .inputReading(reading);
        otherwise(reading).ifPresent(journal::append);
      } else {
        notAudited(
            "the input topic was not read again in time, or reading failed: whether Kafka still"
                + " holds every acknowledged record is not known");
      }
      evidence.committedOffsets(lag.committedOffsets()).inputEndOffsets(lag.inputEndOffsets());
    }
    evidence.reread(joined(second)).unfinished(drain.unfinished());
  }

  /** What the topic holds otherwise than it was sent is no fault of the job's. */
  static Optional<Event.DoubtRaised> otherwise(Evidence.InputReading reading) {
    List<String> said = new ArrayList<>();
    say(said, reading.storedTwice().size(), "more than once");
    say(said, reading.moved(), "elsewhere than they were acknowledged");
    say(said, reading.foreign(), "that no generator of the run sent");
    return said.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Event.DoubtRaised(
                "input-otherwise",
                "the input topic holds " + String.join(", and ", said),
                "What came of it is told as from-input. Let the producer be idempotent, and nobody"
                    + " else write to the topic."));
  }

  private static void say(List<String> said, long records, String how) {
    if (records > 0) {
      said.add(records + " records " + how);
    }
  }

  /** Reads the input again, and returns the process that did. */
  private Node input(List<Path> sendLogs) throws IOException {
    int recordBytes = Workloads.create(instruments.workload()).recordBytes();
    long bytes = 0;
    for (Path log : sendLogs) {
      bytes += Files.size(log) / 8 * recordBytes;
    }
    Duration limit = limit(bytes);
    Properties p = instruments.connection();
    p.putAll(instruments.workload().toProperties());
    p.setProperty("topic", instruments.job().inputLanes().names());
    p.setProperty("sendlogs", String.join(",", sendLogs.stream().map(tools::lend).toList()));
    p.setProperty("findings", "${dir}/" + FINDINGS);
    p.setProperty("telemetry", "${dir}/" + Instruments.TELEMETRY);
    p.setProperty("limitMillis", Long.toString(limit.toMillis()));
    Node audit = tools.start("input-audit", InputAudit.class.getName(), p);
    await(audit, "input topic", limit);
    return audit;
  }
}
