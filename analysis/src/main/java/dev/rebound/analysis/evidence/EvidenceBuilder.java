package dev.rebound.analysis.evidence;

import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.OffsetSample;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes {@link Evidence} part by part, each named as it is there. For use by one thread. */
public final class EvidenceBuilder {
  private final Workload workload;
  private final Promise promise;
  private final int partitions;
  private final List<Path> sendLogs;
  private final Path committed;
  private @Nullable Path uncommitted;
  private @Nullable Path reread;
  private Map<Long, Long> resolved = Map.of();
  private Set<Long> missingAcknowledged = Set.of();
  private List<OffsetSample> committedOffsets = List.of();
  private List<OffsetSample> inputEndOffsets = List.of();
  private List<FaultTimes> faults = List.of();
  private List<PhaseTimes> phases = List.of();
  private List<Long> lastStable = List.of();
  private List<Long> highWatermark = List.of();
  private boolean transactionsTimedOut = false;
  private Unfinished unfinished = Unfinished.NOTHING;
  private long droppedLate = 0;
  private List<RigSample> rig = List.of();
  private List<Path> requests = List.of();
  private Waiting waiting = Waiting.NOT_ASKED;

  EvidenceBuilder(
      Workload workload, Promise promise, int partitions, List<Path> sendLogs, Path committed) {
    this.workload = workload;
    this.promise = promise;
    this.partitions = partitions;
    this.sendLogs = sendLogs;
    this.committed = committed;
  }

  public EvidenceBuilder uncommitted(@Nullable Path uncommitted) {
    this.uncommitted = uncommitted;
    return this;
  }

  public EvidenceBuilder reread(@Nullable Path reread) {
    this.reread = reread;
    return this;
  }

  public EvidenceBuilder resolved(Map<Long, Long> resolved) {
    this.resolved = resolved;
    return this;
  }

  public EvidenceBuilder missingAcknowledged(Set<Long> missingAcknowledged) {
    this.missingAcknowledged = missingAcknowledged;
    return this;
  }

  public EvidenceBuilder committedOffsets(List<OffsetSample> committedOffsets) {
    this.committedOffsets = committedOffsets;
    return this;
  }

  public EvidenceBuilder inputEndOffsets(List<OffsetSample> inputEndOffsets) {
    this.inputEndOffsets = inputEndOffsets;
    return this;
  }

  public EvidenceBuilder faults(List<FaultTimes> faults) {
    this.faults = faults;
    return this;
  }

  public EvidenceBuilder phases(List<PhaseTimes> phases) {
    this.phases = phases;
    return this;
  }

  public EvidenceBuilder transactionsTimedOut(boolean transactionsTimedOut) {
    this.transactionsTimedOut = transactionsTimedOut;
    return this;
  }

  public EvidenceBuilder unfinished(Unfinished unfinished) {
    this.unfinished = unfinished;
    return this;
  }

  public EvidenceBuilder droppedLate(long droppedLate) {
    this.droppedLate = droppedLate;
    return this;
  }

  public EvidenceBuilder rig(List<RigSample> rig) {
    this.rig = rig;
    return this;
  }

  public EvidenceBuilder requests(List<Path> requests) {
    this.requests = requests;
    return this;
  }

  public EvidenceBuilder waiting(Waiting waiting) {
    this.waiting = waiting;
    return this;
  }

  /** Where the output topic ended when the drain did, for readers of each isolation level. */
  public EvidenceBuilder ends(List<Long> lastStable, List<Long> highWatermark) {
    this.lastStable = lastStable;
    this.highWatermark = highWatermark;
    return this;
  }

  public Evidence build() {
    return new Evidence(
        workload,
        promise,
        partitions,
        sendLogs,
        committed,
        uncommitted,
        reread,
        resolved,
        missingAcknowledged,
        committedOffsets,
        inputEndOffsets,
        faults,
        phases,
        lastStable,
        highWatermark,
        transactionsTimedOut,
        unfinished,
        droppedLate,
        rig,
        requests,
        waiting);
  }
}
