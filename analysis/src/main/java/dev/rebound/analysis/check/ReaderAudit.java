package dev.rebound.analysis.check;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.result.DuplicateCause;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One pass over what one reader of the output topic saw, and over what it missed: duplicated,
 * reordered, unexpected and uncommitted outputs, and running counts. What was read out is taken as
 * the topic holds it in the end, where that was read. No object is made per output.
 *
 * <p>Memory beside {@link FirstTimes}: 4 bytes per chain, or 8 where outputs may lie on any
 * partition.
 */
final class ReaderAudit {
  private final Due due;

  /** Whether each output must say what just one correct run could. */
  private final boolean exact;

  private final OutputLookup output;
  private final FirstTimes appearances;
  private final StateAudit state;
  private final @Nullable SecondReading second;
  private final boolean rows;

  /** Until then a live reader was to see all that is appended. */
  private final long endMicros;

  /** What the clocks that stamp appends show too much. */
  private final long clockMillis;

  private final @Nullable OpenOutputs behind;

  /** By what copies are told from each other; null where commits were not read, or nobody asks. */
  private final @Nullable DuplicateCauses causes;

  /** Whether the input topic holds records that no generator of the run sent. */
  private final boolean foreignInput;

  private final List<Path> requests;
  private final FirstListener listener;
  private final int[] lastOffset;

  /** By chain of outputs that may lie on any partition: the one of the newest. */
  private final int[] lastPartition;

  private final LargeArrays.Bits apart = new LargeArrays.Bits();
  private long chainsApart;
  private boolean timed;

  /** By output of an input that is stored more than once: how often it came again. */
  private final Map<Long, Integer> repeats = new HashMap<>();

  private long observed;
  private long readouts;

  final FindingTally duplicated = new FindingTally(FindingKind.DUPLICATED);
  final FindingTally reordered = new FindingTally(FindingKind.REORDERED);
  final FindingTally unexpected = new FindingTally(FindingKind.UNEXPECTED);
  final FindingTally uncommitted = new FindingTally(FindingKind.UNCOMMITTED);
  final FindingTally missedLive = new FindingTally(FindingKind.MISSED_LIVE);
  final FindingTally pending = new FindingTally(FindingKind.PENDING);
  final FindingTally misled = new FindingTally(FindingKind.MISLED);
  final FindingTally fromInput = new FindingTally(FindingKind.FROM_INPUT);
  final FindingTally diverged = new FindingTally(FindingKind.DIVERGED);

  /**
   * @param second what the topic held after the drain; null if nobody looked
   * @param behind notes what stands behind the last stable offset; null for readers that cannot see
   *     it
   * @param causes takes each copy; null for none
   */
  ReaderAudit(
      Evidence evidence,
      Due due,
      FirstTimes appearances,
      @Nullable SecondReading second,
      @Nullable OpenOutputs behind,
      @Nullable DuplicateCauses causes,
      FirstListener listener) {
    this.due = due;
    this.exact = evidence.promise().state() == Guarantee.EXACTLY_ONCE;
    this.output = new OutputLookup(due);
    this.appearances = appearances;
    this.state = due.stateAudit(exact, diverged);
    this.second = second;
    this.rows = evidence.rows();
    this.endMicros = evidence.phase("drain").map(PhaseTimes::endMicros).orElse(Long.MAX_VALUE);
    this.clockMillis = evidence.clocks().millis();
    this.behind = behind;
    this.causes = causes;
    this.foreignInput = evidence.foreign() > 0;
    this.requests = evidence.requests();
    this.listener = listener;
    this.lastOffset = new int[evidence.rows() ? 0 : due.table().chains()];
    this.lastPartition = new int[due.table().outputLanes() > 0 ? 0 : lastOffset.length];
  }

  void read(Path file) throws IOException {
    try (ObservedFile.Reader entry = new ObservedFile.Reader(file)) {
      while (entry.next()) {
        take(entry);
      }
    }
    if (second != null) {
      second.eachUnconfirmed(this::takeMissed);
      second.eachReadout(state::readout);
    }
  }

  private void take(ObservedFile.Reader entry) {
    if (second != null && !rows && second.confirmed(entry)) {
      return; // a reader that took its place anew came by once more; no row is handed over twice
    }
    boolean stands = second == null || second.confirms(entry);
    if (!stands) {
      uncommitted(entry);
    }
    long index = judge(entry);
    if (index < 0) {
      return;
    }
    if (second != null && stands) {
      second.confirmOutput(index);
    }
    Observation said = stands ? entry : new Gone(entry);
    if (appearances.mark(index, appendMillis(entry), entry.receiptMicros())) {
      first(entry, said, entry.receiptMicros());
      checkOrder(entry);
    } else {
      again(entry, said);
      duplicated(entry, " again");
    }
  }

  /** An output that stands there no more, so that its place tells nothing. */
  private record Gone(Observation seen) implements Observation.Like {
    @Override
    public int partition() {
      return -1;
    }

    @Override
    public long offset() {
      return -1;
    }

