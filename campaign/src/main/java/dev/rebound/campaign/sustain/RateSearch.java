package dev.rebound.campaign.sustain;

import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which rate to try next, and what the tries say: doubling or halving until the capacity is between
 * two rates, then bisecting, then trying these two again. Pure; for one thread.
 *
 * <p>Each rate has its votes, and the bracket follows from all votes at any time: its upper end is
 * the lowest rate that most tries did not sustain, its lower end the highest rate below that most
 * tries did. So a wrong vote at the edge is outvoted by the repetitions, and the search goes on
 * from there. A try that does not tell is repeated once; a second one counts against the rate.
 */
public final class RateSearch {
  private final double startPerSecond;
  private final double leastPerSecond;
  private final double mostPerSecond;
  private final double resolution;
  private final int repeats;
  private final TreeMap<Double, Votes> votes = new TreeMap<>();

  /** The outcomes of the tries of one rate. */
  private static final class Votes {
    private int sustained;
    private int failed;
    private int unclear;
    private int rig;

    int decided() {
      return sustained + failed;
    }

    boolean holds() {
      return sustained > failed;
    }

    boolean unanimous() {
      return sustained == 0 || failed == 0;
    }
  }

  /**
   * @param leastPerSecond a job that does not sustain this sustains nothing
   * @param mostPerSecond no rate above this is tried
   * @param resolution see {@link dev.rebound.lab.experiment.SustainSpec}
   * @param repeats tries of each end of the bracket
   */
  public RateSearch(
      double startPerSecond,
      double leastPerSecond,
      double mostPerSecond,
      double resolution,
      int repeats) {
    this.startPerSecond = Math.max(leastPerSecond, Math.min(mostPerSecond, startPerSecond));
    this.leastPerSecond = leastPerSecond;
    this.mostPerSecond = mostPerSecond;
    this.resolution = resolution;
    this.repeats = repeats;
  }

  /**
   * Where the capacity lies, as far as it is known.
   *
   * @param rate highest rate that is sustained; null if none was
   * @param low at least this: the highest rate up to {@code rate} that was sustained each time
   * @param high at most this: the lowest rate above that was sustained no time; null if none
   * @param limitedByRig the generators were the limit at the upper end of the bracket
   * @param complete the search has ended
   */
  public record Bracket(
      @Nullable Double rate,
      @Nullable Double low,
      @Nullable Double high,
      boolean limitedByRig,
      boolean complete) {}

  /** Takes note of a trial. */
  public void tried(double ratePerSecond, TrialOutcome outcome) {
    Votes of = votes.computeIfAbsent(ratePerSecond, rate -> new Votes());
    switch (outcome) {
      case SUSTAINED -> of.sustained++;
      case NOT_SUSTAINED -> of.failed++;
      case RIG_LIMIT -> {
        of.failed++;
        of.rig++;
      }
      case UNCLEAR -> {
        if (++of.unclear > 1) {
          of.failed++;
        }
      }
    }
  }

  /** The rate to try next; empty when the search has ended. */
  public Optional<Double> next() {
    for (Entry<Double, Votes> tried : votes.entrySet()) {
      if (tried.getValue().decided() == 0) {
        return Optional.of(tried.getKey());
      }
    }
    if (votes.isEmpty()) {
      return Optional.of(startPerSecond);
    }
    Double high = lowestFailed();
    Double low = highestSustained(high);
    if (high == null) {
      double highest = votes.lastKey();
      return highest >= mostPerSecond ? again(highest) : Optional.of(step(highest * 2));
    }
    if (low == null) {
      return high <= leastPerSecond
          ? again(high)
          : Optional.of(rounded(Math.max(leastPerSecond, high / 2)));
    }
    double middle = rounded(Math.sqrt(low * high));
    if (high / low > 1 + resolution && middle > low && middle < high) {
      return Optional.of(middle);
    }
    Votes below = of(low);
    Votes above = of(high);
    return below.decided() <= above.decided() && below.decided() < repeats
        ? Optional.of(low)
        : again(high);
  }

  private Optional<Double> again(double rate) {
    return of(rate).decided() < repeats ? Optional.of(rate) : Optional.empty();
  }

  private double step(double rate) {
    return rounded(Math.min(mostPerSecond, rate));
  }

  /** Three digits, so that people can read rates and repeat them. */
  private double rounded(double rate) {
    double digits =
        new java.math.BigDecimal(rate).round(new java.math.MathContext(3)).doubleValue();
    return Math.max(leastPerSecond, Math.min(mostPerSecond, digits));
  }

  private Votes of(double rate) {
    Votes of = votes.get(rate);
    if (of == null) {
      throw new IllegalStateException("nobody tried " + rate);
    }
    return of;
  }

  private @Nullable Double lowestFailed() {
    for (Entry<Double, Votes> tried : votes.entrySet()) {
      if (tried.getValue().decided() > 0 && !tried.getValue().holds()) {
        return tried.getKey();
      }
    }
    return null;
  }

  private @Nullable Double highestSustained(@Nullable Double below) {
    for (Entry<Double, Votes> tried : votes.descendingMap().entrySet()) {
      if ((below == null || tried.getKey() < below) && tried.getValue().holds()) {
        return tried.getKey();
      }
    }
    return null;
  }

  /** The bracket that is known by now. */
  public Bracket bracket() {
    Double high = lowestFailed();
    Double rate = highestSustained(high);
    Votes above = high == null ? null : of(high);
    return new Bracket(
        rate,
        rate == null ? null : sure(rate, true),
        high == null ? null : sure(high, false),
        above != null && above.rig * 2 > above.failed,
        !votes.isEmpty() && next().isEmpty());
  }

  /** The nearest rate outwards at which all tries agree; one step outwards where none does. */
  private @Nullable Double sure(double from, boolean sustained) {
    Map<Double, Votes> outwards =
        sustained ? votes.headMap(from, true).descendingMap() : votes.tailMap(from, true);
    for (Entry<Double, Votes> tried : outwards.entrySet()) {
      Votes of = tried.getValue();
      if (of.decided() > 0 && of.unanimous() && of.holds() == sustained) {
        return tried.getKey();
      }
    }
    return sustained ? from / (1 + resolution) : from * (1 + resolution);
  }
}
