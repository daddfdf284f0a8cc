package dev.rebound.lab.runner;

import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.observe.InputAudit;
import dev.rebound.lab.observe.InputFindings;
import dev.rebound.lab.observe.Reread;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.result.Doubt;
import dev.rebound.lab.telemetry.LastLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the run's topics again after the drain, in processes of their own: the input to find what
 * became of unknown sends, and, where output is transactional, the output to find what a live
 * reader saw and nobody can read again.
 */
final class TopicAudit {
  private static final String REREAD = "reread-committed.bin";

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
   */
  record Found(@Nullable Path reread, Map<Long, Long> resolved, Set<Long> missing) {}

  Found run(List<Path> sendLogs, LocalEvidence.Tool tool) throws IOException {
    CompletableFuture<@Nullable Path> second = CompletableFuture.supplyAsync(() -> reread(tool));
    Properties p = instruments.connection();
    p.setProperty("topic", job.input());
    p.setProperty(
        "sendlogs",
        String.join(",", sendLogs.stream().map(log -> log.toAbsolutePath().toString()).toList()));
    p.setProperty("findings", "${dir}/findings.bin");
    p.setProperty("telemetry", "${dir}/" + Instruments.TELEMETRY);
    p.setProperty("recordBytes", Integer.toString(job.workload().recordBytes()));
    Node audit = tool.run("input-audit", InputAudit.class.getName(), p);
    Path reread = joined(second);
    Path findings = audit.directory().resolve("findings.bin");
    if (!Files.exists(findings)) {
      journal.append(
          Doubt.NOT_AUDITED.says(
              "the input topic was not read again in time, or reading failed: whether Kafka still holds every acknowledged record is not known"));
      return new Found(reread, Map.of(), Set.of());
    }
    InputFindings found = InputFindings.read(findings);
    return new Found(reread, found.resolved(), found.missing());
  }

  /** What failed is told; the live reader's view is there all the same. */
  private @Nullable Path joined(CompletableFuture<@Nullable Path> second) {
    try {
      return second.join();
    } catch (CompletionException e) {
      journal.append(
          Doubt.NOT_REREAD.says(
              "the output topic was not read again: "
                  + Objects.requireNonNullElse(e.getCause(), e)));
      return null;
    }
  }

  private @Nullable Path reread(LocalEvidence.Tool tool) {
    if (!instruments.transactional()) {
      return null;
    }
    Properties p = instruments.connection();
    p.setProperty("topic", job.output());
    p.setProperty("committed", "${dir}/" + REREAD);
    p.setProperty("telemetry", "${dir}/" + Instruments.TELEMETRY);
    Node node = tool.run("output-reread", Reread.class.getName(), p);
    Path file = node.directory().resolve(REREAD);
    boolean whole =
        Files.exists(file)
            && LastLine.of(node.directory().resolve(Instruments.TELEMETRY))
                .map(l -> l.path("done").asBoolean())
                .orElse(false);
    try {
      return whole
          ? Files.move(file, data.resolve(REREAD), StandardCopyOption.REPLACE_EXISTING)
          : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
