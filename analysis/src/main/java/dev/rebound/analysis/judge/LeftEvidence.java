package dev.rebound.analysis.judge;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.base.ReboundException;
import dev.rebound.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The evidence of a run whose lab was killed: what its journal holds, and the files of its load
 * generators and its observer, where they lie. All inputs may yet be worked on, so that no output
 * that is missing is lost.
 */
public final class LeftEvidence {
  private final Path run;
  private final JournalEvidence journal;

  private LeftEvidence(Path run, JournalEvidence journal) {
    this.run = run;
    this.journal = journal;
  }

  /** What a run left; empty if that is nothing to be checked. */
  public static Optional<Evidence> of(
      Path run, JournalEvidence journal, Workload workload, DeliveryGuarantee promise) {
    try {
      return new LeftEvidence(run, journal).gathered(workload, promise);
    } catch (IOException e) {
      throw ReboundException.unreadable(
          run, "See what it measured with `rebound report " + run + "`, or run it again.", e);
    }
  }

  private Optional<Evidence> gathered(Workload workload, DeliveryGuarantee promise)
      throws IOException {
    List<Path> sendLogs = files("generator", "sendlog.bin");
    List<Path> committed = files("observer", "observed-committed.bin");
    if (sendLogs.isEmpty() || committed.isEmpty()) {
      return Optional.empty();
    }
    int lanes;
    try (SendLog log = SendLog.open(sendLogs.get(0))) {
      lanes = log.partitions();
    }
    List<Path> uncommitted = files("observer", "observed-uncommitted.bin");
    EvidenceBuilder evidence =
        Evidence.of(workload, promise, lanes, sendLogs, committed.get(0))
            .uncommitted(
                promise.transactional() && !uncommitted.isEmpty() ? uncommitted.get(0) : null)
            .requests(files("generator", "requests.bin"))
            .unfinished(new UnfinishedWork(Collections.nCopies(lanes, 0L), List.of(), true));
    return Optional.of(journal.in(evidence).build());
  }

  /** The file of each instrument of a role: gathered already, or where its process wrote it. */
  private List<Path> files(String role, String name) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String node : journal.nodes(role)) {
      for (String place :
          List.of("data/" + node + "-" + name, "data/" + name, "nodes/" + node + "/" + name)) {
        Path file = run.resolve(place);
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && file.toRealPath().startsWith(run.toRealPath())) {
          files.add(file);
          break;
        }
      }
    }
    return files;
  }
}
