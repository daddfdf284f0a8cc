package dev.rebound.analysis.recovery.lanes;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * A stretch of time in which a lane stood still, or in which output was later than it should be,
 * with what is known of its ends. Microseconds since the epoch.
 *
 * @param lane −1 if it is about all of them
 * @param open true if it had not ended when watching did; its ends are that moment
 * @param perhaps true if it may have been none: then only its latest end tells something
 */
public record UncertainInterval(
    int lane, Estimate began, Estimate ended, boolean open, boolean perhaps) {
  /** One that there surely was. */
  public UncertainInterval(int lane, Estimate began, Estimate ended, boolean open) {
    this(lane, began, ended, open, false);
  }

  /** One whose ends are known exactly. */
  public static UncertainInterval exact(int lane, long start, long end, boolean open) {
    return new UncertainInterval(lane, Estimate.exactly(start), Estimate.exactly(end), open);
  }

  /** The one that lasted longest: to the end, or else until the latest end as estimated. */
  public static Optional<UncertainInterval> last(List<UncertainInterval> all) {
    return all.stream()
        .max(
            Comparator.comparing(UncertainInterval::open)
                .thenComparingLong(UncertainInterval::end));
  }

  /** The same if there may have been none. */
  public UncertainInterval asPerhaps() {
    return new UncertainInterval(lane, began, ended, false, true);
  }

  /** The same if watching ended then. */
  public UncertainInterval until(long end) {
    return new UncertainInterval(lane, began, new Estimate(ended.low(), end, end), open, perhaps);
  }

  /** The same of a lane that has another number, in another measure of time. */
  public UncertainInterval map(int number, LongUnaryOperator measure) {
    return new UncertainInterval(number, began.map(measure), ended.map(measure), open, perhaps);
  }

  public long start() {
    return began.best();
  }

  public long end() {
    return ended.best();
  }

  public long micros() {
    return end() - start();
  }
}
