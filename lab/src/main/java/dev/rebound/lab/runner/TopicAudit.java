package dev.rebound.lab.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.Promise;
import dev.rebound.analysis.evidence.Waiting;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.observe.InputAudit;
import dev.rebound.lab.observe.InputFindings;
import dev.rebound.lab.observe.Reread;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.Tools;
import dev.rebound.lab.telemetry.LastLine;
import dev.rebound.lab.time.Time;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the run's topics again after the drain, in processes of their own: the whole input, to find
 * what became of unknown sends and whether Kafka still has what it acknowledged; and the output, to
 * find what a live reader missed, or saw and nobody can read again. Of a service the rows are read
 * again, which tell what became of requests that no answer tells of.
 */
final class TopicAudit {
  private static final String REREAD = "reread-committed.bin";
  private static final String FINDINGS = "findings.bin";

  private static final Duration LEAST_LIMIT = Duration.ofMinutes(10);
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final Duration TOLD_EVERY = Duration.ofSeconds(10);
  private static final long SLOWEST_BYTES_PER_SECOND = 10 << 20;

  /** What an output takes on the wire, its key and the record's own fields included. */
  private static final long OUTPUT_BYTES = 100;

  private final JobSpec job;
  private final Instruments instruments;
  private final Path data;
  private final Journal journal;

  TopicAudit(JobSpec job, Instruments instruments, Path data, Journal journal) {
    this.journal = journal;
    this.job = job;
    this.instruments = instruments;
    this.data = data;
  }

  /**
   * What reading again found.
   *
   * @param reread null if the output was not, or not wholly, read again
   * @param resolved unknown sends that are stored, to their offset
   * @param missing acknowledged sends that are not stored
   * @param waiting requests that a service was still to do
   */
  record Found(
      @Nullable Path reread, Map<Long, Long> resolved, Set<Long> missing, Waiting waiting) {}

  /**
   * @param processed per partition of the input, up to where it is processed now
   */
  Found run(List<Path> sendLogs, Path observed, Supplier<List<Long>> processed, Tools tools)
      throws IOException {
    long outputs = Files.size(observed) / ObservedFile.ENTRY_BYTES;
    // What is on its way is looked for first: what has left there by now is a row by then.
    Waiting waiting =
        instruments.access().isPresent()
            ? WaitingAudit.of(instruments.access().get(), job, processed, tools, journal)
            : Waiting.NOT_ASKED;
    CompletableFuture<@Nullable Path> second =
        CompletableFuture.supplyAsync(() -> reread(outputs, tools));
    if (instruments.access().isPresent()) {
      Path again = joined(second);
      Path rows = again == null ? observed : again;
      return new Found(again, Unanswered.resolved(sendLogs, rows), Set.of(), waiting);
    }
    Node audit = input(sendLogs, tools);
    Path reread = joined(second);
    if (!said(audit).path("done").asBoolean()) {
      notAudited(
          "the input topic was not read again in time, or reading failed: whether Kafka still holds every acknowledged record is not known");
      return new Found(reread, Map.of(), Set.of(), waiting);
    }
    InputFindings found = InputFindings.read(written(audit, FINDINGS));
    return new Found(reread, found.resolved(), found.missing(), waiting);
  }

