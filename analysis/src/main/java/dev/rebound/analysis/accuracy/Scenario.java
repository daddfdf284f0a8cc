package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.accuracy.ConsumerGroupSettings.Loop;
import java.util.List;
import java.util.Locale;

/** A class of made-up runs. */
public enum Scenario {
  /** A single fault; output is there as soon as it is appended. */
  APPEND(Kind.ORDINARY),
  /** A single fault, after which much is done again. */
  REPLAY(Kind.ORDINARY),
  /** A single fault; output is there when it is committed. */
  COMMIT(Kind.ORDINARY),
  /** A worker dies, and soon the others stop as well. */
  WHOLE_JOB(Kind.ORDINARY),
  /** As long as a session timeout. */
  LONG_OUTAGE(Kind.ORDINARY),
  /** A fault that stops nothing. */
  HARMLESS(Kind.ORDINARY),
  /** Each lane takes its records in batches that are farther apart than a rhythm. */
  BATCHES(Kind.HARDER),
  /** Commits seconds apart. */
  LONG_COMMIT(Kind.HARDER),
  /** Hardly more capacity than load. */
  SLOW_CATCH_UP(Kind.HARDER),
  /** Lanes come back slower than the load at first. */
  WARM_UP(Kind.HARDER),
  /** Lanes come back for 10 s to 2 min with half of the load to nearly all of it. */
  LONG_WARM_UP(Kind.HARDER),
  /** Lanes never stop, and are slower than the load for long. */
  SLOWED(Kind.HARDER),
  /** Nothing happens for seconds; then lanes stop, whether the engine says why or not. */
  LATE_HARM(Kind.HARDER),
  /** The machine stands still at any moment. */
  HICCUPS(Kind.HARDER),
  /** Workers pause by themselves. */
  PAUSES(Kind.HARDER),
  /** Standstills in the baseline. */
  UNEVEN_BASELINE(Kind.HARDER),
  /** The machine stands still long after the recovery. */
  LATER_DIP(Kind.HARDER),
  /** Lanes stop once more when the victims return. */
  SECOND_STOP(Kind.HARDER),
  /** A few outputs a second, or one in ten seconds. */
  SPARSE(Kind.HARDER),
  /** Some outputs never come. */
  LOST(Kind.HARDER),
  /** The next fault comes before the first is over, or hardly after it. */
  OVERLAP(Kind.HARDER),
  /** The load ends before the recovery, or hardly after it. */
  NEAR_END(Kind.HARDER),
  /** Lanes that never come back. */
  NEVER(Kind.HARDER),
  /** The wall clock is set. */
  CLOCK_STEP(Kind.HARDER),
  /** Much of it together. */
  MIXED(Kind.HARDER),
  /** Consumers that poll, work, and commit; the first one is killed, as in those that follow. */
  POLL_LOOP(Kind.CONSUMERS),
  /** The same where a poll returns whatever there is. */
  GROWING_BATCHES(Kind.CONSUMERS),
  /** The same where a fetch brings little of a partition, so that a poll returns of several. */
  SMALL_FETCHES(Kind.CONSUMERS),
  /** Each partition is committed once its records of a poll are done. */
  PARTITION_LOOP(Kind.CONSUMERS),
  /** Each record is committed once it is done. */
  RECORD_LOOP(Kind.CONSUMERS),
  /** Records are gathered over polls, and done and committed together. */
  GATHERED(Kind.CONSUMERS),
  /** What a poll returns is committed before it is worked on. */
  COMMIT_FIRST(Kind.CONSUMERS),
  /** A poll commits what those before it returned, if it is time to. */
  AUTO_COMMIT(Kind.CONSUMERS),
  /** The same, but for partitions that are taken away, which are committed then. */
  REVOKED_COMMIT(Kind.CONSUMERS),
  /** A thread in the background commits what was handed out. */
  STORED_OFFSETS(Kind.CONSUMERS),
  /** Any of these; a second one is killed while what the first one left is worked off, about. */
  SECOND_KILL(Kind.CONSUMERS);

  private final Kind kind;

  private enum Kind {
    ORDINARY,
    HARDER,
    CONSUMERS
  }

  Scenario(Kind kind) {
    this.kind = kind;
  }

  /**
   * Single faults with at least half as much capacity again as load, dense lanes, a quiet machine
   * and enough load after them: what is printed of these has to be narrow.
   */
  public boolean ordinary() {
    return kind == Kind.ORDINARY;
  }

  /** Consumers of a group, one of which is killed. */
  public boolean consumers() {
    return kind == Kind.CONSUMERS;
  }

  /** As people write it: {@code second-stop}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The world of a seed; the same one every time. */
  SimulatedScenario world(long seed) {
    ScenarioDraft draft = new ScenarioDraft(this, seed);
    draw(draft, draft.dice);
    return draft.world();
  }

