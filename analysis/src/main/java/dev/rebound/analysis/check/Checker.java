package dev.rebound.analysis.check;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.FindingKind.Need;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.Results.Unlooked;
import dev.rebound.oracle.Oracles;
import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UnjudgedAspects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Compares what was due with what each reader saw: a pure function from files to findings, defined
 * in docs/measuring.md.
 *
 * <p>Use: {@link #read} once, then {@link #audits} when the ends of the recoveries are known. For
 * use by one thread.
 */
public final class Checker {
  public static final String READ_COMMITTED = "read-committed";
  public static final String READ_UNCOMMITTED = "read-uncommitted";

  private final Evidence evidence;
  private final SendLedger ledger;
  private final Due due;
  private final OpenOutputs behind;
  private final Map<String, String> unjudged = new LinkedHashMap<>();
  private final Set<FindingKind> atLeast = EnumSet.noneOf(FindingKind.class);
  private @Nullable SecondReading second;
  private @Nullable ReaderAudit committed;
  private @Nullable ReaderAudit uncommitted;
  private @Nullable Long excess;

  public Checker(Evidence evidence, SendLedger ledger, Due due) {
    this.evidence = evidence;
    this.ledger = ledger;
    this.due = due;
    this.behind = new OpenOutputs(evidence.lastStable(), evidence.highWatermark());
  }

  /**
   * Reads every file once.
   *
   * @param committedTimes is filled with first appearances for the live read-committed reader
   * @param uncommittedTimes likewise for the live read-uncommitted reader; stays empty if there was
   *     none
   * @param listener hears of the former
   */
  public void read(FirstTimes committedTimes, FirstTimes uncommittedTimes, FirstListener listener)
      throws IOException {
    if (evidence.reread() != null) {
      second = SecondReading.of(evidence.reread(), due);
    }
    Path commits = evidence.commits();
    DuplicateCauses causes = commits == null ? null : DuplicateCauses.of(evidence, commits);
    committed = new ReaderAudit(evidence, due, committedTimes, second, null, causes, listener);
    committed.read(evidence.committed());
    if (evidence.uncommitted() != null) {
      FirstListener none = (intended, append, receipt) -> {};
      uncommitted = new ReaderAudit(evidence, due, uncommittedTimes, null, behind, null, none);
      uncommitted.read(evidence.uncommitted());
    }
  }

  /** One audit per reader, the judged one first. */
  public List<Audit> audits(Attribution attribution) {
    if (committed == null) {
      throw new IllegalStateException("audits before read");
    }
    List<Audit> audits = new ArrayList<>();
    audits.add(audit(READ_COMMITTED, committed, true, attribution));
    if (uncommitted != null) {
      audits.add(audit(READ_UNCOMMITTED, uncommitted, false, attribution));
    }
    return audits;
  }

  /** Metric to the reason why it could not be judged; complete after {@link #audits}. */
  public Map<String, String> unjudged() {
    return unjudged;
  }

  /** Kinds of which there may be more than was found, as not all could be judged. */
  public Set<FindingKind> atLeast() {
    return atLeast;
  }

  /**
   * By how much final counts exceed what was due, over all rules, for the judged reader; null where
   * nothing tells it.
   */
  public @Nullable Long excess() {
    return excess;
  }

  /** Outputs due. */
  public long due() {
    return due.table().size();
  }

  private Audit audit(String reader, ReaderAudit reading, boolean judged, Attribution attribution) {
    StateAudit.StateJudgement state = reading.judgeState(finished());
    FindingTally lost = new FindingTally(FindingKind.LOST);
    FindingTally late = new FindingTally(FindingKind.DROPPED_LATE);
    missing(reading, lost, late, judged);
    List<FindingTally> tallies =
        new ArrayList<>(
            List.of(
                lost,
                reading.duplicated,
                reading.reordered,
                reading.diverged,
                reading.unexpected,
                reading.uncommitted,
                reading.missedLive,
                open(FindingKind.OPEN, lane -> true),
                open(FindingKind.HANGING, evidence::hangs),
                lostByKafka(),
                refusedInput(),
                reading.fromInput,
                reading.pending));
    if (requested()) {
      tallies.removeIf(tally -> tally.kind().needs(Need.TOPICS));
    }
    if (evidence.workload().dropsLate()) {
      tallies.add(1, late);
    }
    if (due.tellsWrongStates()) {
      tallies.add(reading.misled);
    }
    List<Finding> findings = new ArrayList<>();
    for (FindingTally tally : tallies) {
      Finding finding =
          tally.finding(!judged || tally.kind().allowedBy(evidence.promise()), attribution);
      findings.add(tally == reading.duplicated ? finding.by(reading.byCommit()) : finding);
    }
    if (judged) {
      excess = state.excess();
      noteUnjudged(reading, lost, state);
    }
    return new Audit(
        reader,
        judged,
        due(),
        reading.appearances().distinct(),
        reading.observed(),
        findings,
        null,
        judged ? notJudged(reading, state.notJudged()) : List.of());
  }

  /**
   * What of outputs was held against nothing.
   *
   * @param more what showed only when they were judged
   */
  private List<Unlooked> notJudged(ReaderAudit reading, List<NotJudged> more) {
    List<NotJudged> passed = new ArrayList<>(due.notJudged());
    passed.addAll(more);
    if (evidence.rows() && !passed.contains(UnjudgedAspects.ORDER)) {
      passed.add(UnjudgedAspects.ORDER);
    }
    List<Unlooked> all = new ArrayList<>();
    for (NotJudged one : passed) {
      FindingKind kind = one.whole() ? kind(one.aspect()) : null;
      all.add(new Unlooked(one.aspect().word(), one.what(), kind, one.remedy()));
    }
    boolean told = passed.stream().anyMatch(one -> one.aspect() == NotJudged.Aspect.TIME);
    if (due.idsTellTimes() && !told && !reading.timed() && reading.appearances().distinct() > 0) {
      String what = "whether outputs are of this run: earlier versions kept no times of ids";
      all.add(new Unlooked(NotJudged.Aspect.TIME.word(), what, null, ""));
    }
    return List.copyOf(all);
  }

  /**
   * The kind of finding that nothing can be of where an aspect is not looked at; null if others
   * can.
   */
  private static @Nullable FindingKind kind(NotJudged.Aspect aspect) {
    return switch (aspect) {
      case LOSS -> FindingKind.LOST;
      case DUPLICATES -> FindingKind.DUPLICATED;
      case CONTENT -> FindingKind.DIVERGED;
      case ORDER -> FindingKind.REORDERED;
      case KEY, PARTITION, TIME -> null;
    };
  }

  /**
   * True unless the job was seen to be still at work when the drain ended, what it wrote stands in
   * a transaction that nobody has ended, or it was to read out what it had left and may not have.
   */
  private boolean finished() {
    UnfinishedWork left = evidence.unfinished();
    boolean unread = left.undrained() && evidence.workload().shape().closes();
    return !left.any() && behind.openPartitions() == 0 && !unread;
  }

  /** True if what a service wrote is judged, and not outputs of a job. */
  private boolean requested() {
    return !evidence.requests().isEmpty();
  }

  /**
   * Outputs that the topic does not hold after the drain, or that never appeared where nobody read
   * it again: lost, or pending where they may stand in an open transaction or the job was still at
   * work on them when the drain ended. As many of those that never came are late as the engine says
   * that it dropped so, beside those that windows lack which came; which ones it does not say.
   */
  private void missing(
      ReaderAudit reading, FindingTally lost, FindingTally late, boolean committedReader) {
    DueTable table = due.table();
    boolean placed = table.outputLanes() > 0;
    long[] pendingAtMost = new long[evidence.partitions()];
    long[] shuffledAtMost = new long[evidence.partitions()];
    for (int p = 0; p < pendingAtMost.length; p++) {
      shuffledAtMost[placed ? p : 0] += evidence.unfinished().shuffledTo(p);
    }
    for (int p = 0; committedReader && p < evidence.lastStable().size(); p++) {
      pendingAtMost[placed ? p : 0] += behind.records(p);
    }
    long lateAtMost =
        evidence.workload().dropsLate() ? evidence.droppedLate() - reading.lackingInputs() : 0;
    FirstTimes appearances = reading.appearances();
    NewestDelivered newest = newestDelivered(appearances, committedReader);
    long from = 0;
    for (int strand = 0; strand < table.strands(); strand++) {
      DueInputWalk input = table.walk(strand);
      long until = table.firstOf(strand + 1);
      for (long i = nextMissing(appearances, committedReader, from, until);
          i < until;
          i = nextMissing(appearances, committedReader, i + 1, until)) {
        input.seek(i);
        if (second != null && second.holds(i)) {
          continue; // it came, though not to this reader
        }
        if (appearances.seen(i)) {
          note(lost, input, i, ", seen live, and nowhere when read again");
        } else if (committedReader && isBehind(i, pendingAtMost)) {
          note(reading.pending, input, i, ", behind the last stable offset");
        } else if (evidence.waiting().mayHold(input.input())) {
          String where = evidence.waiting().where(input.input());
          note(reading.pending, input, i, ", " + where);
        } else if (mayBeWritten() != null) {
          note(reading.pending, input, i, ", " + mayBeWritten());
        } else if (isUnfinished(input, i, shuffledAtMost) || newest.mayBeLate(input, i)) {
          note(reading.pending, input, i, ", not processed when the drain ended");
        } else if (evidence.unfinished().undrained() && table.needsClosing(i)) {
          note(reading.pending, input, i, ", not read out when the drain ended");
        } else if (reading.mayBeElsewhere(i) != null) {
          note(reading.pending, input, i, ", never seen: " + reading.mayBeElsewhere(i));
        } else if (lateAtMost >= table.inputsOf(i)) {
          lateAtMost -= table.inputsOf(i);
          note(late, input, i, ", never seen: the engine says that it dropped so many as late");
        } else {
          note(lost, input, i, ", never seen");
        }
      }
      from = until;
    }
  }

  /**
   * Why what a service was to write may be there, or may yet come, although its request was seen
   * nowhere on its way; null if it is lost.
   */
  private @Nullable String mayBeWritten() {
    if (!requested()) {
      return null;
    }
    if (second == null) {
      return "not seen live, and what was written in the end was not read";
    }
    return evidence.unfinished().undrained()
        ? "not there when the drain ended, and others still came"
        : null;
  }

  /**
   * Nothing is waited for after a drain that was not cut short, nor are rows in any order. Whether
   * what only a closing record brings was overtaken no input tells.
   */
  private NewestDelivered newestDelivered(FirstTimes appearances, boolean committedReader) {
    NewestDelivered newest =
        new NewestDelivered(due, evidence.unfinished().undrained() && !requested());
    newest.fill(
        row -> appearances.seen(row) || (committedReader && second != null && second.holds(row)));
    return newest;
  }

  /** The topic in its end says more than what a live reader was given. */
  private long nextMissing(FirstTimes appearances, boolean committedReader, long from, long until) {
    return committedReader && second != null
        ? second.nextAbsent(from, until)
        : appearances.nextUnseen(from, until);
  }

  /**
   * With a read-uncommitted reader it is known what stands behind the last stable offset. Without
   * one, as many missing outputs may stand there as there are records.
   */
  private boolean isBehind(long index, long[] pendingAtMost) {
    if (uncommitted != null) {
      return behind.contains(index);
    }
    return pendingAtMost[Math.max(0, due.table().outputLane(index))]-- > 0;
  }

  /**
   * Whether the job had not committed it as processed, or the other input that it needs, while it
   * was still getting on. For its own shuffle only the number of records is known.
   */
  private boolean isUnfinished(DueInputWalk input, long index, long[] shuffledAtMost) {
    long other = due.alsoOf(index);
    return evidence.unfinished().holds(input.inputLane(), input.inputOffset())
        || (other != Ledger.NONE
            && evidence.unfinished().holds(ledger.lane(other), ledger.offset(other)))
        || shuffledAtMost[Math.max(0, due.table().outputLane(index))]-- > 0;
  }

  private void note(FindingTally tally, DueInputWalk input, long index, String why) {
    tally.add(
        input.inputLane(),
        input.inputOffset(),
        () -> due.describe(index) + place(due.table().outputLane(index)) + why);
  }

  private static String place(int outputLane) {
    return outputLane < 0 ? "" : ", due on output partition " + outputLane;
  }

  private FindingTally open(FindingKind kind, IntPredicate counts) {
    FindingTally tally = new FindingTally(kind);
    for (int p = 0; p < evidence.lastStable().size(); p++) {
      int partition = p;
      if (behind.records(p) > 0 && counts.test(p)) {
        tally.add(
            0,
            -1,
            () ->
                "output partition %s: last stable offset %s, high watermark %s"
                    .formatted(
                        partition,
                        evidence.lastStable().get(partition),
                        evidence.highWatermark().get(partition)));
      }
    }
    return tally;
  }

  private FindingTally lostByKafka() {
    FindingTally tally = new FindingTally(FindingKind.LOST_BY_KAFKA);
    for (SendLedger.LostInput lost : ledger.lost()) {
      tally.add(
          lost.partition(),
          lost.offset(),
          () ->
              ("generator %s, sequence %s: acknowledged at input partition %s, offset %s, not there"
                      + " when read again")
                  .formatted(lost.generator(), lost.sequence(), lost.partition(), lost.offset()));
    }
    return tally;
  }

  /**
   * A refused input is where the one before it was stored. Not known where nobody looked for it.
   */
  private FindingTally refusedInput() {
    FindingTally tally = new FindingTally(FindingKind.REFUSED_INPUT);
    if (requested()) {
      return tally;
    }
    for (int g = 0; g < ledger.generators(); g++) {
      long[] before = new long[ledger.lanes()];
      Arrays.fill(before, -1);
      for (long n = 0; n < ledger.records(g); n++) {
        int generator = g;
        long sequence = n;
        int lane = ledger.lane(g, n);
        if (ledger.refused(g, n)) {
          tally.add(
              lane,
              before[lane],
              () -> ledger.describe(generator, sequence, "") + ": refused by the brokers");
        } else {
          before[lane] = Math.max(before[lane], ledger.offset(g, n));
        }
      }
    }
    return tally;
  }

  private void noteUnjudged(
      ReaderAudit reading, FindingTally lost, StateAudit.StateJudgement state) {
    if (reading.pending.count() > 0) {
      String why =
          reading.pending.count()
              + (requested()
                  ? " requests without a row or record are pending: they were still on their way,"
                      + " set aside or in an open transaction when the run ended, or what was"
                      + " written then was not read"
                  : " outputs are pending: their transaction or their send has no known outcome,"
                      + " the job was still at work on them when the drain ended, or their state"
                      + " took inputs twice or forgot some");
      unjudge(FindingKind.PENDING, why);
      leaveOpen(lost, why);
      if (evidence.workload().dropsLate()) {
        unjudge(FindingKind.DROPPED_LATE, why);
      }
    }
    String lostUnknown = state.lostUnknown();
    if (lostUnknown != null) {
      leaveOpen(lost, lostUnknown);
      if (due.tellsWrongStates()) {
        // Outputs of what is in doubt were not judged at all.
        leaveOpen(reading.unexpected, lostUnknown);
        leaveOpen(reading.duplicated, lostUnknown);
      }
    }
    if (state.excessUnknown() != null) {
      unjudged.put(Metrics.EXCESS, state.excessUnknown());
    }
    String divergedUnknown = state.unjudged();
    if (divergedUnknown != null) {
      leaveOpen(reading.diverged, divergedUnknown);
    }
    if (evidence.rows()) {
      unjudge(FindingKind.REORDERED, "rows of a table have no order");
    } else if (due.table().chains() == 0) {
      unjudge(
          FindingKind.REORDERED, "outputs may lie on any partition: there is no order among them");
    }
    if (reading.chainsApart() > 0) {
      leaveOpen(
          reading.reordered,
          "outputs of %s keys lie on several partitions: there is no order among them"
              .formatted(reading.chainsApart()));
    }
    String nothing = due.unjudged();
    if (nothing != null) {
      FindingKind.needing(Need.DUE).forEach(kind -> unjudge(kind, nothing));
    } else if (due() == 0) {
      noteNothingDue(reading);
    }
    if (second == null) {
      FindingKind.needing(Need.SECOND_READING).stream()
          .filter(kind -> kind != FindingKind.DROPPED_LATE || evidence.workload().dropsLate())
          .forEach(
              kind ->
                  unjudged.putIfAbsent(
                      kind.toString(), "the output topic was not read again after the drain"));
      if (Oracles.of(evidence.workload()).updates()
          && !unjudged.containsKey(FindingKind.DIVERGED.toString())) {
        leaveOpen(
            reading.diverged,
            "the output topic was not read again after the drain: which updates it holds in the"
                + " end is not known");
      }
    }
    if (requested()) {
      FindingKind.needing(Need.TOPICS)
          .forEach(kind -> unjudge(kind, "it is of the topics of a job, and a service is asked"));
      if (second == null) {
        leaveOpen(reading.diverged, "what the rows said in the end was not read");
        leaveOpen(reading.unexpected, "what the service had written in the end was not read");
      }
    }
    if (evidence.foreign() > 0) {
      unjudge(
          FindingKind.UNEXPECTED,
          ("the input topic holds %s records that no generator of the run sent: what no input"
                  + " explains may come of them")
              .formatted(evidence.foreign()));
    }
    long unanswered = requested() ? 0 : ledger.unanswered();
    if (unanswered > 0) {
      unjudge(
          FindingKind.REFUSED_INPUT,
          ("%s sends had no answer by the end, and the input topic does not hold them: whether they"
                  + " were refused is not known")
              .formatted(unanswered));
    }
    if (evidence.promise().transactional() && evidence.lastStable().isEmpty() && !requested()) {
      String why = "the brokers did not say which transactions were open in the end";
      unjudge(FindingKind.OPEN, why);
      unjudge(FindingKind.HANGING, why);
    }
    if (behind.openPartitions() > 0 && !requested()) {
      unjudge(
          FindingKind.DUPLICATED,
          "transactions are open on %s output partitions: what stands in them may come once more"
              .formatted(behind.openPartitions()));
    }
    if (reading.missedLive.count() > 0) {
      noteMissed(reading.missedLive.count());
    }
  }

  /**
   * Where no output is due by itself, none could be lost or come twice, unless updates of keys
   * stand for all; where none came either, no state was looked at. What comes is unexpected all the
   * same.
   */
  private void noteNothingDue(ReaderAudit reading) {
    boolean stateless =
        reading.sawNothing()
            && reading.diverged.count() == 0
            && !unjudged.containsKey(FindingKind.DIVERGED.toString());
    if (Oracles.of(evidence.workload()).updates() && !stateless) {
      return;
    }
    String why = nothingDue();
    FindingKind.needing(Need.DUE).stream()
        .filter(kind -> kind != FindingKind.UNEXPECTED)
        .filter(kind -> kind != FindingKind.DIVERGED || stateless)
        .filter(kind -> kind != FindingKind.DROPPED_LATE || evidence.workload().dropsLate())
        .forEach(kind -> unjudged.putIfAbsent(kind.toString(), why));
  }

  private String nothingDue() {
    long sent = IntStream.range(0, ledger.generators()).mapToLong(ledger::records).sum();
    return (requested()
            ? "no row or record was due of the " + sent + " requests that were to be sent"
            : "no output was due of the " + sent + " records that were sent")
        + ": none could be lost, come twice or be wrong. Send "
        + (requested() ? "some that are accepted" : "records that owe outputs, or for longer");
  }

  private void unjudge(FindingKind kind, String why) {
    unjudged.put(kind.toString(), why);
  }

  /** What was found stays, as the least that there is. Where nothing was, nothing is known. */
  private void leaveOpen(FindingTally found, String why) {
    if (found.count() == 0) {
      unjudge(found.kind(), why);
    } else {
      atLeast.add(found.kind());
    }
  }

  /** When an output became visible is not known where nobody was given it. */
  private void noteMissed(long count) {
    String why =
        count + " records of the output topic were missed by the live reader, and found afterwards";
    for (String phase : Metrics.PHASES) {
      unjudged.put(phase + ".visible", why);
    }
    if (evidence.promise().transactional()) {
      Metrics.PHASES.forEach(phase -> unjudged.put(phase + ".window", why));
      for (String time : List.of("outage", "recovery", "disrupted", "first-output")) {
        unjudged.put(time, why);
      }
    }
  }
}
