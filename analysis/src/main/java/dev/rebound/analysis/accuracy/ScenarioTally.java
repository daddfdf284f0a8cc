package dev.rebound.analysis.accuracy;

import org.jspecify.annotations.Nullable;

/** Counts over many made-up runs of one kind. For use by one thread. */
public final class ScenarioTally {
  private final String name;
  private final boolean ordinary;
  private long runs;
  private long lengths;
  private long known;
  private long held;
  private long inTime;
  private long narrow;
  private long endless;
  private long bounds;
  private long wrongPasses;
  private double worstPassOver;
  private long errors;
  private double errorSum;
  private double truthSum;
  private DipCount dips = DipCount.NONE;
  private @Nullable ScoredLength worst;
  private String worstPass = "";

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

  public String name() {
    return name;
  }

  /** Whether printed intervals of these have to be narrow. */
  public boolean ordinary() {
    return ordinary;
  }

  public long runs() {
    return runs;
  }

  /** Lengths that something is printed of. */
  public long known() {
    return known;
  }

  /** Share of lengths of which nothing is known. */
  public double unknownShare() {
    return lengths == 0 ? 0 : 1 - (double) known / lengths;
  }

  /** Share of printed intervals that hold the truth. */
  public double heldShare() {
    return known == 0 ? 1 : (double) held / known;
  }

  /** Share of printed intervals that begin no later than the first true end. */
  public double inTimeShare() {
    return known == 0 ? 1 : (double) inTime / known;
  }

  /** Share of all lengths whose interval is finite and narrow. */
  public double narrowShare() {
    return lengths == 0 ? 1 : (double) narrow / lengths;
  }

  /** Mean of printed number minus truth, milliseconds. */
  public double biasMillis() {
    return errors == 0 ? 0 : errorSum / errors;
  }

  /** Mean of the true lengths that {@link #biasMillis} is over. */
  public double meanMillis() {
    return errors == 0 ? 0 : truthSum / errors;
  }

  /** Ends that were printed of what never ended. */
  public long endless() {
    return endless;
  }

  /** Bounds that were judged. */
  public long bounds() {
    return bounds;
  }

  public long wrongPasses() {
    return wrongPasses;
  }

  /** By how much the worst wrong pass is over its tolerance; not above 0 if none is. */
  public double worstPassOverMillis() {
    return worstPassOver;
  }

  /** Scenario, seed and metric of the worst wrong pass; empty if there is none. */
  public String worstPass() {
    return worstPass;
  }

  public DipCount dips() {
    return dips;
  }

  /** The interval that misses the truth by most; null if all hold it. */
  public @Nullable ScoredLength worst() {
    return worst;
  }
}
