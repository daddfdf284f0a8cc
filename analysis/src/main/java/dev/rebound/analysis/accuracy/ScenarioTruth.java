package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.recovery.lanes.TimeRange;
import java.util.List;
import java.util.function.IntPredicate;

/** The truth about the faults of a made-up run. */
sealed interface ScenarioTruth permits LaneTruth, ConsumerGroupTruth {
  /**
   * @param shows true of records that have outputs which come
   */
  static ScenarioTruth of(SimulatedScenario world, Simulation with, IntPredicate shows) {
    return world.consumers() == null
        ? new LaneTruth(world, with, shows)
        : new ConsumerGroupTruth(world, with, Simulation.of(world.withoutFaults()));
  }

  /** The same for whoever cannot see what is shorter than this. */
  ScenarioTruth blurred(long floorMillis);

  /** From the first signal until all lanes work again at least as fast as the load. */
  TrueLength resumed(int fault);

  /** The same, until all lanes do again what had not been done before. */
  TrueLength processing(int fault);

  /** Until the last output is there that is delayed as none would be without the fault. */
  TrueLength recovery(int fault);

  /** The same from the healing of a fault that lasts on. */
  TrueLength recoveryFromHealing(int fault);

  /** Time in the fault's watch in which any lane stood still, or came back too slowly. */
  TrueLength disrupted(int fault);

  /** Stops after the fault's first outage, as far as they can be told from it. */
  List<Standstill> laterStops(int fault);

  /** All that stood still, or was too slow, in the end. */
  List<TimeRange> stops();
}