    @Override
    public boolean stands() {
      return false;
    }
  }

  /**
   * Takes what only the second reading has. An output appears a second time by it if it also stands
   * where the live reader saw it, or elsewhere in this reading; one that the live reader was given
   * only where it stands no more, does not.
   */
  private void takeMissed(ObservedFile.Reader entry) {
    long appendMicros = appendMillis(entry) * 1000;
    if (appendMicros <= endMicros) {
      missed(entry);
    }
    long index = judge(entry);
    if (index < 0 || second == null) {
      return;
    }
    boolean once = second.confirmOutput(index);
    if (appearances.mark(index, appendMillis(entry), appendMicros)) {
      first(entry, entry, appendMicros);
    } else if (!once) {
      again(entry, entry);
      duplicated(entry, " again, found on reading again,");
    } else if (!state.inTheEnd(entry)) {
      output.find(entry);
      state.wrong(entry, output, () -> identity(entry) + " in the end" + seen(entry));
    }
  }

  private long appendMillis(ObservedFile.Reader entry) {
    return entry.appendMillis() - clockMillis;
  }

  /** Judges everything but when and how often; number of the output, or less than 0 if none. */
  private long judge(ObservedFile.Reader entry) {
    if (entry.kind() == ObservedFile.KIND_READOUT) {
      readouts++;
      int lane = due.table().laneOf(entry.key());
      if (lane >= 0 && entry.partition() != lane) {
        misplaced(entry, lane);
      }
      if (second == null) {
        state.readout(entry);
      }
      return Due.NOT_DUE;
    }
    observed++;
    if (entry.kind() == ObservedFile.KIND_UNREADABLE) {
      if (due.unjudged() != null) {
        // Where nobody says what must come out, nobody says how it is to be read.
        return Due.NOT_JUDGED;
      }
      unexplained().add(0, -1, () -> due.describeUnreadable() + seen(entry));
      return Due.NOT_DUE;
    }
    long index = index(entry);
    if (index < 0) {
      notDue(entry, index);
      return index;
    }
    int lane = due.table().outputLane(index);
    if (lane >= 0 && entry.partition() != lane) {
      misplaced(entry, lane);
    }
    timed |= entry.timeDigest() != 0;
    if (behind != null) {
      behind.note(index, entry.partition(), entry.offset());
    }
    return index;
  }

  private void misplaced(ObservedFile.Reader entry, int lane) {
    note(
        unexpected,
        entry,
        () -> identity(entry) + ", due on output partition " + lane + "," + seen(entry));
  }

  private long index(ObservedFile.Reader entry) {
    return entry.kind() == ObservedFile.KIND_MATCH ? output.find(entry) : Due.NOT_DUE;
  }

  /** Counts a finding about the input record that an output is of, or about none. */
  private void note(FindingTally tally, ObservedFile.Reader entry, Supplier<String> example) {
    if (entry.kind() == ObservedFile.KIND_MATCH) {
      output.find(entry);
      tally.add(output.inputLane(), output.inputOffset(), example);
    } else {
      tally.add(0, -1, example);
    }
  }

  /** What is stored more than once explains as many outputs, and no more. */
  private void duplicated(ObservedFile.Reader entry, String how) {
    long index = output.find(entry);
    int copies = output.copies();
    boolean twice = copies > 1 && repeats.merge(index, 1, Integer::sum) < copies;
    boolean doubted = twice || state.inDoubt(entry);
    String cause = doubted ? "" : cause(entry, index);
    note(
        doubted ? fromInput : duplicated,
        entry,
        () ->
            identity(entry)
                + how
                + seen(entry)
                + (twice
                    ? ": the input topic holds its input more than once"
                    : doubted ? ": an input that it may hold is in doubt" : cause));
  }

  /** Counts a copy by its cause; what that is in words, if anyone asks. The lookup stands at it. */
  private String cause(ObservedFile.Reader entry, long index) {
    if (causes == null) {
      return "";
    }
    boolean one =
        output.inputOffset() >= 0
            && due.windows() == null
            && due.alsoOf(index) == Ledger.NONE
            && due.table().inputsOf(index) == 1;
    DuplicateCause cause =
        causes.count(
            one ? output.inputLane() : -1,
            output.inputOffset(),
            appearances.appendMicros(index),
            appendMillis(entry) * 1000);
    return ": " + cause.words();
  }

  private void missed(ObservedFile.Reader entry) {
    note(
        missedLive, entry, () -> identity(entry) + ", which the live reader missed," + seen(entry));
  }

  private void uncommitted(ObservedFile.Reader entry) {
    note(uncommitted, entry, () -> identity(entry) + seen(entry) + gone(entry));
  }

  private String gone(ObservedFile.Reader entry) {
    if (second == null) {
      return "";
    }
    long index = index(entry);
    return (second.occupied(entry.partition(), entry.offset())
            ? ", another record there when read again"
            : ", gone when read again")
        + (index >= 0 && !second.holds(index) ? ", and nowhere else" : "");
  }

