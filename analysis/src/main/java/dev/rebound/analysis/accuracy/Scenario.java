package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.accuracy.ConsumerGroupSettings.Loop;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** A class of made-up runs. */
public enum Scenario {
  /** A single fault; output is there as soon as it is appended. */
  APPEND((draft, dice) -> draft.appending().fault(dice.scaled(0.5, 15)).end()),
  /** A single fault, after which much is done again. */
  REPLAY((draft, dice) -> draft.replaying().fault(dice.scaled(0.5, 15)).quietReturn().end()),
  /** A single fault; output is there when it is committed. */
  COMMIT((draft, dice) -> draft.committing(0.1, 2).fault(dice.scaled(0.5, 15)).quietReturn().end()),
  /** A worker dies, and soon the others stop as well. */
  WHOLE_JOB(
      (draft, dice) ->
          draft
              .promising()
              .fault(dice.scaled(0.5, 15), ScenarioDraft.SurvivorStyle.WHOLE_JOB)
              .quietReturn()
              .end()),
  /** As long as a session timeout. */
  LONG_OUTAGE((draft, dice) -> draft.roomy().promising().fault(dice.scaled(5, 50)).end()),
  /** A fault that stops nothing. */
  HARMLESS((draft, dice) -> draft.promising().harmlessFault().end()),
  /** Each lane takes its records in batches that are farther apart than a rhythm. */
  BATCHES(
      (draft, dice) ->
          draft.replaying().batching().fault(dice.scaled(0.5, 15)).quietReturn().end()),
  /** Commits seconds apart. */
  LONG_COMMIT((draft, dice) -> draft.roomy().committing(3, 30).fault(dice.scaled(1, 30)).end()),
  /** Hardly more capacity than load. */
  SLOW_CATCH_UP((draft, dice) -> draft.slow().promising().fault(dice.scaled(0.5, 8)).end()),
  /** Lanes come back slower than the load at first. */
  WARM_UP(
      (draft, dice) ->
          draft.promising().warmingFault(dice.scaled(0.5, 8), dice.scaled(0.5, 8), 0.1, 0.8).end()),
  /** Lanes come back for 10 s to 2 min with half of the load to nearly all of it. */
  LONG_WARM_UP(
      (draft, dice) ->
          draft
              .promising()
              .evenOrNot()
              .warmingFault(dice.scaled(0.5, 8), dice.scaled(10, 120), 0.5, 0.95)
              .end()),
  /** Lanes never stop, and are slower than the load for long. */
  SLOWED(
      (draft, dice) ->
          draft.promising().evenOrNot().slowingFault(dice.scaled(10, 120), 0.5, 0.95).end()),
  /** Nothing happens for seconds; then lanes stop, whether the engine says why or not. */
  LATE_HARM(
      (draft, dice) ->
          draft
              .promising()
              .lateFault(dice.scaled(6, 30), dice.scaled(2.5, 15), dice.chance(0.5))
              .end()),
  /** The machine stands still at any moment. */
  HICCUPS(
      (draft, dice) -> draft.promising().fault(outage(dice)).troubles(dice.whole(1, 5), 0).end()),
  /** Workers pause by themselves. */
  PAUSES(
      (draft, dice) -> draft.promising().fault(outage(dice)).troubles(0, dice.whole(1, 10)).end()),
  /** Standstills in the baseline. */
  UNEVEN_BASELINE((draft, dice) -> draft.promising().fault(outage(dice)).unevenBaseline().end()),
  /** The machine stands still long after the recovery. */
  LATER_DIP((draft, dice) -> draft.promising().fault(outage(dice)).hiccupLater().end()),
  /** Lanes stop once more when the victims return. */
  SECOND_STOP((draft, dice) -> draft.promising().fault(outage(dice)).secondStop().end()),
  /** A few outputs a second, or one in ten seconds. */
  SPARSE((draft, dice) -> draft.sparse().promising().fault(dice.scaled(0.5, 20)).end()),
  /** Some outputs never come. */
  LOST((draft, dice) -> draft.promising().fault(outage(dice)).losing().end()),
  /** The next fault comes before the first is over, or hardly after it. */
  OVERLAP((draft, dice) -> draft.promising().twoFaults(outage(dice)).end()),
  /** The load ends before the recovery, or hardly after it. */
  NEAR_END(
      (draft, dice) ->
          draft.promising().fault(dice.scaled(0.5, 15)).endAfterSignal(dice.scaled(1, 25))),
  /** Lanes that never come back. */
  NEVER((draft, dice) -> draft.promising().endlessFault().end()),
  /** The wall clock is set. */
  CLOCK_STEP((draft, dice) -> draft.promising().fault(outage(dice)).steppingClock().end()),
  /** Much of it together. */
  MIXED(Scenario::mixed),
  /** A fault that lasts leaves lanes slower than the load until it is healed. */
  SLOW_FOR_LONG(
      (draft, dice) ->
          draft.promising().evenOrNot().slowAsLongAsItLasts(dice.scaled(10, 60), 0.5, 0.95).end()),
  /** One way is cut: it shows late, work moves meanwhile, and healing may stop it once more. */
  ONE_WAY(
      (draft, dice) ->
          draft
              .roomy()
              .promising()
              .heardOneWay(dice.scaled(0.2, 15), dice.scaled(2, 12), dice.between(8, 20))
              .end()),
  /** A fault that lasts is healed, and lanes come back long after that. */
  HEALED_LATE(
      (draft, dice) ->
          draft
              .roomy()
              .promising()
              .backLongAfterTheHealing(dice.scaled(2, 20), dice.scaled(1, 12))
              .end()),
  /** The engine says nothing of a fault that lasts. */
  NEVER_NOTICED((draft, dice) -> draft.roomy().promising().unnoticed(dice.scaled(2, 25)).end()),
  /** Consumers that poll, work, and commit; the first one is killed, as in those that follow. */
  POLL_LOOP((draft, dice) -> group(draft, dice, Loop.POLL, 500)),
  /** The same where a poll returns whatever there is. */
  GROWING_BATCHES((draft, dice) -> group(draft, dice, Loop.POLL, dice.scaled(2000, 10_000))),
  /** The same where a fetch brings little of a partition, so that a poll returns of several. */
  SMALL_FETCHES(
      (draft, dice) ->
          draft.group(Loop.POLL, 0, dice.scaled(100, 2000), dice.scaled(20, 200)).end()),
  /** Each partition is committed once its records of a poll are done. */
  PARTITION_LOOP((draft, dice) -> group(draft, dice, Loop.PARTITION, dice.scaled(50, 5000))),
  /** Each record is committed once it is done. */
  RECORD_LOOP((draft, dice) -> group(draft, dice, Loop.RECORD, dice.scaled(1, 500))),
  /** Records are gathered over polls, and done and committed together. */
  GATHERED((draft, dice) -> group(draft, dice, Loop.GATHER, dice.scaled(10, 50))),
  /** What a poll returns is committed before it is worked on. */
  COMMIT_FIRST((draft, dice) -> group(draft, dice, Loop.FIRST, dice.scaled(50, 5000))),
  /** A poll commits what those before it returned, if it is time to. */
  AUTO_COMMIT((draft, dice) -> group(draft, dice, Loop.AUTOMATIC, dice.scaled(50, 5000))),
  /** The same, but for partitions that are taken away, which are committed then. */
  REVOKED_COMMIT((draft, dice) -> group(draft, dice, Loop.AUTOMATIC, dice.scaled(50, 5000))),
  /** A thread in the background commits what was handed out. */
  STORED_OFFSETS(
      (draft, dice) ->
          group(
              draft,
              dice,
              dice.chance(0.5) ? Loop.STORED : Loop.STORED_BATCH,
              dice.scaled(50, 5000))),
  /** Any of these; a second one is killed while what the first one left is worked off, about. */
  SECOND_KILL(Scenario::secondKill);

  @SuppressWarnings("ImmutableEnumChecker") // what draws keeps nothing
  private final BiConsumer<ScenarioDraft, SeededRandom> draw;

  Scenario(BiConsumer<ScenarioDraft, SeededRandom> draw) {
    this.draw = draw;
  }

  /**
   * Single faults with at least half as much capacity again as load, dense lanes, a quiet machine
   * and enough load after them: what is printed of these has to be narrow.
   */
  public boolean ordinary() {
    return compareTo(HARMLESS) <= 0;
  }

  /** Consumers of a group, one of which is killed. */
  public boolean consumers() {
    return compareTo(POLL_LOOP) >= 0;
  }

  /** As people write it: {@code second-stop}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The world of a seed; the same one every time. */
  SimulatedScenario world(long seed) {
    ScenarioDraft draft = new ScenarioDraft(this, seed);
    draw.accept(draft, draft.dice);
    return draft.world();
  }

  private static void secondKill(ScenarioDraft draft, SeededRandom dice) {
    Loop loop = dice.any(List.of(Loop.values()));
    group(draft, dice, loop, loop == Loop.GATHER ? dice.scaled(10, 50) : dice.scaled(50, 5000));
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
