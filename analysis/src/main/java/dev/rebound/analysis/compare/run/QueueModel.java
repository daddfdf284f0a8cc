package dev.rebound.analysis.compare.run;

import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.units.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The recovery time that the simplest model predicts from an outage: a queue that fills at the load
 * while nothing flows, and is then worked off at the capacity.
 *
 * <p>With load L, capacity C and outage O, the backlog at the end of the outage is L·O; it is gone
 * after another L·O ÷ (C − L). Work that was done since the last commit is done again: at least
 * nothing, at most a commit interval's worth, which adds as much to the backlog. From C ≤ L on it
 * is never gone. Pure.
 */
public final class QueueModel {
  private QueueModel() {}

  /**
   * The recovery time from an outage, both in ms.
   *
   * @param loadToCapacity L ÷ C
   * @param repeatedMillis longest stretch of work that may have to be done again
   */
  public static BoundedValue recovery(
      BoundedValue outage, BoundedValue loadToCapacity, double repeatedMillis) {
    if (loadToCapacity.low() >= 1) {
      return BoundedValue.atLeast(outage.low());
    }
    double least = outage.low() * (1 + catchUp(loadToCapacity.low()));
    if (loadToCapacity.high() >= 1) {
      return BoundedValue.atLeast(least);
    }
    double catchUp = catchUp(loadToCapacity.high());
    return new BoundedValue(least, outage.high() * (1 + catchUp) + repeatedMillis * catchUp);
  }

  private static double catchUp(double loadToCapacity) {
    return loadToCapacity / (1 - loadToCapacity);
  }

  /**
   * A value for each fault of a run that hit and of which outage and load ÷ capacity are known.
   * Where the capacity was not measured before, what was reached while catching up stands for it.
   */
  public static List<BoundedValue> values(ComparedRun run) {
    OptionalDouble measured = loadToCapacity(run);
    List<BoundedValue> values = new ArrayList<>();
    for (FaultResult fault : run.hits()) {
      BoundedValue load = load(measured, fault).orElse(null);
      Bounds outage = FaultFigure.of(FaultFigure.OUTAGE, fault).orElse(null);
      if (load != null && outage != null) {
        values.add(
            recovery(new BoundedValue(outage.low(), outage.high()), load, repeatedMillis(run)));
      }
    }
    return values;
  }

  /** How many such values there should be: an outage that is not known is no reason for none. */
  public static int due(ComparedRun run) {
    OptionalDouble measured = loadToCapacity(run);
    return (int) run.hits().stream().filter(fault -> load(measured, fault).isPresent()).count();
  }

  private static Optional<BoundedValue> load(OptionalDouble measured, FaultResult fault) {
    return measured.isPresent()
        ? Optional.of(BoundedValue.of(measured.getAsDouble()))
        : loadToCapacity(fault);
  }

  /** What was reached while catching up with a fault: where that is a bound, of which only most. */
  public static Optional<BoundedValue> loadToCapacity(FaultResult fault) {
    Double load = fault.loadToCapacity();
    return load == null
        ? Optional.empty()
        : Optional.of(new BoundedValue(fault.loadAtMost() ? 0 : load, load));
  }

  /** A commit interval; 0 if the settings are not known. */
  private static double repeatedMillis(ComparedRun run) {
    String interval = run.settings().getOrDefault("engine.commit-interval", "");
    try {
      return interval.isEmpty() ? 0 : Quantity.duration(interval).toMillis();
    } catch (Quantity.Malformed e) {
      return 0;
    }
  }

  /** Load ÷ capacity of the whole run, where the job's capacity was measured. */
  public static OptionalDouble loadToCapacity(ComparedRun run) {
    Double capacity = run.capacity();
    String rate = run.settings().get(DottedKeys.RATE);
    try {
      return capacity == null || rate == null
          ? OptionalDouble.empty()
          : OptionalDouble.of(Quantity.rate(rate).perSecond() / capacity);
    } catch (Quantity.Malformed e) {
      // As the file has it in percent: what was reached while catching up stands for it.
      return OptionalDouble.empty();
    }
  }
}
