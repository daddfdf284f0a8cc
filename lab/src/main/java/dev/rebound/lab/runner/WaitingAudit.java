package dev.rebound.lab.runner;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Waiting;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.lab.engine.Access;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.observe.WaitingRequests;
import dev.rebound.lab.rig.Tools;
import dev.rebound.lab.time.Deadline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Asks which requests a service was still to do when the run ended, before its rows are read. */
final class WaitingAudit {
  private static final String TOOL = "waiting";
  private static final String FILE = "waiting.json";
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** The process keeps the limit itself, and says why it gave up. */
  private static final Duration GRACE = Duration.ofSeconds(15);

  private WaitingAudit() {}

  /**
   * What is on its way; not known if that cannot be had, which is told.
   *
   * @param processed per partition of the service's topic, up to where it is processed
   */
  static Waiting of(
      Access access, JobSpec job, Supplier<List<Long>> processed, Tools tools, Journal journal) {
    try {
      Properties p = tools.instruments().connection();
      p.setProperty("topic", job.input());
      p.setProperty(
          "committed",
          processed.get().stream().map(String::valueOf).collect(Collectors.joining(",")));
      p.setProperty("deadLetters", access.deadLetters());
      p.setProperty("database", access.database());
      p.setProperty("outbox", access.outbox());
      p.setProperty("waiting", "${dir}/" + FILE);
      p.setProperty("limitMillis", Long.toString(LIMIT.toMillis()));
      Optional<Path> found =
          tools
              .run(TOOL, WaitingRequests.class.getName(), p, Deadline.after(LIMIT.plus(GRACE)))
              .fetch(FILE);
      if (found.isPresent()) {
        return new ObjectMapper().readValue(found.get().toFile(), Waiting.class);
      }
      tell("see logs/" + TOOL + ".log", journal);
    } catch (ReboundException | IOException e) {
      tell(String.valueOf(e.getMessage()), journal);
    }
    return Waiting.NOT_KNOWN;
  }

  private static void tell(String why, Journal journal) {
    journal.append(
        Event.Warning.of(
            Doubt.NOT_AUDITED,
            "what was still in the service's outbox and topics could not be read, so that what has"
                + " no row may be lost or pending: "
                + why));
  }
}
