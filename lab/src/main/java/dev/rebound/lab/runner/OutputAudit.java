package dev.rebound.lab.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.observe.Reread;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.LabTools;
import dev.rebound.lab.telemetry.LastLine;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the outputs of a run again after the drain, in a process of its own, to find what a live
 * reader missed, or saw and nobody can read again; and finds out what became of the inputs.
 */
abstract sealed class OutputAudit permits TopicAudit, RowAudit {
  private static final String REREAD = "reread-committed.bin";

  private static final Duration LEAST_LIMIT = Duration.ofMinutes(10);
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final Duration TOLD_EVERY = Duration.ofSeconds(10);
  private static final long SLOWEST_BYTES_PER_SECOND = 10 << 20;

  /** The bytes that an output takes on the wire, its key and the record's own fields included. */
  private static final long OUTPUT_BYTES = 100;

  final Instruments instruments;
  final Journal journal;
  final LabTools tools;
  private final Path data;

  OutputAudit(Path data, Journal journal, LabTools tools) {
    this.instruments = tools.instruments();
    this.data = data;
    this.journal = journal;
    this.tools = tools;
  }

  /** The audit of a job as it is asked. */
  static OutputAudit of(Path data, Journal journal, LabTools tools) {
    return tools.instruments().asked() instanceof SubjectInterface.OverHttp service
        ? new RowAudit(service, data, journal, tools)
        : new TopicAudit(data, journal, tools);
  }

  /**
   * Adds what the second reading finds to the evidence.
   *
   * @param observed what a live reader saw
   * @param lag knows the offsets of the input
   */
  abstract void run(
      List<Path> sendLogs,
      Path observed,
      LagProbe lag,
      RemainingWork drain,
      EvidenceBuilder evidence)
      throws IOException;

  final void notAudited(String what) {
    journal.append(Event.DoubtRaised.of(Doubt.NOT_AUDITED, what));
  }

  /** As long as reading takes at a rate that any machine reaches, and ten minutes at least. */
  static Duration limit(long bytes) {
    Duration atSlowest = Duration.ofSeconds(bytes / SLOWEST_BYTES_PER_SECOND);
    return atSlowest.compareTo(LEAST_LIMIT) < 0 ? LEAST_LIMIT : atSlowest;
  }

  /** Waits for a reading to end, and tells now and then how far it is. */
  final void await(Node node, String topic, Duration limit) {
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
            "reading the %s again: %s%s records so far"
                .formatted(topic, said.path("records").asLong(), of)));
  }

  /** Why a reading did not end as it should, by its last line. */
  static String failure(JsonNode last) {
    return last.path("failed").asText("it was not read to its end in time, or reading failed");
  }

  /** The last line of a reading; nothing if it said nothing yet. */
  static JsonNode said(Node node) {
    return new LastLine(Instruments.telemetry(node)).now().orElse(MissingNode.getInstance());
  }

  static Path written(Node node, String file) {
    return node.fetch(file)
        .orElseThrow(
            () ->
                ReboundException.environment(
                    node.name() + " left no file " + file,
                    "See logs/" + node.name() + ".log in the run's folder."));
  }

  /** A failure is told; the live reader's view is there all the same. */
  final @Nullable Path joined(CompletableFuture<@Nullable Path> second) {
    try {
      return second.join();
    } catch (CompletionException e) {
      journal.append(
          Event.DoubtRaised.of(
              Doubt.NOT_REREAD,
              "the output topic was not read again: "
                  + Objects.requireNonNullElse(e.getCause(), e).getMessage()));
      return null;
    }
  }

  /** Begins to read the outputs again, as many as a live reader saw. */
  final CompletableFuture<@Nullable Path> rereading(Path observed) throws IOException {
    long bytes = 0;
    for (int i = 0; i < instruments.outputFiles(); i++) {
      bytes += Files.size(ObservedFile.ofTopic(observed, i));
    }
    long outputs = bytes / ObservedFile.ENTRY_BYTES;
    return CompletableFuture.supplyAsync(() -> reread(outputs));
  }

  private @Nullable Path reread(long outputs) {
    Duration limit = limit(outputs * OUTPUT_BYTES);
    Properties p = instruments.output();
    p.setProperty("committed", "${dir}/" + REREAD);
    p.setProperty("telemetry", "${dir}/" + Instruments.TELEMETRY);
    p.setProperty("limitMillis", Long.toString(limit.toMillis()));
    Node node = tools.start("output-reread", Reread.class.getName(), p);
    await(node, "output topic", limit);
    JsonNode last = said(node);
    if (!last.path("done").asBoolean()) {
      throw ReboundException.environment(failure(last), "See the log.");
    }
    try {
      List<Path> reread = new ArrayList<>();
      for (int i = 0; i < instruments.outputFiles(); i++) {
        String its = ObservedFile.ofTopic(REREAD, i);
        reread.add(
            Files.move(written(node, its), data.resolve(its), StandardCopyOption.REPLACE_EXISTING));
      }
      if (instruments.asked() instanceof SubjectInterface.ByTopics topics
          && topics.rows().isEmpty()) {
        transactions(instruments.promise(), reread).ifPresent(journal::append);
      }
      return reread.get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A doubt of a job that writes in transactions and does not say so: its outputs are taken to be
   * there when they were appended, and readers were shown them later.
   */
  static Optional<Event.DoubtRaised> transactions(DeliveryGuarantee promise, List<Path> reread)
      throws IOException {
    long holes = 0;
    for (Path topic : reread) {
      holes += promise.transactional() ? 0 : ObservedFile.holes(topic);
    }
    return holes == 0
        ? Optional.empty()
        : Optional.of(
            Event.DoubtRaised.of(
                Doubt.TRANSACTIONS_NOT_PROMISED,
                ("%s positions of the output topic hold no output, as transactions leave"
                        + " them, and %s was claimed without: times are those of appends, and"
                        + " readers were shown the output later")
                    .formatted(holes, promise.delivery())));
  }
}
