package dev.rebound.analysis.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The truth about the faults of a made-up run, whose servers were made to stop and resume so. */
record LaneTruth(
    SimulatedScenario world,
    Simulation with,
    Simulation without,
    Simulation calm,
    IntPredicate shows,
    long floorMicros)
    implements ScenarioTruth {

  /**
   * @param shows true of records that have outputs which come
   */
  LaneTruth(SimulatedScenario world, Simulation with, IntPredicate shows) {
    this(
        world,
        with,
        Simulation.of(world.withoutFaults()),
        Simulation.of(world.calm()),
        shows,
        world.floorMicros());
  }

  /** The same for whoever cannot see what is shorter than this. */
  @Override
  public ScenarioTruth blurred(long floorMillis) {
    long floor = Math.max(floorMicros, floorMillis * 1000);
    return new LaneTruth(world, with, without, calm, shows, floor);
  }

  /** From the first signal until all lanes work again at least as fast as the load. */
  @Override
  public TrueLength resumed(int fault) {
    return outage(fault, TrueInterval.union(intervals(world.stops())));
  }

  /** The same, until all lanes do again what had not been done before. */
  @Override
  public TrueLength processing(int fault) {
    return outage(fault, TrueInterval.union(stopsAndRepeats()));
  }

  private TrueLength outage(int fault, List<TrueInterval> stops) {
    boolean harmed = world.stops().stream().anyMatch(s -> isOfFault(s) && s.fault() == fault);
    return harmed ? length(fault, first(fault, stops), stops, s -> true) : TrueLength.of(0);
  }

  /**
   * Until the last output is there that is processed later than without the fault by more than one
   * rhythm.
   */
  @Override
  public TrueLength recovery(int fault) {
    long signal = world.faults().get(fault).signal();
    TrueLength outage = processing(fault);
    if (outage.from().equals(List.of(0.0))) {
      return outage;
    }
    List<TrueInterval> late = TrueInterval.union(lateness(without, signal));
    long end = outage.endless() ? Standstill.NEVER : signal + (long) (outage.least() * 1000);
    if (late.isEmpty() || late.get(0).from() > end + world.rhythmMicros()) {
      return TrueLength.of(0);
    }
    // What something else made late before nothing was for the hold may be counted in, or not.
    List<TrueInterval> chain = new ArrayList<>(List.of(late.get(0)));
    TrueInterval.union(lateness(calm, signal)).stream()
        .filter(any -> any.to() > late.get(0).to())
        .forEach(chain::add);
    return length(fault, 0, chain, late::contains);
  }

  /**
   * Time in the fault's watch in which any lane stood still, came back too slowly, or showed
   * nothing but what had been there. Of stops that no fault made, those that are as long as has to
   * be seen.
   */
  @Override
  public TrueLength disrupted(int fault) {
    long from = world.faults().get(fault).signal();
    long to = world.watchEnd(fault);
    List<TrueInterval> own = intervals(world.stops().stream().filter(this::isOfFault).toList());
    List<TrueInterval> all =
        world.commits().visible() ? intervals(world.stops()) : stopsAndRepeats();
    return TrueLength.of(
        TrueInterval.total(
                TrueInterval.union(all, from, to).stream()
                    .filter(
                        stop ->
                            stop.micros() >= world.floorMicros()
                                || own.stream().anyMatch(stop::touches))
                    .toList())
            / 1e3);
  }

  private boolean isOfFault(Standstill stop) {
    return stop.cause() == Standstill.Reason.FAULT;
  }

  /** Stops after the fault's first outage, as far as they can be told from it. */
  @Override
  public List<Standstill> laterStops(int fault) {
    TrueLength outage = processing(fault);
    if (outage.endless()) {
      return List.of();
    }
    double last = outage.from().get(outage.from().size() - 1);
    long from =
        world.faults().get(fault).signal()
            + (long) (last * 1000)
            + world.holdMicros()
            + world.slackMicros();
    long to = world.watchEnd(fault) - world.holdMicros() - world.slackMicros();
    return world.stops().stream().filter(s -> s.from() >= from && s.to() <= to).toList();
  }

  @Override
  public List<TrueInterval> stops() {
    return intervals(world.stops());
  }

  /** The interval that the first stop of a fault is in. */
  private int first(int fault, List<TrueInterval> stops) {
    long from =
        world.stops().stream()
            .filter(s -> isOfFault(s) && s.fault() == fault)
            .mapToLong(Standstill::from)
            .min()
            .orElseThrow();
    for (int i = 0; i < stops.size(); i++) {
      if (stops.get(i).from() <= from && from < stops.get(i).to()) {
        return i;
      }
    }
    throw new IllegalStateException("no lane stops by the fault");
  }

  /**
   * The end of an interval, or of those that follow before all was well for the hold. Only where
   * the next one is too short to be seen, or begins as the hold is over, are both ends true.
   *
   * @param counts whether an interval that can be seen has to be counted in
   */
  private TrueLength length(
      int fault, int first, List<TrueInterval> intervals, Predicate<TrueInterval> counts) {
    long signal = world.faults().get(fault).signal();
    long watched = world.watchEnd(fault);
    List<Double> ends = new ArrayList<>();
    @Nullable Double atLeast = null;
    long until = -1;
    for (TrueInterval interval : intervals.subList(first, intervals.size())) {
      long pause = interval.from() - until;
      if (until >= 0 && pause > world.holdMicros() + world.slackMicros()) {
        break;
      }
      boolean sure =
          counts.test(interval)
              && pause < world.holdMicros() - world.slackMicros()
              && interval.micros() >= floorMicros;
      if (until >= 0 && sure) {
        ends.clear();
      }
      until = interval.to();
      if (until > watched) {
        atLeast = (watched - signal) / 1e3;
        break;
      }
      ends.add((until - signal) / 1e3);
    }
    return new TrueLength(ends, atLeast);
  }

  private static List<TrueInterval> intervals(List<Standstill> stops) {
    return stops.stream().map(Standstill::interval).toList();
  }

  private List<TrueInterval> stopsAndRepeats() {
    List<TrueInterval> all = new ArrayList<>(intervals(world.stops()));
    all.addAll(intervals(with.repeats));
    return all;
  }

  /** When outputs were overdue that were processed later than in another course. */
  private List<TrueInterval> lateness(Simulation other, long signal) {
    long rhythm = world.rhythmMicros();
    return IntStream.range(0, with.done.length)
        .filter(n -> other.done[n] < Standstill.NEVER && with.done[n] - other.done[n] > rhythm)
        .filter(n -> with.there[n] > signal && shows.test(n))
        .mapToObj(n -> new TrueInterval(Math.max(signal, other.done[n] + rhythm), with.there[n]))
        .toList();
  }
}
