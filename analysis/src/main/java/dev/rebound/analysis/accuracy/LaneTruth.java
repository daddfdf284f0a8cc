package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.recovery.lanes.TimeRange;
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
    return outage(fault, TimeRange.union(intervals(world.stops())));
  }

  /** The same, until all lanes do again what had not been done before. */
  @Override
  public TrueLength processing(int fault) {
    return outage(fault, TimeRange.union(stopsAndRepeats()));
  }

  private TrueLength outage(int fault, List<TimeRange> stops) {
    boolean harmed = world.stops().stream().anyMatch(s -> isOfFault(s) && s.fault() == fault);
    long signal = world.faults().get(fault).signal();
    return harmed ? length(fault, signal, first(fault, stops), stops, s -> true) : TrueLength.of(0);
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
    List<TimeRange> late = TimeRange.union(lateness(without, signal));
    long end = outage.endless() ? Standstill.NEVER : signal + (long) (outage.least() * 1000);
    if (late.isEmpty() || late.get(0).startMicros() > end + world.rhythmMicros()) {
      return TrueLength.of(0);
    }
    // What something else made late before nothing was for the hold may be counted in, or not.
    List<TimeRange> chain = new ArrayList<>(List.of(late.get(0)));
    TimeRange.union(lateness(calm, signal)).stream()
        .filter(any -> any.endMicros() > late.get(0).endMicros())
        .forEach(chain::add);
    return length(fault, signal, 0, chain, late::contains);
  }

  /**
   * Until the last output is there that is processed later than without the fault, of those that
   * were late when it was healed, or as its healing made them.
   */
  @Override
  public TrueLength recoveryFromHealing(int fault) {
    long healed = world.faults().get(fault).healed();
    List<TimeRange> late = TimeRange.union(lateness(without, healed));
    long stopped =
        world.stops().stream()
            .filter(s -> s.ofFault() && s.fault() == fault && s.from() <= healed + 1_000_000)
            .mapToLong(Standstill::to)
            .max()
            .orElse(healed);
    long end = Math.max(healed, stopped);
    if (late.isEmpty() || late.get(0).startMicros() > end + world.rhythmMicros()) {
      return TrueLength.of(0);
    }
    List<TimeRange> chain = new ArrayList<>(List.of(late.get(0)));
    TimeRange.union(lateness(calm, healed)).stream()
        .filter(any -> any.endMicros() > late.get(0).endMicros())
        .forEach(chain::add);
    return length(fault, healed, 0, chain, late::contains);
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
    List<TimeRange> own = intervals(world.stops().stream().filter(this::isOfFault).toList());
    List<TimeRange> all = world.commits().visible() ? intervals(world.stops()) : stopsAndRepeats();
    return TrueLength.of(
        TimeRange.total(
                TimeRange.within(TimeRange.union(all), new TimeRange(from, to)).stream()
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
  public List<TimeRange> stops() {
    return intervals(world.stops());
  }

  /** The interval that the first stop of a fault is in. */
  private int first(int fault, List<TimeRange> stops) {
    long from =
        world.stops().stream()
            .filter(s -> isOfFault(s) && s.fault() == fault)
            .mapToLong(Standstill::from)
            .min()
            .orElseThrow();
    for (int i = 0; i < stops.size(); i++) {
      if (stops.get(i).contains(from)) {
        return i;
      }
    }
    throw new IllegalStateException("no lane stops by the fault");
  }

  /**
   * The end of an interval, or of those that follow before all was well for the hold. Only where
   * the next one is too short to be seen, or begins as the hold is over, are both ends true.
   *
   * @param signal from when on
   * @param counts whether an interval that can be seen has to be counted in
   */
  private TrueLength length(
      int fault, long signal, int first, List<TimeRange> intervals, Predicate<TimeRange> counts) {
    long watched = world.watchEnd(fault);
    List<Double> ends = new ArrayList<>();
    @Nullable Double atLeast = null;
    long until = -1;
    for (TimeRange interval : intervals.subList(first, intervals.size())) {
      long pause = interval.startMicros() - until;
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
      until = interval.endMicros();
      if (until > watched) {
        atLeast = (watched - signal) / 1e3;
        break;
      }
      ends.add((until - signal) / 1e3);
    }
    return new TrueLength(ends, atLeast);
  }

  private static List<TimeRange> intervals(List<Standstill> stops) {
    return stops.stream().map(Standstill::interval).toList();
  }

  private List<TimeRange> stopsAndRepeats() {
    List<TimeRange> all = new ArrayList<>(intervals(world.stops()));
    all.addAll(intervals(with.repeats));
    return all;
  }

  /** When outputs were overdue that were processed later than in another course. */
  private List<TimeRange> lateness(Simulation other, long signal) {
    long rhythm = world.rhythmMicros();
    return IntStream.range(0, with.done.length)
        .filter(n -> other.done[n] < Standstill.NEVER && with.done[n] - other.done[n] > rhythm)
        .filter(n -> with.there[n] > signal && shows.test(n))
        .mapToObj(n -> new TimeRange(Math.max(signal, other.done[n] + rhythm), with.there[n]))
        .toList();
  }
}