  /** Reads the input again, and returns the process that did. */
  private Node input(List<Path> sendLogs, Tools tools) throws IOException {
    int recordBytes = Workloads.create(job.workload()).recordBytes();
    long bytes = 0;
    for (Path log : sendLogs) {
      bytes += Files.size(log) / 8 * recordBytes;
    }
    Duration limit = limit(bytes);
    Properties p = instruments.connection();
    p.putAll(job.workload().toProperties());
    p.setProperty("topic", job.input());
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

  private void notAudited(String what) {
    journal.append(Event.Warning.of(Doubt.NOT_AUDITED, what));
  }

  /** As long as reading takes at a rate that any machine reaches, and ten minutes at least. */
  static Duration limit(long bytes) {
    Duration atSlowest = Duration.ofSeconds(bytes / SLOWEST_BYTES_PER_SECOND);
    return atSlowest.compareTo(LEAST_LIMIT) < 0 ? LEAST_LIMIT : atSlowest;
  }

  /** Waits for a reading to end, and tells now and then how far it is. */
  private void await(Node node, String topic, Duration limit) {
    // The process keeps the limit itself, and says why it gave up.
    long end = System.nanoTime() + limit.plus(GRACE).toNanos();
    long next = System.nanoTime() + TOLD_EVERY.toNanos();
    while (node.alive() && System.nanoTime() < end) {
      Time.real().sleep(Duration.ofMillis(50));
      if (System.nanoTime() >= next) {
        next += TOLD_EVERY.toNanos();
        tell(said(node), topic);
      }
    }
    if (node.alive()) {
      node.stop(Duration.ofSeconds(2));
    }
  }

  private void tell(JsonNode said, String topic) {
    String of = said.has("recordsToRead") ? " of " + said.path("recordsToRead").asLong() : "";
    journal.append(
        new Event.Progress(
            "reading the "
                + topic
                + " again: "
                + said.path("records").asLong()
                + of
                + " records so far"));
  }

  /** What a reading last said; nothing if it said nothing yet. */
  private static JsonNode said(Node node) {
    return new LastLine(Instruments.telemetry(node)).now().orElse(MissingNode.getInstance());
  }

  private static Path written(Node node, String file) {
    return node.fetch(file)
        .orElseThrow(
            () ->
                new ReboundException(
                    ReboundException.Cause.ENVIRONMENT,
                    node.name() + " left no file " + file,
                    "See logs/" + node.name() + ".log in the run's folder."));
  }

  /** What failed is told; the live reader's view is there all the same. */
  private @Nullable Path joined(CompletableFuture<@Nullable Path> second) {
    try {
      return second.join();
    } catch (CompletionException e) {
      journal.append(
          Event.Warning.of(
              Doubt.NOT_REREAD,
              "the output topic was not read again: "
                  + Objects.requireNonNullElse(e.getCause(), e).getMessage()));
      return null;
    }
  }

  private @Nullable Path reread(long outputs, Tools tools) {
    Duration limit = limit(outputs * OUTPUT_BYTES);
    Properties p = instruments.output();
    p.setProperty("committed", "${dir}/" + REREAD);
    p.setProperty("telemetry", "${dir}/" + Instruments.TELEMETRY);
    p.setProperty("limitMillis", Long.toString(limit.toMillis()));
    Node node = tools.start("output-reread", Reread.class.getName(), p);
    await(node, "output topic", limit);
    if (!said(node).path("done").asBoolean()) {
      throw new ReboundException(
          ReboundException.Cause.ENVIRONMENT,
          "it was not read to its end in time, or reading failed",
          "See the log.");
    }
    try {
      Path reread =
          Files.move(
              written(node, REREAD), data.resolve(REREAD), StandardCopyOption.REPLACE_EXISTING);
      transactions(instruments.promise(), reread).ifPresent(journal::append);
      return reread;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A doubt of a job that writes in transactions and does not say so: its outputs are taken to be
   * there when they were appended, and readers were shown them later.
   */
  static Optional<Event.Warning> transactions(Promise promise, Path reread) throws IOException {
    long holes = promise.transactional() ? 0 : ObservedFile.holes(reread);
    return holes == 0
        ? Optional.empty()
        : Optional.of(
            Event.Warning.of(
                Doubt.TRANSACTIONS_NOT_PROMISED,
                holes
                    + " positions of the output topic hold no output, as transactions leave them,"
                    + " and "
                    + promise.delivery()
                    + " was claimed without: times are those of appends, and readers were shown"
                    + " the output later"));
  }
}