  private void draw(ScenarioDraft draft, SeededRandom dice) {
    switch (this) {
      case APPEND -> draft.appending().fault(dice.scaled(0.5, 15)).end();
      case REPLAY -> draft.replaying().fault(dice.scaled(0.5, 15)).quietReturn().end();
      case COMMIT -> draft.committing(0.1, 2).fault(dice.scaled(0.5, 15)).quietReturn().end();
      case WHOLE_JOB ->
          draft
              .promising()
              .fault(dice.scaled(0.5, 15), ScenarioDraft.SurvivorStyle.WHOLE_JOB)
              .quietReturn()
              .end();
      case LONG_OUTAGE -> draft.roomy().promising().fault(dice.scaled(5, 50)).end();
      case HARMLESS -> draft.promising().harmlessFault().end();
      case BATCHES -> draft.replaying().batching().fault(dice.scaled(0.5, 15)).quietReturn().end();
      case LONG_COMMIT -> draft.roomy().committing(3, 30).fault(dice.scaled(1, 30)).end();
      case SLOW_CATCH_UP -> draft.slow().promising().fault(dice.scaled(0.5, 8)).end();
      case WARM_UP ->
          draft.promising().warmingFault(dice.scaled(0.5, 8), dice.scaled(0.5, 8), 0.1, 0.8).end();
      case LONG_WARM_UP ->
          draft
              .promising()
              .evenOrNot()
              .warmingFault(dice.scaled(0.5, 8), dice.scaled(10, 120), 0.5, 0.95)
              .end();
      case SLOWED ->
          draft.promising().evenOrNot().slowingFault(dice.scaled(10, 120), 0.5, 0.95).end();
      case LATE_HARM ->
          draft
              .promising()
              .lateFault(dice.scaled(6, 30), dice.scaled(2.5, 15), dice.chance(0.5))
              .end();
      case HICCUPS -> draft.promising().fault(outage(dice)).troubles(dice.whole(1, 5), 0).end();
      case PAUSES -> draft.promising().fault(outage(dice)).troubles(0, dice.whole(1, 10)).end();
      case UNEVEN_BASELINE -> draft.promising().fault(outage(dice)).unevenBaseline().end();
      case LATER_DIP -> draft.promising().fault(outage(dice)).hiccupLater().end();
      case SECOND_STOP -> draft.promising().fault(outage(dice)).secondStop().end();
      case SPARSE -> draft.sparse().promising().fault(dice.scaled(0.5, 20)).end();
      case LOST -> draft.promising().fault(outage(dice)).losing().end();
      case OVERLAP -> draft.promising().twoFaults(outage(dice)).end();
      case NEAR_END ->
          draft.promising().fault(dice.scaled(0.5, 15)).endAfterSignal(dice.scaled(1, 25));
      case NEVER -> draft.promising().endlessFault().end();
      case CLOCK_STEP -> draft.promising().fault(outage(dice)).steppingClock().end();
      case MIXED -> mixed(draft, dice);
      case POLL_LOOP -> group(draft, dice, Loop.POLL, 500);
      case GROWING_BATCHES -> group(draft, dice, Loop.POLL, dice.scaled(2000, 10_000));
      case SMALL_FETCHES ->
          draft.group(Loop.POLL, 0, dice.scaled(100, 2000), dice.scaled(20, 200)).end();
      case PARTITION_LOOP -> group(draft, dice, Loop.PARTITION, dice.scaled(50, 5000));
      case RECORD_LOOP -> group(draft, dice, Loop.RECORD, dice.scaled(1, 500));
      case GATHERED -> group(draft, dice, Loop.GATHER, dice.scaled(10, 50));
      case COMMIT_FIRST -> group(draft, dice, Loop.FIRST, dice.scaled(50, 5000));
      case AUTO_COMMIT -> group(draft, dice, Loop.AUTOMATIC, dice.scaled(50, 5000));
      case REVOKED_COMMIT -> group(draft, dice, Loop.AUTOMATIC, dice.scaled(50, 5000));
      case STORED_OFFSETS ->
          group(
              draft,
              dice,
              dice.chance(0.5) ? Loop.STORED : Loop.STORED_BATCH,
              dice.scaled(50, 5000));
      case SECOND_KILL -> {
        Loop loop = dice.any(List.of(Loop.values()));
        group(draft, dice, loop, loop == Loop.GATHER ? dice.scaled(10, 50) : dice.scaled(50, 5000));
      }
    }
  }

  /** A fetch brings a mebibyte of records of 256 bytes to a kibibyte. */
  private static void group(ScenarioDraft draft, SeededRandom dice, Loop loop, double polled) {
    draft.group(loop, dice.scaled(0.5, 5), polled, dice.scaled(1000, 4000)).end();
  }

  private static double outage(SeededRandom dice) {
    return dice.scaled(0.5, 10);
  }

  private static void mixed(ScenarioDraft draft, SeededRandom dice) {
    draft.promising();
    if (dice.chance(0.3)) {
      draft.slow();
    }
    draft.warmingFault(dice.scaled(0.5, 8), dice.chance(0.5) ? dice.scaled(0.5, 4) : 0, 0.1, 0.8);
    if (dice.chance(0.5)) {
      draft.secondStop();
    }
    if (dice.chance(0.5)) {
      draft.fault(dice.scaled(0.5, 8));
    }
    draft.troubles(dice.whole(0, 2), dice.whole(0, 3)).end();
  }
}
