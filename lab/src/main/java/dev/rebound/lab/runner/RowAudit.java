package dev.rebound.lab.runner;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.PendingRequests;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.observe.WaitingRequests;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.lab.rig.LabTools;
import dev.rebound.lab.time.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Reads again what a service wrote, rows or records, which tells what became of requests that no
 * answer tells of, once it has asked which requests the service was still to do when the run ended.
 */
final class RowAudit extends OutputAudit {
  private static final String TOOL = "waiting";
  private static final String FILE = "waiting.json";
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** The process keeps the limit itself, and says why it gave up. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  private final Optional<SubjectInterface.OverHttp.Written> written;

  RowAudit(SubjectInterface.OverHttp service, Path data, Journal journal, LabTools tools) {
    super(data, journal, tools);
    this.written = service.written();
  }

  @Override
  void run(
      List<Path> sendLogs,
      Path observed,
      LagProbe lag,
      RemainingWork drain,
      EvidenceBuilder evidence)
      throws IOException {
    // Requests on their way are looked for first: what has left there by now is written by then.
    evidence.waiting(written.isEmpty() ? PendingRequests.NOT_ASKED : waiting(written.get(), drain));
    Path reread = joined(rereading(observed));
    List<Evidence.OffsetSample> asked = UnansweredRequests.asked(sendLogs);
    evidence
        .reread(reread)
        .resolved(UnansweredRequests.resolved(sendLogs, reread == null ? observed : reread))
        .committedOffsets(asked)
        .inputEndOffsets(asked)
        .unfinished(drain.unfinishedWriting());
  }

  /** The requests on their way; not known if they cannot be had, which is told. */
  private PendingRequests waiting(SubjectInterface.OverHttp.Written service, RemainingWork drain) {
    try {
      Properties p = instruments.connection();
      p.setProperty("topic", instruments.job().input());
      p.setProperty(
          "committed",
          drain.processed().stream().map(String::valueOf).collect(Collectors.joining(",")));
      if (!service.waiting().deadLetters().isEmpty()) {
        p.setProperty("deadLetters", service.waiting().deadLetters());
      }
      if (!service.waiting().outbox().isEmpty() && service.rows().isPresent()) {
        p.setProperty("database", service.rows().get().database());
        p.setProperty("outbox", service.waiting().outbox());
      }
      p.setProperty("waiting", "${dir}/" + FILE);
      p.setProperty("limitMillis", Long.toString(LIMIT.toMillis()));
      Optional<Path> found =
          tools
              .run(TOOL, WaitingRequests.class.getName(), p, Deadline.after(LIMIT.plus(GRACE)))
              .fetch(FILE);
      if (found.isPresent()) {
        return new ObjectMapper().readValue(found.get().toFile(), PendingRequests.class);
      }
      tell("see logs/" + TOOL + ".log");
    } catch (ReboundException | IOException e) {
      tell(String.valueOf(e.getMessage()));
    }
    return PendingRequests.NOT_KNOWN;
  }

  private void tell(String why) {
    notAudited(
        "what was still in the service's outbox and topics could not be read, so that what has"
            + " no row may be lost or pending: "
            + why);
  }
}