  /**
   * Takes a first appearance; the lookup stands at it.
   *
   * @param said the same as the state is to take it
   */
  private void first(ObservedFile.Reader entry, Observation said, long receiptMicros) {
    listener.first(output.dueMicros(), appendMillis(entry), receiptMicros);
    if (!state.first(said)) {
      state.wrong(entry, output, () -> identity(entry) + seen(entry));
    }
  }

  private void again(ObservedFile.Reader entry, Observation said) {
    if (!state.again(said)) {
      output.find(entry);
      state.wrong(entry, output, () -> identity(entry) + " again" + seen(entry));
    }
  }

  /** Outputs on several partitions have no order among them. */
  private void checkOrder(ObservedFile.Reader entry) {
    int chain = lastOffset.length == 0 ? -1 : output.chain();
    if (chain < 0) {
      return;
    }
    long offset = output.inputOffset();
    // Offset + 1, so that 0 means "none yet"; differences stay right past 2^31.
    int now = (int) (offset + 1);
    int before = lastOffset[chain];
    lastOffset[chain] = now;
    if (lastPartition.length > 0) {
      int partition = lastPartition[chain];
      lastPartition[chain] = entry.partition();
      if (before != 0 && partition != entry.partition()) {
        chainsApart += apart.add(chain) ? 1 : 0;
        return;
      }
    }
    if (before != 0 && now - before < 0) {
      reordered.add(
          output.inputLane(),
          offset,
          () ->
              "%s after the output of input offset %s%s"
                  .formatted(identity(entry), offset + (before - now), seen(entry)));
    }
  }

  private void notDue(ObservedFile.Reader entry, long why) {
    if (why == Due.NOT_JUDGED) {
      return;
    }
    if (why == Due.LOST_INPUT) {
      // The job had read the record before Kafka lost it: that finding stands for itself.
      return;
    }
    if (why == Due.UNKNOWN_INPUT) {
      pending.add(
          0, -1, () -> identity(entry) + ", whose send has no known outcome," + seen(entry));
      return;
    }
    boolean allowed = why == Due.OF_WRONG_STATE && !exact;
    if (allowed) {
      state.misled(entry, () -> identity(entry) + seen(entry));
    }
    note(
        allowed ? misled : unexplained(),
        entry,
        () ->
            identity(entry) + ", " + due.describeNotDue(entry) + status(entry) + "," + seen(entry));
  }

  /** What no input explains may come of one that no generator of the run sent. */
  private FindingTally unexplained() {
    return foreignInput ? fromInput : unexpected;
  }

  private String identity(ObservedFile.Reader entry) {
    if (entry.kind() == ObservedFile.KIND_UNREADABLE) {
      return due.describeUnreadable();
    }
    return entry.kind() == ObservedFile.KIND_READOUT
        ? due.describeReadout(entry)
        : due.describe(entry);
  }

  /** The status of the answer to the request that an output is of, in words. */
  private String status(ObservedFile.Reader entry) {
    for (Path file : requests) {
      try (RequestLog log = RequestLog.open(file)) {
        boolean its = log.generator() == entry.generator() && entry.sequence() < log.requests();
        int status = its ? log.request(entry.sequence()).status() : 0;
        if (status > 0) {
          return " (status " + status + ")";
        }
      } catch (IOException e) {
        // what cannot be read is told where requests are counted
        return "";
      }
    }
    return "";
  }

  private static String seen(ObservedFile.Reader entry) {
    return " at output partition %s, offset %s, appended %s, received %s"
            .formatted(
                entry.partition(),
                entry.offset(),
                Ledger.time(entry.appendMillis() * 1000),
                Ledger.time(entry.receiptMicros()))
        + (entry.kind() == ObservedFile.KIND_UNREADABLE || entry.incarnation() == 0
            ? ""
            : ", from node " + entry.node() + ", incarnation " + entry.incarnation());
  }

  /** Keys whose outputs lie on several partitions, so that they have no order. */
  long chainsApart() {
    return chainsApart;
  }

  /** True if the id of any output that is due said when its input was to be sent. */
  boolean timed() {
    return timed;
  }

  /** Outputs seen, readouts left out. */
  long observed() {
    return observed;
  }

  /** True if nothing came at all, no readout either. */
  boolean sawNothing() {
    return observed == 0 && readouts == 0;
  }

  /**
   * The judgement of the job's state; adds to {@link #diverged}, so to be asked once.
   *
   * @param finished whether the job had said all
   */
  StateAudit.StateJudgement judgeState(boolean finished) {
    return state.judge(!finished);
  }

  /** See {@link StateAudit#lackingInputs}. */
  long lackingInputs() {
    return state.lackingInputs();
  }

  /** Why an output that never came may not be lost; null if it is. */
  @Nullable String mayBeElsewhere(long index) {
    return state.mayBeElsewhere(index);
  }

  /** Copies by their cause, {@link Finding#byCommit}. */
  Map<String, Long> byCommit() {
    return causes == null ? Map.of() : causes.counts();
  }

  FirstTimes appearances() {
    return appearances;
  }
}
