package dev.rebound.lab.runner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.PendingRequests;
import dev.rebound.analysis.journal.Event;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.observe.InputAudit;
import dev.rebound.lab.observe.InputFindings;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.Tools;
import dev.rebound.platform.Node;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static final String FINDINGS = "findings.bin";

  TopicAudit(JobSpec job, Instruments instruments, Path data, Journal journal, Tools tools) {
    super(job, instruments, data, journal, tools);
  }

  @Override
  RereadFindings run(List<Path> sendLogs, Path observed, LagProbe lag, Drain drain)
      throws IOException {
    CompletableFuture<@Nullable Path> second = rereading(observed);
    if (job.generated() > 0) {
      return nothingSent(joined(second), drain);
    }
    Node audit = input(sendLogs);
    Path reread = joined(second);
    Map<Long, Long> resolved = Map.of();
    Set<Long> missing = Set.of();
    Evidence.@Nullable InputReading reading = null;
    JsonNode last = said(audit);
    if (last.path("done").asBoolean()) {
      InputFindings found = InputFindings.read(written(audit, FINDINGS));
      resolved = found.resolved();
      missing = found.missing();
      reading =
          Evidence.InputReading.of(
              found.copies(), last.path("moved").asLong(), last.path("foreign").asLong());
      otherwise(reading).ifPresent(journal::append);
    } else {
      notAudited(
          "the input topic was not read again in time, or reading failed: whether Kafka still holds every acknowledged record is not known");
    }
    return new RereadFindings(
        reread,
        resolved,
        missing,
        reading,
        PendingRequests.NOT_ASKED,
        lag.committedOffsets(),
        lag.inputEndOffsets(),
        drain.unfinished());
  }

  /** Records that the job made itself were in no topic: there is nothing to hold them against. */
  private static RereadFindings nothingSent(@Nullable Path reread, Drain drain) {
    return new RereadFindings(
        reread,
        Map.of(),
        Set.of(),
        new Evidence.InputReading(Set.of(), 0, 0),
        PendingRequests.NOT_ASKED,
        List.of(),
        List.of(),
        drain.unfinished());
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
    int recordBytes = Workloads.create(job.workload()).recordBytes();
    long bytes = 0;
    for (Path log : sendLogs) {
      bytes += Files.size(log) / 8 * recordBytes;
    }
    Duration limit = limit(bytes);
    Properties p = instruments.connection();
    p.putAll(job.workload().toProperties());
    p.setProperty("topic", job.inputLanes().names());
    p.setProperty("sendlogs", String.join(",", sendLogs.stream().map(tools::lend).toList()));
    p.setProperty("findings", "${dir}/" + FINDINGS);
    p.setProperty("telemetry", "${dir}/" + Instruments.TELEMETRY);
    p.setProperty("limitMillis", Long.toString(limit.toMillis()));
    Node audit = tools.start("input-audit", InputAudit.class.getName(), p);
    await(audit, "input topic", limit);
    JsonNode last = said(audit);
    long unverified = last.path("acknowledged").asLong() - last.path("verified").asLong();
    if (unverified > 0) {
      notAudited(
          unverified
              + " acknowledged records lay before the beginning of the input topic when it was read again: whether Kafka held them until then is not known");
    }
    return audit;
  }
}
