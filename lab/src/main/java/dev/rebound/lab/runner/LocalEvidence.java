package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.judge.JournalEvidence;
import dev.rebound.analysis.judge.RunIntegrity;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.probe.CommitLog;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.LabTools;
import dev.rebound.lab.rig.RunningLoad;
import dev.rebound.lab.rig.RunningObserver;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what the processes of a job left behind into {@code data/} of its folder.
 *
 * @param commits null where the job reads nothing
 */
record LocalEvidence(
    Job job,
    LabTools tools,
    RunningObserver observing,
    LagProbe lag,
    @Nullable CommitLog commits,
    RemainingWork drain) {
  /**
   * @param droppedLate records that the engine says it dropped as late
   */
  Evidence gather(List<RunningLoad.SentLog> sent, long droppedLate) {
    try {
      return gatherFiles(sent, droppedLate);
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot gather what the run measured: " + e,
          "Free disk space; the nodes' folders under %s hold what there is."
              .formatted(job.directory().path()),
          e);
    }
  }

  private Evidence gatherFiles(List<RunningLoad.SentLog> sent, long droppedLate)
      throws IOException {
    Instruments instruments = tools.instruments();
    List<Integer> hanging = hanging();
    Path data = Files.createDirectories(job.directory().file("data"));
    List<Path> sendLogs = new ArrayList<>();
    List<Path> requests = new ArrayList<>();
    for (RunningLoad.SentLog one : sent) {
      if (one.log().isPresent()) {
        sendLogs.add(take(one.log(), data.resolve(one.by() + "-" + Instruments.SEND_LOG)));
      }
      if (one.requests().isPresent()) {
        requests.add(take(one.requests(), data.resolve(one.by() + "-" + Instruments.REQUESTS)));
      }
    }
    Path committed = observed(RunningObserver.COMMITTED, data);
    Optional<Path> latency = observing.fetch(RunningObserver.LATENCY);
    if (latency.isPresent()) {
      take(latency, job.directory().file(RunningObserver.LATENCY));
    }
    Path uncommitted =
        instruments.transactional() ? observed(RunningObserver.UNCOMMITTED, data) : null;
    job.journal().append(new Event.Progress("reading the topics again"));
    EvidenceBuilder gathered =
        Evidence.of(
                Workloads.create(instruments.workload()),
                instruments.promise(),
                instruments.lanes(),
                sendLogs,
                committed)
            .uncommitted(uncommitted)
            .lastStable(drain.lastStable())
            .highWatermark(drain.highWatermark())
            .transactionsTimedOut(!hanging.isEmpty())
            .hangingLanes(hanging)
            .droppedLate(droppedLate)
            .rows(instruments.asked().rows().isPresent())
            .requests(requests)
            .asked(
                instruments.asked() instanceof SubjectInterface.OverHttp http
                    ? http.requests().nodes()
                    : List.of());
    OutputAudit.of(data, job.journal(), tools).run(sendLogs, committed, lag, drain, gathered);
    for (int i = 0; gathered.reread() != null && i < instruments.outputFiles(); i++) {
      name(ObservedFile.ofTopic(gathered.reread(), i));
    }
    gathered.commits(commits == null ? null : commits(commits));
    return new ReferenceRun(
            tools.platform(), tools.named("reference"), job.directory(), job.journal())
        .of(
            JournalEvidence.of(job.directory().journal(), FaultPacer.plannedAs(job.experiment()))
                .in(gathered)
                .build());
  }

  /** Takes what a reader saw of each output topic; returns the file of the first. */
  private Path observed(String file, Path data) throws IOException {
    for (int i = tools.instruments().outputFiles() - 1; i > 0; i--) {
      String its = ObservedFile.ofTopic(file, i);
      take(observing.fetch(its), data.resolve(its));
    }
    return take(observing.fetch(file), data.resolve(file));
  }

  private @Nullable Path commits(CommitLog log) throws IOException {
    try {
      Path file = log.end();
      name(file);
      return file;
    } catch (IOException e) {
      doubt(Doubt.PROBE_FAILED, "what the job committed could not be written: " + e);
      return null;
    }
  }

  private List<Integer> hanging() {
    try {
      return drain.hanging();
    } catch (ReboundException e) {
      doubt(Doubt.TRANSACTIONS_UNKNOWN, String.valueOf(e.getMessage()));
      return List.of();
    }
  }

  /** Moves a bulk file into the run's folder and names it, with its hash, in the journal. */
  private Path take(Optional<Path> from, Path to) throws IOException {
    if (from.isPresent()) {
      Files.move(from.get(), to, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.createFile(to);
    }
    name(to);
    return to;
  }

  private void name(Path file) throws IOException {
    job.journal().append(RunIntegrity.written(job.directory().path(), file));
  }

  private void doubt(Doubt doubt, String message) {
    job.journal().append(Event.DoubtRaised.of(doubt, message));
  }
}
