package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.judge.Integrity;
import dev.rebound.analysis.judge.JournalEvidence;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.probe.CommitLog;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.lab.rig.Instruments;
import dev.rebound.lab.rig.RunningLoad;
import dev.rebound.lab.rig.RunningObserver;
import dev.rebound.lab.rig.Tools;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gathers what the processes of a local run left behind into {@code data/} of the run's folder. */
final class LocalEvidence {
  private final PlannedParts planned;
  private final RunDirectory directory;
  private final Journal journal;
  private final Tools tools;

  LocalEvidence(Job job, PlannedParts planned, Tools tools) {
    this.planned = planned;
    this.directory = job.directory();
    this.journal = job.journal();
    this.tools = tools;
  }

  /**
   * @param droppedLate records that the engine says it dropped as late
   */
  Evidence gather(
      List<RunningLoad.SentLog> sent,
      RunningObserver observing,
      LagProbe lag,
      @Nullable CommitLog commits,
      Drain drain,
      long droppedLate) {
    try {
      return gatherFiles(sent, observing, lag, commits, drain, droppedLate);
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot gather what the run measured: " + e,
          "Free disk space; the nodes' folders under " + directory.path() + " hold what there is.",
          e);
    }
  }

  private Evidence gatherFiles(
      List<RunningLoad.SentLog> sent,
      RunningObserver observing,
      LagProbe lag,
      @Nullable CommitLog commits,
      Drain drain,
      long droppedLate)
      throws IOException {
    JobSpec job = planned.parts().job();
    Instruments instruments = planned.instruments();
    List<Integer> hanging = hanging(drain);
    Path data = Files.createDirectories(directory.file("data"));
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
    int topics = instruments.outputFiles();
    Path committed = observed(observing, RunningObserver.COMMITTED, topics, data);
    Optional<Path> latency = observing.fetch(RunningObserver.LATENCY);
    if (latency.isPresent()) {
      take(latency, directory.file(RunningObserver.LATENCY));
    }
    Path uncommitted = null;
    if (instruments.transactional()) {
      uncommitted = observed(observing, RunningObserver.UNCOMMITTED, topics, data);
    }
    journal.append(new Event.Progress("reading the topics again"));
    OutputAudit.RereadFindings found =
        OutputAudit.of(job, instruments, data, journal, tools).run(sendLogs, committed, lag, drain);
    for (int i = 0; found.reread() != null && i < topics; i++) {
      name(ObservedFile.ofTopic(found.reread(), i));
    }
    EvidenceBuilder gathered =
        Evidence.of(
                Workloads.create(job.workload()),
                instruments.promise(),
                instruments.lanes(),
                sendLogs,
                committed)
            .uncommitted(uncommitted)
            .reread(found.reread())
            .resolved(found.resolved())
            .missingAcknowledged(found.missing())
            .inputReading(found.inputReading())
            .committedOffsets(found.committedOffsets())
            .inputEndOffsets(found.inputEndOffsets())
            .lastStable(drain.lastStable())
            .highWatermark(drain.highWatermark())
            .transactionsTimedOut(!hanging.isEmpty())
            .hangingLanes(hanging)
            .unfinished(found.unfinished())
            .droppedLate(droppedLate)
            .requests(requests)
            .asked(
                instruments.asked() instanceof SubjectInterface.OverHttp http
                    ? http.requests().nodes()
                    : List.of())
            .waiting(found.waiting())
            .commits(commits == null ? null : commits(commits));
    return new ReferenceRun(tools.platform(), tools.named("reference"), directory, journal)
        .of(
            JournalEvidence.of(directory.journal(), FaultPacer.plannedAs(planned.experiment()))
                .in(gathered)
                .build());
  }

  /** Takes what a reader saw of each output topic; returns the file of the first. */
  private Path observed(RunningObserver observing, String file, int topics, Path data)
      throws IOException {
    for (int i = topics - 1; i > 0; i--) {
      String its = ObservedFile.ofTopic(file, i);
      take(observing.fetch(its), data.resolve(its));
    }
    return take(observing.fetch(file), data.resolve(file));
  }

  private @Nullable Path commits(CommitLog commits) throws IOException {
    try {
      Path file = commits.end();
      name(file);
      return file;
    } catch (IOException e) {
      journal.append(
          Event.DoubtRaised.of(
              Doubt.PROBE_FAILED, "what the job committed could not be written: " + e, ""));
      return null;
    }
  }

  private List<Integer> hanging(Drain drain) {
    try {
      return drain.hanging();
    } catch (ReboundException e) {
      journal.append(
          Event.DoubtRaised.of(Doubt.TRANSACTIONS_UNKNOWN, String.valueOf(e.getMessage())));
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
    journal.append(Integrity.written(directory.path(), file));
  }
}
