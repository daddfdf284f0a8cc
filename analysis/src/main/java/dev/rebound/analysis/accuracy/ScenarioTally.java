package dev.rebound.analysis.accuracy;

import org.jspecify.annotations.Nullable;

/** Counts over many made-up runs of one kind. For use by one thread. */
final class ScenarioTally {
  final String name;
  final boolean ordinary;
  long runs;
  private long lengths;
  long known;
  private long held;
  private long inTime;
  private long narrow;
  long endless;
  long bounds;
  long wrongPasses;
  double worstPassOver;
  private long errors;
  private double errorSum;
  private double truthSum;
  DipCount dips = DipCount.NONE;
  @Nullable ScoredLength worst;
  String worstPass = "";

  ScenarioTally(String name, boolean ordinary) {
    this.name = name;
    this.ordinary = ordinary;
  }

  void run() {
    runs++;
  }

  void add(ScoredLength scored) {
    lengths++;
    narrow += scored.narrow() ? 1 : 0;
    if (!scored.known()) {
      return;
    }
    known++;
    inTime += scored.beginsInTime() ? 1 : 0;
    endless += scored.endsTheEndless() ? 1 : 0;
    double error = scored.error();
    if (!Double.isNaN(error)) {
      errors++;
      errorSum += error;
      truthSum += scored.printed().millis() - error;
    }
    if (scored.holds()) {
      held++;
    } else if (worst == null || scored.missedBy() > worst.missedBy()) {
      worst = scored;
    }
  }

  void add(JudgedBound pass, Scenario scenario, long seed) {
    bounds++;
    if (pass.wrong()) {
      wrongPasses++;
      double over = pass.overMillis() - pass.toleranceMillis();
      if (wrongPasses == 1 || over > worstPassOver) {
        worstPassOver = over;
        worstPass = scenario.word() + " " + seed + " " + pass.metric();
      }
    }
  }

  void add(DipCount more) {
    dips = dips.plus(more);
  }

  /** Share of lengths of which nothing is known. */
  double unknownShare() {
    return lengths == 0 ? 0 : 1 - (double) known / lengths;
  }

  /** Share of printed intervals that hold the truth. */
  double heldShare() {
    return known == 0 ? 1 : (double) held / known;
  }

  /** Share of printed intervals that begin no later than the first true end. */
  double inTimeShare() {
    return known == 0 ? 1 : (double) inTime / known;
  }

  /** Share of all lengths whose interval is finite and narrow. */
  double narrowShare() {
    return lengths == 0 ? 1 : (double) narrow / lengths;
  }

  /** Mean of printed number minus truth, milliseconds. */
  double biasMillis() {
    return errors == 0 ? 0 : errorSum / errors;
  }

  /** Mean of the true lengths that {@link #biasMillis} is over. */
  double meanMillis() {
    return errors == 0 ? 0 : truthSum / errors;
  }
}
