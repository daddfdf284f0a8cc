package dev.rebound.lab.fault;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a fault: whom it hits, and for how long.
 *
 * @param count how many members of a role it hits; null for all that live
 * @param turns how it goes from one victim to the next; null if it hits all of them at once
 * @param deadly whether its victims' processes end
 * @param lasts how long until a victim is healed, from its death where it dies, and else from the
 *     begin; null if it never is
 * @param away how long of that a victim is out of action; null if it stays away
 * @param sameIdentity false if victims come back under another identity
 * @param provenWithin how long it may take at most until a victim was seen to be hit; what takes
 *     longer is taken for unproven
 * @param always whether a victim that ends by itself, though it is not to, is started again at once
 *     from the begin on; where not, its healing starts one that ended while it lasted
 */
public record FaultPlan(
    @Nullable Integer count,
    @Nullable Turns turns,
    boolean deadly,
    @Nullable Duration lasts,
    @Nullable Duration away,
    boolean sameIdentity,
    Duration provenWithin,
    boolean always) {
  private static final Duration PROVEN_WITHIN = Duration.ofSeconds(60);

  /**
   * A few victims at a time, the next ones when those are back at work.
   *
   * @param atOnce how many at a time
   * @param backWithin within what time after it was healed a victim must be back at work
   * @param each about how long one turn takes
   */
  public record Turns(int atOnce, Duration backWithin, Duration each) {}

  /** Victims die, and may be started again. */
  public static FaultPlan ending(@Nullable Integer count, @Nullable Restart restart) {
    Duration away = restart == null ? null : restart.after();
    boolean same = restart == null || restart.as() == Restart.Identity.SAME;
    return new FaultPlan(count, null, true, away, away, same, PROVEN_WITHIN, false);
  }

  /** Victims are out of action for so long, and then go on as they were. */
  public static FaultPlan halting(int count, Duration length) {
    return new FaultPlan(count, null, false, length, length, true, PROVEN_WITHIN, false);
  }

  /** The same where victims that end by themselves are started again at once, or are not. */
  public FaultPlan startingAgain(boolean atOnce) {
    return new FaultPlan(count, turns, deadly, lasts, away, sameIdentity, provenWithin, atOnce);
  }

  /** Whether it goes on for a while and leaves its victims' processes to live. */
  public boolean holds() {
    return !deadly && lasts != null;
  }

  /** The same in turns, where it may take so much longer until a victim was seen to be hit. */
  FaultPlan inTurns(Turns in, Duration longer) {
    return new FaultPlan(
        count, in, deadly, lasts, away, sameIdentity, provenWithin.plus(longer), always);
  }

  /** How many victims there should be, of so many members that live: one at least. */
  public int wanted(int living) {
    return count == null ? Math.max(1, living) : count;
  }

  /** How many victims are hit at a time. */
  public int atOnce() {
    return turns == null ? Integer.MAX_VALUE : turns.atOnce();
  }

  /** When a victim is to be healed, microseconds since the epoch; null if it never is. */
  public @Nullable Long healingMicros(ActProof proof) {
    return lasts == null
        ? null
        : (Long)
            (proof.beganMicros()
                + (deadly ? proof.afterMillis() * 1000 : 0)
                + lasts.toNanos() / 1000);
  }

  /** About how long it takes until the last victim was healed, of a role with so many members. */
  public Duration length(int members) {
    if (turns != null) {
      return turns.each().multipliedBy((members + turns.atOnce() - 1) / turns.atOnce());
    }
    return lasts == null ? Duration.ZERO : lasts;
  }
}
