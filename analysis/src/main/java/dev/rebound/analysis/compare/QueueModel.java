package dev.rebound.analysis.compare;

import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.units.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The recovery time that the simplest model predicts from an outage: a queue that fills at the load
 * while nothing flows, and is then worked off at the capacity.
 *
 * <p>With load L, capacity C and outage O, the backlog at the end of the outage is L·O; it is gone
 * after another L·O ÷ (C − L). Work that was done since the last commit is done again: at least
 * nothing, at most a commit interval's worth, which adds as much to the backlog. From C ≤ L on it
 * is never gone. Pure.
 */
final class QueueModel {
  private QueueModel() {}

  /**
   * The recovery time from an outage, both in ms.
   *
   * @param loadToCapacity L ÷ C
   * @param repeatedMillis longest stretch of work that may have to be done again
   */
  static Value recovery(Value outage, double loadToCapacity, double repeatedMillis) {
    if (loadToCapacity >= 1) {
      return Value.atLeast(outage.low());
    }
    double catchUp = loadToCapacity / (1 - loadToCapacity);
    return new Value(
        outage.low() * (1 + catchUp), outage.high() * (1 + catchUp) + repeatedMillis * catchUp);
  }

  /**
   * A value for each fault of a run that hit and of which outage and load ÷ capacity are known.
   * Where the capacity was not measured before, what was reached while catching up stands for it.
   */
  static List<Value> values(ComparedRun run) {
    OptionalDouble measured = loadToCapacity(run);
    List<Value> values = new ArrayList<>();
    for (FaultResult fault : run.hits()) {
      Double load = load(measured, fault);
      Bounds outage = FaultFigure.of(FaultFigure.OUTAGE, fault).orElse(null);
      if (load != null && outage != null) {
        values.add(recovery(new Value(outage.low(), outage.high()), load, repeatedMillis(run)));
      }
    }
    return values;
  }

  /** How many such values there should be: an outage that is not known is no reason for none. */
  static int due(ComparedRun run) {
    OptionalDouble measured = loadToCapacity(run);
    return (int) run.hits().stream().filter(fault -> load(measured, fault) != null).count();
  }

  private static @Nullable Double load(OptionalDouble measured, FaultResult fault) {
    return measured.isPresent() ? Double.valueOf(measured.getAsDouble()) : fault.loadToCapacity();
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
  static OptionalDouble loadToCapacity(ComparedRun run) {
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
