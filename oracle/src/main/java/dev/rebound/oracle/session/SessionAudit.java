package dev.rebound.oracle.session;

import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.workload.SessionLogic;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds what alerts, receipts and readouts say of a session's state against its events.
 *
 * <p>Exact: a state has taken each event that came up to then once, and no other. Else it has taken
 * as many or more; a state that took just as many took just these.
 *
 * <p>A state that took events twice takes others for invalid, and invalid ones for valid. Whether
 * an output of its session that never came was lost is not known then. Memory: 24 bytes per
 * session.
 */
final class SessionAudit implements StateAudit {
  private final SessionReplay replay;
  private final DueTable table;
  private final boolean exact;
  private final boolean takesOnce;
  private final FindingSink diverged;
  private final long[] rounds;
  private final long[] words;
  private final long[] checksums;
  private final LargeArrays.Bits told = new LargeArrays.Bits();

  /**
   * @param passesOver whether the job declares that it takes no event twice, whatever is promised
   */
  SessionAudit(
      SessionReplay replay,
      DueTable table,
      boolean exact,
      boolean passesOver,
      FindingSink diverged) {
    this.replay = replay;
    this.table = table;
    this.exact = exact;
    this.takesOnce = exact || passesOver;
    this.diverged = diverged;
    this.rounds = new long[replay.keys()];
    this.words = new long[replay.keys()];
    this.checksums = new long[replay.keys()];
    Arrays.fill(rounds, -1);
  }

  @Override
  public boolean first(Observation seen) {
    return replay.ofRightState(seen) || (!takesOnce && replay.tookTwice(seen));
  }

  @Override
  public void wrong(Observation seen, OutputLookup at, Supplier<String> output) {
    if (told.add(seen.key())) {
      long count = SessionLogic.count(seen.evidenceHigh());
      int due = replay.count(seen);
      diverged.add(
          at.inputLane(),
          at.inputOffset(),
          () -> "session " + seen.key() + ": " + taken(count, due) + " with " + output.get());
    }
  }

  /** Whoever takes events twice says more than there are; who says as many or fewer forgot some. */
  @Override
  public void misled(Observation seen, Supplier<String> output) {
    if (!first(seen) && told.add(seen.key())) {
      long count = SessionLogic.count(seen.evidenceHigh());
      int due = replay.count(seen);
      diverged.add(
          0,
          -1,
          () -> "session " + seen.key() + ": " + taken(count, due) + " with " + output.get());
    }
  }

  private static String taken(long count, long due) {
    return count == due
        ? count + " events, but the checksum of others,"
        : count + " of " + due + " events";
  }

  @Override
  public void readout(Observation seen) {
    int key = seen.key();
    if (key >= 0 && key < rounds.length && seen.sequence() >= rounds[key]) {
      rounds[key] = seen.sequence();
      words[key] = seen.evidenceHigh();
      checksums[key] = seen.evidenceLow();
    }
  }

  @Override
  public StateJudgement judge(boolean unfinished) {
    long excess = 0;
    int silent = 0;
    int doubted = 0;
    for (int key = 0; key < rounds.length; key++) {
      if (replay.doubted(key)) {
        doubted++;
      } else if (rounds[key] < 0) {
        silent += replay.due(key) > 0 ? 1 : 0;
      } else {
        excess += Math.max(0, SessionLogic.count(words[key]) - replay.due(key));
        if (isWrong(key) && told.add(key)) {
          tell(key);
        }
      }
    }
    String unsure =
        doubted == 0
            ? null
            : ("inputs of %s sessions were lost, are stored twice, or have no known outcome: what"
                    + " follows them is not judged")
                .formatted(doubted);
    String quiet =
        silent == 0
            ? null
            : silent + " of " + rounds.length + " sessions gave no readout of their final state";
    String unjudged = quiet == null ? unsure : quiet;
    return new StateJudgement(
        excess,
        unjudged,
        unjudged,
        unsure,
        takesOnce ? List.of() : List.of(UnjudgedAspects.MORE_EVENTS));
  }

  private boolean right(int key) {
    return words[key] == replay.word(key) && checksums[key] == replay.sum(key);
  }

  private boolean isWrong(int key) {
    return !right(key) && (takesOnce || SessionLogic.count(words[key]) <= replay.due(key));
  }

  private void tell(int key) {
    long count = SessionLogic.count(words[key]);
    boolean elsewhere = count == replay.due(key) && checksums[key] == replay.sum(key);
    diverged.add(
        0,
        -1,
        () ->
            "session %s: %s in the end"
                .formatted(
                    key,
                    elsewhere
                        ? count + " events, but it stands where they do not lead"
                        : taken(count, replay.due(key))));
  }

  @Override
  public @Nullable String mayBeElsewhere(long row) {
    int key = table.key(row);
    boolean told = rounds[key] >= 0;
    boolean forgot = SessionLogic.count(words[key]) < replay.due(key);
    return exact || (told && (right(key) || (takesOnce && !forgot)))
        ? null
        : "its session's state took events twice, or forgot some";
  }
}
