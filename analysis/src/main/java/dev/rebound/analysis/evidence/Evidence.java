package dev.rebound.analysis.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rebound.workload.OutputTopic;
import dev.rebound.workload.Workload;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The evidence that checking and recovery analysis work from: files and times, nothing that runs.
 *
 * @param sendLogs one per generator
 * @param committed what the live read-committed reader saw; where there are {@link
 *     Workload#outputTopics several output topics}, of the first, and beside it lie the files of
 *     the others ({@link ObservedFile#ofTopic}), here and below
 * @param uncommitted what the live read-uncommitted reader saw; null if nothing is transactional
 * @param reread the output topic read again, read-committed, after the drain; null if that was not
 *     done
 * @param resolved outcome of unknown sends, found by reading the input topic: (generator, sequence)
 *     key as {@code generator << 48 | sequence} to offset; unknown sends that are not here were not
 *     stored
 * @param missingAcknowledged acknowledged sends whose offset does not hold them, same key; lost by
 *     Kafka
 * @param inputReading what else the input topic held when it was read to its end; null if it was
 *     not, and in earlier files
 * @param committedOffsets committed input offsets of the job over time, as sampled
 * @param inputEndOffsets end offsets of the input partitions over time, as sampled
 * @param faults what the nemesis did
 * @param phases start and end of phases, microseconds since the epoch
 * @param lastStable per output partition at the end of the drain, those of a later topic after
 *     those of the ones before; {@code highWatermark} likewise; if they differ, transactions were
 *     still open
 * @param transactionsTimedOut whether a transaction hangs on any of these partitions
 * @param hangingLanes numbers of those on which one does, in order; absent if none does, and in
 *     earlier files, where one that hangs stands for all that are open
 * @param unfinished what the job was still working on when the drain ended
 * @param droppedLate how many records the engine says that it dropped as late; 0 if it says nothing
 * @param rig what the rig itself did, once a second, in order of time; empty if that is not known
 * @param requests a {@link RequestLog} per generator, where requests were sent to a service; else
 *     empty
 * @param asked the node behind each address that requests went to in turn, an empty text for one
 *     that is none of the run's; empty if there are no requests, and in earlier files
 * @param waiting of these requests, those that were still on their way when the run ended
 * @param clocks of the brokers, where they are not the lab's
 * @param commits {@link CommitSamples} of the group that tells how far the job is; null if none
 *     does, and in earlier files
 * @param lives of every process of what is under test; empty if not all are known, and in earlier
 *     files
 * @param rows whether outputs are rows of a table, which have no order among them; false in earlier
 *     files
 */
@RecordBuilder
public record Evidence(
    Workload workload,
    DeliveryGuarantee promise,
    int partitions,
    List<Path> sendLogs,
    Path committed,
    @Nullable Path uncommitted,
    @Nullable Path reread,
    Map<Long, Long> resolved,
    Set<Long> missingAcknowledged,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable InputReading inputReading,
    List<OffsetSample> committedOffsets,
    List<OffsetSample> inputEndOffsets,
    List<FaultTimes> faults,
    List<PhaseTimes> phases,
    List<Long> lastStable,
    List<Long> highWatermark,
    boolean transactionsTimedOut,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<Integer> hangingLanes,
    UnfinishedWork unfinished,
    long droppedLate,
    List<RigSample> rig,
    List<Path> requests,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> asked,
    PendingRequests waiting,
    ClockOffset clocks,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Path commits,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<MemberLife> lives,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean rows) {

  public Evidence {
    // Earlier files say nothing of them.
    unfinished = Objects.requireNonNullElse(unfinished, UnfinishedWork.NOTHING);
    rig = Objects.requireNonNullElse(rig, List.of());
    requests = Objects.requireNonNullElse(requests, List.of());
    asked = Objects.requireNonNullElse(asked, List.of());
    waiting = Objects.requireNonNullElse(waiting, PendingRequests.NOT_ASKED);
    clocks = Objects.requireNonNullElse(clocks, ClockOffset.NONE);
    lives = Objects.requireNonNullElse(lives, List.of());
  }

  /**
   * The evidence of a run of which nothing else is known: not transactional, not read again,
   * without faults, phases and samples; its job had finished when the drain ended.
   */
  public static EvidenceBuilder of(
      Workload workload,
      DeliveryGuarantee promise,
      int partitions,
      List<Path> sendLogs,
      Path committed) {
    return EvidenceBuilder.builder()
        .workload(workload)
        .promise(promise)
        .partitions(partitions)
        .sendLogs(sendLogs)
        .committed(committed)
        .resolved(Map.of())
        .missingAcknowledged(Set.of())
        .committedOffsets(List.of())
        .inputEndOffsets(List.of())
        .faults(List.of())
        .phases(List.of())
        .lastStable(List.of())
        .highWatermark(List.of());
  }

  /** The same as each output topic alone shows it, in their order; itself where there is one. */
  public List<Evidence> ofTopics() {
    List<OutputTopic> topics = workload.outputTopics();
    List<Evidence> each = new ArrayList<>();
    for (int i = 0; i < topics.size(); i++) {
      int first = i * partitions;
      List<Integer> hanging =
          hangingLanes == null
              ? null
              : hangingLanes.stream()
                  .map(lane -> lane - first)
                  .filter(lane -> lane >= 0 && lane < partitions)
                  .toList();
      each.add(
          EvidenceBuilder.builder(this)
              .workload(topics.get(i).workload())
              .committed(ObservedFile.ofTopic(committed, i))
              .uncommitted(ofTopic(uncommitted, i))
              .reread(ofTopic(reread, i))
              .lastStable(ofTopic(lastStable, i))
              .highWatermark(ofTopic(highWatermark, i))
              .transactionsTimedOut(hanging == null ? transactionsTimedOut : !hanging.isEmpty())
              .hangingLanes(hanging)
              .build());
    }
    return topics.isEmpty() ? List.of(this) : each;
  }

  /** What an address that requests went to is called, by its number. */
  public String instance(int target) {
    String node = target < asked.size() ? asked.get(target) : "";
    return node.isEmpty() ? "instance " + (target + 1) : node;
  }

  /** When a phase was; empty if it was not. */
  public Optional<PhaseTimes> phase(String name) {
    return phases.stream().filter(phase -> phase.phase().equals(name)).findFirst();
  }

  /** How many records the input topic holds that no generator of the run sent. */
  public long foreign() {
    return inputReading == null ? 0 : inputReading.foreign();
  }

  /** Whether a transaction hangs on an output partition, where one is open. */
  public boolean hangs(int lane) {
    return hangingLanes == null ? transactionsTimedOut : hangingLanes.contains(lane);
  }

  /** When the fault after the one of an index began; {@link Long#MAX_VALUE} if it is the last. */
  public long nextSignalMicros(int index) {
    return index + 1 < faults.size() ? faults.get(index + 1).signalMicros() : Long.MAX_VALUE;
  }

  private static @Nullable Path ofTopic(@Nullable Path first, int topic) {
    return first == null ? null : ObservedFile.ofTopic(first, topic);
  }

  private List<Long> ofTopic(List<Long> lanes, int topic) {
    int from = Math.min(lanes.size(), topic * partitions);
    return lanes.subList(from, Math.min(lanes.size(), from + partitions));
  }

  /**
   * What the input topic holds beside what was sent.
   *
   * @param storedTwice sends that it holds more than once, keys as of {@link #resolved}
   * @param moved how many acknowledged sends stand at another offset than the acknowledged one
   * @param foreign how many records no generator of the run sent
   * @param storedMore of those that it holds more than twice: how often; none in earlier files
   */
  public record InputReading(
      Set<Long> storedTwice,
      long moved,
      long foreign,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Long, Integer> storedMore) {
    public InputReading {
      // Earlier files say nothing of it.
      storedMore = Objects.requireNonNullElse(storedMore, Map.of());
    }

    /** One in which nothing is there more than twice. */
    public InputReading(Set<Long> storedTwice, long moved, long foreign) {
      this(storedTwice, moved, foreign, Map.of());
    }

    /** Of sends that are there more than once: how often. */
    public static InputReading of(Map<Long, Integer> copies, long moved, long foreign) {
      Map<Long, Integer> more = new HashMap<>(copies);
      more.values().removeIf(times -> times <= 2);
      return new InputReading(Set.copyOf(copies.keySet()), moved, foreign, more);
    }

    /** How often a send is there that is there at all. */
    public int copies(long send) {
      return storedMore.getOrDefault(send, storedTwice.contains(send) ? 2 : 1);
    }
  }

  /**
   * @param offsets per input partition; -1 where unknown
   */
  public record OffsetSample(long atMicros, List<Long> offsets) {
    public OffsetSample {
      // A long run has a million of these.
      offsets = new PackedLongs(offsets.stream().mapToLong(Long::longValue).toArray());
    }
  }

  /** Numbers in 8 bytes each. */
  private static final class PackedLongs extends AbstractList<Long> implements RandomAccess {
    private final long[] numbers;

    PackedLongs(long[] numbers) {
      this.numbers = numbers;
    }

    @Override
    public Long get(int index) {
      return numbers[index];
    }

    @Override
    public int size() {
      return numbers.length;
    }
  }

  /**
   * The rig's own doings in the second before a time; NaN where they were not read.
   *
   * @param hostCpu share of all cores in use, 0 to 1
   * @param steal share of all cores' time that the hypervisor gave to others, 0 to 1
   * @param slipMillis how late the latest generator was by its own fault
   * @param observerLag outputs that the observer had yet to read
   * @param hostSpeed work of one core in a CPU-second, in bytes
   * @param clockMicros wall clock minus monotonic clock: where it changes from one sample to the
   *     next, the wall clock was set
   */
  public record RigSample(
      long atMicros,
      double hostCpu,
      double steal,
      double slipMillis,
      double observerLag,
      double hostSpeed,
      long clockMicros) {
    private static final long CLOCK_STEP_MICROS = 50_000;

    /** By how much the wall clock was first set between two of these, in order; 0 if never. */
    public static long clockStepMicros(List<RigSample> samples) {
      for (int i = 1; i < samples.size(); i++) {
        long step = samples.get(i).clockMicros() - samples.get(i - 1).clockMicros();
        if (Math.abs(step) > CLOCK_STEP_MICROS) {
          return step;
        }
      }
      return 0;
    }
  }

  /**
   * @param heldWork whether a victim was said to hold work
   * @param workUntold true if nobody tells who holds work, so that only the output shows it
   * @param signalMicros first signal
   * @param transitions what the engine said after it and before the next fault
   * @param returnedMicros when the first victim was restarted or resumed; 0 if none was
   * @param returns when each victim was restarted or resumed, in order
   * @param declared the steps that the engine has of such a fault; null if it did not say
   * @param turns of a fault that hit its victims in turns; null if it hit them all at once
   * @param effect what it does to its victims; absent where its kind tells
   * @param lasting of one that lasts and leaves its victims' processes to live; absent of others,
   *     and in earlier files
   */
  @RecordBuilder
  @RecordBuilder.Options(prefixEnclosingClassNames = false)
  public record FaultTimes(
      int fault,
      String kind,
      String role,
      List<String> victims,
      boolean confirmed,
      boolean heldWork,
      boolean workUntold,
      long signalMicros,
      List<Transition> transitions,
      long returnedMicros,
      List<Long> returns,
      @Nullable Set<Step> declared,
      @Nullable FaultTurns turns,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Effect effect,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LastingTimes lasting) {

    public FaultTimes {
      effect = Effect.told(kind, effect);
      Objects.requireNonNull(returns, "returns");
      if (returnedMicros == 0 && !returns.isEmpty()) {
        returnedMicros = returns.get(0);
      }
    }

    /**
     * One that was confirmed and hit its victims, who held work, all at once; they stay away, and
     * the engine said nothing.
     */
    public static FaultTimesBuilder of(
        int fault, String kind, String role, List<String> victims, long signalMicros) {
      return FaultTimesBuilder.builder()
          .fault(fault)
          .kind(kind)
          .role(role)
          .victims(victims)
          .confirmed(true)
          .heldWork(true)
          .signalMicros(signalMicros)
          .transitions(List.of())
          .returns(List.of());
    }
  }

  /**
   * The course of a fault that hit its victims in turns, such as a rolling redeployment.
   *
   * @param signals first signal of each turn, microseconds since the epoch, in order
   * @param overMicros when the last victims were back at work
   */
  public record FaultTurns(List<Long> signals, long overMicros) {}

  /**
   * The course of a fault that lasts and leaves its victims' processes to live.
   *
   * @param healedMicros when the last of its victims was healed, microseconds since the epoch; 0 if
   *     not all were
   * @param told whether what is under test says of itself whom it misses
   * @param ended victims that ended by themselves while it held them, in order
   */
  public record LastingTimes(long healedMicros, boolean told, List<EndedVictim> ended) {
    public LastingTimes {
      ended = List.copyOf(ended);
    }
  }

  /**
   * A victim that ended by itself while a fault held it.
   *
   * @param exitStatus or -1 where nobody is told
   * @param again whether a restart policy had it started again; else its fault's healing did
   */
  public record EndedVictim(String node, long atMicros, int exitStatus, boolean again) {}

  /** When a phase was, microseconds since the epoch. */
  public record PhaseTimes(String phase, long startMicros, long endMicros) {
    public boolean holds(long micros) {
      return micros >= startMicros && micros < endMicros;
    }
  }
}
